/** Columns by which the table can be sorted. */
export const SORTS = ['probability', 'observation', 'best', 'level', 'conflict', 'sources'] as const
export type Sort = (typeof SORTS)[number]

/** What of the table of a run is shown, as it stands in the address. */
export type TableSearch = {
  readonly find?: string
  readonly level?: string
  readonly sources?: string
  readonly conflict?: 'calm' | 'torn'
  readonly threshold?: string
  readonly sort?: Sort
  /** Present when the order of the column is turned around. */
  readonly turned?: 'yes'
}

const LEVELS = ['1', '2a', '2b', '3', '4', '5', 'none']

const CHECKS: { readonly [Name in keyof Required<TableSearch>]: (text: string) => boolean } = {
  find: (text) => text !== '',
  level: (text) => LEVELS.includes(text),
  sources: (text) => /^[1-9]$/.test(text),
  conflict: (text) => text === 'calm' || text === 'torn',
  threshold: (text) => Number(text) > 0 && Number(text) <= 1,
  sort: (text) => (SORTS as readonly string[]).includes(text),
  turned: (text) => text === 'yes',
}

/**
 * Reads the filters of an address. Everything else is undefined: the router puts the answer over what stands in the
 * address, so that a name which is left out would keep its text.
 */
export const readTableSearch = (search: Record<string, unknown>): TableSearch =>
  Object.fromEntries(
    Object.entries(CHECKS).map(([name, isValid]) => {
      const value = search[name]
      return [name, typeof value === 'string' && isValid(value) ? value : undefined]
    }),
  )
