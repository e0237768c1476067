import model from './drum-model.json' with { type: 'json' }

/** Instruments that are told apart, in the order of the model's outputs. */
export const DRUM_NAMES = ['kick', 'snare', 'hat', 'tom', 'cymbal'] as const
export type DrumName = (typeof DRUM_NAMES)[number]
export const DRUM_COUNT = DRUM_NAMES.length

/** A layer of a network: `weights` row by row, one row per output, as whole numbers to be multiplied by the row's `scale`. */
export interface Layer {
  readonly weights: readonly number[]
  readonly scale: readonly number[]
  readonly bias: readonly number[]
}

/** Networks that were made by `bench/train-drums.ts`: numbers only. */
export interface DrumModel {
  readonly version: string
  /** Each hears a hit by itself: window → log odds. They were trained on different mixes, and their answers are averaged. */
  readonly listeners: readonly { readonly layers: readonly Layer[] }[]
  /** Weighs what a listener says of a hit against what it says of the rest of the track → log odds. */
  readonly judge: { readonly layers: readonly Layer[] }
  /** Log odds above which each instrument is reported. */
  readonly thresholds: readonly number[]
}

export const DRUM_MODEL: DrumModel = model

/** A layer with its numbers packed. */
export interface PackedLayer {
  readonly inputs: number
  readonly outputs: number
  readonly weights: Float32Array
  readonly bias: Float32Array
}

/** Packed once: the same layers hear every track. */
const packed = new WeakMap<Layer, PackedLayer>()

export function packLayer(layer: Layer): PackedLayer {
  const known = packed.get(layer)
  if (known !== undefined) return known
  const { weights, scale, bias } = layer
  const inputs = weights.length / bias.length
  const made = {
    inputs,
    outputs: bias.length,
    weights: Float32Array.from(weights, (weight, i) => weight * scale[Math.floor(i / inputs)]!),
    bias: Float32Array.from(bias),
  }
  packed.set(layer, made)
  return made
}

/** `weights · input + bias`, written to `out` from `at` on. Four rows at a time: one row alone waits for its own sum. */
export function applyLayer(layer: PackedLayer, input: Float32Array, out: Float32Array, at = 0): void {
  const { inputs, outputs, weights, bias } = layer
  let r = 0
  for (; r + 4 <= outputs; r += 4) {
    let a = bias[r]!
    let b = bias[r + 1]!
    let c = bias[r + 2]!
    let d = bias[r + 3]!
    for (let i = 0, w = r * inputs; i < inputs; i++, w++) {
      const x = input[i]!
      a += weights[w]! * x
      b += weights[w + inputs]! * x
      c += weights[w + 2 * inputs]! * x
      d += weights[w + 3 * inputs]! * x
    }
    out[at + r] = a
    out[at + r + 1] = b
    out[at + r + 2] = c
    out[at + r + 3] = d
  }
  for (; r < outputs; r++) {
    let sum = bias[r]!
    for (let i = 0, w = r * inputs; i < inputs; i++, w++) sum += weights[w]! * input[i]!
    out[at + r] = sum
  }
}

/** Negative values become 0, in place. */
export function rectify(values: Float32Array): void {
  for (let i = 0; i < values.length; i++) if (values[i]! < 0) values[i] = 0
}
