import { FRAMES_PER_SECOND } from '../features/bands.ts'
import { GROUP_COUNT, type Novelty } from '../features/novelty.ts'
import { median } from '../median.ts'
import { strengthsNear } from './steady-beats.ts'

/** Each beat is cut into twelve parts, which fits halves, thirds and quarters of it. */
const PARTS = 12
/** A pattern may return after one, two, three or four beats. */
const MOST_BEATS_APART = 4

/** Highest onset in each part of each beat, with zero mean over the track; a part is centred on its moment. */
function beatPatterns(curve: Float32Array, beatFrames: readonly number[]): Float64Array {
  const patterns = new Float64Array(Math.max(0, beatFrames.length - 1) * PARTS)
  for (let i = 0; i + 1 < beatFrames.length; i++) {
    const length = beatFrames[i + 1]! - beatFrames[i]!
    const start = beatFrames[i]! - length / (2 * PARTS)
    for (let t = Math.max(0, Math.ceil(start)); t < Math.min(curve.length, start + length); t++) {
      const at = i * PARTS + Math.min(PARTS - 1, Math.floor(((t - start) / length) * PARTS))
      if (curve[t]! > patterns[at]!) patterns[at] = curve[t]!
    }
  }
  const mean = patterns.reduce((sum, x) => sum + x, 0) / Math.max(1, patterns.length)
  return patterns.map((x) => x - mean)
}

/** Correlation of the patterns with those `apart` beats before, −1 to 1. */
function correlationApart(patterns: Float64Array, power: number, apart: number): number {
  const lag = apart * PARTS
  let sum = 0
  for (let i = lag; i < patterns.length; i++) sum += patterns[i]! * patterns[i - lag]!
  return sum / (patterns.length - lag) / power
}

const powerOf = (patterns: Float64Array): number =>
  patterns.reduce((sum, x) => sum + x * x, 0) / Math.max(1, patterns.length)

/**
 * How much what sounds in a beat returns one to four beats later: the largest of the four correlations of the onset
 * patterns of beats that far apart, less one over the root of the number of beats, which chance reaches. Below 0.1 for
 * noise, applause, speech and clicks at random, 0.4 to 0.9 for music with a beat, rubato too, as the patterns stretch with the
 * beats. −1 to 1; 0 with fewer than eight beats. Beats in frames of 10 ms, sorted.
 */
export function beatRepetition(curve: Float32Array, beatFrames: readonly number[]): number {
  const beats = beatFrames.length - 1
  if (beats < 7) return 0
  const patterns = beatPatterns(curve, beatFrames)
  const power = powerOf(patterns)
  if (power <= 0) return 0
  let best = -1
  for (let apart = 1; apart <= MOST_BEATS_APART; apart++)
    best = Math.max(best, correlationApart(patterns, power, apart))
  return best - 1 / Math.sqrt(beats)
}

/** What returns a bar later, and one or two bars later. */
export interface BarRepetition {
  /** Correlation with what sounded three or four beats before, whichever is larger, −1 to 1. */
  readonly bar: number
  /** The same, or with what sounded six or eight beats before where that is at most four seconds: blind to octaves. */
  readonly twoBars: number
}

/** Two bars of a fast piece, or one of a slow piece, are compared; four bars of a slow piece would favour slow tempi. */
const LONGEST_FRAMES = 4 * FRAMES_PER_SECOND

/**
 * How much what sounds in a beat returns where a bar ends. At the true tempo it is 0.7 to 0.9. At 4:3 of it, which a clave
 * or a bass of dotted notes suggests, no bar ends after a few beats, and at twice the tempo not after three or four: less
 * returns there. Beats in frames of 10 ms, sorted; 0 with fewer than ten.
 */
export function barRepetition(curve: Float32Array, beatFrames: readonly number[]): BarRepetition {
  const patterns = beatPatterns(curve, beatFrames)
  const power = powerOf(patterns)
  if (beatFrames.length < 10 || power <= 0) return { bar: 0, twoBars: 0 }
  const largest = (beatsApart: readonly number[]): number =>
    Math.max(...beatsApart.map((apart) => correlationApart(patterns, power, apart)))
  const period = (beatFrames.at(-1)! - beatFrames[0]!) / (beatFrames.length - 1)
  const bar = largest([3, 4])
  const within = [6, 8].filter((apart) => apart * period <= LONGEST_FRAMES)
  return { bar, twoBars: Math.max(bar, largest(within)) }
}

/** Rise at each beat, summed over all bands, nepers (see `compressionTable`); beats in frames of 10 ms. */
export function beatRises(novelty: Novelty, beatFrames: readonly number[]): number[] {
  const total = new Float32Array(novelty.frames)
  for (let t = 0, at = 0; t < total.length; t++) {
    let sum = 0
    for (let g = 0; g < GROUP_COUNT; g++, at++) sum += novelty.groups[at]!
    total[t] = sum
  }
  return strengthsNear(total, beatFrames)
}

/**
 * The rise that a quarter of the beats exceed: a steady tone or chord has at most 3, from the beating of its partials; even
 * soft music in a hiss has more than 10.
 */
export const highRise = (rises: readonly number[]): number =>
  rises.toSorted((a, b) => a - b)[Math.floor(0.75 * (rises.length - 1))] ?? 0

/** A beat is heard when something rises on it by this share of what rises on the median beat. */
const LEAST_HEARD = 0.12
/** In twelve beats, three bars, at least one more is heard where there is a beat to follow. */
const MOST_UNHEARD_BEATS = 12

/**
 * First beat that can be heard: before the first of two heard beats at most twelve apart there may be sounds but no beat, as in
 * a long introduction of held chords. After the last the beat goes on in the listener, so nothing is left out there. 0
 * when there are no such two.
 */
export function firstHeardBeat(rises: readonly number[]): number {
  const least = LEAST_HEARD * median(rises)
  let before = -1
  for (const [i, rise] of rises.entries()) {
    if (rise < least || rise <= 0) continue
    if (before >= 0 && i - before <= MOST_UNHEARD_BEATS) return before
    before = i
  }
  return 0
}
