/** Ways to search. */
export const MODES = ['words', 'like', 'path'] as const
/** Way to search. */
type Mode = (typeof MODES)[number]

/** What the address of the search says. Everything is text, as people would write it. */
export type SearchSearch = {
  readonly mode?: Mode
  readonly q?: string
  /** Example of a search by example, and how hits should differ from it, −1 to 1. */
  readonly like?: string
  readonly darkness?: string
  readonly tempo?: string
  readonly drums?: string
  /** Ends of a path, and its number of steps. */
  readonly from?: string
  readonly to?: string
  readonly steps?: string
}

/** Sliders of the search by example. */
export const SLIDERS = ['darkness', 'tempo', 'drums'] as const

const isId = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
const isAmount = (text: string): boolean => /^-?(?:0?\.\d+|1)$/.test(text) && Number(text) !== 0

const CHECKS: { readonly [Name in keyof Required<SearchSearch>]: (text: string) => boolean } = {
  mode: (text) => (MODES as readonly string[]).includes(text),
  q: (text) => text.trim() !== '' && text.length <= 2000,
  like: isId,
  darkness: isAmount,
  tempo: isAmount,
  drums: isAmount,
  from: isId,
  to: isId,
  steps: (text) => /^(?:[1-9]|1\d|20)$/.test(text),
}

/**
 * Reads what is searched from the address. Everything else is undefined: the router puts the answer over what stands in
 * the address, so that a name which is left out would keep its text.
 */
export const readSearchSearch = (search: Record<string, unknown>): SearchSearch =>
  Object.fromEntries(
    Object.entries(CHECKS).map(([name, isValid]) => {
      const value = search[name]
      return [name, typeof value === 'string' && isValid(value) ? value : undefined]
    }),
  )
