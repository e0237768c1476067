import type { DrumHit } from '../drums/find-drums.ts'
import { type SpanFeatures, spanFeatures, type TrackContext } from '../emotion/span-features.ts'
import { RANGE_NAMES, type SecondCurves } from '../features/second-curves.ts'

/** Measurements from which the label of a section is decided. */
export interface SectionMeasure {
  readonly startSeconds: number
  readonly endSeconds: number
  /** Level, LUFS; null in silence. */
  readonly loudnessLufs: number | null
  /** Change of level from the first to the last third, LU. */
  readonly riseLu: number
  /** Bass level relative to the loudest section of the track, dB (at most 0). */
  readonly bassBelowDb: number
  /** Onsets per second. */
  readonly onsetRate: number
  /** Kick drums per beat; 0 when no beat is known. */
  readonly kicksPerBeat: number
  readonly features: SpanFeatures
}

/** Inputs for measuring sections. */
export interface SectionMaterial {
  readonly curves: SecondCurves
  readonly context: TrackContext
  /** Sorted by time. */
  readonly hits: readonly DrumHit[]
}

/** Measurements of one part of a track. */
interface Span {
  readonly features: SpanFeatures
  readonly riseLu: number
  readonly bassPower: number
}

/** Parts that were already measured, by start and end. */
export type KnownSpans = Map<string, Span>

function measureSpan({ curves, context }: SectionMaterial, start: number, end: number): Span {
  const third = (end - start) / 3
  const first = spanFeatures(curves, context, start, start + third).loudnessLufs
  const last = spanFeatures(curves, context, end - third, end).loudnessLufs
  const from = Math.floor(start)
  const to = Math.min(curves.seconds, Math.ceil(end))
  let bass = 0
  for (let s = from; s < to; s++) bass += curves.rangePower[s * RANGE_NAMES.length]!
  return {
    features: spanFeatures(curves, context, start, end),
    riseLu: first !== null && last !== null ? last - first : 0,
    bassPower: bass / Math.max(1, to - from),
  }
}

/** Counts the kick drums in each of the consecutive parts. */
function countKicks(hits: readonly DrumHit[], ends: readonly number[]): number[] {
  const kicks = ends.map(() => 0)
  let at = 0
  for (const hit of hits) {
    while (at + 1 < ends.length && hit.timeSeconds >= ends[at]!) at++
    if (hit.instrument === 'kick' && at < ends.length) kicks[at]!++
  }
  return kicks
}

/**
 * Measures the parts between boundaries (seconds, from the start to the end of the track). Parts in `known` are not
 * measured again, and new ones are added to it.
 */
export function measureSections(
  material: SectionMaterial,
  boundaries: readonly number[],
  known: KnownSpans = new Map(),
): SectionMeasure[] {
  const { tempoBpm } = material.context
  const spans = boundaries.slice(0, -1).map((start, i) => {
    const end = boundaries[i + 1]!
    const span = known.get(`${start} ${end}`) ?? measureSpan(material, start, end)
    known.set(`${start} ${end}`, span)
    return { start, end, ...span }
  })
  const kicks = countKicks(
    material.hits,
    spans.map(({ end }) => end),
  )
  const most = Math.max(1e-12, ...spans.map(({ bassPower }) => bassPower))
  return spans.map(({ start, end, features, riseLu, bassPower }, i) => {
    const beats = ((end - start) * tempoBpm) / 60
    return {
      startSeconds: start,
      endSeconds: end,
      loudnessLufs: features.loudnessLufs,
      riseLu,
      bassBelowDb: 10 * Math.log10(Math.max(1e-12, bassPower) / most),
      onsetRate: features.onsetRate ?? 0,
      kicksPerBeat: beats > 0 ? kicks[i]! / beats : 0,
      features,
    }
  })
}
