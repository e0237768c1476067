/** What of the table of a run is shown, as it stands in the address. */
export type TableSearch = {
  readonly find?: string
  readonly level?: string
  readonly sources?: string
  readonly conflict?: string
  readonly threshold?: string
  readonly sort?: string
}

const NAMES = ['find', 'level', 'sources', 'conflict', 'threshold', 'sort'] as const

/** Reads the filters of an address. Everything else is left out. */
export const readTableSearch = (search: Record<string, unknown>): TableSearch =>
  Object.fromEntries(
    NAMES.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : [])),
  )
