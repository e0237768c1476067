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
  return sections.flatMap((one) =>
    seconds > one.start + SHORTEST && seconds < one.end - SHORTEST
      ? [
          { ...one, end: seconds },
          { ...one, start: seconds },
        ]
      : [one],
  )
}

/** Returns the sections with one joined to the one before it, whose name it takes. */
export const joined = (sections: readonly Section[], index: number): Section[] =>
  sections.flatMap((one, i) =>
    i === index && i > 0 ? [] : i === index - 1 ? [{ ...one, end: sections[index]!.end }] : [one],
  )
