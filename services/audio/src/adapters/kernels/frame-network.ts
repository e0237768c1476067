import type { TrackFeatures } from '../../domain/features/feature-extractor.ts'
import { compressionTable, referenceLevel } from '../../domain/features/novelty.ts'
import {
  FRAME_OUTPUT_COUNT,
  type FrameModel,
  type FrameNetwork,
  LEAK,
  type TimeLayer,
} from '../../domain/hearing/frame-network.ts'
import { CONVOLVE_WASM } from './convolve.wasm.ts'
import type { Kernel } from './musicnn.ts'

const LANES = 8
const PAGE = 65_536
/** Frames that are answered at once; more would need more memory, fewer more margin. */
const CHUNK = 8192

/** Loads the kernel and returns a factory of networks, which take memory when first used. Call it once per thread. */
export async function loadFrameNetworks(): Promise<(model: FrameModel) => FrameNetwork> {
  const module = await WebAssembly.compile(Buffer.from(CONVOLVE_WASM, 'base64'))
  return (model) => {
    let network: FrameNetwork | undefined
    return {
      hear(features) {
        network ??= createNetwork(module, model)
        return network.hear(features)
      },
    }
  }
}

const groupsOf = (outputs: number): number => Math.ceil(outputs / LANES)
const sizeOf = ({ outputs, taps, inputs }: TimeLayer): number => groupsOf(outputs) * LANES * taps * inputs

/** Writes the weights of a layer as the kernel reads them: eight outputs of each input side by side. */
function writeLayer(memory: Float32Array, at: number, { outputs, taps, inputs, weights }: TimeLayer): void {
  const count = taps * inputs
  for (let o = 0; o < outputs; o++)
    for (let i = 0; i < count; i++)
      memory[at + (Math.floor(o / LANES) * count + i) * LANES + (o % LANES)] = weights[o * count + i]!
}

function createNetwork(module: WebAssembly.Module, model: FrameModel): FrameNetwork {
  const { first, blocks, width } = model
  const reach = blocks.reduce((sum, { dilation, wide }) => sum + (dilation * (wide.taps - 1)) / 2, 0)
  const margin = reach + (first.taps - 1) / 2
  const rows = CHUNK + 2 * margin + LANES
  let end = 256
  const take = (floats: number): number => {
    const at = end
    end += Math.ceil(floats / 16) * 16
    return at
  }
  const firstAt = take(sizeOf(first))
  const places = blocks.map(({ wide, mix, read }) => ({
    wide: take(sizeOf(wide)),
    mix: take(sizeOf(mix)),
    read: take(sizeOf(read)),
  }))
  const levelsAt = take((rows + first.taps) * first.inputs)
  const stateAt = take(rows * width)
  const gatheredAt = take(rows * width * Math.max(...blocks.map(({ wide }) => wide.taps)))
  const madeAt = take(rows * width)
  const addedAt = take(rows * width)
  const memory = new WebAssembly.Memory({ initial: Math.ceil((end * 4) / PAGE) })
  const floats = new Float32Array(memory.buffer)
  const { sumRows } = new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Kernel
  writeLayer(floats, firstAt, first)
  for (const [i, { wide, mix, read }] of blocks.entries()) {
    writeLayer(floats, places[i]!.wide, wide)
    writeLayer(floats, places[i]!.mix, mix)
    writeLayer(floats, places[i]!.read, read)
  }

  /** Applies a layer to `count` rows of consecutive values at `x`, `row` values apart, and writes its sums to `out`. */
  function apply(layer: TimeLayer, at: number, x: number, row: number, count: number, out: number): void {
    const inputs = layer.taps * layer.inputs
    const stride = groupsOf(layer.outputs) * LANES
    for (let group = 0; group < groupsOf(layer.outputs); group++)
      sumRows(
        ...[x * 4, row, (at + group * inputs * LANES) * 4, inputs],
        ...[Math.ceil(count / 4) * 4, (out + group * LANES) * 4, stride],
      )
  }

  /** Hears the frames from `from` to before `to`, with what lies around them within the track. */
  function hearChunk(
    features: TrackFeatures,
    table: Float32Array,
    from: number,
    to: number,
    odds: Float32Array,
  ) {
    const { levels, frames, bandCount } = features
    const start = Math.max(0, from - margin)
    const stop = Math.min(frames, to + margin)
    const count = stop - start
    const half = (first.taps - 1) / 2
    floats.fill(0, levelsAt, levelsAt + (rows + first.taps) * bandCount)
    for (let t = Math.max(0, start - half); t < Math.min(frames, stop + half); t++)
      for (let b = 0; b < bandCount; b++)
        floats[levelsAt + (t - start + half) * bandCount + b] = table[levels[t * bandCount + b]!]!
    apply(first, firstAt, levelsAt, bandCount, count, stateAt)
    for (let t = 0, i = stateAt; t < count; t++)
      for (let c = 0; c < width; c++, i++) {
        const x = floats[i]! + first.bias[c]!
        floats[i] = x < 0 ? LEAK * x : x
      }
    for (const [i, { dilation, wide, mix, read }] of blocks.entries()) {
      const length = wide.taps * width
      for (let t = 0; t < count; t++)
        for (let tap = 0; tap < wide.taps; tap++) {
          const at = t + (tap - (wide.taps - 1) / 2) * dilation
          const to = gatheredAt + t * length + tap * width
          if (at < 0 || at >= count) floats.fill(0, to, to + width)
          else floats.copyWithin(to, stateAt + at * width, stateAt + (at + 1) * width)
        }
      apply(wide, places[i]!.wide, gatheredAt, length, count, madeAt)
      for (let t = 0, j = madeAt; t < count; t++)
        for (let c = 0; c < width; c++, j++) {
          const x = floats[j]! + wide.bias[c]!
          floats[j] = x < 0 ? LEAK * x : x
        }
      apply(mix, places[i]!.mix, madeAt, width, count, addedAt)
      for (let t = 0, j = 0; t < count; t++)
        for (let c = 0; c < width; c++, j++) {
          const x = floats[stateAt + j]! + floats[addedAt + j]! + mix.bias[c]!
          floats[stateAt + j] = x
          floats[madeAt + j] = x < 0 ? LEAK * x : x
        }
      apply(read, places[i]!.read, madeAt, width, count, addedAt)
      for (let t = from; t < to; t++)
        for (let k = 0; k < FRAME_OUTPUT_COUNT; k++)
          odds[t * FRAME_OUTPUT_COUNT + k]! += floats[addedAt + (t - start) * LANES + k]! + read.bias[k]!
    }
  }

  return {
    hear(features) {
      if (features.bandCount !== first.inputs) throw new RangeError('the network was trained on other bands')
      const table = compressionTable(referenceLevel(features))
      const odds = new Float32Array(features.frames * FRAME_OUTPUT_COUNT)
      for (let from = 0; from < features.frames; from += CHUNK)
        hearChunk(features, table, from, Math.min(features.frames, from + CHUNK), odds)
      return { frames: features.frames, odds }
    },
  }
}
