import { GROUP_COUNT, movingMean, type Novelty } from '../features/novelty.ts'

const WINDOW_STEPS = 12
const HOP_FRAMES = 100
/** Minimum weight, so that no group is ignored. */
const LEAST_WEIGHT = 0.1

/**
 * Weight of a group before its regularity is known. The range 500 to 2 000 Hz (snares, claps and chord attacks) was
 * stronger on the beat than between beats in every style of the tuning half; hats and broken kicks were not.
 */
const BASE_WEIGHTS: readonly number[] = [0.4, 0.6, 2, 0.6, 0.3]

/**
 * Returns the onsets of each group without their local mean, scaled to unit root mean square, as `GROUP_COUNT` arrays.
 */
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

/** Correlates each step of 100 frames with the signal `lag` frames before it. */
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

/**
 * Returns the normalised autocorrelation near a lag over a range of steps: the largest of the lag and its neighbours, 0
 * to 1.
 */
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

/**
 * Returns a row of `correlateSteps` by group and lag. Rows are cached, because metrically related tempos need the same
 * lags.
 */
export type CorrelationRows = (group: number, lag: number) => Float32Array

/** Creates the correlation rows of the groups; each is computed on first use. */
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
 * Computes an onset curve in which each frequency group is weighted by how regularly it repeats at one or two beat
 * periods nearby (squared autocorrelation over 12 s): a steady snare dominates where the kick is broken, a steady kick
 * where it is not. `periodFrames` has one value per second. Unitless, at least 0, unit strength over ±5 s.
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

/** Divides a curve by its root mean square over ±5 s, or by a tenth of that of the whole track if that is larger. */
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
