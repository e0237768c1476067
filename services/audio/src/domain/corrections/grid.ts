import type { TempoRegion } from '../rhythm/tempo-regions.ts'

/** Beats and bars of a track. Times are in seconds; every downbeat is one of the beats. */
export interface Grid {
  readonly tempoBpm: number
  readonly beats: readonly number[]
  readonly downbeats: readonly number[]
  /** Beats per bar; 0 when the bars are unknown. */
  readonly beatsPerBar: number
  readonly regions: readonly TempoRegion[]
}

/** Correction of a grid. Every field is relative to the grid that it was made for. */
export interface GridCorrection {
  /** Milliseconds by which every beat moves; negative is earlier. */
  readonly shiftMs: number
  /** Factor of the tempo: 0.25, 0.5, 1, 2 or 4. */
  readonly factor: number
  /** Beats by which the first beat of every bar moves. */
  readonly downbeatShift: number
  /** Steady tempo that replaces the measured one, beats per minute; null keeps it. */
  readonly tempoBpm: number | null
}

/** Correction that changes nothing. */
export const NO_CHANGE: GridCorrection = { shiftMs: 0, factor: 1, downbeatShift: 0, tempoBpm: null }

/** Fastest tempo that a correction may give, beats per minute. */
export const FASTEST_BPM = 400

/** Returns the tempo that a correction gives a grid, beats per minute. */
export const correctedTempo = (grid: Pick<Grid, 'tempoBpm'>, { tempoBpm, factor }: GridCorrection): number =>
  (tempoBpm ?? grid.tempoBpm) * factor

/** Beats per bar when none was measured: the most common metre. */
const COMMON_METRE = 4
/** A downbeat this close to a beat is that beat, seconds. */
const SAME_BEAT_SECONDS = 0.03

const metreOf = ({ beatsPerBar }: Grid) => (beatsPerBar > 0 ? beatsPerBar : COMMON_METRE)

const scaledRegions = (regions: readonly TempoRegion[], factor: number): TempoRegion[] =>
  regions.map((region) => ({ ...region, bpm: region.bpm * factor }))

/** Returns the index of the beat of every downbeat; both lists are in order of time. */
function downbeatIndexes({ beats, downbeats }: Grid): number[] {
  const indexes: number[] = []
  let at = 0
  for (const downbeat of downbeats) {
    while (at < beats.length && beats[at]! < downbeat - SAME_BEAT_SECONDS) at++
    if (at < beats.length && beats[at]! <= downbeat + SAME_BEAT_SECONDS) indexes.push(at)
  }
  return indexes
}

const withBars = (grid: Grid, beats: readonly number[], indexes: readonly number[]): Grid => ({
  ...grid,
  beats,
  downbeats: indexes.filter((index) => index >= 0 && index < beats.length).map((index) => beats[index]!),
})

/** Moves all beats, downbeats and tempo regions by the same time, seconds. */
export const shiftGrid = (grid: Grid, seconds: number): Grid => ({
  ...grid,
  beats: grid.beats.map((time) => time + seconds),
  downbeats: grid.downbeats.map((time) => time + seconds),
  regions: grid.regions.map(({ startSeconds, endSeconds, bpm }) => ({
    startSeconds: startSeconds + seconds,
    endSeconds: endSeconds + seconds,
    bpm,
  })),
})

/** Doubles the tempo: a beat is added in the middle of every two, and every bar becomes two. */
export function doubleGrid(grid: Grid): Grid {
  const indexes = downbeatIndexes(grid)
  const beats = grid.beats.flatMap((beat, i) => {
    const next = grid.beats[i + 1]
    return next === undefined ? [beat] : [beat, (beat + next) / 2]
  })
  const bars = indexes.flatMap((index, i) => {
    const next = indexes[i + 1]
    return [2 * index, 2 * index + (next === undefined ? metreOf(grid) : next - index)]
  })
  return {
    ...withBars(grid, beats, bars),
    tempoBpm: grid.tempoBpm * 2,
    regions: scaledRegions(grid.regions, 2),
  }
}

/**
 * Halves the tempo: every two bars become one, and every second beat goes, counted anew from the first beat of each of these
 * bars, so that an irregular bar does not shift those after it.
 */
