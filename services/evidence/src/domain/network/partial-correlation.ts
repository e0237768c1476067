import type { NetworkModel } from './network-learning.ts'

/** Returns |partial correlation| of i and j given all others, from the precision matrix, in [0, 1]. */
function partialCorrelation(precision: Float64Array, d: number, i: number, j: number): number {
  const value = precision[i * d + j]! / Math.sqrt(precision[i * d + i]! * precision[j * d + j]!)
  return Math.min(1, Math.abs(value))
}

/**
 * Finds the strongest path from any other type to the target: the one with the largest product of |partial
 * correlations| (Dijkstra on −log). Returns type names from start to target. A target without other types is its
 * own path.
 */
export function strongestPath(
  model: NetworkModel,
  target: number,
  precision: Float64Array | undefined,
): readonly string[] {
  const d = model.types.length
  if (d < 2 || precision === undefined) return [model.types[target]!]
  const best = new Float64Array(d)
  const next = new Int32Array(d).fill(-1)
  const done = new Uint8Array(d)
  best[target] = 1
  for (let round = 0; round < d; round += 1) {
    let at = -1
    for (let i = 0; i < d; i += 1) if (!done[i] && (at < 0 || best[i]! > best[at]!)) at = i
    if (at < 0 || best[at] === 0) break
    done[at] = 1
    for (let i = 0; i < d; i += 1) {
      if (done[i]) continue
      const through = best[at]! * partialCorrelation(precision, d, at, i)
      if (through > best[i]!) {
        best[i] = through
        next[i] = at
      }
    }
  }
  // Choose the start with the largest effect on the target; a longer path must beat every direct neighbour.
  let start = -1
  for (let i = 0; i < d; i += 1) {
    if (i !== target && next[i] !== -1 && (start < 0 || best[i]! > best[start]!)) start = i
  }
  if (start < 0) return [model.types[target]!]
  const path: string[] = []
  for (let at = start; at !== -1; at = next[at]!) path.push(model.types[at]!)
  return path
}
