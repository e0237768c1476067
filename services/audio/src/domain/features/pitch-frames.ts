import type { RealTransform } from './real-transform.ts'

/** Window of the pitch analysis: 5.4 Hz a bin at 44.1 kHz, enough for a semitone from about 90 Hz up. */
export const PITCH_FRAME_LENGTH = 8192
/** 100 ms. */
export const PITCH_HOP_LENGTH = 4410
/** Thirds of a semitone, so that the tuning can be measured before pitch classes are made. */
export const PITCH_BINS = 36
const LOWEST_HZ = 80
const HIGHEST_HZ = 2200
const A4_HZ = 440

/**
 * Fold the spectral peaks between 80 and 2 200 Hz into 36 bins of the octave (bin 0 = C at A4 = 440 Hz), adding the
 * square root of each magnitude, so that one loud note does not drown the chord. Writes into `out` at `at`.
 * After Gómez's harmonic pitch class profile (2006): peaks only, parabolic interpolation, linear weighting.
 */
export function foldPitch(
  transform: RealTransform,
  sampleRateHz: number,
  out: Float32Array,
  at: number,
): void {
  const spectrum = transform.forward()
  const binHz = sampleRateHz / transform.size
  const first = Math.floor(LOWEST_HZ / binHz)
  const last = Math.ceil(HIGHEST_HZ / binHz)
  const power = (bin: number): number => spectrum[2 * bin]! ** 2 + spectrum[2 * bin + 1]! ** 2
  let before = power(first - 1)
  let here = power(first)
  let loudest = 0
  for (let bin = first; bin <= last; bin++) {
    const p = power(bin)
    if (p > loudest) loudest = p
  }
  // 50 dB below the loudest peak nothing is a note any more.
  const threshold = Math.max(loudest * 1e-5, 1e-9)
  for (let bin = first; bin <= last; bin++) {
    const after = power(bin + 1)
    if (here > before && here >= after && here > threshold) {
      const a = Math.log(before + 1e-20)
      const b = Math.log(here)
      const c = Math.log(after + 1e-20)
      const shift = (0.5 * (a - c)) / (a - 2 * b + c)
      const hz = (bin + (Number.isFinite(shift) ? shift : 0)) * binHz
      const position = PITCH_BINS * (Math.log2(hz / A4_HZ) + 0.75 + 8)
      const lower = Math.floor(position)
      const share = position - lower
      const weight = Math.sqrt(Math.sqrt(here))
      out[at + (lower % PITCH_BINS)]! += weight * (1 - share)
      out[at + ((lower + 1) % PITCH_BINS)]! += weight * share
    }
    before = here
    here = after
  }
}
