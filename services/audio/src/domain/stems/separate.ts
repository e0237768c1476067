import type { CreateTransform } from '../features/real-transform.ts'
import { Refusal } from '../refusal.ts'
import { createMaskEstimator, type MaskTuning } from './estimate-masks.ts'
import { emptyBlocks, joinBlocks, type StemBlocks, type StemEngine, type StemSeparator } from './stem.ts'

/** Settings of a separator. */
export interface SeparatorOptions {
  readonly createTransform: CreateTransform
  /** Sample rate, 8 000 to 192 000 Hz. */
  readonly sampleRateHz: number
  /** A mono source must be given as two equal channels. */
  readonly channels: 2
  /** Constants for measuring variants; the service uses the default. */
  readonly tuning?: MaskTuning
}

/** Separator of the DSP engine. */
export interface Separator extends StemSeparator {
  push(block: Float32Array): StemBlocks
  finish(): StemBlocks
  /** Maximum delay from input to output, in frames. */
  readonly latencyFrames: number
}

/** 93 ms: long enough to separate bass notes, short enough for a hit; a power of two at every rate. */
const FRAME_SECONDS = 4096 / 44_100
const OVERLAP = 4
/** Four overlapping squared Hann windows sum to 3/2. */
const WINDOW_GAIN = 2 / 3
/** Louder samples and NaN are replaced by silence, so that they do not spread. */
const MAX_MAGNITUDE = 1e6
const MIN_RATE_HZ = 8000
const MAX_RATE_HZ = 192_000

/**
 * Quality labels from the held-out figures of `lab/stems.ts`, which fails when a label promises more than was measured.
 */
export const DSP_ENGINE: StemEngine = {
  name: 'dsp',
  quality: { drums: 'useful', bass: 'useful', other: 'rough', vocals: 'not usable' },
  note: 'Drums and bass by median filtering and a small network are useful; the vocals are only what is in the middle of the stereo image and not usable as a stem. A mono file has no such middle: its vocals are silent and remain in other.',
}

/**
 * Separates interleaved stereo (nominally ±1) into drums, bass, vocals and other, streaming in bounded memory with a
 * delay of about 2.3 s. The four stems sum to the input within the rounding of a 32-bit float, because `other` is the
 * input minus the other three. The result does not depend on the size of the blocks, and silence gives silence. Method
 * and sources: `createMaskEstimator`.
 */
