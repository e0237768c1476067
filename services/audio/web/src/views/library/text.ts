import { formatCount } from '@assay/ui/format'

const tracks = (count: number): string => (count === 1 ? '1 track' : `${formatCount(count)} tracks`)

/** Titles that a question names. */
const NAMED = 3

/** Texts of the library. */
export const TEXT = {
  title: 'Library',
  tracks,
  columns: {
    title: 'Title',
    artist: 'Artist',
    tempo: 'Tempo',
    key: 'Key',
    energy: 'Energy',
    mood: 'Mood',
    duration: 'Length',
    added: 'Added',
  },
  filters: {
    title: 'Filters',
    text: 'Find',
    tempo: 'Tempo, BPM',
    energy: 'Energy, 1 to 10',
    minutes: 'Length, minutes',
    least: (what: string) => `${what}: at least`,
    most: (what: string) => `${what}: at most`,
    key: 'Key',
    mood: 'Mood',
    any: 'Any',
    clear: 'Clear the filters',
  },
  guess: 'a guess',
  guessed: (what: string) => `${what}, a guess: the measurement was not certain`,
  corrected: 'Corrected',
  correctedTitle: 'A person corrected the grid, the key or the sections',
  noMusic: 'No music heard',
  unknown: 'unknown',
  energyOf: (energy: number) => `Energy ${energy} of 10`,
  moodOf: (mood: string, value: string) => `${mood}, ${value} of 10 (computed, not validated with listeners)`,
  similar: 'Similar',
  similarTo: (title: string) => `Tracks similar to ${title}`,
  select: (title: string) => `Select ${title}`,
  selectAll: (total: number, most: number) =>
    total > most ? `Select the first ${formatCount(most)}` : `Select all ${tracks(total)}`,
  selected: (count: number) => `${tracks(count)} selected`,
  unselect: 'Clear the selection',
  similarToOne: 'More like this',
  path: 'Path between the two',
  again: 'Analyse again',
  remove: 'Remove',
  removeTitle: (count: number) => `Remove ${tracks(count)} for good?`,
  /** Names the first titles: what is removed may be out of sight behind a filter. */
  removeNames: (titles: readonly string[]) =>
    titles.length > NAMED
      ? `${titles.slice(0, NAMED).join(', ')} and ${formatCount(titles.length - NAMED)} more.`
      : `${titles.join(', ')}.`,
  removeText: 'Their files, analyses and corrections are deleted. This cannot be undone.',
  keep: 'Keep',
  working: (done: number, all: number) => `${formatCount(done)} of ${formatCount(all)} done`,
  removed: (count: number) => `${tracks(count)} removed.`,
  started: (count: number) =>
    count === 1 ? '1 analysis started.' : `${formatCount(count)} analyses started.`,
  someFailed: (failed: number, message: string) => `${tracks(failed)} could not be changed: ${message}`,
  toJobs: 'Follow them under Jobs',
  emptyTitle: 'Your library is empty',
  empty: 'Drop a track, and it is analysed and listed here.',
  add: 'Add tracks',
  nothingTitle: 'Nothing matches',
  nothing: 'No track passes these filters.',
} as const
