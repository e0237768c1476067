/** A tag that a network heard. */
export interface HeardTag {
  readonly name: string
  readonly probability: number
}

/** Returns each tag once, with the larger probability when several networks hear it, most probable first. */
export function uniqueTags(tags: readonly HeardTag[]): HeardTag[] {
  const largest = new Map<string, number>()
  for (const { name, probability } of tags) largest.set(name, Math.max(probability, largest.get(name) ?? 0))
  return [...largest]
    .map(([name, probability]) => ({ name, probability }))
    .sort((a, b) => b.probability - a.probability)
}
