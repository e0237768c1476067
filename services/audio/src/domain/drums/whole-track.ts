import { DRUM_COUNT } from './hit-classifier.ts'
import { type Grid, STEPS_PER_BEAT } from './hit-context.ts'

/** Instruments whose repetition from bar to bar counts (kick, snare), and those whose clear hits count. */
const REPEATED = [0, 1]
const CLEAR = [0, 1, 2, 4]

const probability = (odds: number): number => 1 / (1 + Math.exp(-Math.max(-20, Math.min(20, odds))))

/**
 * Returns what tells a track with drums from one without, from the log odds of every candidate (`DRUM_COUNT` each): how
 * far kick and snare repeat after a bar, 0 to 1, and how many clear hits of kick, snare, hat and cymbal there are per
 * beat, at most 1. Bass notes that are taken for kicks are seldom clear, and chords taken for snares do not return on
 * the same steps.
 */
export function trackEvidence(grid: Grid, odds: Float32Array): number[] {
  const { steps, stepsPerBar } = grid
  const first = steps[0]!
  const length = steps.at(-1)! - first + 1
  const rows = new Float32Array(length * DRUM_COUNT)
  for (const [i, step] of steps.entries()) {
    const at = (step - first) * DRUM_COUNT
    for (let k = 0; k < DRUM_COUNT; k++)
      rows[at + k] = Math.max(rows[at + k]!, probability(odds[i * DRUM_COUNT + k]!))
  }
  const sumOver = (of: (step: number) => number): number => {
    let sum = 0
    for (let step = 0; step < length; step++) sum += of(step)
    return sum
  }
  const at = (step: number, k: number): number => (step < length ? rows[step * DRUM_COUNT + k]! : 0)
  const repetition = REPEATED.map(
    (k) =>
      sumOver((step) => at(step, k) * at(step + stepsPerBar, k)) / (sumOver((step) => at(step, k) ** 2) + 1),
  )
  const beats = length / STEPS_PER_BEAT
  const clear = CLEAR.map((k) => Math.min(1, sumOver((step) => at(step, k) ** 4) / beats))
  return [...repetition, ...clear]
}

/** Decides for the whole track whether drums play: a weighted sum of `trackEvidence`, the last weight for itself. */
export function drumsPlay(grid: Grid, odds: Float32Array, weights: readonly number[]): boolean {
  const evidence = trackEvidence(grid, odds)
  return evidence.reduce((sum, x, i) => sum + x * weights[i]!, weights.at(-1)!) > 0
}
