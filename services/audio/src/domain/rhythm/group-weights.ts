import { GROUP_COUNT, movingMean, type Novelty } from '../features/novelty.ts'

const WINDOW_STEPS = 12
const HOP_FRAMES = 100
/** No group is ever deaf: a tenth of full weight remains. */
const LEAST_WEIGHT = 0.1

/**
 * What a group says of the beat before its regularity is known. 500 to 2 000 Hz, where snares, claps and chord attacks
 * are, was stronger on the beat than between beats in every style of the tuning half; hats and broken kicks were not.
 */
const BASE_WEIGHTS: readonly number[] = [0.4, 0.6, 2, 0.6, 0.3]

/** Each group's onsets freed of their local mean and scaled to unit root mean square, `GROUP_COUNT` arrays. */
export function sharpenGroups(novelty: Novelty): Float32Array[] {
  const { frames, groups } = novelty
  const out: Float32Array[] = []
  for (let g = 0; g < GROUP_COUNT; g++) {
    const values = new Float32Array(frames)
    for (let t = 0; t < frames; t++) values[t] = groups[t * GROUP_COUNT + g]!
    const local = movingMean(values, 50)
    let squares = 0
    for (let t = 0; t < frames; t++) {
      values[t] = Math.max(0, values[t]! - local[t]!)
      squares += values[t]! ** 2
    }
    const scale = squares > 0 ? 1 / Math.sqrt(squares / frames) : 0
    for (let t = 0; t < frames; t++) values[t]! *= scale
    out.push(values)
  }
  return out
}

/** Correlation of each step of 100 frames with what lies `lag` frames before it. */
function correlateSteps(values: Float32Array, lag: number, steps: number): Float32Array {
  const out = new Float32Array(steps)
  for (let s = 0; s < steps; s++) {
    let sum = 0
    const to = Math.min(values.length, (s + 1) * HOP_FRAMES)
    for (let i = Math.max(lag, s * HOP_FRAMES); i < to; i++) sum += values[i]! * values[i - lag]!
    out[s] = sum
  }
  return out
}

const sumOf = (values: Float32Array, from: number, to: number): number => {
  let sum = 0
  for (let i = from; i < to; i++) sum += values[i]!
  return sum
}

/** Normalised autocorrelation near a lag over a range of steps: the largest of the lag and its neighbours, 0 to 1. */
function correlationNear(
  rowOf: (lag: number) => Float32Array,
  from: number,
  to: number,
  lag: number,
): number {
  const zero = sumOf(rowOf(0), from, to)
  if (zero <= 0) return 0
  let best = 0
  for (let l = lag - 1; l <= lag + 1; l++) best = Math.max(best, sumOf(rowOf(l), from, to) / zero)
  return Math.min(1, best)
}

/** Rows of `correlateSteps` by group and lag, kept because metrical relatives ask for the same lags. */
export type CorrelationRows = (group: number, lag: number) => Float32Array

/** Correlation rows of the groups, each computed when first asked for. */
export function createCorrelationRows(groups: readonly Float32Array[]): CorrelationRows {
  const steps = Math.max(1, Math.ceil(groups[0]!.length / HOP_FRAMES))
  const rows = groups.map(() => new Map<number, Float32Array>())
  return (group, lag) => {
    let row = rows[group]!.get(lag)
    if (row === undefined) {
      row = correlateSteps(groups[group]!, lag, steps)
      rows[group]!.set(lag, row)
    }
    return row
  }
}

/**
 * Onset curve in which each frequency group counts by how regularly it returns at one or two beat periods nearby
 * (squared autocorrelation over 12 s): a steady snare leads where the kick is broken, a steady kick where it is not.
 * `periodFrames` has one value per second. Unitless, at least 0, unit strength over ±5 s.
 */
export function regularCurve(
  groups: readonly Float32Array[],
  periodFrames: Float32Array,
  correlations: CorrelationRows = createCorrelationRows(groups),
): Float32Array {
  const frames = groups[0]!.length
  const steps = Math.max(1, Math.ceil(frames / HOP_FRAMES))
  const raw = new Float32Array(frames)
  for (const [g, values] of groups.entries()) {
    const weights = new Float32Array(steps)
    const rowOf = (lag: number): Float32Array => correlations(g, lag)
    for (let s = 0; s < steps; s++) {
      const from = Math.max(0, Math.min(s - WINDOW_STEPS / 2, steps - WINDOW_STEPS))
      const to = Math.min(steps, from + WINDOW_STEPS)
      const period = periodFrames[Math.min(periodFrames.length - 1, s)]!
      const one = correlationNear(rowOf, from, to, Math.round(period))
      const two = correlationNear(rowOf, from, to, Math.round(2 * period))
      weights[s] = BASE_WEIGHTS[g]! * (LEAST_WEIGHT + Math.max(one, two) ** 2)
    }
    const smooth = movingMean(weights, 3)
    for (let t = 0; t < frames; t++) raw[t]! += smooth[Math.floor(t / HOP_FRAMES)]! * values[t]!
  }
  return unitStrength(raw)
}

/** Divide a curve by its own root mean square over ±5 s, at least a tenth of that of the whole. */
function unitStrength(raw: Float32Array): Float32Array {
  const squares = new Float32Array(raw.length)
  let total = 0
  for (let t = 0; t < raw.length; t++) {
    squares[t] = raw[t]! * raw[t]!
    total += squares[t]!
  }
  const strength = movingMean(squares, 500)
  const least = 0.1 * Math.sqrt(total / Math.max(1, raw.length))
  for (let t = 0; t < raw.length; t++) {
    const divisor = Math.max(least, Math.sqrt(strength[t]!))
    strength[t] = divisor > 0 ? raw[t]! / divisor : 0
  }
  return strength
}
