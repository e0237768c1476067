import { FRAME_LENGTH, LEVEL_STEPS_PER_DB, SAMPLE_RATE_HZ } from './bands.ts'
import type { TrackFeatures } from './feature-extractor.ts'

/** A hiss whose top lies this far below the reference, or further, is below everything that onsets are made of. */
const DEEPEST_DB = 50
/** However loud the hiss, the loudest 20 dB are looked at. */
const SHALLOWEST_DB = 20
/** Of each band's own frames: the level of its floor. */
const FLOOR_SHARE = 0.05
/** This share of the bands must never fall silent for their floor to be a hiss; music leaves most bands empty now and then. */
const HISSING_SHARE = 0.75
/** Floors are counted in quarters of a decibel down to 256 dB. */
const STEP = LEVEL_STEPS_PER_DB / 4
const STEPS = 1024
/** About as many frames are enough for a quantile; a long track is sampled evenly. */
const SAMPLED_FRAMES = 6000
const BIN_HZ = SAMPLE_RATE_HZ / FRAME_LENGTH
/** What neighbouring centres are apart: a seventh of an octave, never less than a bin. */
const SPACING = 2 ** (1 / 7) - 1

/**
 * Decibels from the level that stationary noise exceeds 95 % of the time to the one it exceeds 1 % of the time, in a band
 * around `centreHz`. A band averages about .6 + .7 w independent powers, w being its width in bins (fitted to white
 * noise through our own bands, within 1 dB), and the level of a mean of K such powers has the deviation 4.34 / √K dB:
 * 15 dB at the bottom, 2.5 dB at the top. Source of the law: Martin, Noise power spectral density estimation based on
 * optimal smoothing and minimum statistics, IEEE TSAP 9(5), 2001.
 */
const flickerDb = (centreHz: number): number =>
  17.3 / Math.sqrt(0.6 + 0.7 * Math.max(1, (centreHz * SPACING) / BIN_HZ))

/** Counts the bands of the frame at `at` by their depth below the reference, where they sound. */
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

/** Steps below the reference that each band exceeds 95 % of the time it sounds at all; `STEPS` where it never does. */
function floorSteps({ levels, bandCount, frames }: TrackFeatures, reference: number): Uint16Array {
  const histogram = new Uint32Array(bandCount * STEPS)
  const counted = new Uint32Array(bandCount)
  const stride = Math.max(1, Math.floor(frames / SAMPLED_FRAMES))
  for (let t = 0; t < frames; t += stride) countDepths(levels, t * bandCount, reference, histogram, counted)
  return Uint16Array.from(counted, (count, b) => floorStep(histogram, b, count))
}

/**
 * How far below the reference level the hiss of each band reaches at its top, dB, 20 to 50; 50 where there is none to
 * mind. A floor is a hiss only as far as three quarters of the bands have one at least as loud; bands where it is quieter
 * keep more of their range. Gain-invariant.
 */
export function hissTopsDb(features: TrackFeatures, reference: number): Float64Array {
  const floors = floorSteps(features, reference)
  const tops = Float64Array.from(floors, (depth, b) => depth / 4 - flickerDb(features.bandCentreHz[b]!))
  const common = tops.toSorted()[Math.floor(HISSING_SHARE * (tops.length - 1))] ?? DEEPEST_DB
  return tops.map((top) => Math.max(SHALLOWEST_DB, Math.min(DEEPEST_DB, Math.max(top, common))))
}

/** Whether a hiss this far below the reference leaves onsets alone. */
export const isBelowOnsets = (topDb: number): boolean => topDb >= DEEPEST_DB
