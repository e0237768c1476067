import { DRUM_COUNT } from './hit-classifier.ts'

/** Steps of the rhythmic grid per beat. */
export const STEPS_PER_BEAT = 4
/** Limit of the evidence, so that one certain hit does not decide for its neighbours. */
export const LIMIT = 6

/**
 * Returns the step of each time (seconds, sorted), counted from the first beat, four per beat. Beats are sorted, at
 * least two.
 */
export function gridSteps(times: readonly number[], beats: readonly number[]): number[] {
  let j = 0
  return times.map((time) => {
    while (j + 2 < beats.length && beats[j + 1]! <= time) j++
    const length = beats[j + 1]! - beats[j]!
    return Math.round((j + (time - beats[j]!) / length) * STEPS_PER_BEAT)
  })
}

/** Positions of hits on the grid. */
export interface Grid {
  /** Step of each hit, in ascending order; at least one. */
  readonly steps: readonly number[]
  readonly stepsPerBar: number
  /** First hit on each step from `steps[0]` on, −1 when there is none. */
  readonly firstAt: Int32Array
}

/** Creates the grid of hits from their steps. */
export function createGrid(steps: readonly number[], beatsPerBar: number): Grid {
  const first = steps[0]!
  const firstAt = new Int32Array(steps.at(-1)! - first + 1).fill(-1)
  for (let i = steps.length - 1; i >= 0; i--) firstAt[steps[i]! - first] = i
  // Without a known bar, a repetition after four beats is most likely.
  return { steps, stepsPerBar: STEPS_PER_BEAT * (beatsPerBar > 0 ? beatsPerBar : 4), firstAt }
}

/** Returns the first hit on a step; −1 when there is none or the track has ended. */
export const hitOn = (grid: Grid, step: number): number => grid.firstAt[step - grid.steps[0]!] ?? -1

/**
 * Returns the strongest hit of each step, `DRUM_COUNT` values per step from the first; −`LIMIT` for a step without
 * hits.
 */
export function strongestOfSteps(grid: Grid, evidence: Float32Array): Float32Array {
  const out = new Float32Array(grid.firstAt.length * DRUM_COUNT).fill(-LIMIT)
  for (const [i, step] of grid.steps.entries()) {
    const at = (step - grid.steps[0]!) * DRUM_COUNT
    for (let k = 0; k < DRUM_COUNT; k++) out[at + k] = Math.max(out[at + k]!, evidence[i * DRUM_COUNT + k]!)
  }
  return out
}

/**
 * Writes the mean evidence at the given distances (steps) from hit `i` to `out` from `at` on. Drum patterns repeat; a
 * chord on a step without drums does not. An empty step counts as evidence against. Steps beyond the ends of the track
 * do not count; if none is left, the hit's own evidence is used.
 */
export function evidenceAround(
  grid: Grid,
  strongest: Float32Array,
  evidence: Float32Array,
  i: number,
  distances: readonly number[],
  out: Float32Array,
  at: number,
): void {
  const { steps } = grid
  const first = steps[0]!
  const last = steps.at(-1)!
  let count = 0
  for (let k = 0; k < DRUM_COUNT; k++) out[at + k] = 0
  for (const distance of distances) {
    const step = steps[i]! + distance
    if (step < first || step > last) continue
    const there = (step - first) * DRUM_COUNT
    for (let k = 0; k < DRUM_COUNT; k++) out[at + k]! += strongest[there + k]!
    count++
  }
  for (let k = 0; k < DRUM_COUNT; k++)
    out[at + k] = count === 0 ? evidence[i * DRUM_COUNT + k]! : out[at + k]! / count
}

/** Returns the quantile `q` (0 to 1) of the values of one instrument, with linear interpolation. */
export function quantileOf(evidence: Float32Array, instrument: number, q: number): number {
  const values = new Float32Array(evidence.length / DRUM_COUNT)
  for (let i = 0; i < values.length; i++) values[i] = evidence[i * DRUM_COUNT + instrument]!
  values.sort()
  const at = q * (values.length - 1)
  const low = Math.floor(at)
  return values[low]! + (at - low) * ((values[low + 1] ?? values[low]!) - values[low]!)
}
