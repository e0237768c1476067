/** Columns by which the library can be sorted. */
export const SORTS = ['title', 'artist', 'tempo', 'key', 'energy', 'mood', 'duration', 'added'] as const
/** Column by which the library is sorted. */
export type Sort = (typeof SORTS)[number]

/** The nine dimensions by which moods are named, and what none of them stands out from. */
export const MOODS = [
  'energy',
  'brightness',
  'tension',
  'warmth',
  'groove',
  'aggression',
  'atmosphere',
  'melancholy',
  'euphoria',
  'neutral',
] as const

/** What the address of the library says. Everything is text, as people would write it. */
export type LibrarySearch = {
  readonly text?: string
  readonly tempo_min?: string
  readonly tempo_max?: string
  readonly key?: string
  readonly energy_min?: string
  readonly energy_max?: string
  readonly mood?: (typeof MOODS)[number]
  /** Lengths in minutes. */
  readonly minutes_min?: string
  readonly minutes_max?: string
  /** Column, with a minus sign in front for descending order. */
  readonly sort?: Sort | `-${Sort}`
}

const isNumber = (text: string, most: number): boolean =>
  /^\d+(?:[.,]\d+)?$/.test(text) && Number(text.replace(',', '.')) <= most
const isTempo = (text: string): boolean => isNumber(text, 1000)
const isEnergy = (text: string): boolean => /^(?:[1-9]|10)$/.test(text)
const isMinutes = (text: string): boolean => isNumber(text, 10_000)

const CHECKS: { readonly [Name in keyof Required<LibrarySearch>]: (text: string) => boolean } = {
  text: (text) => text.trim() !== '' && text.length <= 200,
  tempo_min: isTempo,
  tempo_max: isTempo,
  key: (text) => /^(?:1[0-2]|[1-9])[AB]$/.test(text),
  energy_min: isEnergy,
  energy_max: isEnergy,
  mood: (text) => (MOODS as readonly string[]).includes(text),
  minutes_min: isMinutes,
  minutes_max: isMinutes,
  sort: (text) => (SORTS as readonly string[]).includes(text.replace(/^-/, '')),
}

/**
 * Reads the filters and the order of the library from its address. Everything else is undefined: the router puts the
 * answer over what stands in the address, so that a name which is left out would keep its text.
 */
export const readLibrarySearch = (search: Record<string, unknown>): LibrarySearch =>
  Object.fromEntries(
    Object.entries(CHECKS).map(([name, isValid]) => {
      const value = search[name]
      return [name, typeof value === 'string' && isValid(value) ? value : undefined]
    }),
  )

const numberOf = (text: string | undefined, factor = 1): number | undefined =>
  text === undefined ? undefined : Number(text.replace(',', '.')) * factor

/** Returns the parameters of the request for the tracks that an address asks for. */
export function requestOf(search: LibrarySearch) {
  const given = {
    text: search.text?.trim(),
    tempo_min: numberOf(search.tempo_min),
    tempo_max: numberOf(search.tempo_max),
    key: search.key,
    energy_min: numberOf(search.energy_min),
    energy_max: numberOf(search.energy_max),
    mood: search.mood,
    duration_min: numberOf(search.minutes_min, 60),
    duration_max: numberOf(search.minutes_max, 60),
    // The usual order has no name, so that it has only one.
    sort: search.sort === '-added' ? undefined : search.sort,
  }
  // Only what is given: the same question always has the same name in the cache.
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    readonly [Name in keyof typeof given]?: Exclude<(typeof given)[Name], undefined>
  }
}
