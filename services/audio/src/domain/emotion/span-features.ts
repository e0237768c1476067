import { referencePeakDb } from '../features/reference-peak.ts'
import { RANGE_NAMES, type SecondCurves } from '../features/second-curves.ts'
import { certainTempo } from '../rhythm/certain-tempo.ts'
import type { Key } from '../tonality/find-key.ts'

/** Features of a part of a track for the emotion model; null when one could not be measured. */
export interface SpanFeatures {
  /** K-weighted level, LUFS (ungated). */
  readonly loudnessLufs: number | null
  /** K-weighted level relative to the true peak of the track, LU: the same at any playback level. */
  readonly fullnessLu: number | null
  /** Null when the tempo is uncertain. */
  readonly tempoBpm: number | null
  /** Onsets per second, of any instrument. */
  readonly onsetRate: number | null
  /** Mean onset strength, unitless. */
  readonly percussiveness: number | null
  /** Spectral centroid on a logarithmic axis, octaves above 1 kHz. */
  readonly brightnessOctaves: number | null
  /** Level of each range relative to the whole, dB (at most 0). */
  readonly bassDb: number | null
  readonly warmthDb: number | null
  readonly presenceDb: number | null
  readonly airDb: number | null
  /** 0 (tone) to 1 (noise). */
  readonly noisiness: number | null
  /** Spread of the level, LU. */
  readonly dynamicsLu: number | null
  /** Share of the power in the side channel, 0 to 1. */
  readonly width: number | null
  /**
   * −1 (minor) to 1 (major): sign of the mode times the confidence of the key, so that an uncertain key has little
   * effect.
   */
  readonly majorness: number | null
  /** Clarity of the key, 0 to 1. */
  readonly tonalClarity: number | null
  /** Clarity of the beat, 0 to 1. */
  readonly pulseClarity: number | null
}

/** Values of the whole track: rhythm and key. The sound is measured in each part. */
export interface TrackContext {
  /** True peak of the track, dBTP; null when it is unknown. */
  readonly truePeakDbtp: number | null
  readonly tempoBpm: number
  readonly beatConfidence: number
  readonly key: (Key & { readonly confidence: number }) | null
}

const meanOf = (values: Float64Array, from: number, to: number): number => {
  let sum = 0
  for (let i = from; i < to; i++) sum += values[i]!
  return sum / Math.max(1, to - from)
}

/**
 * Level below which nothing is measured: no music is mixed there, only the noise of recorders, converters and dither.
 * It is 10 LU above the absolute gate of loudness meters (ITU-R BS.1770-5), which must let quiet programmes pass.
 */
export const SILENCE_LUFS = -60
const lufs = (power: number): number | null => (power > 0 ? -0.691 + 10 * Math.log10(power) : null)

/** Returns the standard deviation of the level over the seconds that are not silent, LU. */
function dynamics(powers: Float64Array, from: number, to: number, silenceLufs: number): number | null {
  const levels: number[] = []
  for (let i = from; i < Math.min(to, powers.length); i++) {
    const level = lufs(powers[i]!)
    if (level !== null && level > silenceLufs) levels.push(level)
  }
  if (levels.length < 2) return null
  const mean = levels.reduce((sum, x) => sum + x, 0) / levels.length
  return Math.sqrt(levels.reduce((sum, x) => sum + (x - mean) ** 2, 0) / levels.length)
}

/** Whether a second is not silent. Without measured loudness every second counts. */
const sounds = (curves: SecondCurves, second: number, silenceLufs: number): boolean =>
  curves.loudnessPower.length === 0 || (lufs(curves.loudnessPower[second] ?? 0) ?? silenceLufs) > silenceLufs

/**
 * Measures the part from `startSeconds` to `endSeconds`; a silent part has only nulls. Silent seconds count in rates
 * and level, but not in the colour of the sound.
 */
export function spanFeatures(
  curves: SecondCurves,
  context: TrackContext,
  startSeconds: number,
  endSeconds: number,
): SpanFeatures {
  const from = Math.max(0, Math.min(curves.seconds - 1, Math.floor(startSeconds)))
  const to = Math.max(from + 1, Math.min(curves.seconds, Math.ceil(endSeconds)))
  const ranges = RANGE_NAMES.map((_, r) => {
    let sum = 0
    for (let s = from; s < Math.min(to, curves.seconds); s++)
      sum += curves.rangePower[s * RANGE_NAMES.length + r]!
    return sum
  })
  const total = ranges.reduce((sum, x) => sum + x, 0)
  const loudness =
    curves.loudnessPower.length > 0
      ? lufs(meanOf(curves.loudnessPower, from, Math.min(to, curves.loudnessPower.length)))
      : null
  if (curves.seconds === 0 || total <= 1e-12) return UNMEASURED
  const peakDb = referencePeakDb(context.truePeakDbtp)
  const silenceLufs = SILENCE_LUFS + peakDb
  if (curves.loudnessPower.length > 0 && (loudness ?? silenceLufs) <= silenceLufs) return UNMEASURED
  const share = (r: number): number => 10 * Math.log10(Math.max(1e-6, ranges[r]! / total))
  let centroid = 0
  let noisiness = 0
  let width = 0
  let heard = 0
  for (let s = from; s < to; s++) {
    if (curves.centroidHz[s]! <= 0 || !sounds(curves, s, silenceLufs)) continue
    centroid += Math.log2(curves.centroidHz[s]! / 1000)
    noisiness += curves.flatness[s]!
    width += curves.width[s]!
    heard++
  }
  const heardMean = (sum: number): number | null => (heard > 0 ? sum / heard : null)
  const { key } = context
  return {
    loudnessLufs: loudness,
    fullnessLu: loudness === null ? null : loudness - peakDb,
    tempoBpm: certainTempo(context) || null,
    onsetRate: meanOf(curves.onsetRate, from, to),
    percussiveness: meanOf(curves.onsetStrength, from, to),
    brightnessOctaves: heardMean(centroid),
    bassDb: share(0),
    warmthDb: share(1),
    presenceDb: share(3),
    airDb: share(4),
    noisiness: heardMean(noisiness),
    dynamicsLu: dynamics(curves.loudnessPower, from, to, silenceLufs),
    width: heardMean(width),
    majorness: key === null ? null : (key.mode === 'major' ? 1 : -1) * key.confidence,
    tonalClarity: key === null ? null : key.confidence,
    pulseClarity: context.beatConfidence,
  }
}

/** Features of what is silent or no music. */
export const UNMEASURED: SpanFeatures = {
  loudnessLufs: null,
  fullnessLu: null,
  tempoBpm: null,
  onsetRate: null,
  percussiveness: null,
  brightnessOctaves: null,
  bassDb: null,
  warmthDb: null,
  presenceDb: null,
  airDb: null,
  noisiness: null,
  dynamicsLu: null,
  width: null,
  majorness: null,
  tonalClarity: null,
  pulseClarity: null,
}
