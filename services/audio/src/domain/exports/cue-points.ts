import { type ExportableSection, type ExportableTrack, metre } from './exportable-track.ts'
import { type GridPart, gridBeats } from './tempo-grid.ts'

/** Cue at the start of a section. */
export interface CuePoint {
  readonly timeSeconds: number
  readonly label: string
}

/** Most cues of each kind that players show: ten memory cues, hot cues A to H. */
const MOST_MEMORY_CUES = 10
const MOST_HOT_CUES = 8
/** Sections that a DJ looks for first, when there are more than cues. */
const ORDER = ['drop', 'break', 'build', 'intro', 'outro', 'main']

const rank = ({ type }: ExportableSection): number => {
  const at = ORDER.indexOf(type)
  return at < 0 ? ORDER.length : at
}

/** Returns the nearest of sorted times; undefined when there is none. */
function nearest(times: readonly number[], to: number): number | undefined {
  let best: number | undefined
  for (const time of times) if (best === undefined || Math.abs(time - to) < Math.abs(best - to)) best = time
  return best
}

/**
 * Returns a cue for the start of every section, on the nearest bar of the grid: quantised playback then starts on the
 * one. Without a grid, or where no bar is near, it is the start itself.
 */
function sectionCues(track: ExportableTrack, grid: readonly GridPart[]) {
  const perBar = metre(track)
  const beats = gridBeats(grid, perBar, track.durationSeconds)
  const bars = beats.filter(({ place, time }) => place === 1 && time < track.durationSeconds)
  const times = bars.map(({ time }) => time)
  const barSeconds = (60 / (track.tempoBpm || 60)) * perBar
  const taken = new Set<number>()
  return track.sections.flatMap((section) => {
    const bar = nearest(times, section.startSeconds)
    const timeSeconds =
      bar !== undefined && Math.abs(bar - section.startSeconds) <= barSeconds ? bar : section.startSeconds
    if (taken.has(timeSeconds)) return []
    taken.add(timeSeconds)
    return [{ section, timeSeconds, label: section.label }]
  })
}

/**
 * Returns memory cues and hot cues at the starts of sections, each in order of time. When there are more sections than
 * cues, drops come first, then breaks, builds, intro, outro and the rest.
 */
export function cuePoints(
  track: ExportableTrack,
  grid: readonly GridPart[],
): { readonly memory: readonly CuePoint[]; readonly hot: readonly CuePoint[] } {
  const cues = sectionCues(track, grid)
  const first = (most: number) =>
    cues
      .toSorted((a, b) => rank(a.section) - rank(b.section) || a.timeSeconds - b.timeSeconds)
      .slice(0, most)
      .sort((a, b) => a.timeSeconds - b.timeSeconds)
  return { memory: first(MOST_MEMORY_CUES), hot: first(MOST_HOT_CUES) }
}
