import { median } from '../median.ts'
import { FRAMES_PER_PERIOD_VALUE } from './beat-path.ts'

/** Periods are measured over eight beats: one frame is then a quarter of a percent. */
const SPAN_BEATS = 8
/** They are compared with those of ±32 beats, so that a slip of the beats within a passage does not count. */
const AROUND_SPANS = 32
/** Spans this near to the median of those around are averaged. */
const NEAR = 0.01

/** Period of the beats, and how steadily they keep it. */
export interface SteadyPeriods {
  /** Period in frames of 10 ms, one value per second. */
  readonly periodFrames: Float32Array
  /**
   * Median deviation of eight beats from the period around them, natural logarithm: 0.003 for a machine, 0.02 for
   * rubato.
   */
  readonly spread: number
}

/**
 * Returns the period around each beat of a sequence (frames of 10 ms, sorted) and its spread; null with fewer than 16
 * beats.
 */
export function steadyPeriods(beatFrames: readonly number[], seconds: number): SteadyPeriods | null {
  const spans = beatFrames.slice(SPAN_BEATS).map((frame, i) => (frame - beatFrames[i]!) / SPAN_BEATS)
  if (spans.length < SPAN_BEATS) return null
  const smooth = spans.map((_, i) => {
    const around = spans.slice(Math.max(0, i - AROUND_SPANS), i + AROUND_SPANS + 1)
    const middle = median(around)
    const near = around.filter((span) => Math.abs(span / middle - 1) < NEAR)
    return near.reduce((sum, span) => sum + span, 0) / near.length
  })
  const periodFrames = new Float32Array(seconds)
  let at = 0
  for (let s = 0; s < seconds; s++) {
    while (at + 1 < smooth.length && beatFrames[at + SPAN_BEATS / 2]! < s * FRAMES_PER_PERIOD_VALUE) at++
    periodFrames[s] = smooth[at]!
  }
  return { periodFrames, spread: median(spans.map((span, i) => Math.abs(Math.log(span / smooth[i]!)))) }
}
