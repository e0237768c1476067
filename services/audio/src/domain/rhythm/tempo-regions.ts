import { median } from '../median.ts'
/** Part of a track with a steady tempo. */
export interface TempoRegion {
  readonly startSeconds: number
  readonly endSeconds: number
  readonly bpm: number
}

/** Intervals are smoothed over this many beats before the track is split into regions. */
const SMOOTH_BEATS = 8
/** A region ends when the smoothed tempo deviates from its mean by this share. */
const LEAST_CHANGE = 0.04
/** Shorter regions are joined to their neighbour. */
const LEAST_BEATS = 8

/**
 * Returns the beats per minute of the least-squares line through sorted beat times; one late beat of many has little
 * effect.
 */
export function fittedBpm(beats: readonly number[]): number {
  const n = beats.length
  if (n < 2) return 0
  const middle = (n - 1) / 2
  const meanTime = beats.reduce((sum, t) => sum + t, 0) / n
  let cross = 0
  let squares = 0
  for (let i = 0; i < n; i++) {
    cross += (i - middle) * (beats[i]! - meanTime)
    squares += (i - middle) ** 2
  }
  return cross > 0 ? (60 * squares) / cross : 0
}

/** Splits beat times (seconds, sorted) into regions of steady tempo; a gradual change gives several. */
export function tempoRegions(beats: readonly number[]): TempoRegion[] {
  if (beats.length < 2) return []
  const intervals = beats.slice(1).map((time, i) => time - beats[i]!)
  const smooth = intervals.map((_, i) =>
    median(intervals.slice(Math.max(0, i - SMOOTH_BEATS / 2), i + SMOOTH_BEATS / 2 + 1)),
  )
  const cuts = [0]
  let sum = smooth[0]!
  let count = 1
  for (let i = 1; i < smooth.length; i++) {
    const mean = sum / count
    if (Math.abs(smooth[i]! / mean - 1) > LEAST_CHANGE && i - cuts.at(-1)! >= LEAST_BEATS) {
      cuts.push(i)
      sum = 0
      count = 0
    }
    sum += smooth[i]!
    count++
  }
  if (cuts.length > 1 && smooth.length - cuts.at(-1)! < LEAST_BEATS) cuts.pop()
  return cuts.map((cut, i) => {
    const end = cuts[i + 1] ?? beats.length - 1
    const region = beats.slice(cut, end + 1)
    return { startSeconds: region[0]!, endSeconds: region.at(-1)!, bpm: fittedBpm(region) }
  })
}

/**
 * Returns the tempo that lasts longest, BPM: the fitted tempo of a region that covers half the track, otherwise the
 * median of the intervals weighted by their length, which suits a rubato performance.
 */
export function prevailingBpm(beats: readonly number[], regions: readonly TempoRegion[]): number {
  if (beats.length < 2) return 0
  const total = beats.at(-1)! - beats[0]!
  const steady = regions.find((region) => region.endSeconds - region.startSeconds >= total / 2)
  if (steady !== undefined) return steady.bpm
  const intervals = beats.slice(1).map((time, i) => time - beats[i]!)
  intervals.sort((a, b) => a - b)
  let passed = 0
  for (const interval of intervals) {
    passed += interval
    if (passed >= total / 2) return 60 / interval
  }
  return 0
}
