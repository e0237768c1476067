import { GROUP_COUNT, type Novelty } from './novelty.ts'

/** Two onsets closer than this are heard as one: 50 ms. */
const LEAST_GAP_FRAMES = 5
/** A peak is the largest value within this many frames on either side. */
const PEAK_REACH_FRAMES = 3
/** The moving mean covers 100 ms before and 70 ms after. */
const MEAN_BEFORE_FRAMES = 10
const MEAN_AFTER_FRAMES = 7
/**
 * Minimum height of a peak above the moving mean, in the compressed magnitude of the novelty; the best of 1 to 8 on the
 * tuning pieces.
 */
const LEAST_ABOVE_MEAN = 3

/**
 * Finds the frames (10 ms) at which any instrument begins a note: peaks of the total novelty over ±30 ms that stand
 * clearly above the mean of the 170 ms around them. Sorted, at least 50 ms apart. The windows are those of Böck and
 * Widmer, Maximum filter vibrato suppression for onset detection, DAFx 2013.
 */
export function findOnsets(novelty: Novelty): number[] {
  const { frames, groups } = novelty
  const curve = new Float32Array(frames)
  const summed = new Float64Array(frames + 1)
  for (let t = 0; t < frames; t++) {
    for (let g = 0; g < GROUP_COUNT; g++) curve[t]! += groups[t * GROUP_COUNT + g]!
    summed[t + 1] = summed[t]! + curve[t]!
  }
  const isPeak = (t: number): boolean => {
    for (let d = -PEAK_REACH_FRAMES; d <= PEAK_REACH_FRAMES; d++)
      if ((curve[t + d] ?? 0) > curve[t]!) return false
    return true
  }
  const out: number[] = []
  let last = Number.NEGATIVE_INFINITY
  for (let t = 0; t < frames; t++) {
    const from = Math.max(0, t - MEAN_BEFORE_FRAMES)
    const to = Math.min(frames, t + MEAN_AFTER_FRAMES + 1)
    const mean = (summed[to]! - summed[from]!) / (to - from)
    if (curve[t]! < mean + LEAST_ABOVE_MEAN || t - last < LEAST_GAP_FRAMES || !isPeak(t)) continue
    out.push(t)
    last = t
  }
  return out
}
