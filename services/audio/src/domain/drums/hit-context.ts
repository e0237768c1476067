import { DRUM_COUNT } from './hit-classifier.ts'

/** Steps of the rhythmic grid per beat. */
export const STEPS_PER_BEAT = 4
/** Evidence is cut here, so that one certain hit does not decide for its neighbours. */
export const LIMIT = 6

/** Step of each time (seconds, sorted) counted from the first beat, four to a beat; beats sorted, at least two. */
export function gridSteps(times: readonly number[], beats: readonly number[]): number[] {
  let j = 0
  return times.map((time) => {
    while (j + 2 < beats.length && beats[j + 1]! <= time) j++
    const length = beats[j + 1]! - beats[j]!
    return Math.round((j + (time - beats[j]!) / length) * STEPS_PER_BEAT)
  })
}

/** Where hits lie on the grid. */
export interface Grid {
  /** Of each hit, not falling. */
  readonly steps: readonly number[]
  readonly stepsPerBar: number
  /** First hit on each step. */
  readonly firstAt: ReadonlyMap<number, number>
}

export function createGrid(steps: readonly number[], beatsPerBar: number): Grid {
  const firstAt = new Map<number, number>()
  for (const [i, step] of steps.entries()) if (!firstAt.has(step)) firstAt.set(step, i)
  // Without a bar, four beats are the likelier repetition.
  return { steps, stepsPerBar: STEPS_PER_BEAT * (beatsPerBar > 0 ? beatsPerBar : 4), firstAt }
}

/** Strongest evidence of every step, `DRUM_COUNT` values each. */
export type StepEvidence = ReadonlyMap<number, Float32Array>

/** The strongest of the hits that share a step, instrument by instrument. */
export function strongestOfSteps(grid: Grid, evidence: Float32Array): StepEvidence {
  const out = new Map<number, Float32Array>()
  for (const [i, step] of grid.steps.entries()) {
    const own = evidence.subarray(i * DRUM_COUNT, (i + 1) * DRUM_COUNT)
    const known = out.get(step)
    if (known === undefined) out.set(step, own.slice())
    else for (let k = 0; k < DRUM_COUNT; k++) known[k] = Math.max(known[k]!, own[k]!)
  }
  return out
}

/**
 * Mean evidence at the given distances (steps) from hit `i`, written to `out` from `at` on: patterns repeat, and a chord that
 * falls where nobody drums does not. An empty step counts as evidence against; beyond the ends of the track nothing counts,
 * and with nothing to go by the hit's own evidence stands.
 */
export function evidenceAround(
  grid: Grid,
  strongest: StepEvidence,
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
    const there = strongest.get(step)
    for (let k = 0; k < DRUM_COUNT; k++) out[at + k]! += there === undefined ? -LIMIT : there[k]!
    count++
  }
  for (let k = 0; k < DRUM_COUNT; k++)
    out[at + k] = count === 0 ? evidence[i * DRUM_COUNT + k]! : out[at + k]! / count
}

/** Value that a share `q` (0 to 1) of the values of one instrument lies below, with linear interpolation. */
export function quantileOf(evidence: Float32Array, instrument: number, q: number): number {
  const values = new Float32Array(evidence.length / DRUM_COUNT)
  for (let i = 0; i < values.length; i++) values[i] = evidence[i * DRUM_COUNT + instrument]!
  values.sort()
  const at = q * (values.length - 1)
  const low = Math.floor(at)
  return values[low]! + (at - low) * ((values[low + 1] ?? values[low]!) - values[low]!)
}
