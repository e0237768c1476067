import { median } from '../median.ts'
/** Steady grid: beat `n` falls on `originSeconds + 60 n / bpm`. */
export interface BeatGrid {
  readonly originSeconds: number
  readonly bpm: number
}

/** Share of the tempo within which the beats of one region vary. */
const SEARCH_SHARE = 0.04
/** Steps of the search, in turns of the grid over the whole region. */
const SEARCH_TURNS = 0.25
/**
 * Beats further from the grid than this share of a beat, or than this many median offsets, are errors of the tracker
 * and are ignored.
 */
const GREATEST_SHARE = 0.25
const GREATEST_MEDIANS = 3
/** Offsets below this are the resolution of the tracker, never errors. */
const RESOLUTION_SECONDS = 0.01
const REFITS = 4
/** Most beats of the search for the grid that most beats agree on. */
const MOST_SEARCHED = 256
/** With fewer beats, a line cannot show which of them are wrong. */
const LEAST_BEATS = 4

/** Returns the distance of a time from the nearest beat of a grid, seconds; negative when it is early. */
export function offsetFromGrid(timeSeconds: number, { originSeconds, bpm }: BeatGrid): number {
  const beats = ((timeSeconds - originSeconds) * bpm) / 60
  return ((beats - Math.round(beats)) * 60) / bpm
}

/**
 * Returns the grid that most beats agree on, even if some are early, late, doubled or missing: the peak of their
 * periodogram.
 */
function agreedGrid(beats: readonly number[]): BeatGrid {
  const middle = (beats[0]! + beats.at(-1)!) / 2
  const aboutHz = 1 / median(beats.slice(1).map((beat, i) => beat - beats[i]!))
  const stepHz = SEARCH_TURNS / (beats.at(-1)! - beats[0]!)
  const steps = Math.ceil((aboutHz * SEARCH_SHARE) / stepHz)
  let best = { strength: -1, hz: aboutHz, phase: 0 }
  for (let step = -steps; step <= steps; step++) {
    const hz = aboutHz + step * stepHz
    let cosine = 0
    let sine = 0
    for (const beat of beats) {
      const angle = 2 * Math.PI * hz * (beat - middle)
      cosine += Math.cos(angle)
      sine += Math.sin(angle)
    }
    const strength = Math.hypot(cosine, sine)
    if (strength > best.strength) best = { strength, hz, phase: Math.atan2(sine, cosine) }
  }
  return { originSeconds: middle + best.phase / (2 * Math.PI * best.hz), bpm: best.hz * 60 }
}

/**
 * Fits a steady grid to the beats of a region (seconds, sorted, at least two): first the grid that most of them agree
 * on (Rayleigh's statistic, Mardia and Jupp, Directional Statistics, 2000), then a least-squares line, fitted
 * repeatedly without the beats that are far from it. `decimals` rounds the tempo to the precision of a format; the
 * origin then distributes the error.
 */
export function fitGrid(beats: readonly number[], decimals = 15): BeatGrid {
  const rounded = (bpm: number) => Number(bpm.toFixed(decimals))
  if (beats.length < LEAST_BEATS)
    return {
      originSeconds: beats[0]!,
      bpm: rounded((60 * (beats.length - 1)) / (beats.at(-1)! - beats[0]!)),
    }
  let grid = agreedGrid(middleOf(beats, MOST_SEARCHED))
  // The search takes the square of the beats. A long region is fitted from its middle outwards.
  for (let size = 2 * MOST_SEARCHED; size < beats.length; size *= 2)
    grid = refitted(grid, middleOf(beats, size), rounded)
  for (let refit = 0; refit < REFITS; refit++) grid = refitted(grid, beats, rounded)
  return { ...grid, bpm: rounded(grid.bpm) }
}

const middleOf = (beats: readonly number[], count: number): readonly number[] => {
  const from = Math.max(0, Math.floor((beats.length - count) / 2))
  return beats.slice(from, from + count)
}

/** Returns the least-squares line through the beats that are near a grid; the grid itself when there are too few. */
function refitted(grid: BeatGrid, beats: readonly number[], rounded: (bpm: number) => number): BeatGrid {
  const offsets = beats.map((beat) => Math.abs(offsetFromGrid(beat, grid)))
  const greatest = Math.min(
    (60 / grid.bpm) * GREATEST_SHARE,
    Math.max(RESOLUTION_SECONDS, median(offsets) * GREATEST_MEDIANS),
  )
  const near = beats.filter((_, i) => offsets[i]! <= greatest)
  const numbers = near.map((beat) => Math.round(((beat - grid.originSeconds) * grid.bpm) / 60))
  const meanNumber = numbers.reduce((sum, n) => sum + n, 0) / near.length
  const meanTime = near.reduce((sum, t) => sum + t, 0) / near.length
  let cross = 0
  let squares = 0
  numbers.forEach((n, i) => {
    cross += (n - meanNumber) * (near[i]! - meanTime)
    squares += (n - meanNumber) ** 2
  })
  if (!(cross > 0)) return grid
  const bpm = rounded((60 * squares) / cross)
  return { originSeconds: meanTime - (meanNumber * 60) / bpm, bpm }
}
