import { FRAMES_PER_SECOND } from '../features/bands.ts'
import { GROUP_COUNT, type Novelty } from '../features/novelty.ts'
import { median } from '../median.ts'
import { strengthsNear } from './steady-beats.ts'

/** Parts of a beat; twelve fit halves, thirds and quarters. */
const PARTS = 12
/** A pattern may repeat after one, two, three or four beats. */
const MOST_BEATS_APART = 4

/**
 * Returns the highest onset in each part of each beat, with zero mean over the track. A part is centred on its moment.
 */
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

/** Returns the correlation of the patterns with those `apart` beats before, −1 to 1. */
function correlationApart(patterns: Float64Array, power: number, apart: number): number {
  const lag = apart * PARTS
  let sum = 0
  for (let i = lag; i < patterns.length; i++) sum += patterns[i]! * patterns[i - lag]!
  return sum / (patterns.length - lag) / power
}

const powerOf = (patterns: Float64Array): number =>
  patterns.reduce((sum, x) => sum + x * x, 0) / Math.max(1, patterns.length)

/**
 * Returns how much the sound of a beat repeats one to four beats later: the largest of the four correlations of the
 * onset patterns, minus one over the square root of the number of beats, which chance reaches. Below 0.1 for noise,
 * applause, speech and random clicks, 0.4 to 0.9 for music with a beat, including rubato, because the patterns stretch
 * with the beats. −1 to 1; 0 with fewer than eight beats. Beats in frames of 10 ms, sorted.
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

/** Repetition after one bar, and after one or two bars. */
export interface BarRepetition {
  /** Correlation with the sound three or four beats before, whichever is larger, −1 to 1. */
  readonly bar: number
  /**
   * The same, or with the sound six or eight beats before when that is at most four seconds. It does not distinguish
   * octaves of the tempo.
   */
  readonly twoBars: number
}

/** Compares two bars of a fast piece, or one of a slow piece; four bars of a slow piece would favour slow tempos. */
const LONGEST_FRAMES = 4 * FRAMES_PER_SECOND

/**
 * Returns how much the sound of a beat repeats after a bar. At the true tempo it is 0.7 to 0.9. At 4:3 of it, which a
 * clave or a dotted bass suggests, no bar ends after a few beats, and at twice the tempo not after three or four, so
 * less repeats. Beats in frames of 10 ms, sorted; 0 with fewer than ten.
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

/** Returns the rise at each beat, summed over all bands, nepers (see `compressionTable`); beats in frames of 10 ms. */
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
 * Returns the rise that a quarter of the beats exceed: a steady tone or chord has at most 3, from the beating of its
 * partials; even soft music in hiss has more than 10.
 */
export const highRise = (rises: readonly number[]): number =>
  rises.toSorted((a, b) => a - b)[Math.floor(0.75 * (rises.length - 1))] ?? 0

/** A beat is audible when its rise is at least this share of that of the median beat. */
const LEAST_HEARD = 0.12
/** Where there is a beat, at least one more is audible within twelve beats (three bars). */
const MOST_UNHEARD_BEATS = 12

/**
 * Returns the first audible beat. Before the first of two audible beats at most twelve apart there may be sounds but no
 * beat, as in a long introduction of held chords. After the last one listeners continue the beat, so nothing is removed
 * there. 0 when there are no such two.
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
