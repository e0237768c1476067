import { Refusal } from '../refusal.ts'
import { emptyBlocks, joinBlocks, STEM_NAMES, type StemBlocks, type StemSeparator } from './stem.ts'

/**
 * Network in the layout of HTDemucs: a chunk of stereo in, four stereo stems out in the order of `STEM_NAMES` (Rouard,
 * Massa and Défossez, Hybrid transformers for music source separation, ICASSP 2023).
 */
export interface StemNetwork {
  /** Number of frames per run. */
  readonly chunkFrames: number
  /** Runs the network. `planar` is [2, chunkFrames], left then right; the result is [4, 2, chunkFrames]. */
  run(planar: Float32Array): Promise<Float32Array>
}

/** Returns the triangular weights of a chunk, 1 in the middle, never 0 (Défossez, demucs/apply.py). */
export function triangularWeights(length: number): Float32Array {
  const half = length >> 1
  const peak = length - half
  return Float32Array.from({ length }, (_, i) => Math.min(i + 1, length - i) / peak)
}

const STEMS = STEM_NAMES.length
const ROWS = STEMS * 2

/**
 * Separates a stream with a network, chunk by chunk. Chunks overlap by `overlap` (0 to below 1, a quarter by default);
 * their outputs are added with triangular weights and divided by the sum of the weights, so that a network that returns
 * its input returns the stream. The end is padded with silence. Uses bounded memory; the result does not depend on the
 * size of the blocks.
 */
export function createNetworkSeparator(
  network: StemNetwork,
  { overlap = 0.25 }: { readonly overlap?: number } = {},
): StemSeparator & {
  push(block: Float32Array): Promise<StemBlocks>
  finish(): Promise<StemBlocks>
} {
  const length = network.chunkFrames
  if (!(overlap >= 0 && overlap < 1))
    throw new Refusal('VALIDATION_ERROR', 'the overlap of chunks must be at least 0 and below 1', {
      field: 'overlap',
      issue: 'out_of_range',
      provided: overlap,
    })
  const stride = Math.max(1, Math.round((1 - overlap) * length))
  const weights = triangularWeights(length)
  const input = new Float32Array(2 * length)
  const sums = Array.from({ length: ROWS }, () => new Float64Array(length))
  const weightSum = new Float64Array(length)
  /** Frames of `input` with samples, and frames of it that an earlier chunk has covered. */
  let filled = 0
  let covered = 0

  const runChunk = async (): Promise<void> => {
    const answer = await network.run(input.slice())
    if (answer.length !== ROWS * length)
      throw new Refusal(
        'SERVICE_UNAVAILABLE',
        'the output of the stem network does not have the layout [1, 4, 2, N]',
        {
          field: 'weights',
          issue: 'network_layout',
          provided: answer.length,
        },
      )
    for (let i = 0; i < length; i++) weightSum[i]! += weights[i]!
    for (let row = 0; row < ROWS; row++) {
      const sum = sums[row]!
      for (let i = 0; i < length; i++) sum[i]! += weights[i]! * answer[row * length + i]!
    }
    covered = length
  }

  /** Writes the first `count` frames, which no later chunk changes, at frame `at` of the blocks. */
  const give = (blocks: StemBlocks, at: number, count: number): void => {
    for (const [s, name] of STEM_NAMES.entries()) {
      for (let channel = 0; channel < 2; channel++) {
        const sum = sums[2 * s + channel]!
        for (let i = 0; i < count; i++) blocks[name][2 * (at + i) + channel] = sum[i]! / weightSum[i]!
      }
    }
  }

  const shift = (): void => {
    for (let channel = 0; channel < 2; channel++) {
      const from = channel * length
      input.copyWithin(from, from + stride, from + length)
      input.fill(0, from + length - stride, from + length)
    }
    for (const sum of [...sums, weightSum]) {
      sum.copyWithin(0, stride)
      sum.fill(0, length - stride)
    }
    filled -= stride
    covered -= stride
  }

  return {
    async push(block) {
      const parts: StemBlocks[] = []
      for (let at = 0; at < block.length; at += 2) {
        // The chunk is run when the next sample arrives, so that the last one is never run twice.
        if (filled === length) {
          if (covered < length) await runChunk()
          const part = emptyBlocks(stride)
          give(part, 0, stride)
          parts.push(part)
          shift()
        }
        input[filled] = block[at]!
        input[length + filled] = block[at + 1]!
        filled++
      }
      return joinBlocks(parts)
    },
    async finish() {
      const part = emptyBlocks(filled)
      if (filled > covered) await runChunk()
      give(part, 0, filled)
      filled = 0
      return part
    },
  }
}
