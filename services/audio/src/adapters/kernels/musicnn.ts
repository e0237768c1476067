import { applyLayer } from '../../domain/dense-layer.ts'
import type { CreateTransform } from '../../domain/features/real-transform.ts'
import { EMBEDDING_SIZE, MEL_BANDS, PATCH_FRAMES, type TagNetwork } from '../../domain/tags/tag-network.ts'
import { CONVOLVE_WASM } from './convolve.wasm.ts'
import { PLAN_BYTES, writeFilterSpectrum, writePlan } from './fourier-plan.ts'
import {
  type Affine,
  CONVOLUTIONS,
  type MusicnnWeights,
  POOLED,
  readMusicnnWeights,
} from './musicnn-weights.ts'

/** What the compiled kernel offers. */
export interface Kernel {
  overRows(
    ...sizes: [
      plan: number,
      x: number,
      h: number,
      taps: number,
      frames: number,
      valid: number,
      room: number,
      out: number,
    ]
  ): void
  overColumns(
    ...sizes: [plan: number, x: number, h: number, columns: number, frames: number, room: number, out: number]
  ): void
  sumRows(
    ...sizes: [
      x: number,
      row: number,
      w: number,
      inputs: number,
      frames: number,
      out: number,
      outputs: number,
    ]
  ): void
}

const LANES = 4
const PAGE = 65_536
const COMPLEX_BYTES = 32
/** Frames before and after a patch that a filter of seven taps reads. */
const MARGIN = 3
/** Rows that the kernel works on: a multiple of four. */
const ROWS = 188
const FRONT = 561
const MIDDLE = 64
/** Points of the transforms: over bands for the wide filters, over time for the long ones. */
const BAND_POINTS = MEL_BANDS / 2
const TIME_POINTS = [192, 144, 144] as const
const groupsOf = (outputs: number) => Math.ceil(outputs / LANES)

/** Loads the kernel and returns a factory of networks from the bytes of a weight file. Call it once per thread. */
export async function loadMusicnn(createTransform: CreateTransform) {
  const module = await WebAssembly.compile(Buffer.from(CONVOLVE_WASM, 'base64'))
  return (file: Uint8Array, labels: readonly string[]): TagNetwork =>
    createNetwork(module, createTransform, readMusicnnWeights(file), labels)
}

/** Gives out places in the kernel's memory, aligned to 64 bytes. */
function places() {
  let end = 1024
  return {
    take(bytes: number) {
      const at = end
      end += Math.ceil(bytes / 64) * 64
      return at
    },
    pages: () => Math.ceil(end / PAGE),
  }
}

