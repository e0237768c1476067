import { applyLayer, type DenseLayer } from '../dense-layer.ts'
import { DRUM_COUNT, type Layer, packLayer, rectify } from './hit-classifier.ts'
import {
  evidenceAround,
  type Grid,
  LIMIT,
  quantileOf,
  STEPS_PER_BEAT,
  strongestOfSteps,
} from './hit-context.ts'
import type { Heard } from './track-listener.ts'

const QUANTILES = [0.5, 0.8, 0.95]

/**
 * Compares the output of a listener at each hit with the rest of the track, and adds the log odds to `sums`
 * (`DRUM_COUNT` per hit). Inputs: the hit alone and with similar ones, the same step one and two bars away, half a bar
 * and a beat away, the hits before and after, the quantiles of the track, the similarity to other hits of the track,
 * and the position in the beat. `onGrid` marks a hit that was examined because a step was empty, without an onset.
 */
export function judge(
  layers: readonly Layer[],
  heard: Heard,
  grid: Grid | null,
  onGrid: Uint8Array,
  sums: Float32Array,
): void {
  const [first, last] = layers.map(packLayer) as [DenseLayer, DenseLayer]
  const { alone, together, company, likeness } = heard
  const hits = company.length
  const input = new Float32Array(first.inputs)
  const hidden = new Float32Array(first.outputs)
  const answer = new Float32Array(DRUM_COUNT)
  const quantiles = QUANTILES.flatMap((q) =>
    Array.from({ length: DRUM_COUNT }, (_, k) => (hits === 0 ? 0 : quantileOf(alone, k, q))),
  )
  const strongest = grid === null ? null : strongestOfSteps(grid, alone)
  const bar = grid?.stepsPerBar ?? 0
  const distances = [
    [-2 * bar, -bar, bar, 2 * bar],
    [-bar / 2, bar / 2],
    [-STEPS_PER_BEAT, STEPS_PER_BEAT],
  ]
  for (let i = 0; i < hits; i++) {
    let at = 0
    const put = (values: Float32Array, hit: number): void => {
      for (let k = 0; k < DRUM_COUNT; k++)
        input[at++] = hit >= 0 && hit < hits ? values[hit * DRUM_COUNT + k]! : -LIMIT
    }
    put(alone, i)
    put(together, i)
    for (const distance of distances) {
      if (strongest === null) put(alone, i)
      else {
        evidenceAround(grid!, strongest, alone, i, distance, input, at)
        at += DRUM_COUNT
      }
    }
    put(alone, i - 1)
    put(alone, i + 1)
    for (const value of quantiles) input[at++] = value
    put(likeness, i)
    input[at++] = company[i]!
    input[at++] = onGrid[i]!
    const inBeat = grid === null ? 0 : ((grid.steps[i]! % STEPS_PER_BEAT) + STEPS_PER_BEAT) % STEPS_PER_BEAT
    for (let s = 0; s < STEPS_PER_BEAT; s++) input[at++] = s === inBeat ? 1 : 0
    applyLayer(first, input, hidden)
    rectify(hidden)
    applyLayer(last, hidden, answer)
    for (let k = 0; k < DRUM_COUNT; k++) sums[i * DRUM_COUNT + k]! += answer[k]!
  }
}
