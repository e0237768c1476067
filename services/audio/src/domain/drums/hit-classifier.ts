import type { DenseLayer } from '../dense-layer.ts'
import trained from './drum-model.json' with { type: 'json' }

/** Instruments that the model distinguishes, in the order of its outputs. */
export const DRUM_NAMES = ['kick', 'snare', 'hat', 'tom', 'cymbal'] as const
/** Name of a drum. */
export type DrumName = (typeof DRUM_NAMES)[number]
/** Number of instruments. */
export const DRUM_COUNT = DRUM_NAMES.length

/** Layer of a network: `weights` row by row, one row per output, as integers to be multiplied by the row's `scale`. */
export interface Layer {
  readonly weights: readonly number[]
  readonly scale: readonly number[]
  readonly bias: readonly number[]
}

/** Networks trained by `lab/training/train-drums.ts`. */
export interface DrumModel {
  readonly version: string
  /**
   * Networks that classify a hit alone: window → log odds. They were trained on different mixes, and their outputs are
   * averaged.
   */
  readonly listeners: readonly { readonly layers: readonly Layer[] }[]
  /** Network that compares a hit with the rest of the track → log odds. */
  readonly judge: { readonly layers: readonly Layer[] }
  /** Log odds above which each instrument is reported. */
  readonly thresholds: readonly number[]
  /** Weights of `drumsPlay`. A model without them leaves out passages instead (`ofPlayingPassages`). */
  readonly decision?: readonly number[]
  /**
   * Share of the frame network (`hearing/frame-network.ts`) in the log odds of each instrument, 0 to 1. Absent: only the
   * listeners count.
   */
  readonly frameShares?: readonly number[]
}

/** Returns how many values describe a hit for a model. */
export const inputsOf = ({ listeners }: DrumModel): number => {
  const { weights, bias } = listeners[0]!.layers[0]!
  return weights.length / bias.length
}

/**
 * Shares of the frame network and thresholds of the sum, chosen on 90 mixes of Groove's validation performances and on the
 * tuning half (`lab/NOTES.md`, "Two ears"). Toms and cymbals are left to the listeners.
 */
const FRAME_SHARES = [0.6, 0.6, 0.4, 0, 0]
const THRESHOLDS = [-0.25, 0, -0.2, -0.5, -0.75]

/** The model that ships with the service. */
export const DRUM_MODEL: DrumModel = { ...trained, thresholds: THRESHOLDS, frameShares: FRAME_SHARES }

/** Packed once, because the same layers classify every track. */
const packed = new WeakMap<Layer, DenseLayer>()

/** Converts a layer to floats; packs each layer only once. */
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

/** Sets negative values to 0, in place. */
export function rectify(values: Float32Array): void {
  for (let i = 0; i < values.length; i++) if (values[i]! < 0) values[i] = 0
}
