/**
 * Returns the name that most items state, and of equally common ones the first in the alphabet, so that every view of a
 * candidate has the same name; null if no item states one.
 */
export function usualName(items: Iterable<{ readonly name?: string }>): string | null {
  const counts = new Map<string, number>()
  for (const { name } of items) if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))[0]?.[0] ?? null
}
