/** What the address of the search says. Everything is text, as people would write it. */
export type SearchSearch = { readonly q?: string }

/** Reads the question from the address of the search and leaves out everything else. */
export const readSearchSearch = (search: Record<string, unknown>): SearchSearch =>
  typeof search.q === 'string' ? { q: search.q } : {}
