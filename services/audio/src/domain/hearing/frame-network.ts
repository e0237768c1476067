import { applyLayer } from '../dense-layer.ts'
import type { TrackFeatures } from '../features/feature-extractor.ts'
import { compressionTable, referenceLevel } from '../features/novelty.ts'
import { signedBytes } from '../stems/low-band-network.ts'
import stored from './frame-model.json' with { type: 'json' }

/** What the network says of each frame, in this order. */
export const FRAME_OUTPUTS = ['beat', 'downbeat', 'kick', 'snare', 'hat', 'tom', 'cymbal'] as const
/** Number of outputs per frame. */
export const FRAME_OUTPUT_COUNT = FRAME_OUTPUTS.length

/** Log odds that something begins in each frame of 10 ms, `FRAME_OUTPUT_COUNT` per frame. */
interface FrameOdds {
  readonly frames: number
  readonly odds: Float32Array
}

/** Network over band levels. An adapter provides a fast implementation, which must agree with `referenceNetwork`. */
export interface FrameNetwork {
  hear(features: TrackFeatures): FrameOdds
}

/** Convolution over time: `weights` by output, tap and input. */
export interface TimeLayer {
  readonly outputs: number
  readonly taps: number
  readonly inputs: number
  readonly weights: Float32Array
  readonly bias: Float32Array
}

/**
 * Weights of a temporal convolutional network: one layer over all bands, then residual blocks of growing dilation, each of
 * which adds to the odds. Source: Davies and Böck, Temporal convolutional networks for musical audio beat tracking,
 * EUSIPCO 2019.
 */
export interface FrameModel {
  readonly width: number
  readonly first: TimeLayer
  readonly blocks: readonly {
    readonly dilation: number
    readonly wide: TimeLayer
    readonly mix: TimeLayer
    readonly read: TimeLayer
  }[]
}

/** Layer as it is stored: whole numbers of 16 bits in base64, and their step. */
interface StoredLayer {
  readonly shape: readonly [outputs: number, taps: number, inputs: number]
  readonly step: number
  readonly weights: string
  readonly bias: readonly number[]
}

/** Model as it is stored. */
interface StoredModel {
  readonly width: number
  readonly first: StoredLayer
  readonly blocks: readonly {
    readonly dilation: number
    readonly wide: StoredLayer
    readonly mix: StoredLayer
    readonly read: StoredLayer
  }[]
}

function readLayer({ shape: [outputs, taps, inputs], step, weights, bias }: StoredLayer): TimeLayer {
  const whole = new Int16Array(signedBytes(weights).buffer)
  if (whole.length !== outputs * taps * inputs)
    throw new RangeError('a layer has the wrong number of weights')
  return {
    outputs,
    taps,
    inputs,
    weights: Float32Array.from(whole, (x) => x * step),
    bias: Float32Array.from(bias),
  }
}

/** Reads a stored model. */
const readFrameModel = ({ width, first, blocks }: StoredModel): FrameModel => ({
  width,
  first: readLayer(first),
  blocks: blocks.map(({ dilation, wide, mix, read }) => ({
    dilation,
    wide: readLayer(wide),
    mix: readLayer(mix),
    read: readLayer(read),
  })),
})

/** Slope of a unit below zero. */
export const LEAK = 0.1
/** Returns the output of a unit. */
const unit = (x: number): number => (x < 0 ? LEAK * x : x)

/** Applies a layer to every frame; outside the track there is nothing. */
function convolve(layer: TimeLayer, input: Float32Array, frames: number, dilation: number): Float32Array {
  const { outputs, taps, inputs, weights, bias } = layer
  const row = new Float32Array(taps * inputs)
  const dense = { inputs: row.length, outputs, weights, bias }
  const out = new Float32Array(frames * outputs)
  for (let t = 0; t < frames; t++) {
    row.fill(0)
    for (let tap = 0; tap < taps; tap++) {
      const from = t + (tap - (taps - 1) / 2) * dilation
      if (from >= 0 && from < frames)
        row.set(input.subarray(from * inputs, (from + 1) * inputs), tap * inputs)
    }
    applyLayer(dense, row, out, t * outputs)
  }
  return out
}

/** Returns the compressed level of every band and frame: the input of the network. */
function compressedLevels(features: TrackFeatures): Float32Array {
  const table = compressionTable(referenceLevel(features))
  return Float32Array.from(features.levels, (level) => table[level]!)
}

let shipped: FrameModel | undefined
/** Returns the weights that ship with the service; reads them once. */
export const shippedFrameModel = (): FrameModel => {
  shipped ??= readFrameModel(stored as unknown as StoredModel)
  return shipped
}

/** Returns the shipped network in plain arithmetic. */
export const plainFrameNetwork = (): FrameNetwork => referenceNetwork(shippedFrameModel())

/** Creates the network in plain arithmetic. */
export function referenceNetwork(model: FrameModel): FrameNetwork {
  return {
    hear(features) {
      const { frames } = features
      const x = convolve(model.first, compressedLevels(features), frames, 1).map(unit)
      const odds = new Float32Array(frames * FRAME_OUTPUT_COUNT)
      for (const { dilation, wide, mix, read } of model.blocks) {
        const y = convolve(mix, convolve(wide, x, frames, dilation).map(unit), frames, 1)
        for (let i = 0; i < x.length; i++) x[i]! += y[i]!
        const z = convolve(read, x.map(unit), frames, 1)
        for (let i = 0; i < odds.length; i++) odds[i]! += z[i]!
      }
      return { frames, odds }
    },
  }
}
