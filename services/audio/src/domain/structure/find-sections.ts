import { decibelsOfLevel } from '../features/bands.ts'
import type { TrackFeatures } from '../features/feature-extractor.ts'
import { median } from '../median.ts'
import { type Chroma, meanChroma } from '../tonality/chroma.ts'

/** Length of a block when the bars are unknown; sections are multiples of bars. */
const FALLBACK_BAR_SECONDS = 2
/** Half the side of the checkerboard kernel, bars. */
const KERNEL_BARS = 4
/** Minimum length of a section, bars. */
const LEAST_BARS = 4
const POOLED_BANDS = 13
/** Weight of chroma relative to the timbre bands: sections change their sound more than their chords. */
const CHROMA_WEIGHT = 0.5
/** Minimum novelty of a boundary, in median deviations above the median. */
const PEAK_DEVIATIONS = 1.5

/** Returns the times in seconds at which bars begin, from the start to the end of the track. */
export function barGrid(downbeats: readonly number[], durationSeconds: number): number[] {
  if (downbeats.length < 4) {
    const count = Math.max(1, Math.floor(durationSeconds / FALLBACK_BAR_SECONDS))
    return Array.from({ length: count }, (_, i) => i * FALLBACK_BAR_SECONDS)
  }
  const grid = [...downbeats]
  const bar = (downbeats.at(-1)! - downbeats[0]!) / (downbeats.length - 1)
  while (grid[0]! > 1.2 * bar) grid.unshift(grid[0]! - bar)
  while (grid.at(-1)! + 1.2 * bar < durationSeconds) grid.push(grid.at(-1)! + bar)
  return grid
}

/** Adds the levels in dB of a frame, which begins at `at`, to the pools of their bands. */
function poolFrame(levels: Uint16Array, at: number, poolOf: Uint8Array, out: Float64Array): void {
  for (let b = 0; b < poolOf.length; b++) out[poolOf[b]!]! += Math.max(-90, decibelsOfLevel(levels[at + b]!))
}

/**
 * Describes the bar from `start` to `end` (seconds): pooled levels in dB (at least 70 dB below the loudest) and chroma.
 */
function barVector(
  { bandCount, levels, frames }: TrackFeatures,
  chroma: Chroma,
  poolOf: Uint8Array,
  start: number,
  end: number,
): Float64Array {
  const from = Math.min(frames - 1, Math.round(start * 100))
  const to = Math.max(from + 1, Math.min(frames, Math.round(end * 100)))
  const vector = new Float64Array(POOLED_BANDS + 12)
  // Every third frame is enough for a mean over a bar.
  let counted = 0
  for (let t = from; t < to; t += 3, counted++) poolFrame(levels, t * bandCount, poolOf, vector)
  for (let p = 0; p < POOLED_BANDS; p++) vector[p]! /= counted * (bandCount / POOLED_BANDS)
  const pitch = meanChroma(chroma, Math.round(start * 10), Math.round(end * 10))
  for (let c = 0; c < 12; c++) vector[POOLED_BANDS + c] = pitch[c]!
  return vector
}

function barVectors(features: TrackFeatures, chroma: Chroma, grid: readonly number[]): Float64Array[] {
  const { bandCount } = features
  const poolOf = Uint8Array.from({ length: bandCount }, (_, b) => Math.floor((b * POOLED_BANDS) / bandCount))
  const vectors = grid.map((start, i) =>
    barVector(features, chroma, poolOf, start, grid[i + 1] ?? features.durationSeconds),
  )
  scaleColumns(vectors)
  for (const vector of vectors) for (let c = 0; c < 12; c++) vector[POOLED_BANDS + c]! *= CHROMA_WEIGHT
  return vectors
}

