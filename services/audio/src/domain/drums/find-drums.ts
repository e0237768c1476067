import type { TrackFeatures } from '../features/feature-extractor.ts'
import { compressionTable, type Novelty, referenceLevel, superFlux } from '../rhythm/novelty.ts'
import { classifyHit, DRUM_MODEL, DRUM_NAMES, type DrumName } from './hit-classifier.ts'
import { hitFeatures, poolBands } from './hit-features.ts'
import { onsetCandidates } from './onset-candidates.ts'

/** A hit of one instrument. */
export interface DrumHit {
  readonly timeSeconds: number
  readonly instrument: DrumName
  /** How hard, 0 to 1, against the instrument's own hardest hits in this track. */
  readonly velocity: number
  /** The model's probability, 0 to 1. */
  readonly confidence: number
}

/** The novelty peaks this much after the attack. */
const ONSET_DELAY_SECONDS = 0.006
/** Feature bands that tell how hard each instrument was hit (indexes of the rise part). */
const VELOCITY_BANDS: Record<DrumName, readonly number[]> = {
  kick: [0, 1, 2],
  snare: [5, 6, 7, 8, 9, 10],
  hat: [12, 13, 14],
  tom: [2, 3, 4],
  cymbal: [11, 12, 13, 14],
}

/**
 * Drum hits of a track: onsets of any band, each described by rise, level and decay in 15 bands and classified for
 * every instrument at once. Sorted by time. The model was made from synthesised kits; see `docs/accuracy.md` for what
 * it reaches elsewhere.
 */
export function findDrums(features: TrackFeatures, novelty: Novelty = superFlux(features)): DrumHit[] {
  const table = compressionTable(referenceLevel(features))
  const pool = poolBands(features.bandCentreHz)
  const hits: DrumHit[] = []
  const hardest = new Map<DrumName, number>()
  const strengths: number[] = []
  for (const frame of onsetCandidates(novelty)) {
    const described = hitFeatures(features, table, pool, frame)
    const probabilities = classifyHit(described)
    for (const [k, instrument] of DRUM_NAMES.entries()) {
      const confidence = probabilities[k]!
      if (confidence < DRUM_MODEL.thresholds[k]!) continue
      const strength = Math.max(...VELOCITY_BANDS[instrument].map((band) => described[band]!))
      strengths.push(strength)
      hardest.set(instrument, Math.max(hardest.get(instrument) ?? 0, strength))
      hits.push({
        timeSeconds: Math.max(0, frame / 100 - ONSET_DELAY_SECONDS),
        instrument,
        velocity: 0,
        confidence,
      })
    }
  }
  return hits.map((hit, i) => {
    const top = hardest.get(hit.instrument)!
    return { ...hit, velocity: top > 0 ? strengths[i]! / top : 0 }
  })
}
