import type { TrackFeatures } from '../features/feature-extractor.ts'
import { compressionTable, referenceLevel, superFlux } from '../rhythm/novelty.ts'
import { classifyHit, DRUM_MODEL, DRUM_NAMES, type DrumName } from './hit-classifier.ts'
import { gridSteps, repeatEvidence, trackThreshold } from './hit-context.ts'
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

/** Beats of the track, where known: they let repeated patterns support each other. */
export interface DrumContext {
  /** Seconds, sorted. */
  readonly beats: readonly number[]
  /** 3 or 4; 0 when unknown. */
  readonly beatsPerBar: number
}

const logOdds = (p: number): number => Math.log((p + 1e-6) / (1 - p + 1e-6))
const probability = (odds: number): number => 1 / (1 + Math.exp(-odds))

/**
 * Drum hits of a track: onsets of any band, each described by rise, level, decay and evenness in 15 bands, classified
 * for every instrument at once, drawn towards the neighbouring bars, and cut at a threshold the track itself suggests.
 * Sorted by time. The model was made from synthesised kits: on recorded ones expect less.
 */
export function findDrums(
  features: TrackFeatures,
  context: DrumContext,
  frames: readonly number[] = onsetCandidates(superFlux(features)),
): DrumHit[] {
  const table = compressionTable(referenceLevel(features))
  const pool = poolBands(features.bandCentreHz)
  const times = frames.map((frame) => Math.max(0, frame / 100 - ONSET_DELAY_SECONDS))
  const count = DRUM_NAMES.length
  // Per candidate and instrument: log odds and strength. The descriptions themselves would be ten times as large.
  const odds = new Float32Array(frames.length * count)
  const strengths = new Float32Array(frames.length * count)
  for (const [i, frame] of frames.entries()) {
    const described = hitFeatures(features, table, pool, frame)
    const probabilities = classifyHit(described)
    for (const [k, instrument] of DRUM_NAMES.entries()) {
      odds[i * count + k] = logOdds(probabilities[k]!)
      strengths[i * count + k] = Math.max(...VELOCITY_BANDS[instrument].map((band) => described[band]!))
    }
  }
  const useGrid = context.beats.length >= 8 && context.beatsPerBar > 0
  const steps = useGrid ? gridSteps(times, context.beats) : []
  const hits: DrumHit[] = []
  for (const [k, instrument] of DRUM_NAMES.entries()) {
    const plain = frames.map((_, i) => odds[i * count + k]!)
    const evidence = useGrid ? repeatEvidence(plain, steps, context.beatsPerBar) : plain
    const threshold = trackThreshold(evidence, logOdds(DRUM_MODEL.thresholds[k]!))
    const chosen = evidence.flatMap((x, i) => (x >= threshold ? [i] : []))
    const hardest = chosen.reduce((most, i) => Math.max(most, strengths[i * count + k]!), 1e-9)
    for (const i of chosen) {
      hits.push({
        timeSeconds: times[i]!,
        instrument,
        velocity: strengths[i * count + k]! / hardest,
        confidence: probability(evidence[i]!),
      })
    }
  }
  return hits.sort((a, b) => a.timeSeconds - b.timeSeconds)
}