export function createSeparator(options: SeparatorOptions): Separator {
  const { sampleRateHz } = options
  if (!(sampleRateHz >= MIN_RATE_HZ && sampleRateHz <= MAX_RATE_HZ))
    throw new Refusal('VALIDATION_ERROR', 'stems need a sample rate of 8 000 to 192 000 Hz', {
      field: 'sampleRateHz',
      issue: 'out_of_range',
      provided: sampleRateHz,
    })
  const size = 2 ** Math.round(Math.log2(FRAME_SECONDS * sampleRateHz))
  const hop = size / OVERLAP
  const bins = size / 2
  const transform = options.createTransform(size)
  const window = Float32Array.from({ length: size }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size))
  const synthesis = window.map((w) => w * WINDOW_GAIN)
  const estimator = createMaskEstimator({
    bins,
    binHz: sampleRateHz / size,
    hopSeconds: hop / sampleRateHz,
    ...(options.tuning === undefined ? {} : { tuning: options.tuning }),
  })
  // Input from the first sample of the current output frame to the newest sample.
  const held = size + estimator.delayFrames * hop
  const history = [new Float32Array(held), new Float32Array(held)] as const
  const sums = { drums: twoRows(size), bass: twoRows(size), vocals: twoRows(size) }
  const masked = new Float32Array(size)
  let fresh = 0
  let taken = 0
  let given = 0
  /** The first three output hops lie before the first sample. */
  let early = OVERLAP - 1
  /** Frames that reach before the first sample, as long as there are some. */
  let before = OVERLAP - 1
  let padding = false

  const analyse = (samples: Float32Array, spectrum: Float32Array): void => {
    const input = transform.input
    const from = held - size
    for (let i = 0; i < size; i++) input[i] = samples[from + i]! * window[i]!
    spectrum.set(transform.forward())
  }

  const synthesise = (spectrum: Float32Array, mask: Float32Array, sum: Float32Array): void => {
    for (let b = 0; b < bins; b++) {
      masked[2 * b] = spectrum[2 * b]! * mask[b]!
      masked[2 * b + 1] = spectrum[2 * b + 1]! * mask[b]!
    }
    const wave = transform.inverse(masked)
    sum.copyWithin(0, hop)
    sum.fill(0, size - hop)
    for (let i = 0; i < size; i++) sum[i]! += wave[i]! * synthesis[i]!
  }

  const giveOut = (): StemBlocks => {
    const blocks = emptyBlocks(hop)
    for (let channel = 0; channel < 2; channel++) {
      const [drums, bass, vocals] = [sums.drums[channel]!, sums.bass[channel]!, sums.vocals[channel]!]
      const mix = history[channel]!
      for (let i = 0; i < hop; i++) {
        const to = 2 * i + channel
        blocks.drums[to] = drums[i]!
        blocks.bass[to] = bass[i]!
        blocks.vocals[to] = vocals[i]!
        blocks.other[to] = mix[i]! - drums[i]! - bass[i]! - vocals[i]!
      }
    }
    return blocks
  }

  /** Processes a hop of new samples. Returns the hop that is now complete, if any. */
  const advance = (): StemBlocks | null => {
    const newest = estimator.next()
    analyse(history[0], newest.left)
    analyse(history[1], newest.right)
    for (let b = 0; b < bins; b++) {
      newest.magnitude[b] = Math.sqrt(binPower(newest.left, b) + binPower(newest.right, b))
    }
    const ready = estimator.advance(before === 0 && !padding)
    if (before > 0) before--
    if (ready === null) return null
    for (const stem of ['drums', 'bass', 'vocals'] as const) {
      synthesise(ready.frame.left, ready.masks[stem], sums[stem][0]!)
      synthesise(ready.frame.right, ready.masks[stem], sums[stem][1]!)
    }
    if (early > 0) {
      early--
      return null
    }
    return giveOut()
  }

  const feed = (block: Float32Array): StemBlocks[] => {
    const parts: StemBlocks[] = []
    for (let at = 0; at < block.length; ) {
      const count = Math.min(block.length / 2 - at / 2, hop - fresh)
      if (fresh === 0) for (const samples of history) samples.copyWithin(0, hop)
      for (let channel = 0; channel < 2; channel++) {
        const samples = history[channel]!
        const to = held - hop + fresh
        for (let i = 0; i < count; i++) {
          const x = block[at + 2 * i + channel]!
          samples[to + i] = Math.abs(x) <= MAX_MAGNITUDE ? x : 0
        }
      }
      at += 2 * count
      fresh += count
      if (fresh < hop) continue
      fresh = 0
      const part = advance()
      if (part !== null) parts.push(part)
    }
    return parts
  }

  return {
    latencyFrames: held,
    push(block) {
      if (block.length % 2 !== 0)
        throw new Refusal('VALIDATION_ERROR', 'a block must contain whole stereo frames', {
          field: 'block',
          issue: 'odd_length',
          provided: block.length,
        })
      taken += block.length / 2
      const blocks = joinBlocks(feed(block))
      given += blocks.drums.length / 2
      return blocks
    },
    finish() {
      padding = true
      const parts: StemBlocks[] = []
      const silence = new Float32Array(2 * hop)
      for (let ahead = 0; given + ahead < taken; ) {
        for (const part of feed(silence)) {
          parts.push(part)
          ahead += hop
        }
      }
      const rest = joinBlocks(parts)
      const length = 2 * (taken - given)
      given = taken
      return {
        drums: rest.drums.slice(0, length),
        bass: rest.bass.slice(0, length),
        other: rest.other.slice(0, length),
        vocals: rest.vocals.slice(0, length),
      }
    },
  }
}

/** Returns the squared magnitude of a bin of an interleaved spectrum. */
const binPower = (spectrum: Float32Array, b: number): number =>
  spectrum[2 * b]! * spectrum[2 * b]! + spectrum[2 * b + 1]! * spectrum[2 * b + 1]!

const twoRows = (length: number): readonly [Float32Array, Float32Array] => [
  new Float32Array(length),
  new Float32Array(length),
]
