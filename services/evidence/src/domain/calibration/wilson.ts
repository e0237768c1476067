import { NORMAL_95 } from '../numerics/normal.ts'

/**
 * Returns the 90 % interval of a frequency of `hits` in `count` (Wilson, Journal of the American Statistical Association
 * 22 (1927) 209–212), in [0, 1]; [0, 1] for none.
 */
export function wilsonBounds(hits: number, count: number): [number, number] {
  if (count === 0) return [0, 1]
  const z2 = NORMAL_95 ** 2
  const share = hits / count
  const middle = (share + z2 / (2 * count)) / (1 + z2 / count)
  const half =
    (NORMAL_95 * Math.sqrt((share * (1 - share)) / count + z2 / (4 * count * count))) / (1 + z2 / count)
  return [Math.max(0, middle - half), Math.min(1, middle + half)]
}
