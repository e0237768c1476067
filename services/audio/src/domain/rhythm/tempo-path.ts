import { FRAMES_PER_SECOND } from '../features/bands.ts'
import { onOneLevel } from './tempo-level.ts'

/** Tempo grid: 40 to 240 BPM in steps of 1.5 %. */
const MIN_BPM = 40
const MAX_BPM = 240
const STEP = 0.015
const GRID_SIZE = Math.floor(Math.log(MAX_BPM / MIN_BPM) / STEP) + 1
const bpmOf = (bin: number): number => MIN_BPM * Math.exp(bin * STEP)

const WINDOW_SECONDS = 10
const WINDOW_HOP_FRAMES = 100
const MAX_LAG_FRAMES = 600

const LAGS = MAX_LAG_FRAMES + 1

/** Correlates second `s` of the curve with up to 6 s before it, into a row of lags; silence before the start. */
function correlateSecond(curve: Float32Array, s: number, row: Float32Array): void {
  const from = s * WINDOW_HOP_FRAMES
  const to = Math.min(curve.length, from + WINDOW_HOP_FRAMES)
  for (let lag = 0; lag < LAGS; lag++) {
    let sum = 0
    for (let i = Math.max(from, lag); i < to; i++) sum += curve[i]! * curve[i - lag]!
    row[lag] = sum
  }
}

const addRow = (out: Float32Array, row: Float32Array): void => {
  for (let lag = 0; lag < LAGS; lag++) out[lag]! += row[lag]!
}

/**
 * Divides the correlation of a window of `length` frames by that of lag 0, with a correction for the silence before the
 * track.
 */
function normalise(out: Float32Array, from: number, length: number): void {
  const zero = out[0]!
  for (let lag = 0; lag < LAGS; lag++) {
    // Only the first seconds of a track have nothing before them.
    const missing = Math.max(0, lag - from * WINDOW_HOP_FRAMES)
    out[lag] = zero > 0 && length > missing ? (out[lag]! / zero) * (length / (length - missing)) : 0
  }
}

/**
 * Creates the autocorrelation of windows that move by one second. A window is the sum of the rows of its seconds; a
 * ring keeps the last ten, so that overlap costs nothing and memory does not grow with the track.
 */
function createWindowCorrelation(curve: Float32Array): (from: number, to: number, out: Float32Array) => void {
  const ring = Array.from({ length: WINDOW_SECONDS }, () => new Float32Array(LAGS))
  let known = 0
  return (from, to, out) => {
    for (; known < to; known++) correlateSecond(curve, known, ring[known % WINDOW_SECONDS]!)
    out.fill(0)
    for (let s = from; s < to; s++) addRow(out, ring[s % WINDOW_SECONDS]!)
    normalise(out, from, (to - from) * WINDOW_HOP_FRAMES)
  }
}

const interpolate = (values: Float32Array, at: number): number => {
  const low = Math.floor(at)
  if (low + 1 >= values.length) return 0
  return values[low]! + (at - low) * (values[low + 1]! - values[low]!)
}

/**
 * Returns the evidence for a period: the mean of its own lag and its multiples up to 6 s (a comb of up to four teeth).
 */
function combStrength(correlation: Float32Array, periodFrames: number): number {
  let sum = 0
  let weight = 0
  for (let k = 1; k <= 4 && k * periodFrames < MAX_LAG_FRAMES; k++) {
    sum += interpolate(correlation, k * periodFrames)
    weight++
  }
  return weight === 0 ? 0 : Math.max(0, sum / weight)
}

/**
 * Weak preference for moderate tempos, one octave wide, a little below the resonance of 120 to 125 BPM (Moelants 2002).
 */
const prior = (bpm: number): number => Math.exp(-0.5 * Math.log2(bpm / 110) ** 2)

/** Beat period in frames of 10 ms, and preference, of each bin of the grid. */
const PERIODS = Float64Array.from({ length: GRID_SIZE }, (_, bin) => (60 * FRAMES_PER_SECOND) / bpmOf(bin))
const PRIORS = Float64Array.from({ length: GRID_SIZE }, (_, bin) => prior(bpmOf(bin)))

/** Writes the evidence of one window for every bin of the grid to `out` from `at` on. */
function combStrengths(correlation: Float32Array, out: Float32Array, at: number): void {
  for (let bin = 0; bin < GRID_SIZE; bin++)
    out[at + bin] = combStrength(correlation, PERIODS[bin]!) * PRIORS[bin]!
}

/**
 * Returns the most likely tempo for every second: autocorrelation of the onset curve in 10 s windows, combs over its
 * multiples, and the Viterbi path through 40 to 240 BPM with a cost for changes. One beat period per second of the
 * track, in frames of 10 ms. After Ellis (JNMR 2007) for the curve and Klapuri, Eronen and Astola (IEEE TASLP 2006) for
 * the path.
 */
export function tempoPath(curve: Float32Array): Float32Array {
  const windows = Math.max(1, Math.ceil(curve.length / WINDOW_HOP_FRAMES))
  const correlate = createWindowCorrelation(curve)
  const evidence = new Float32Array(windows * GRID_SIZE)
  const correlation = new Float32Array(LAGS)
  for (let w = 0; w < windows; w++) {
    const from = Math.max(0, Math.min(w - WINDOW_SECONDS / 2, windows - WINDOW_SECONDS))
    correlate(from, Math.min(windows, from + WINDOW_SECONDS), correlation)
    combStrengths(correlation, evidence, w * GRID_SIZE)
  }
  const bins = viterbi(evidence, windows)
  return onOneLevel(Float32Array.from(bins, (bin) => PERIODS[bin]!))
}

const NEAR_BINS = 4
const CHANGE_COST = 0.04
const JUMP_COST = 2

/** Returns the path with the most evidence; a step of n bins costs n·0.04, any jump at most 2. */
function viterbi(evidence: Float32Array, windows: number): Int32Array {
  const from = new Int16Array(windows * GRID_SIZE)
  let score = new Float64Array(GRID_SIZE)
  for (let bin = 0; bin < GRID_SIZE; bin++) score[bin] = evidence[bin]!
  for (let w = 1; w < windows; w++) {
    let best = 0
    for (let bin = 1; bin < GRID_SIZE; bin++) if (score[bin]! > score[best]!) best = bin
    const next = new Float64Array(GRID_SIZE)
    for (let bin = 0; bin < GRID_SIZE; bin++) {
      let value = score[best]! - JUMP_COST
      let source = best
      for (let d = -NEAR_BINS; d <= NEAR_BINS; d++) {
        const other = bin + d
        if (other < 0 || other >= GRID_SIZE) continue
        const candidate = score[other]! - CHANGE_COST * Math.abs(d)
        if (candidate > value) {
          value = candidate
          source = other
        }
      }
      next[bin] = value + evidence[w * GRID_SIZE + bin]!
      from[w * GRID_SIZE + bin] = source
    }
    score = next
  }
  const path = new Int32Array(windows)
  let bin = 0
  for (let b = 1; b < GRID_SIZE; b++) if (score[b]! > score[bin]!) bin = b
  for (let w = windows - 1; w >= 0; w--) {
    path[w] = bin
    bin = from[w * GRID_SIZE + bin]!
  }
  return path
}
