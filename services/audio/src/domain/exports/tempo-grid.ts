import { median } from '../median.ts'
import type { TempoRegion } from '../rhythm/tempo-regions.ts'
import { type BeatGrid, fitGrid, offsetFromGrid } from './beat-grid.ts'
import { barPositions, type ExportableTrack, metre } from './exportable-track.ts'

/** Part of a beat grid: steady from `startSeconds`, which is a beat, to the next part. */
export interface GridPart {
  readonly startSeconds: number
  readonly bpm: number
  /** Beat of the bar at the start, from 1. */
  readonly place: number
}

interface PlacedBeat {
  readonly time: number
  readonly place: number
}

/** Precision of the tempo in DJ software, decimals of a beat per minute. */
export const BPM_DECIMALS = 2
/** Distance between grid and tracked beats from which the tempo has drifted, seconds. */
const GRID_TOLERANCE_SECONDS = 0.01
/**
 * Offsets are smoothed over this many beats before a steady grid is given up: single beats are early or late in steady
 * music, too. Fewer beats in a row may be off it, as in a break, where the tracker has nothing to hold on to.
 */
const STEADY_WINDOW = 9
const STEADY_RUN = 16
/** Most beats of a steady track, as a share, that may be beside its grid. */
const MOST_OFF_SHARE = 1 / 3
/** Least change of tempo, as a share, that is a drift and not a constant delay. */
const LEAST_DRIFT = 0.002
/** Regions with fewer beats are too short to show a drift. */
const SHORT_BEATS = 32
/**
 * Within a part of a drifting grid, only single beats may be errors of the tracker, and the others are nearer than the
 * tolerance, because smoothing hides a part of the drift at the ends.
 */
const DRIFT_WINDOW = 3
const DRIFT_TOLERANCE_SECONDS = 0.6 * GRID_TOLERANCE_SECONDS

const mod = (value: number, by: number): number => ((value % by) + by) % by
const numberAt = (time: number, { originSeconds, bpm }: BeatGrid): number =>
  Math.round(((time - originSeconds) * bpm) / 60)

/** Returns the running median of offsets; windows are shorter at the ends. */
function smoothed(offsets: readonly number[], window: number): number[] {
  const half = (window - 1) / 2
  return offsets.map((_, i) => median(offsets.slice(Math.max(0, i - half), i + half + 1)))
}

/** Returns the change of offsets from beat to beat, seconds: the slope of their least-squares line. */
function slopeOf(offsets: readonly number[]): number {
  const middle = (offsets.length - 1) / 2
  let cross = 0
  let squares = 0
  offsets.forEach((offset, i) => {
    cross += (i - middle) * offset
    squares += (i - middle) ** 2
  })
  return squares > 0 ? cross / squares : 0
}

/**
 * Whether a steady grid explains the tracked beats. Most of them must be on it. A run of beats beside it is no drift when
 * they return to it, or when they are shifted at the same tempo at the start or end: instruments with a slow attack let
 * the tracker hear every beat late.
 */
function isSteady(beats: readonly PlacedBeat[], grid: BeatGrid): boolean {
  const offsets = smoothed(
    beats.map(({ time }) => offsetFromGrid(time, grid)),
    STEADY_WINDOW,
  )
  const isOff = offsets.map((offset) => Math.abs(offset) > GRID_TOLERANCE_SECONDS)
  if (isOff.filter(Boolean).length > offsets.length * MOST_OFF_SHARE) return false
  const longRun = Math.min(STEADY_RUN, beats.length / 4)
  for (let from = 0; from < isOff.length; from++) {
    if (!isOff[from]) continue
    let to = from
    while (isOff[to + 1]) to++
    const returns = from > 0 && to < isOff.length - 1
    const slope = Math.abs(slopeOf(offsets.slice(from, to + 1))) * (grid.bpm / 60)
    if (to - from + 1 >= longRun && !returns && slope > LEAST_DRIFT) return false
    from = to
  }
  return true
}

/** Returns the bar position of a beat of the grid that most of the tracked beats imply. */
function placeOf(number: number, beats: readonly PlacedBeat[], grid: BeatGrid, perBar: number): number {
  const votes = new Map<number, number>()
  for (const { time, place } of beats) {
    const here = mod(place - 1 - numberAt(time, grid) + number, perBar) + 1
    votes.set(here, (votes.get(here) ?? 0) + 1)
  }
  const [[place] = [1]] = [...votes].sort((a, b) => b[1] - a[1])
  return place
}

/** Returns the part of the grid that begins at the beat nearest to `startSeconds`, not before the start of the file. */
function partAt(
  startSeconds: number,
  beats: readonly PlacedBeat[],
  grid: BeatGrid,
  perBar: number,
): GridPart {
  const { originSeconds, bpm } = grid
  const number = Math.max(Math.ceil((-originSeconds * bpm) / 60), numberAt(startSeconds, grid))
  return {
    startSeconds: Math.max(0, originSeconds + (number * 60) / bpm),
    bpm,
    place: placeOf(number, beats, grid, perBar),
  }
}

