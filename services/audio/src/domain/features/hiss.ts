import { FRAME_LENGTH, LEVEL_STEPS_PER_DB, SAMPLE_RATE_HZ } from './bands.ts'
import type { TrackFeatures } from './feature-extractor.ts'

/** Hiss whose top is this far below the reference, or further, does not affect onsets. */
const DEEPEST_DB = 50
/** However loud the hiss is, the loudest 20 dB are used. */
const SHALLOWEST_DB = 20
/** Share of a band's frames that lie below its floor. */
const FLOOR_SHARE = 0.05
/** Share of bands that must never be silent for their floor to be hiss. Music leaves most bands empty at times. */
const HISSING_SHARE = 0.75
/** Floors are counted in quarters of a decibel, down to 256 dB. */
const STEP = LEVEL_STEPS_PER_DB / 4
const STEPS = 1024
/** Approximate number of frames for a quantile; a long track is sampled evenly. */
const SAMPLED_FRAMES = 6000
const BIN_HZ = SAMPLE_RATE_HZ / FRAME_LENGTH
/** Distance of neighbouring centres: a seventh of an octave, at least one bin. */
const SPACING = 2 ** (1 / 7) - 1

/**
 * Returns the range in dB from the level that stationary noise exceeds 95 % of the time to the one it exceeds 1 % of
 * the time, in a band around `centreHz`. A band averages about .6 + .7 w independent powers, where w is its width in
 * bins (fitted to white noise through our own bands, within 1 dB), and the level of a mean of K such powers has the
 * deviation 4.34 / √K dB: 15 dB at the bottom, 2.5 dB at the top. Source: Martin, Noise power spectral density
 * estimation based on optimal smoothing and minimum statistics, IEEE TSAP 9(5), 2001.
 */
const flickerDb = (centreHz: number): number =>
  17.3 / Math.sqrt(0.6 + 0.7 * Math.max(1, (centreHz * SPACING) / BIN_HZ))

/** Counts the bands of the frame at `at` by their distance below the reference, if they are not silent. */
function countDepths(
  levels: Uint16Array,
  at: number,
  reference: number,
  histogram: Uint32Array,
  counted: Uint32Array,
): void {
  for (let b = 0; b < counted.length; b++) {
    const level = levels[at + b]!
    if (level === 0) continue
    const depth = level >= reference ? 0 : Math.floor((reference - level) / STEP)
    histogram[b * STEPS + Math.min(STEPS - 1, depth)]!++
    counted[b]!++
  }
}

function floorStep(histogram: Uint32Array, band: number, count: number): number {
  if (count === 0) return STEPS
  let depth = STEPS - 1
  let below = histogram[band * STEPS + depth]!
  while (depth > 0 && below < FLOOR_SHARE * count) below += histogram[band * STEPS + --depth]!
  return depth
}

/**
 * Returns the steps below the reference that each band exceeds 95 % of the time it is not silent; `STEPS` when it is
 * always silent.
 */
function floorSteps({ levels, bandCount, frames }: TrackFeatures, reference: number): Uint16Array {
  const histogram = new Uint32Array(bandCount * STEPS)
  const counted = new Uint32Array(bandCount)
  const stride = Math.max(1, Math.floor(frames / SAMPLED_FRAMES))
  for (let t = 0; t < frames; t += stride) countDepths(levels, t * bandCount, reference, histogram, counted)
  return Uint16Array.from(counted, (count, b) => floorStep(histogram, b, count))
}

/**
 * Returns how far below the reference level the hiss of each band reaches, dB, 20 to 50; 50 when there is none. A floor
 * counts as hiss only as far as three quarters of the bands have one at least as loud; bands with a quieter floor keep
 * more of their range. Does not depend on gain.
 */
export function hissTopsDb(features: TrackFeatures, reference: number): Float64Array {
  const floors = floorSteps(features, reference)
  const tops = Float64Array.from(floors, (depth, b) => depth / 4 - flickerDb(features.bandCentreHz[b]!))
  const common = tops.toSorted()[Math.floor(HISSING_SHARE * (tops.length - 1))] ?? DEEPEST_DB
  return tops.map((top) => Math.max(SHALLOWEST_DB, Math.min(DEEPEST_DB, Math.max(top, common))))
}

/** Whether hiss this far below the reference does not affect onsets. */
export const isBelowOnsets = (topDb: number): boolean => topDb >= DEEPEST_DB
