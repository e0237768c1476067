import { applyLayer, type DenseLayer } from '../dense-layer.ts'
import { GRID_SIZE, LEVEL_COUNT } from './low-band.ts'
import model from './low-band-model.json' with { type: 'json' }

/**
 * Layer of a network: one signed byte per weight in base 64, row by row, one row per output, to be multiplied by the
 * row's `scale`.
 */
interface Layer {
  readonly weights: string
  readonly scale: readonly number[]
  readonly bias: readonly number[]
}

/** Network trained by `lab/training/train-stems.ts`. */
export interface LowBandModel {
  readonly version: string
  /** Distance in frames between the three inputs of each layer except the last. */
  readonly distances: readonly number[]
  readonly layers: readonly Layer[]
}

/** The model that ships with the service. */
export const LOW_BAND_MODEL: LowBandModel = model

/** Shares of drums and bass at every point of the grid, 0 to 1, together at most 1. */
export interface LowBandShares {
  readonly drums: Float32Array
  readonly bass: Float32Array
}

/** Streaming network of the low band. */
export interface LowBandNetwork {
  /** Delay of the shares in frames. */
  readonly delayFrames: number
  /**
   * Takes the levels of the next frame. Returns the shares `delayFrames` before it (valid until the next call), or null
   * before the first.
   */
  push(levels: Float32Array): LowBandShares | null
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Decodes base 64 (RFC 4648) to signed bytes. */
export function signedBytes(text: string): Int8Array {
  const digits = text.replace(/=+$/, '')
  const bytes = new Int8Array(Math.floor((digits.length * 3) / 4))
  let bits = 0
  let held = 0
  let at = 0
  for (const digit of digits) {
    bits = ((bits << 6) | ALPHABET.indexOf(digit)) & 0xffff
    held += 6
    if (held < 8) continue
    held -= 8
    bytes[at++] = bits >> held
  }
  return bytes
}

function unpack(layer: Layer): DenseLayer {
  const outputs = layer.bias.length
  const bytes = signedBytes(layer.weights)
  const inputs = bytes.length / outputs
  return {
    inputs,
    outputs,
    weights: Float32Array.from(bytes, (weight, i) => weight * layer.scale[Math.floor(i / inputs)]!),
    bias: Float32Array.from(layer.bias),
  }
}

/** Creates a window of the last `2 · distance + 1` vectors of a stream, with silence before the first. */
function createWindow(width: number, distance: number) {
  const length = 2 * distance + 1
  const ring = new Float32Array(length * width)
  const taken = new Float32Array(3 * width)
  let count = 0
  return {
    /** Takes a vector. Returns the oldest, middle and newest one, or null while the middle is before the first. */
    push(vector: Float32Array): Float32Array | null {
      ring.set(vector, (count % length) * width)
      count++
      if (count <= distance) return null
      for (let k = 0; k < 3; k++) {
        const from = ((count + k * distance) % length) * width
        taken.set(ring.subarray(from, from + width), k * width)
      }
      return taken
    },
  }
}

/**
 * Creates a streaming temporal convolution network that separates drums, bass and the rest below 689 Hz. The first
 * layer reads the levels of three neighbouring frames. Each further layer combines a frame with those at some distance
 * before and after it, so that the output depends on 0.7 s on either side: long enough for a kick and the note beside
 * it, and for whether a low hit repeats on the beat. Structure: Bai, Kolter and Koltun, An empirical evaluation of
 * generic convolutional and recurrent networks for sequence modeling, 2018 (here with look-ahead).
 */
export function createLowBandNetwork(from: LowBandModel = LOW_BAND_MODEL): LowBandNetwork {
  const dense = from.layers.map(unpack)
  const last = dense.at(-1)!
  const width = dense[0]!.outputs
  const windows = from.distances.map((distance, k) => createWindow(k === 0 ? LEVEL_COUNT : width, distance))
  const delayFrames = from.distances.reduce((sum, distance) => sum + distance, 0)
  const levelsHeld = Array.from({ length: delayFrames + 1 }, () => new Float32Array(LEVEL_COUNT))
  const known = new Float32Array(width)
  const both = new Float32Array(width + LEVEL_COUNT)
  const odds = new Float32Array(2 * GRID_SIZE)
  const shares = { drums: new Float32Array(GRID_SIZE), bass: new Float32Array(GRID_SIZE) }
  let count = 0
  return {
    delayFrames,
    push(levels) {
      levelsHeld[count % levelsHeld.length]!.set(levels)
      count++
      let vector = levels
      for (const [k, window] of windows.entries()) {
        const taken = window.push(vector)
        if (taken === null) return null
        applyLayer(dense[k]!, taken, known)
        for (let i = 0; i < width; i++) known[i] = Math.max(0, known[i]!) + (k === 0 ? 0 : taken[width + i]!)
        vector = known
      }
      both.set(vector)
      both.set(levelsHeld[count % levelsHeld.length]!, width)
      applyLayer(last, both, odds)
      for (let place = 0; place < GRID_SIZE; place++) {
        const [drums, bass] = [odds[place]!, odds[GRID_SIZE + place]!]
        const top = Math.max(0, drums, bass)
        const sum = Math.exp(drums - top) + Math.exp(bass - top) + Math.exp(-top)
        shares.drums[place] = Math.exp(drums - top) / sum
        shares.bass[place] = Math.exp(bass - top) / sum
      }
      return shares
    },
  }
}
