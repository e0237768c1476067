/** A share of children with its 95 % interval, in percent. */
export interface Proportion {
  readonly count: number
  readonly of: number
  readonly percent: number
  readonly low: number
  readonly high: number
}

const Z_95 = 1.959963984540054

/**
 * Returns a share in percent with Wilson's score interval, which stays within 0–100 and keeps its level for rare
 * outcomes. Assumes simple random sampling: the interval of a cluster survey is wider by its design effect. NaN when
 * `of` is 0. Wilson, J Am Stat Assoc 22 (1927) 209–212.
 */
export function proportion(count: number, of: number): Proportion {
  const p = count / of
  const z2 = Z_95 * Z_95
  const centre = (p + z2 / (2 * of)) / (1 + z2 / of)
  const half = (Z_95 / (1 + z2 / of)) * Math.sqrt((p * (1 - p)) / of + z2 / (4 * of * of))
  return {
    count,
    of,
    percent: 100 * p,
    low: 100 * Math.max(0, centre - half),
    high: 100 * Math.min(1, centre + half),
  }
}
