import type { DenseLayer } from '../../domain/dense-layer.ts'
import { EMBEDDING_SIZE } from '../../domain/tags/tag-network.ts'

/** Sizes of the convolutions: outputs, taps in time, width of a tap (bands or channels). */
export const CONVOLUTIONS = [
  { outputs: 204, taps: 7, width: 38 },
  { outputs: 204, taps: 7, width: 67 },
  { outputs: 51, taps: 128, width: 1 },
  { outputs: 51, taps: 64, width: 1 },
  { outputs: 51, taps: 32, width: 1 },
  { outputs: 64, taps: 7, width: 561 },
  { outputs: 64, taps: 7, width: 64 },
  { outputs: 64, taps: 7, width: 64 },
] as const
/** Channels of all layers before pooling. */
export const POOLED = 561 + 3 * 64
const TAGS = 50

/** Batch normalisation at inference: `scale · x + shift`. */
export interface Affine {
  readonly scale: Float32Array
  readonly shift: Float32Array
}

/** Weights of a network. */
export interface MusicnnWeights {
  readonly input: Affine
  readonly convolutions: readonly (DenseLayer & { readonly norm: Affine })[]
  readonly pooled: Affine
  readonly hidden: DenseLayer
  readonly hiddenNorm: Affine
  readonly tags: DenseLayer
}

/**
 * Reads a weight file of `lab/tags/convert-musicnn.py`: 32-bit floats, layer by layer, each with its weights, biases and
 * normalisation.
 */
export function readMusicnnWeights(file: Uint8Array): MusicnnWeights {
  const { buffer } = file.slice()
  let at = 0
  const floats = (count: number) => {
    const part = new Float32Array(buffer, at, count)
    at += count * 4
    return part
  }
  const affine = (size: number): Affine => ({ scale: floats(size), shift: floats(size) })
  const layer = (outputs: number, inputs: number): DenseLayer => ({
    outputs,
    inputs,
    weights: floats(outputs * inputs),
    bias: floats(outputs),
  })
  const weights = {
    input: affine(1),
    convolutions: CONVOLUTIONS.map(({ outputs, taps, width }) => ({
      ...layer(outputs, taps * width),
      norm: affine(outputs),
    })),
    pooled: affine(2 * POOLED),
    hidden: layer(EMBEDDING_SIZE, 2 * POOLED),
    hiddenNorm: affine(EMBEDDING_SIZE),
    tags: layer(TAGS, EMBEDDING_SIZE),
  }
  if (at !== file.length) throw new RangeError(`the weight file has ${file.length} bytes instead of ${at}`)
  return weights
}