function createNetwork(
  module: WebAssembly.Module,
  createTransform: CreateTransform,
  weights: MusicnnWeights,
  labels: readonly string[],
): TagNetwork {
  const { take, pages } = places()
  const wide = CONVOLUTIONS.slice(0, 2).map(({ outputs, taps, width }, i) => ({
    outputs,
    layer: weights.convolutions[i]!,
    valid: MEL_BANDS - width + 1,
    taps,
    width,
    at: take(groupsOf(outputs) * (BAND_POINTS + 1) * taps * COMPLEX_BYTES),
  }))
  const long = CONVOLUTIONS.slice(2, 5).map(({ outputs, taps }, i) => ({
    outputs,
    layer: weights.convolutions[i + 2]!,
    taps,
    points: TIME_POINTS[i]!,
    at: take(groupsOf(outputs) * (TIME_POINTS[i]! + 1) * COMPLEX_BYTES),
  }))
  const dense = CONVOLUTIONS.slice(5).map(({ outputs, taps, width }, i) => ({
    layer: weights.convolutions[i + 5]!,
    width,
    inputs: taps * width,
    at: take(outputs * taps * width * 4),
  }))
  const plans = new Map([BAND_POINTS, 192, 144].map((points) => [points, take(PLAN_BYTES)]))
  const rowSpectra = take((ROWS + 2 * MARGIN) * (BAND_POINTS + 1) * 8)
  const columnSpectra = new Map([192, 144].map((points) => [points, take(MEL_BANDS * (points + 1) * 8)]))
  const room = take(4 * 192 * COMPLEX_BYTES)
  const pooledAt = take(ROWS * LANES * 4)
  const frontAt = take((ROWS + 2 * MARGIN) * FRONT * 4)
  const middleAt = take((ROWS + 2 * MARGIN) * MIDDLE * 4)
  const sumsAt = take(ROWS * MIDDLE * 4)
  const memory = new WebAssembly.Memory({ initial: pages() })
  const { buffer } = memory
  const kernel = new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Kernel

  for (const [points, at] of plans) writePlan(buffer, at, points)
  for (const { layer, outputs, taps, width, at } of wide)
    for (let f = 0; f < outputs; f++) {
      const group = at + Math.floor(f / LANES) * (BAND_POINTS + 1) * taps * COMPLEX_BYTES
      const sign = signOf(layer.norm, f)
      for (let tap = 0; tap < taps; tap++) {
        const from = (f * taps + tap) * width
        const filter = layer.weights.slice(from, from + width).map((x) => sign * x)
        const to = group + tap * COMPLEX_BYTES
        writeFilterSpectrum(buffer, to, taps * COMPLEX_BYTES, f % LANES, BAND_POINTS, filter, 0)
      }
    }
  for (const { layer, outputs, taps, points, at } of long)
    for (let f = 0; f < outputs; f++) {
      const group = at + Math.floor(f / LANES) * (points + 1) * COMPLEX_BYTES
      const sign = signOf(layer.norm, f)
      const filter = layer.weights.slice(f * taps, (f + 1) * taps).map((x) => sign * x)
      const before = Math.floor((taps - 1) / 2)
      writeFilterSpectrum(buffer, group, COMPLEX_BYTES, f % LANES, points, filter, before)
    }
  for (const { layer, inputs, at } of dense) {
    const out = new Float32Array(buffer, at, MIDDLE * inputs)
    for (let o = 0; o < MIDDLE; o++)
      for (let i = 0; i < inputs; i++)
        out[(Math.floor(o / 8) * inputs + i) * 8 + (o % 8)] = layer.weights[o * inputs + i]!
  }

  const levels = new Float32Array(PATCH_FRAMES * MEL_BANDS)
  const pooled = new Float32Array(buffer, pooledAt, ROWS * LANES)
  const front = new Float32Array(buffer, frontAt, (ROWS + 2 * MARGIN) * FRONT)
  const middle = new Float32Array(buffer, middleAt, (ROWS + 2 * MARGIN) * MIDDLE)
  const sums = new Float32Array(buffer, sumsAt, ROWS * MIDDLE)
  const summary = new Float32Array(2 * POOLED)

  /** Writes the half spectra of the rows and the columns of a patch. */
  const transformPatch = () => {
    const overBands = createTransform(MEL_BANDS)
    const perRow = 2 * (BAND_POINTS + 1)
    const rows = new Float32Array(buffer, rowSpectra, (ROWS + 2 * MARGIN) * perRow)
    for (let t = 0; t < PATCH_FRAMES; t++) {
      overBands.input.set(levels.subarray(t * MEL_BANDS, (t + 1) * MEL_BANDS))
      unpack(overBands.forward(), rows, (t + MARGIN) * perRow)
    }
    for (const [points, at] of columnSpectra) {
      const overTime = createTransform(2 * points)
      const columns = new Float32Array(buffer, at, MEL_BANDS * 2 * (points + 1))
      for (let band = 0; band < MEL_BANDS; band++) {
        const { input } = overTime
        for (let t = 0; t < PATCH_FRAMES; t++) input[t] = levels[t * MEL_BANDS + band]!
        input.fill(0, PATCH_FRAMES)
        unpack(overTime.forward(), columns, band * 2 * (points + 1))
      }
    }
  }

  /** Adds four channels of the front end from their largest sums. */
  const finishGroup = (layer: MusicnnWeights['convolutions'][number], group: number, channel: number) => {
    for (let lane = 0; lane < LANES && group * LANES + lane < layer.outputs; lane++) {
      const f = group * LANES + lane
      const sign = signOf(layer.norm, f)
      const bias = layer.bias[f]!
      const scale = layer.norm.scale[f]!
      const shift = layer.norm.shift[f]!
      for (let t = 0; t < PATCH_FRAMES; t++)
        front[(t + MARGIN) * FRONT + channel + f] =
          scale * Math.max(0, sign * pooled[t * LANES + lane]! + bias) + shift
    }
  }

  const runFront = () => {
    const plan = plans.get(BAND_POINTS)!
    let channel = 0
    for (const { layer, outputs, taps, valid, at } of wide) {
      for (let group = 0; group < groupsOf(outputs); group++) {
        const h = at + group * (BAND_POINTS + 1) * taps * COMPLEX_BYTES
        kernel.overRows(plan, rowSpectra, h, taps, ROWS, valid, room, pooledAt)
        finishGroup(layer, group, channel)
      }
      channel += outputs
    }
    for (const { layer, outputs, points, at } of long) {
      for (let group = 0; group < groupsOf(outputs); group++) {
        const h = at + group * (points + 1) * COMPLEX_BYTES
        kernel.overColumns(
          plans.get(points)!,
          columnSpectra.get(points)!,
          h,
          MEL_BANDS,
          PATCH_FRAMES,
          room,
          pooledAt,
        )
        finishGroup(layer, group, channel)
      }
      channel += outputs
    }
  }

  /** Three layers, the last two of which add what they read; pools each into the summary. */
  const runMiddle = () => {
    pool(front.subarray(MARGIN * FRONT), FRONT, summary, 0)
    for (const [i, { layer, width, inputs, at }] of dense.entries()) {
      const from = i === 0 ? frontAt : middleAt
      for (let block = 0; block < MIDDLE / 8; block++)
        kernel.sumRows(from, width, at + block * inputs * 8 * 4, inputs, ROWS, sumsAt + block * 8 * 4, MIDDLE)
      for (let t = 0; t < PATCH_FRAMES; t++)
        for (let o = 0; o < MIDDLE; o++) {
          const active = Math.max(0, sums[t * MIDDLE + o]! + layer.bias[o]!)
          const value = layer.norm.scale[o]! * active + layer.norm.shift[o]!
          const to = (t + MARGIN) * MIDDLE + o
          middle[to] = i === 0 ? value : middle[to]! + value
        }
      pool(middle.subarray(MARGIN * MIDDLE), MIDDLE, summary, FRONT + i * MIDDLE)
    }
  }

  return {
    labels,
    tag(patch) {
      const { scale, shift } = weights.input
      for (let i = 0; i < levels.length; i++) levels[i] = scale[0]! * patch[i]! + shift[0]!
      transformPatch()
      runFront()
      runMiddle()
      applyAffine(weights.pooled, summary)
      const embedding = new Float32Array(EMBEDDING_SIZE)
      applyLayer(weights.hidden, summary, embedding)
      for (let i = 0; i < EMBEDDING_SIZE; i++) embedding[i] = Math.max(0, embedding[i]!)
      applyAffine(weights.hiddenNorm, embedding)
      const probabilities = new Float32Array(labels.length)
      applyLayer(weights.tags, embedding, probabilities)
      for (let i = 0; i < labels.length; i++) probabilities[i] = 1 / (1 + Math.exp(-probabilities[i]!))
      return { probabilities, embedding }
    },
  }
}

