/**
 * Returns the distance of two words: how many letters must be inserted, removed, replaced or swapped with their neighbour
 * (optimal string alignment: Levenshtein, 1966, with the transpositions of Damerau, 1964).
 */
function distance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      next.push(
        Math.min(
          replaced,
          row[j]! + 1,
          next[j - 1]! + 1,
          swapped ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    before = row
    row = next
  }
  return row[b.length]!
}

const MAX_DISTANCE = 2
const MAX_WORD = 64

/** Returns the known word closest to a mistyped one, if at most two letters and at most a third of them differ. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (word.length > MAX_WORD) return undefined
  const [best] = known
    .map((name) => ({ name, distance: distance(word.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  return best && best.distance <= Math.min(MAX_DISTANCE, best.name.length / 3) ? best.name : undefined
}
