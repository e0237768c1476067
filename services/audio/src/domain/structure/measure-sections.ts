import type { DrumHit } from '../drums/find-drums.ts'
import { type SpanFeatures, spanFeatures, type TrackContext } from '../emotion/span-features.ts'
import { RANGE_NAMES, type SecondCurves } from '../features/second-curves.ts'

/** What the label of a section is decided from. */
export interface SectionMeasure {
  readonly startSeconds: number
  readonly endSeconds: number
  /** Level, LUFS; null in silence. */
  readonly loudnessLufs: number | null
  /** Change of level from the first to the last third, LU. */
  readonly riseLu: number
  /** Bass level against the track's loudest section, dB (at most 0). */
  readonly bassBelowDb: number
  /** Onsets per second. */
  readonly onsetRate: number
  /** Kick drums per beat; 0 where no beat is known. */
  readonly kicksPerBeat: number
  readonly features: SpanFeatures
}

/** What sections are measured in. */
export interface SectionMaterial {
  readonly curves: SecondCurves
  readonly context: TrackContext
  /** Sorted by time. */
  readonly hits: readonly DrumHit[]
}

/** Measure the stretches between boundaries (seconds, from the start to the end of the track). */
export function measureSections(material: SectionMaterial, boundaries: readonly number[]): SectionMeasure[] {
  const { curves, context, hits } = material
  const bassPower = (from: number, to: number): number => {
    let sum = 0
    for (let s = from; s < to; s++) sum += curves.rangePower[s * RANGE_NAMES.length]!
    return sum / Math.max(1, to - from)
  }
  const spans = boundaries.slice(0, -1).map((start, i) => ({ start, end: boundaries[i + 1]! }))
  const bass = spans.map(({ start, end }) =>
    bassPower(Math.floor(start), Math.min(curves.seconds, Math.ceil(end))),
  )
  const kicks = spans.map(() => 0)
  let at = 0
  for (const hit of hits) {
    while (at + 1 < spans.length && hit.timeSeconds >= spans[at]!.end) at++
    if (hit.instrument === 'kick' && at < spans.length) kicks[at]!++
  }
  const most = Math.max(1e-12, ...bass)
  return spans.map(({ start, end }, i) => {
    const third = (end - start) / 3
    const features = spanFeatures(curves, context, start, end)
    const first = spanFeatures(curves, context, start, start + third).loudnessLufs
    const last = spanFeatures(curves, context, end - third, end).loudnessLufs
    const beats = ((end - start) * context.tempoBpm) / 60
    return {
      startSeconds: start,
      endSeconds: end,
      loudnessLufs: features.loudnessLufs,
      riseLu: first !== null && last !== null ? last - first : 0,
      bassBelowDb: 10 * Math.log10(Math.max(1e-12, bass[i]!) / most),
      onsetRate: features.onsetRate ?? 0,
      kicksPerBeat: beats > 0 ? kicks[i]! / beats : 0,
      features,
    }
  })
}