function scaleColumn(vectors: readonly Float64Array[], c: number): void {
  let sum = 0
  for (const vector of vectors) sum += vector[c]!
  const mean = sum / vectors.length
  let squares = 0
  for (const vector of vectors) squares += (vector[c]! - mean) ** 2
  const deviation = Math.sqrt(squares / vectors.length)
  for (const vector of vectors) vector[c] = deviation > 1e-6 ? (vector[c]! - mean) / deviation : 0
}

/** Scales every dimension to zero mean and unit deviation over the track, in place. */
function scaleColumns(vectors: readonly Float64Array[]): void {
  const width = vectors[0]?.length ?? 0
  for (let c = 0; c < width; c++) scaleColumn(vectors, c)
}

const likeness = (a: Float64Array, b: Float64Array): number => {
  let distance = 0
  for (let i = 0; i < a.length; i++) distance += (a[i]! - b[i]!) ** 2
  return Math.exp(-distance / (2 * a.length * 0.5))
}

/**
 * Returns the novelty of each bar line: the similarity of the bars before it and of the bars after it among themselves,
 * minus the similarity across (Gaussian checkerboard of ±4 bars). Only the part of the self-similarity matrix near its
 * diagonal is computed. Source: Foote, Automatic audio segmentation using a measure of audio novelty, ICME 2000.
 */
export function barNovelty(vectors: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(vectors.length)
  const taper = (offset: number): number => Math.exp(-0.5 * ((offset + 0.5) / (KERNEL_BARS / 1.5)) ** 2)
  for (let bar = 1; bar < vectors.length; bar++) {
    let within = 0
    let withinWeight = 0
    let across = 0
    let acrossWeight = 0
    for (let i = -KERNEL_BARS; i < KERNEL_BARS; i++) {
      for (let j = i + 1; j < KERNEL_BARS; j++) {
        const a = vectors[bar + i]
        const b = vectors[bar + j]
        if (a === undefined || b === undefined) continue
        const weight = taper(i < 0 ? -i - 1 : i) * taper(j < 0 ? -j - 1 : j)
        if (i < 0 === j < 0) {
          within += weight * likeness(a, b)
          withinWeight += weight
        } else {
          across += weight * likeness(a, b)
          acrossWeight += weight
        }
      }
    }
    if (withinWeight > 0 && acrossWeight > 0)
      out[bar] = Math.max(0, within / withinWeight - across / acrossWeight)
  }
  return out
}

/** Returns the bars that begin a section: peaks of the novelty, clearly above the rest and at least four bars apart. */
export function pickBoundaries(novelty: Float64Array): number[] {
  const values = [...novelty].slice(1)
  const middle = median(values)
  const spread = median(values.map((x) => Math.abs(x - middle))) * 1.4826
  const threshold = Math.max(middle + PEAK_DEVIATIONS * spread, 0.08)
  const order = values
    .map((value, i) => ({ value, bar: i + 1 }))
    .filter(
      ({ value, bar }) =>
        value >= threshold && value >= (novelty[bar - 1] ?? 0) && value >= (novelty[bar + 1] ?? 0),
    )
    .sort((a, b) => b.value - a.value)
  const chosen: number[] = []
  for (const { bar } of order) {
    const edge = bar < LEAST_BARS / 2 || novelty.length - bar < LEAST_BARS / 2
    if (!edge && chosen.every((other) => Math.abs(other - bar) >= LEAST_BARS)) chosen.push(bar)
  }
  return chosen.sort((a, b) => a - b)
}

/** Finds the boundaries of the sections in seconds, including the start and the end of the track; at least two times. */
export function findBoundaries(
  features: TrackFeatures,
  chroma: Chroma,
  downbeats: readonly number[],
): number[] {
  if (features.frames === 0) return [0, features.durationSeconds]
  const grid = barGrid(downbeats, features.durationSeconds)
  const inner = pickBoundaries(barNovelty(barVectors(features, chroma, grid))).map((bar) => grid[bar]!)
  return [
    0,
    ...inner.filter((time) => time > 1 && time < features.durationSeconds - 1),
    features.durationSeconds,
  ]
}
