import { TAG_RATE_HZ } from './mel-levels.ts'

/** Rate of the engine's samples, Hz; the ratio to `TAG_RATE_HZ` is 160 : 441. */
const SOURCE_RATE_HZ = 44_100
const UP = 160
const DOWN = 441
/** Taps on each side of an output, in source samples: 40 zero crossings of the sinc. */
const HALF_TAPS = Math.ceil((40 * DOWN) / UP)
const TAPS = 2 * HALF_TAPS
/** Passes up to 7.2 kHz and stops by 80 dB from 8.2 kHz on. */
const CUTOFF_HZ = 7700
const KAISER_BETA = 8

/** Modified Bessel function of order 0, by its series. */
function bessel0(x: number): number {
  let term = 1
  let sum = 1
  for (let k = 1; k < 40; k++) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}

/** Kaiser-windowed sinc, one row per position of an output between two source samples (Smith, Digital Audio Resampling). */
function phases(): Float32Array {
  const table = new Float32Array(UP * TAPS)
  const width = (2 * CUTOFF_HZ) / SOURCE_RATE_HZ
  for (let phase = 0; phase < UP; phase++) {
    let sum = 0
    const row = table.subarray(phase * TAPS, (phase + 1) * TAPS)
    for (let i = 0; i < TAPS; i++) {
      const distance = i - HALF_TAPS + 1 - phase / UP
      const u = distance / HALF_TAPS
      const window = Math.abs(u) < 1 ? bessel0(KAISER_BETA * Math.sqrt(1 - u * u)) / bessel0(KAISER_BETA) : 0
      const x = Math.PI * width * distance
      row[i] = window * (x === 0 ? 1 : Math.sin(x) / x)
      sum += row[i]!
    }
    for (let i = 0; i < TAPS; i++) row[i] = row[i]! / sum
  }
  return table
}

const PHASES = phases()

/** Returns the first source sample that the output sample `n` reads. */
export const firstSourceSample = (n: number): number => Math.floor((n * DOWN) / UP) - HALF_TAPS + 1
/** Returns the source sample after the last one that the output sample `n` reads. */
export const endOfSourceSamples = (n: number): number => firstSourceSample(n) + TAPS

/** Writes `count` samples at 16 kHz from output sample `n` on; `source[0]` is source sample `start`. */
export function resample(
  source: Float32Array,
  start: number,
  n: number,
  out: Float32Array,
  count: number,
): void {
  for (let i = 0; i < count; i++) {
    const position = (n + i) * DOWN
    const phase = ((position % UP) + UP) % UP
    let from = firstSourceSample(n + i) - start
    const row = phase * TAPS
    let sum = 0
    let other = 0
    for (let j = 0; j < TAPS; j += 2, from += 2) {
      sum += PHASES[row + j]! * source[from]!
      other += PHASES[row + j + 1]! * source[from + 1]!
    }
    out[i] = sum + other
  }
}

/** Number of samples at 16 kHz of so many source samples. */
export const resampledLength = (sourceSamples: number): number =>
  Math.ceil((sourceSamples * TAG_RATE_HZ) / SOURCE_RATE_HZ)
