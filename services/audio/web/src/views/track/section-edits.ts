import type { Analysis, Track } from './track-data.ts'

/** A section as a person may draw it: times in seconds. */
export interface Section {
  readonly start: number
  readonly end: number
  readonly label: string
}

/** A section shorter than this is not made, seconds. */
const SHORTEST = 0.5

/** Returns the sections with another name for one of them. */
export const renamed = (sections: readonly Section[], index: number, label: string): Section[] =>
  sections.map((section, i) => (i === index ? { ...section, label } : section))

/** Returns the sections with the border before one of them moved; unchanged where a section would vanish. */
export function startMoved(sections: readonly Section[], index: number, seconds: number): readonly Section[] {
  const [before, section] = [sections[index - 1], sections[index]]
  if (!section || seconds > section.end - SHORTEST) return sections
  if (before && seconds < before.start + SHORTEST) return sections
  return sections.map((one, i) =>
    i === index ? { ...one, start: seconds } : i === index - 1 ? { ...one, end: seconds } : one,
  )
}

/** Returns the sections with the one around a time split there; unchanged close to a border. */
export function splitAt(sections: readonly Section[], seconds: number): readonly Section[] {
  const index = sections.findIndex(({ start, end }) => seconds > start + SHORTEST && seconds < end - SHORTEST)
  const one = sections[index]
  if (!one) return sections
  return sections.toSpliced(index, 1, { ...one, end: seconds }, { ...one, start: seconds })
}

/** Returns the sections with one joined to the one before it, whose name it takes; the first one stays. */
export function joined(sections: readonly Section[], index: number): readonly Section[] {
  const [before, section] = [sections[index - 1], sections[index]]
  if (!before || !section) return sections
  return sections.toSpliced(index - 1, 2, { ...before, end: section.end })
}

/** Returns the sections that the reader wants: those being saved, the measured ones after an undo, or the saved ones. */
export function wantedSections(
  track: Pick<Track, 'measured'>,
  analysis: Pick<Analysis, 'phrases'>,
  unsaved: readonly Section[] | null | undefined,
): readonly Section[] {
  if (unsaved) return unsaved
  const phrases = unsaved === null ? (track.measured.phrases ?? analysis.phrases) : analysis.phrases
  return phrases.map(({ start_time, end_time, label }) => ({ start: start_time, end: end_time, label }))
}
