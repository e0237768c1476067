import type { RealTransform } from './real-transform.ts'

/**
 * Window of the pitch analysis: 5.4 Hz per bin at 44.1 kHz. A Hann main lobe is four bins wide, so two notes a semitone
 * apart can be separated from about 350 Hz up. Below, the position of a peak is still right for a single note.
 */
export const PITCH_FRAME_LENGTH = 8192
/** 100 ms. */
export const PITCH_HOP_LENGTH = 4410
/** Thirds of a semitone, so that the tuning can be measured before pitch classes are made. */
export const PITCH_BINS = 36
const LOWEST_HZ = 80
const HIGHEST_HZ = 2200
const A4_HZ = 440

/**
 * Computes the power of the bins from `first` to `last` with a Hann window; a full-scale sine is 1. See `sumBands` for
 * the three taps.
 */
function windowedPowers(spectrum: Float32Array, first: number, last: number, out: Float64Array): void {
  const scale = 4 / PITCH_FRAME_LENGTH
  for (let bin = first; bin <= last; bin++) {
    const at = 2 * bin
    const re = 0.5 * spectrum[at]! - 0.25 * (spectrum[at - 2]! + spectrum[at + 2]!)
    const im = 0.5 * spectrum[at + 1]! - 0.25 * (spectrum[at - 1]! + spectrum[at + 3]!)
    out[bin - first] = (scale * re) ** 2 + (scale * im) ** 2
  }
}

/** Buffer for the powers of one frame. */
const powers = new Float64Array(PITCH_FRAME_LENGTH / 2)

/**
 * Folds the spectral peaks between 80 and 2 200 Hz of a frame in `transform.input` into 36 bins of the octave (bin 0 =
 * C at A4 = 440 Hz). Adds the square root of each magnitude, so that one loud note does not mask the chord, to `out`
 * from `at` on. After Gómez's harmonic pitch class profile (2006): peaks only, parabolic interpolation, linear
 * weighting.
 */
export function foldPitch(
  transform: RealTransform,
  sampleRateHz: number,
  out: Float32Array,
  at: number,
): void {
  const binHz = sampleRateHz / transform.size
  const first = Math.floor(LOWEST_HZ / binHz)
  const last = Math.ceil(HIGHEST_HZ / binHz)
  const end = last - first + 2
  windowedPowers(transform.forward(), first - 1, last + 1, powers)
  let loudest = 0
  for (let i = 1; i < end; i++) if (powers[i]! > loudest) loudest = powers[i]!
  // Peaks more than 50 dB below the loudest are not notes. The other limit is above the rounding of 16 bit only: a higher
  // one would remove notes of a track that is turned down.
  const threshold = Math.max(loudest * 1e-5, 1e-12)
  for (let i = 1; i < end; i++) {
    const here = powers[i]!
    const before = powers[i - 1]!
    const after = powers[i + 1]!
    if (!(here > before && here >= after && here > threshold)) continue
    const a = Math.log(before + 1e-20)
    const b = Math.log(here)
    const c = Math.log(after + 1e-20)
    const shift = (0.5 * (a - c)) / (a - 2 * b + c)
    const hz = (first - 1 + i + (Number.isFinite(shift) ? shift : 0)) * binHz
    const position = PITCH_BINS * (Math.log2(hz / A4_HZ) + 0.75 + 8)
    const lower = Math.floor(position)
    const share = position - lower
    const weight = Math.sqrt(Math.sqrt(here))
    out[at + (lower % PITCH_BINS)]! += weight * (1 - share)
    out[at + ((lower + 1) % PITCH_BINS)]! += weight * share
  }
}