export function halveGrid(grid: Grid): Grid {
  const starts = downbeatIndexes(grid).filter((_, i) => i % 2 === 0)
  const kept: number[] = []
  const bars: number[] = []
  const first = starts[0] ?? 0
  for (let index = first % 2; index < first; index += 2) kept.push(index)
  for (const [i, start] of (starts.length > 0 ? starts : [0]).entries()) {
    const end = starts[i + 1] ?? grid.beats.length
    if (starts.length > 0) bars.push(kept.length)
    for (let index = start; index < end; index += 2) {
      // The last beat of an odd number would be half a beat before the next bar.
      const crowded = index > start && index + 1 === end && end < grid.beats.length
      if (!crowded) kept.push(index)
    }
  }
  const beats = kept.map((index) => grid.beats[index]!)
  return {
    ...withBars(grid, beats, bars),
    tempoBpm: grid.tempoBpm / 2,
    regions: scaledRegions(grid.regions, 0.5),
  }
}

/**
 * Moves the first beat of every bar by whole beats. Without bars, bars of four begin at that beat. Bars that a move
 * leaves open at either end are filled.
 */
export function moveDownbeats(grid: Grid, beats: number): Grid {
  if (beats === 0 || grid.beats.length === 0) return grid
  const metre = metreOf(grid)
  const known = downbeatIndexes(grid)
  const moved = (known.length > 0 ? known : [0]).map((index) => index + beats)
  const all = [...moved]
  while (all[0]! - metre >= 0) all.unshift(all[0]! - metre)
  while (all.at(-1)! + metre < grid.beats.length) all.push(all.at(-1)! + metre)
  return { ...withBars(grid, grid.beats, all), beatsPerBar: metre }
}

/** Replaces the beats by a steady grid through the first downbeat, or else the first beat, over the whole length. */
export function steadyGrid(grid: Grid, tempoBpm: number, durationSeconds: number): Grid {
  const period = 60 / tempoBpm
  const anchor = grid.downbeats[0] ?? grid.beats[0] ?? 0
  const before = Math.floor(anchor / period + 1e-9)
  const count = Math.max(0, Math.floor((durationSeconds - anchor) / period + 1e-9)) + before + 1
  const beats = Array.from({ length: count }, (_, i) => anchor + (i - before) * period)
  const metre = metreOf(grid)
  return {
    tempoBpm,
    beats,
    downbeats: beats.filter((_, i) => (i - before) % metre === 0),
    beatsPerBar: metre,
    regions: [{ startSeconds: 0, endSeconds: durationSeconds, bpm: tempoBpm }],
  }
}

/** Returns the parts of tempo regions that lie inside of the track. */
const insideRegions = (regions: readonly TempoRegion[], durationSeconds: number): TempoRegion[] =>
  regions
    .map(({ startSeconds, endSeconds, bpm }) => ({
      startSeconds: Math.max(0, startSeconds),
      endSeconds: Math.min(durationSeconds, endSeconds),
      bpm,
    }))
    .filter(({ startSeconds, endSeconds }) => startSeconds < endSeconds)

/**
 * Applies a correction: shift, tempo and factor, downbeat. The shift is first, so that a steady grid fills the track at
 * both ends. Beats outside of the track are left out at the end.
 */
export function correctGrid(grid: Grid, correction: GridCorrection, durationSeconds: number): Grid {
  let corrected = correction.shiftMs === 0 ? grid : shiftGrid(grid, correction.shiftMs / 1000)
  if (correction.tempoBpm !== null)
    corrected = steadyGrid(corrected, correction.tempoBpm * correction.factor, durationSeconds)
  else {
    for (let factor = correction.factor; factor > 1; factor /= 2) corrected = doubleGrid(corrected)
    for (let factor = correction.factor; factor < 1; factor *= 2) corrected = halveGrid(corrected)
  }
  corrected = moveDownbeats(corrected, correction.downbeatShift)
  const inside = (time: number) => time >= 0 && time <= durationSeconds
  return {
    ...corrected,
    beats: corrected.beats.filter(inside),
    downbeats: corrected.downbeats.filter(inside),
    regions: insideRegions(corrected.regions, durationSeconds),
  }
}
