/** Page of a list. `next` is the key to continue after, if there is more. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly next: string | undefined
}

/** Reads one more row than requested, which shows whether there is a next page. */
export async function page<T>(
  { after, limit }: { after: string | undefined; limit: number },
  read: (page: { after: string | undefined; limit: number }) => Promise<T[]>,
  keyOf: (item: T) => string,
): Promise<Page<T>> {
  const found = await read({ after, limit: limit + 1 })
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, next: found.length > limit && last !== undefined ? keyOf(last) : undefined }
}
