/**
 * Returns the non-decreasing levels nearest to the given ones: neighbours that fall are pooled, weighted by their
 * precision (pool adjacent violators: Ayer et al., Ann. Math. Stat. 26 (1955) 641–647). Levels that rise stay as they
 * are.
 */
export function monotoneLevels(levels: readonly number[], precisions: readonly number[]): number[] {
  const blocks: { mean: number; weight: number; count: number }[] = []
  levels.forEach((mean, i) => {
    let last = { mean, weight: precisions[i]!, count: 1 }
    for (let held = blocks.at(-1); held !== undefined && held.mean > last.mean; held = blocks.at(-1)) {
      const weight = held.weight + last.weight
      last = {
        mean: (held.mean * held.weight + last.mean * last.weight) / weight,
        weight,
        count: held.count + last.count,
      }
      blocks.pop()
    }
    blocks.push(last)
  })
  return blocks.flatMap(({ mean, count }) => new Array<number>(count).fill(mean))
}
