import type { DenseLayer } from '../dense-layer.ts'
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

/** Networks that were made by `lab/training/train-drums.ts`: numbers only. */
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

/** Packed once: the same layers hear every track. */
const packed = new WeakMap<Layer, DenseLayer>()

export function packLayer(layer: Layer): DenseLayer {
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

/** Negative values become 0, in place. */
export function rectify(values: Float32Array): void {
  for (let i = 0; i < values.length; i++) if (values[i]! < 0) values[i] = 0
}
