/** What the address of the library says. Everything is text, as people would write it. */
export type LibrarySearch = { readonly text?: string }

/** Reads the filters and the order of the library from its address and leaves out everything else. */
export const readLibrarySearch = (search: Record<string, unknown>): LibrarySearch =>
  typeof search.text === 'string' ? { text: search.text } : {}
