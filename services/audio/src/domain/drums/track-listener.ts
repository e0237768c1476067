import { applyLayer, type DenseLayer } from '../dense-layer.ts'
import { DRUM_COUNT, type Layer, packLayer, rectify } from './hit-classifier.ts'
import { type Grid, hitOn, LIMIT } from './hit-context.ts'

/** Bars before and after whose hits on the same step are heard together. */
const ALIKE_BARS = [-4, -3, -2, -1, 1, 2, 3, 4]

/** What one listener makes of all hits of a track, `DRUM_COUNT` log odds per hit, cut at ±`LIMIT`. */
export interface Heard {
  readonly alone: Float32Array
  /** The hit heard together with those on the same step of the bars around: what repeats is drums, what changes is not. */
  readonly together: Float32Array
  /** Share of the bars around that have such a hit, 1/9 to 1. */
  readonly company: Float32Array
  /**
   * How much each hit resembles this track's own hits of the instrument rather than its other sounds, −3 to 3: ½ is like
   * the former, −½ like the latter. A kit that the model has never met is learned from its clearest hits.
   */
  readonly likeness: Float32Array
}

const cut = (x: number, limit: number): number => Math.max(-limit, Math.min(limit, x))

/**
 * Listen to every hit. The first layer is linear, so averaging what it gives for several hits is averaging the hits
 * themselves: only its outputs are kept, never the windows. `projected` is room for them (`hits` times the width of the
 * layer), so that listeners after each other share it: with two hours of music it is 30 MB.
 */
export function listen(
  layers: readonly Layer[],
  hits: number,
  grid: Grid | null,
  windowOf: (hit: number) => Float32Array,
  projected: Float32Array,
): Heard {
  const [first, second, last] = layers.map(packLayer) as [DenseLayer, DenseLayer, DenseLayer]
  const width = first.outputs
  for (let i = 0; i < hits; i++) applyLayer(first, windowOf(i), projected, i * width)

  const input = new Float32Array(width)
  const hidden = new Float32Array(second.outputs)
  const answer = new Float32Array(DRUM_COUNT)
  const finish = (): void => {
    rectify(input)
    applyLayer(second, input, hidden)
    rectify(hidden)
    applyLayer(last, hidden, answer)
  }
  const hearAlone = (i: number): void => {
    input.set(projected.subarray(i * width, (i + 1) * width))
    finish()
  }

  const alone = new Float32Array(hits * DRUM_COUNT)
  const together = new Float32Array(hits * DRUM_COUNT)
  const company = new Float32Array(hits)
  const clusters = createClusters(second.outputs)
  for (let i = 0; i < hits; i++) {
    hearAlone(i)
    clusters.add(hidden, answer)
    for (let k = 0; k < DRUM_COUNT; k++) alone[i * DRUM_COUNT + k] = cut(answer[k]!, LIMIT)
    input.set(projected.subarray(i * width, (i + 1) * width))
    let count = 1
    for (const bars of grid === null ? [] : ALIKE_BARS) {
      const j = hitOn(grid!, grid!.steps[i]! + bars * grid!.stepsPerBar)
      if (j < 0) continue
      for (let c = 0; c < width; c++) input[c]! += projected[j * width + c]!
      count++
    }
    for (let c = 0; c < width; c++) input[c]! /= count
    finish()
    for (let k = 0; k < DRUM_COUNT; k++) together[i * DRUM_COUNT + k] = cut(answer[k]!, LIMIT)
    company[i] = count / (ALIKE_BARS.length + 1)
  }

  const likeness = new Float32Array(hits * DRUM_COUNT)
  const likenessOf = clusters.finish()
  for (let i = 0; i < hits; i++) {
    hearAlone(i)
    for (let k = 0; k < DRUM_COUNT; k++) likeness[i * DRUM_COUNT + k] = cut(likenessOf(hidden, k), 3)
  }
  return { alone, together, company, likeness }
}

/**
 * Centres of an instrument's own hits and of everything else in the space of the hidden layer, each hit weighed by the
 * square of its probability; a hit's likeness is its place on the line between them (nearest centroid, soft).
 */
function createClusters(size: number) {
  const own = new Float64Array(DRUM_COUNT * size)
  const rest = new Float64Array(DRUM_COUNT * size)
  const ownWeight = new Float64Array(DRUM_COUNT)
  const restWeight = new Float64Array(DRUM_COUNT)
  return {
    add(hidden: Float32Array, logOdds: Float32Array): void {
      for (let k = 0; k < DRUM_COUNT; k++) {
        const p = 1 / (1 + Math.exp(-logOdds[k]!))
        const w = p * p
        const v = (1 - p) * (1 - p)
        ownWeight[k]! += w
        restWeight[k]! += v
        for (let c = 0; c < size; c++) {
          own[k * size + c]! += w * hidden[c]!
          rest[k * size + c]! += v * hidden[c]!
        }
      }
    },
    finish(): (hidden: Float32Array, instrument: number) => number {
      const middle = new Float64Array(DRUM_COUNT * size)
      const axis = new Float64Array(DRUM_COUNT * size)
      const square = new Float64Array(DRUM_COUNT)
      for (let k = 0; k < DRUM_COUNT; k++) {
        for (let c = k * size; c < (k + 1) * size; c++) {
          const a = own[c]! / (ownWeight[k]! + 1e-6)
          const b = rest[c]! / (restWeight[k]! + 1e-6)
          middle[c] = (a + b) / 2
          axis[c] = a - b
          square[k]! += (a - b) ** 2
        }
      }
      return (hidden, k) => {
        let sum = 0
        for (let c = 0, at = k * size; c < size; c++) sum += (hidden[c]! - middle[at + c]!) * axis[at + c]!
        return sum / (square[k]! + 1e-3)
      }
    },
  }
}
