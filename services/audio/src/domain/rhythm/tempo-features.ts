import { onsetsNear } from './hypotheses.ts'

/**
 * Distances in beats at which the sounds of each frequency group are compared with themselves: parts of a beat tell
 * which notes the players subdivide it into, whole beats which of them alternate, bars which of them return.
 */
const LAGS_BEATS: readonly number[] = [1 / 4, 1 / 3, 1 / 2, 2 / 3, 3 / 4, 1, 3 / 2, 2, 3, 4, 6, 8]
/** Quarters of two neighbouring beats. */
const QUARTERS = 4
/** A sound counts within ±20 ms of its quarter. */
const REACH_FRAMES = 2
/** Keeps the logarithm of a silent quarter, and the mean of a silent group, within bounds. */
const QUIET_QUARTER = 0.2
const QUIET_GROUP = 0.05

/** Returns the autocorrelation of a group at a lag in frames, relative to lag 0; 0 to 1. */
export type GroupCorrelation = (group: number, lagFrames: number) => number

/** Returns the sum of products of a signal and itself `lag` frames before. */
function correlate(values: Float32Array, lag: number): number {
  let sum = 0
  for (let i = lag; i < values.length; i++) sum += values[i]! * values[i - lag]!
  return sum
}

/** Creates the autocorrelation of the groups over the whole track; each lag is computed once. */
export function createGroupCorrelation(groups: readonly Float32Array[]): GroupCorrelation {
  const known = groups.map(() => new Map<number, number>())
  const at = (group: number, lag: number): number => {
    let value = known[group]!.get(lag)
    if (value === undefined) {
      value = correlate(groups[group]!, lag)
      known[group]!.set(lag, value)
    }
    return value
  }
  return (group, lagFrames) => {
    const zero = at(group, 0)
    if (zero <= 0) return 0
    const lag = Math.round(lagFrames)
    return Math.min(1, Math.max(at(group, lag - 1), at(group, lag), at(group, lag + 1)) / zero)
  }
}

/** Returns the mean onset of each group on each quarter of even and of odd beats, `[parity][quarter · groups + group]`. */
function quarterOnsets(groups: readonly Float32Array[], beatFrames: readonly number[]): number[][] {
  const width = groups.length
  const sums = [0, 1].map(() => new Array<number>(QUARTERS * width).fill(0))
  for (let i = 0; i + 1 < beatFrames.length; i++) {
    const length = beatFrames[i + 1]! - beatFrames[i]!
    for (let quarter = 0; quarter < QUARTERS; quarter++) {
      const onsets = onsetsNear(groups, beatFrames[i]! + (quarter / QUARTERS) * length, REACH_FRAMES)
      for (let g = 0; g < width; g++) sums[i % 2]![quarter * width + g]! += onsets[g]!
    }
  }
  const intervals = beatFrames.length - 1
  const counts = [Math.ceil(intervals / 2), Math.floor(intervals / 2)]
  return sums.map((sum, parity) => sum.map((x) => x / Math.max(1, counts[parity]!)))
}

/**
 * Returns the mean onset of each frequency group on the quarters of two beats, of which the second has the stronger
 * sounds where snares are (500 to 6 000 Hz), as a logarithm relative to the group's mean. Beats in frames of 10 ms,
 * sorted, at least two.
 */
export function orderedQuarters(groups: readonly Float32Array[], beatFrames: readonly number[]): number[] {
  const [even, odd] = quarterOnsets(groups, beatFrames) as [number[], number[]]
  const snare = (onsets: readonly number[]): number => onsets[2]! + onsets[3]!
  const two = snare(even) > snare(odd) ? [...odd, ...even] : [...even, ...odd]
  const width = groups.length
  const means = groups.map(
    (_, g) => two.reduce((sum, x, i) => sum + (i % width === g ? x : 0), 0) / (2 * QUARTERS) + QUIET_GROUP,
  )
  return two.map((x, i) => Math.log(QUIET_QUARTER + x / means[i % width]!))
}

/**
 * Describes how a beat sequence (frames of 10 ms, sorted, at least two) divides the sounds of each frequency group: its
 * autocorrelation at parts and multiples of the beat, and its onsets on the quarters of two beats (`orderedQuarters`).
 * Groups as `sharpenGroups` returns them: their unit root mean square makes the result independent of gain.
 */
export function tempoFeatures(
  groups: readonly Float32Array[],
  correlation: GroupCorrelation,
  beatFrames: readonly number[],
  periodFrames: number,
): number[] {
  return [
    ...groups.flatMap((_, g) => LAGS_BEATS.map((beats) => correlation(g, beats * periodFrames))),
    ...orderedQuarters(groups, beatFrames),
  ]
}
