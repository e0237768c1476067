import { LEVEL_STEPS_PER_DB } from '../features/bands.ts'
import type { TrackFeatures } from '../features/feature-extractor.ts'

/** Upper edges in Hz of the groups whose onsets are kept apart: kick, body, snare, edge, hats. */
export const GROUP_EDGES_HZ = [150, 500, 2000, 6000, Number.POSITIVE_INFINITY] as const
export const GROUP_COUNT = GROUP_EDGES_HZ.length

/** Levels are compared 50 dB below the track's own loud frames and above: a gain changes nothing. */
const FLOOR_BELOW_REFERENCE_DB = 50
/** 20 ms: the difference is taken across the attack, not along it (Böck and Widmer 2013). */
const LAG_FRAMES = 2

/** Stored level that 5 % of the non-silent frames exceed in their loudest band: the track's own reference. */
export function referenceLevel(features: TrackFeatures): number {
  const { levels, bandCount, frames } = features
  const histogram = new Uint32Array(65_536)
  let counted = 0
  for (let t = 0; t < frames; t++) {
    let loudest = 0
    for (let b = 0, at = t * bandCount; b < bandCount; b++) loudest = Math.max(loudest, levels[at + b]!)
    if (loudest === 0) continue
    histogram[loudest]!++
    counted++
  }
  let above = 0
  for (let level = 65_535; level > 0; level--) {
    above += histogram[level]!
    if (above > counted * 0.05) return level
  }
  return 0
}

/** A steady hiss is taken to reach this far above the level that each of its bands exceeds 95 % of the time. */
const HISS_ABOVE_ITS_FLOOR_DB = 20
/** However loud the hiss, this much of the range is looked at. */
const LEAST_RANGE_DB = 20
const DEPTHS = 256

/**
 * How far below the reference (dB, 20 to 50) onsets are still looked for. Where three quarters of the bands never fall silent,
 * that is a hiss, and its flicker must not count as onsets; music, which leaves most bands empty now and then, keeps the
 * whole range. Gain-invariant, to the decibel.
 */
export function onsetRangeDb(features: TrackFeatures, reference: number): number {
  const { levels, bandCount, frames } = features
  const histogram = new Uint32Array(bandCount * DEPTHS)
  const counted = new Uint32Array(bandCount)
  for (let t = 0, at = 0; t < frames; t++) {
    for (let b = 0; b < bandCount; b++, at++) {
      const level = levels[at]!
      if (level === 0) continue
      const depth = Math.max(0, Math.floor((reference - level) / LEVEL_STEPS_PER_DB))
      histogram[b * DEPTHS + Math.min(DEPTHS - 1, depth)]!++
      counted[b]!++
    }
  }
  const floors = new Float64Array(bandCount)
  for (let b = 0; b < bandCount; b++) {
    let depth = DEPTHS - 1
    let below = histogram[b * DEPTHS + depth]!
    while (depth > 0 && below < 0.05 * counted[b]!) below += histogram[b * DEPTHS + --depth]!
    floors[b] = counted[b] === 0 ? DEPTHS : depth
  }
  const hissDb = floors.sort()[Math.floor(0.75 * (bandCount - 1))] ?? DEPTHS
  return Math.max(LEAST_RANGE_DB, Math.min(FLOOR_BELOW_REFERENCE_DB, hissDb - HISS_ABOVE_ITS_FLOOR_DB))
}

/** Compressed magnitude ln(1 + x) of every stored level, where x = 1 lies `rangeDb` (50 unless told) below the reference. */
export function compressionTable(reference: number, rangeDb = FLOOR_BELOW_REFERENCE_DB): Float32Array {
  const table = new Float32Array(65_536)
  for (let level = 1; level < table.length; level++) {
    const decibels = (level - reference) / LEVEL_STEPS_PER_DB + rangeDb
    table[level] = Math.log1p(10 ** (decibels / 20))
  }
  return table
}

/** Onset strength per 10 ms frame and frequency group, `GROUP_COUNT` a frame, at least 0. */
export interface Novelty {
  readonly frames: number
  readonly groups: Float32Array
}

/**
 * SuperFlux by frequency group: rise of each band over the loudest of it and its neighbours 20 ms before, which
 * swallows vibrato. Unitless, gain-invariant. Source: Böck and Widmer, Maximum filter vibrato suppression, DAFx 2013.
 */
export function superFlux(features: TrackFeatures): Novelty {
  const { levels, bandCount, frames, bandCentreHz } = features
  const reference = referenceLevel(features)
  const table = compressionTable(reference, onsetRangeDb(features, reference))
  const groupOf = Uint8Array.from(bandCentreHz, (hz) => GROUP_EDGES_HZ.findIndex((edge) => hz < edge))
  const groups = new Float32Array(frames * GROUP_COUNT)
  for (let t = LAG_FRAMES; t < frames; t++) {
    const now = t * bandCount
    const then = (t - LAG_FRAMES) * bandCount
    const out = t * GROUP_COUNT
    for (let b = 0; b < bandCount; b++) {
      let highest = levels[then + b]!
      if (b > 0 && levels[then + b - 1]! > highest) highest = levels[then + b - 1]!
      if (b + 1 < bandCount && levels[then + b + 1]! > highest) highest = levels[then + b + 1]!
      const level = levels[now + b]!
      if (level > highest) groups[out + groupOf[b]!]! += table[level]! - table[highest]!
    }
  }
  return { frames, groups }
}

/** Mean of the array over ±`half` frames around each frame, by a running sum. */
export function movingMean(values: Float32Array, half: number): Float32Array {
  const out = new Float32Array(values.length)
  let sum = 0
  let count = 0
  for (let i = 0; i < Math.min(half, values.length); i++) {
    sum += values[i]!
    count++
  }
  for (let i = 0; i < values.length; i++) {
    if (i + half < values.length) {
      sum += values[i + half]!
      count++
    }
    if (i - half - 1 >= 0) {
      sum -= values[i - half - 1]!
      count--
    }
    out[i] = Math.max(0, sum / count)
  }
  return out
}

/**
 * One onset curve from the groups: each group weighed to equal root mean square times `weights`, the local mean taken
 * away, and the whole divided by its own strength over ±5 s, so that a quiet passage keeps its beat. Unitless, at least 0.
 */
export function onsetCurve(novelty: Novelty, weights: readonly number[]): Float32Array {
  const { frames, groups } = novelty
  const raw = new Float32Array(frames)
  for (let g = 0; g < GROUP_COUNT; g++) {
    let squares = 0
    for (let t = 0; t < frames; t++) squares += groups[t * GROUP_COUNT + g]! ** 2
    const scale = squares > 0 ? weights[g]! / Math.sqrt(squares / frames) : 0
    for (let t = 0; t < frames; t++) raw[t]! += scale * groups[t * GROUP_COUNT + g]!
  }
  const local = movingMean(raw, 50)
  const squares = new Float32Array(frames)
  let total = 0
  for (let t = 0; t < frames; t++) {
    raw[t] = Math.max(0, raw[t]! - local[t]!)
    squares[t] = raw[t]! ** 2
    total += squares[t]!
  }
  const strength = movingMean(squares, 500)
  // A tenth of the whole track's strength is the least divisor: silence must not be blown up to a beat.
  const least = 0.1 * Math.sqrt(total / Math.max(1, frames))
  for (let t = 0; t < frames; t++) {
    const divisor = Math.max(least, Math.sqrt(strength[t]!))
    raw[t] = divisor > 0 ? raw[t]! / divisor : 0
  }
  return raw
}