/** Whether a grid follows these beats within the tolerance; a single beat may be off. */
const follows = (beats: readonly PlacedBeat[], grid: BeatGrid): boolean =>
  smoothed(
    beats.map(({ time }) => offsetFromGrid(time, grid)),
    DRIFT_WINDOW,
  ).every((offset) => Math.abs(offset) <= DRIFT_TOLERANCE_SECONDS)

/**
 * Returns steady parts that follow drifting beats: each begins at a bar and is as long as the tolerance allows, at
 * least one bar.
 */
function driftingParts(beats: readonly PlacedBeat[], perBar: number): GridPart[] {
  const ends = beats.flatMap(({ place }, i) => (place === 1 && i > 0 ? [i] : []))
  if (ends.at(-1) !== beats.length - 1) ends.push(beats.length - 1)
  const fitted = (from: number, to: number) => {
    const part = beats.slice(from, to + 1)
    return {
      part,
      grid: fitGrid(
        part.map(({ time }) => time),
        BPM_DECIMALS,
      ),
    }
  }
  const parts: GridPart[] = []
  for (let from = 0, next = 0; next < ends.length; ) {
    let best = { ...fitted(from, ends[next]!), last: next }
    // Doubles the length while the grid follows, then halves the step.
    for (let step = 1, growing = true; step >= 1; step = growing ? step * 2 : Math.floor(step / 2)) {
      const last = Math.min(ends.length - 1, best.last + step)
      const longer = fitted(from, ends[last]!)
      const held = last > best.last && follows(longer.part, longer.grid)
      if (held) best = { ...longer, last }
      else growing = false
    }
    parts.push(partAt(beats[from]!.time, best.part, best.grid, perBar))
    from = ends[best.last]!
    next = best.last + 1
  }
  return parts
}

/** Tempo region with its beats and, when they are steady, its grid. */
interface FittedRegion {
  readonly region: TempoRegion
  readonly beats: readonly PlacedBeat[]
  readonly part: GridPart | undefined
}

function fitRegion(region: TempoRegion, beats: readonly PlacedBeat[], perBar: number): FittedRegion {
  const { startSeconds, bpm } = region
  if (beats.length < 2) return { region, beats, part: { startSeconds, bpm, place: beats[0]?.place ?? 1 } }
  const grid = fitGrid(
    beats.map(({ time }) => time),
    BPM_DECIMALS,
  )
  return {
    region,
    beats,
    part: isSteady(beats, grid) ? partAt(startSeconds, beats, grid, perBar) : undefined,
  }
}

/** Returns the neighbours that are one stretch of drifting tempo, and every steady region alone. */
function stretches(regions: readonly FittedRegion[]): FittedRegion[][] {
  const drifts = regions.map(({ part }) => part === undefined)
  // A short region beside a drift only seems steady.
  const isDrift = (i: number): boolean =>
    drifts[i] === true ||
    (regions[i]!.beats.length < SHORT_BEATS && (drifts[i - 1] === true || drifts[i + 1] === true))
  const out: FittedRegion[][] = []
  for (const [i, region] of regions.entries()) {
    if (i > 0 && isDrift(i) && isDrift(i - 1)) out.at(-1)!.push(region)
    else out.push([region])
  }
  return out
}

/**
 * Returns the beat grid of a track: one steady part for each tempo region, or several that begin at bars where the
 * tempo drifts by more than 10 ms from a steady grid. A beat that was detected early or late does not move the grid. No
 * parts when there is no rhythm (confidence 0).
 */
export function tempoGrid(track: ExportableTrack): GridPart[] {
  if (track.tempoConfidence === 0) return []
  const positions = barPositions(track)
  const perBar = metre(track)
  const regions = track.tempoRegions.map((region) =>
    fitRegion(
      region,
      track.beats.flatMap((time, i) =>
        time > region.startSeconds - 0.01 && time < region.endSeconds + 0.01
          ? [{ time, place: positions[i]! }]
          : [],
      ),
      perBar,
    ),
  )
  return stretches(regions).flatMap((stretch) => {
    const [{ part }] = stretch as [FittedRegion]
    if (stretch.length === 1 && part !== undefined) return [part]
    // The last beat of a region is the first of the next.
    const beats = stretch.flatMap((region, i) => (i === 0 ? region.beats : region.beats.slice(1)))
    return driftingParts(beats, perBar)
  })
}

/** Returns the beats of a grid from its start to `endSeconds`, with their place in the bar. */
export function gridBeats(grid: readonly GridPart[], perBar: number, endSeconds: number): PlacedBeat[] {
  return grid.flatMap(({ startSeconds, bpm, place }, i) => {
    const end = grid[i + 1]?.startSeconds ?? endSeconds
    // The next part begins with a beat of its own: half a beat before it there is none of this part.
    const count = Math.max(1, Math.ceil(((end - startSeconds) * bpm) / 60 - (grid[i + 1] ? 0.5 : 0)))
    return Array.from({ length: count }, (_, n) => ({
      time: startSeconds + (n * 60) / bpm,
      place: mod(place - 1 + n, perBar) + 1,
    }))
  })
}
