import { decibelsOfLevel } from './bands.ts'
import type { TrackFeatures } from './feature-extractor.ts'
import { GROUP_COUNT, type Novelty } from './novelty.ts'
import { referencePeakDb } from './reference-peak.ts'

/** Edges in Hz of the frequency ranges: bass, warmth, middle, presence, air. */
const RANGE_EDGES_HZ = [150, 800, 2000, 6000, Number.POSITIVE_INFINITY] as const
/** Names of the frequency ranges, from low to high. */
export const RANGE_NAMES = ['bass', 'warmth', 'middle', 'presence', 'air'] as const

/** Sound of a track, one value per second. */
export interface SecondCurves {
  readonly seconds: number
  /** Mean power of each range, linear, `RANGE_NAMES.length` per second. */
  readonly rangePower: Float64Array
  /**
   * Mean frequency on a logarithmic axis, bands weighted by magnitude (weighting by power would follow the bass), Hz; 0
   * in silence.
   */
  readonly centroidHz: Float64Array
  /** Geometric divided by arithmetic mean of the band powers, 0 (tone) to 1 (noise). */
  readonly flatness: Float64Array
  /** Number of onsets in each second. */
  readonly onsetRate: Float64Array
  /** Mean onset strength (compressed magnitude), at least 0. */
  readonly onsetStrength: Float64Array
  /** K-weighted mean power; empty when loudness was not measured. */
  readonly loudnessPower: Float64Array
  /** Side power divided by mid plus side power, 0 (mono) to 1; 0 when unknown. */
  readonly width: Float64Array
}

const FRAMES = 100

/**
 * Power of a band below which its level does not count, and power of all bands from which something sounds, both relative
 * to the true peak. Far above the rounding of 16 bit and far below what is heard beside the peak.
 */
const LEAST_BAND = 1e-11
const LEAST_SOUND = 1e-13

/** Reduces features and onsets to one value per second and curve; `onsetFrames` are frames of 10 ms, sorted. */
export function secondCurves(
  features: TrackFeatures,
  novelty: Novelty,
  onsetFrames: readonly number[],
): SecondCurves {
  const seconds = Math.ceil(features.frames / FRAMES)
  const { bandCount, levels, bandCentreHz } = features
  const rangeOf = Uint8Array.from(bandCentreHz, (hz) => RANGE_EDGES_HZ.findIndex((edge) => hz < edge))
  const logHz = Float64Array.from(bandCentreHz, Math.log2)
  const rangePower = new Float64Array(seconds * RANGE_NAMES.length)
  const centroidHz = new Float64Array(seconds)
  const flatness = new Float64Array(seconds)
  const onsetRate = new Float64Array(seconds)
  const onsetStrength = new Float64Array(seconds)
  const powers = new Float64Array(bandCount)
  const powerOf = powerTable()
  const peakPower = 10 ** (referencePeakDb(features.loudness?.truePeakDbtp ?? null) / 10)
  const leastBand = LEAST_BAND * peakPower
  const leastSound = LEAST_SOUND * peakPower
  for (let s = 0; s < seconds; s++) {
    const from = s * FRAMES
    const to = Math.min(features.frames, from + FRAMES)
    powers.fill(0)
    for (let t = from; t < to; t++) {
      for (let b = 0, at = t * bandCount; b < bandCount; b++) powers[b]! += powerOf[levels[at + b]!]!
      for (let g = 0; g < GROUP_COUNT; g++)
        onsetStrength[s]! += novelty.groups[t * GROUP_COUNT + g]! / (to - from)
    }
    let total = 0
    let magnitudes = 0
    let weighted = 0
    let logs = 0
    for (let b = 0; b < bandCount; b++) {
      const power = powers[b]! / (to - from)
      rangePower[s * RANGE_NAMES.length + rangeOf[b]!]! += power
      total += power
      const magnitude = Math.sqrt(power)
      magnitudes += magnitude
      weighted += magnitude * logHz[b]!
      logs += Math.log(power + leastBand)
    }
    centroidHz[s] = total > leastSound ? 2 ** (weighted / magnitudes) : 0
    flatness[s] = total > leastSound ? Math.min(1, Math.exp(logs / bandCount) / (total / bandCount)) : 0
  }
  for (const frame of onsetFrames) {
    const s = Math.floor(frame / FRAMES)
    if (s < seconds) onsetRate[s]!++
  }
  return {
    seconds,
    rangePower,
    centroidHz,
    flatness,
    onsetRate,
    onsetStrength,
    loudnessPower: perSecond(features.loudnessPowers, seconds),
    width: stereoWidth(features.midSide, seconds),
  }
}

let powers: Float64Array | undefined

/** Returns the linear power of every stored level. Computed once, by the first track. */
function powerTable(): Float64Array {
  if (powers !== undefined) return powers
  powers = new Float64Array(65_536)
  for (let level = 1; level < powers.length; level++) powers[level] = 10 ** (decibelsOfLevel(level) / 10)
  return powers
}

function perSecond(steps: Float64Array, seconds: number): Float64Array {
  if (steps.length === 0) return new Float64Array(0)
  const out = new Float64Array(seconds)
  for (let s = 0; s < seconds; s++) {
    const part = steps.subarray(s * 10, s * 10 + 10)
    out[s] = part.length === 0 ? (steps.at(-1) ?? 0) : part.reduce((sum, x) => sum + x, 0) / part.length
  }
  return out
}

function stereoWidth(midSide: Float32Array, seconds: number): Float64Array {
  const out = new Float64Array(seconds)
  for (let s = 0; s < seconds; s++) {
    let mid = 0
    let side = 0
    for (let i = s * 10; i < s * 10 + 10 && 2 * i + 1 < midSide.length; i++) {
      mid += midSide[2 * i]!
      side += midSide[2 * i + 1]!
    }
    out[s] = mid + side > 0 ? side / (mid + side) : 0
  }
  return out
}
