import { applyLayer, type DenseLayer } from '../dense-layer.ts'
import { DRUM_COUNT, type Layer, packLayer, rectify } from './hit-classifier.ts'
import { type Grid, hitOn, LIMIT } from './hit-context.ts'

/** Bars before and after whose hits on the same step are averaged. */
const ALIKE_BARS = [-4, -3, -2, -1, 1, 2, 3, 4]

/** Output of one listener for all hits of a track, `DRUM_COUNT` log odds per hit, limited to ±`LIMIT`. */
export interface Heard {
  readonly alone: Float32Array
  /**
   * Output for the mean of the hit and those on the same step of the bars around: drums repeat, other sounds change.
   */
  readonly together: Float32Array
  /** Share of the bars around that have such a hit, 1/9 to 1. */
  readonly company: Float32Array
  /**
   * Similarity to this track's own hits of the instrument rather than to its other sounds, −3 to 3: ½ is like the
   * former, −½ like the latter. It adapts to a kit that the model has never seen, from its clearest hits.
   */
  readonly likeness: Float32Array
}

const cut = (x: number, limit: number): number => Math.max(-limit, Math.min(limit, x))

/**
 * Runs a listener on every hit. The first layer is linear, so averaging its outputs is the same as averaging the hits:
 * only its outputs are kept, not the windows. `projected` is a buffer for them (`hits` times the width of the layer)
 * that successive listeners share; two hours of music need 30 MB.
 *
 * Work per hit is in separate functions, so that V8 keeps their optimised code from track to track instead of
 * optimising the loops here again.
 */
export function listen(
  layers: readonly Layer[],
  hits: number,
  grid: Grid | null,
  windowOf: (hit: number) => Float32Array,
  projected: Float32Array,
): Heard {
  const network = createNetwork(layers)
  const { first, second, hidden, answer } = network
  const width = first.outputs
  for (let i = 0; i < hits; i++) applyLayer(first, windowOf(i), projected, i * width)

  const alone = new Float32Array(hits * DRUM_COUNT)
  const together = new Float32Array(hits * DRUM_COUNT)
  const company = new Float32Array(hits)
  const clusters = createClusters(second.outputs)
  for (let i = 0; i < hits; i++) {
    hearAlone(network, projected, i)
    addToClusters(clusters, hidden, answer)
    writeCut(answer, LIMIT, alone, i)
    company[i] = hearTogether(network, projected, grid, i) / (ALIKE_BARS.length + 1)
    writeCut(answer, LIMIT, together, i)
  }

  const likeness = new Float32Array(hits * DRUM_COUNT)
  const axes = axesOf(clusters)
  for (let i = 0; i < hits; i++) {
    hearAlone(network, projected, i)
    likenessTo(axes, hidden, answer)
    writeCut(answer, 3, likeness, i)
  }
  return { alone, together, company, likeness }
}

/** Layers of a listener and buffers for the outputs of one hit. */
interface Network {
  readonly first: DenseLayer
  readonly second: DenseLayer
  readonly last: DenseLayer
  readonly input: Float32Array
  readonly hidden: Float32Array
  readonly answer: Float32Array
}

function createNetwork(layers: readonly Layer[]): Network {
  const [first, second, last] = layers.map(packLayer) as [DenseLayer, DenseLayer, DenseLayer]
  return {
    first,
    second,
    last,
    input: new Float32Array(first.outputs),
    hidden: new Float32Array(second.outputs),
    answer: new Float32Array(DRUM_COUNT),
  }
}

/** Computes `hidden` and `answer` from the outputs of the first layer in `input`. */
function hear({ second, last, input, hidden, answer }: Network): void {
  rectify(input)
  applyLayer(second, input, hidden)
  rectify(hidden)
  applyLayer(last, hidden, answer)
}

function hearAlone(network: Network, projected: Float32Array, hit: number): void {
  const { input } = network
  for (let c = 0, at = hit * input.length; c < input.length; c++) input[c] = projected[at + c]!
  hear(network)
}

/** Runs the network on the mean of a hit and those on the same step of the bars around. Returns how many there are. */
function hearTogether(network: Network, projected: Float32Array, grid: Grid | null, hit: number): number {
  const { input } = network
  const width = input.length
  for (let c = 0; c < width; c++) input[c] = projected[hit * width + c]!
  let count = 1
  for (let b = 0; grid !== null && b < ALIKE_BARS.length; b++) {
    const other = hitOn(grid, grid.steps[hit]! + ALIKE_BARS[b]! * grid.stepsPerBar)
    if (other < 0) continue
    for (let c = 0; c < width; c++) input[c]! += projected[other * width + c]!
    count++
  }
  for (let c = 0; c < width; c++) input[c]! /= count
  hear(network)
  return count
}

function writeCut(values: Float32Array, limit: number, out: Float32Array, hit: number): void {
  for (let k = 0; k < DRUM_COUNT; k++) out[hit * DRUM_COUNT + k] = cut(values[k]!, limit)
}

/**
 * Sums of an instrument's own hits and of all others in the space of the hidden layer, weighted by the squared
 * probability, `size` values per instrument.
 */
interface Clusters {
  readonly size: number
  readonly own: Float64Array
  readonly rest: Float64Array
  readonly ownWeight: Float64Array
  readonly restWeight: Float64Array
}

const createClusters = (size: number): Clusters => ({
  size,
  own: new Float64Array(DRUM_COUNT * size),
  rest: new Float64Array(DRUM_COUNT * size),
  ownWeight: new Float64Array(DRUM_COUNT),
  restWeight: new Float64Array(DRUM_COUNT),
})

function addToClusters(clusters: Clusters, hidden: Float32Array, logOdds: Float32Array): void {
  const { size, own, rest, ownWeight, restWeight } = clusters
  for (let k = 0; k < DRUM_COUNT; k++) {
    const p = 1 / (1 + Math.exp(-logOdds[k]!))
    const w = p * p
    const v = (1 - p) * (1 - p)
    ownWeight[k]! += w
    restWeight[k]! += v
    for (let c = 0, at = k * size; c < size; c++, at++) {
      own[at]! += w * hidden[c]!
      rest[at]! += v * hidden[c]!
    }
  }
}

/** Line between the two centres of each instrument: middle, direction and squared length. */
interface Axes {
  readonly size: number
  readonly middle: Float64Array
  readonly axis: Float64Array
  readonly square: Float64Array
}

function axesOf({ size, own, rest, ownWeight, restWeight }: Clusters): Axes {
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
  return { size, middle, axis, square }
}

/** Writes the position of a hit on the line of each instrument (soft nearest centroid) to `out`. */
function likenessTo({ size, middle, axis, square }: Axes, hidden: Float32Array, out: Float32Array): void {
  for (let k = 0; k < DRUM_COUNT; k++) {
    let sum = 0
    for (let c = 0, at = k * size; c < size; c++, at++) sum += (hidden[c]! - middle[at]!) * axis[at]!
    out[k] = sum / (square[k]! + 1e-3)
  }
}
