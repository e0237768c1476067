import { LEVEL_STEPS_PER_DB } from './bands.ts'
import type { TrackFeatures } from './feature-extractor.ts'
import { hissTopsDb, isBelowOnsets } from './hiss.ts'

/** Upper edges in Hz of the groups with separate onsets: kick, body, snare, edge, hats. */
const GROUP_EDGES_HZ = [150, 500, 2000, 6000, Number.POSITIVE_INFINITY] as const
/** Number of frequency groups. */
export const GROUP_COUNT = GROUP_EDGES_HZ.length

/** Levels count from 50 dB below the loud frames of the track, so that gain has no effect. */
const FLOOR_BELOW_REFERENCE_DB = 50
/** 20 ms: the difference is taken across the attack, not along it (Böck and Widmer 2013). */
const LAG_FRAMES = 2

const loudestOf = (levels: Uint16Array, from: number, end: number): number => {
  let loudest = 0
  for (let i = from; i < end; i++) if (levels[i]! > loudest) loudest = levels[i]!
  return loudest
}

/**
 * Returns the reference of a track: the stored level that 5 % of the non-silent frames exceed in their loudest band.
 */
export function referenceLevel({ levels, bandCount, frames }: TrackFeatures): number {
  const loudest = new Uint16Array(frames)
  let counted = 0
  for (let t = 0; t < frames; t++) {
    const level = loudestOf(levels, t * bandCount, (t + 1) * bandCount)
    if (level > 0) loudest[counted++] = level
  }
  return loudest.subarray(0, counted).sort()[counted - 1 - Math.floor(counted * 0.05)] ?? 0
}

/** Levels within the hiss do not count. Levels this far above its top count fully, as in silence. */
const HISS_BELOW_TOP_DB = 5
const CLEAR_ABOVE_TOP_DB = 10
const GATE_PER_LEVEL = 1 / ((HISS_BELOW_TOP_DB + CLEAR_ABOVE_TOP_DB) * LEVEL_STEPS_PER_DB)

/** Returns the compressed magnitude ln(1 + x) of every stored level, where x = 1 is 50 dB below the reference. */
export function compressionTable(reference: number): Float32Array {
  const table = new Float32Array(65_536)
  const step = 10 ** (1 / (20 * LEVEL_STEPS_PER_DB))
  let x = 10 ** ((-reference / LEVEL_STEPS_PER_DB + FLOOR_BELOW_REFERENCE_DB) / 20)
  for (let level = 1; level < table.length; level++) {
    x *= step
    table[level] = Math.log1p(x)
  }
  return table
}

/** Delay of the peak of the onset curve after the attack (median over the tuning half, ±3 ms between pieces). */
export const ONSET_DELAY_SECONDS = 0.006

/** Onset strength per 10 ms frame and frequency group, `GROUP_COUNT` per frame, at least 0. */
export interface Novelty {
  readonly frames: number
  readonly groups: Float32Array
}

/** Returns the share of a stored level that counts in a band whose hiss begins at level `from`, 0 to 1. */
const openness = (level: number, from: number): number => {
  const share = (level - from) * GATE_PER_LEVEL
  return Math.max(0, Math.min(1, share))
}

/** Inputs for computing the rises of bands. */
interface Rises {
  readonly levels: Uint16Array
  readonly table: Float32Array
  readonly hissFrom: Float64Array
  readonly noHiss: boolean
  readonly groupOf: Uint8Array
  readonly groups: Float32Array
}

/** Adds the rises of the bands from the frame at `then` to the frame at `now` to the groups at `out`. */
function addRises(
  { levels, table, hissFrom, noHiss, groupOf, groups }: Rises,
  now: number,
  then: number,
  out: number,
) {
  const last = groupOf.length - 1
  for (let b = 0; b <= last; b++) {
    let highest = levels[then + b]!
    if (b > 0 && levels[then + b - 1]! > highest) highest = levels[then + b - 1]!
    if (b < last && levels[then + b + 1]! > highest) highest = levels[then + b + 1]!
    const level = levels[now + b]!
    if (level <= highest) continue
    const from = hissFrom[b]!
    groups[out + groupOf[b]!]! += noHiss
      ? table[level]! - table[highest]!
      : table[level]! * openness(level, from) - table[highest]! * openness(highest, from)
  }
}

/**
 * Computes SuperFlux by frequency group: the rise of each band above the loudest of it and its neighbours 20 ms before,
 * which suppresses vibrato. The flicker of a steady hiss does not count. Unitless, does not depend on gain. Source:
 * Böck and Widmer, Maximum filter vibrato suppression, DAFx 2013.
 */
export function superFlux(features: TrackFeatures): Novelty {
  const { levels, bandCount, frames, bandCentreHz } = features
  const reference = referenceLevel(features)
  const table = compressionTable(reference)
  const hissFrom = hissTopsDb(features, reference).map((topDb) =>
    isBelowOnsets(topDb)
      ? Number.NEGATIVE_INFINITY
      : reference - (topDb + HISS_BELOW_TOP_DB) * LEVEL_STEPS_PER_DB,
  )
  const noHiss = hissFrom.every((from) => from === Number.NEGATIVE_INFINITY)
  const groupOf = Uint8Array.from(bandCentreHz, (hz) => GROUP_EDGES_HZ.findIndex((edge) => hz < edge))
  const groups = new Float32Array(frames * GROUP_COUNT)
  const rises = { levels, table, hissFrom, noHiss, groupOf, groups }
  for (let t = LAG_FRAMES; t < frames; t++)
    addRises(rises, t * bandCount, (t - LAG_FRAMES) * bandCount, t * GROUP_COUNT)
  return { frames, groups }
}

/**
 * Computes the mean over ±`half` frames around each frame, by a running sum, into `out`, which must not be the input.
 */
export function movingMean(
  values: Float32Array,
  half: number,
  out = new Float32Array(values.length),
): Float32Array {
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
 * Combines the groups to one onset curve: each group is scaled to equal root mean square times `weights`, the local
 * mean is subtracted, and the result is divided by its strength over ±5 s, so that a quiet passage keeps its beat.
 * Unitless, at least 0.
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
  // The divisor is at least a tenth of the strength of the whole track, so that silence is not amplified to a beat.
  const least = 0.1 * Math.sqrt(total / Math.max(1, frames))
  for (let t = 0; t < frames; t++) {
    const divisor = Math.max(least, Math.sqrt(strength[t]!))
    raw[t] = divisor > 0 ? raw[t]! / divisor : 0
  }
  return raw
}