/**
 * Returns −1 for a filter whose normalisation turns its answer around: the largest normalised answer is then that of
 * the smallest sum.
 */
const signOf = (norm: Affine, filter: number): number => (norm.scale[filter]! < 0 ? -1 : 1)

const applyAffine = ({ scale, shift }: Affine, values: Float32Array): void => {
  for (let i = 0; i < values.length; i++) values[i] = scale[i]! * values[i]! + shift[i]!
}

/** Writes a spectrum of PFFFT as interleaved complex numbers from `at` on; the last real value gets its own place. */
function unpack(spectrum: Float32Array, out: Float32Array, at: number): void {
  out.set(spectrum, at)
  out[at + 1] = 0
  out[at + spectrum.length] = spectrum[1]!
  out[at + spectrum.length + 1] = 0
}

/** Writes maximum and mean over time of each channel, in turns. */
function pool(rows: Float32Array, channels: number, out: Float32Array, channel: number): void {
  for (let c = 0; c < channels; c++) {
    let most = Number.NEGATIVE_INFINITY
    let sum = 0
    for (let t = 0; t < PATCH_FRAMES; t++) {
      const value = rows[t * channels + c]!
      if (value > most) most = value
      sum += value
    }
    out[2 * (channel + c)] = most
    out[2 * (channel + c) + 1] = sum / PATCH_FRAMES
  }
}
