/** Looks a word of a text up in a table. "constructor" and the like, which every object inherits, are no entries. */
export const ownEntry = <Value>(
  table: Readonly<Record<string, Value>>,
  word: string | undefined,
): Value | undefined => (word !== undefined && Object.hasOwn(table, word) ? table[word] : undefined)
