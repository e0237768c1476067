/** A part of a list; `next` is the key to continue after, where there is more. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly next: string | undefined
}

/** Asks for one more than wanted: its presence says that there is more. */
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
