import { type MixTrack, mixStep } from './mix-step.ts'

/**
 * Returns how far a place lies on the way between two others: 0 at the first, 1 at the second; undefined when those two
 * are the same.
 */
function progressOf(from: Float64Array, to: Float64Array, place: Float64Array): number | undefined {
  let along = 0
  let whole = 0
  for (let i = 0; i < from.length; i++) {
    const way = to[i]! - from[i]!
    along += way * (place[i]! - from[i]!)
    whole += way * way
  }
  return whole > 0 ? along / whole : undefined
}

/** Returns the indices of the candidates that lie between the ends, in the order of their progress. */
function inBetween(from: MixTrack, to: MixTrack, candidates: readonly MixTrack[]): number[] {
  return candidates
    .map(({ place }, index) => ({ index, progress: progressOf(from.place, to.place, place) }))
    .filter(({ progress }) => progress !== undefined && progress > 0 && progress < 1)
    .sort((a, b) => a.progress! - b.progress! || a.index - b.index)
    .map(({ index }) => index)
}

/**
 * Finds the cheapest path of candidates from one track to another and returns their indices in order. Every track of
 * the path lies closer to the end than the one before it, so none occurs twice and the best path is found exactly, by
 * dynamic programming over the number of steps (Bellman, On a routing problem, 1958). With `steps`, the path has that
 * many, or as many as there are candidates in between; without, as many as cost least, up to `mostSteps`.
 */
export function findTrackPath(
  from: MixTrack,
  to: MixTrack,
  candidates: readonly MixTrack[],
  { steps, mostSteps }: { readonly steps?: number | undefined; readonly mostSteps: number },
): number[] {
  const between = inBetween(from, to, candidates)
  const nodes = [from, ...between.map((index) => candidates[index]!), to]
  const last = nodes.length - 1
  const most = Math.min(steps ?? mostSteps, last)
  const cost = nodes.map((one, i) => nodes.map((other, j) => (i < j ? mixStep(one, other).cost : Infinity)))
  // best[k][j]: cost of the cheapest path of k steps from the first node to node j; came[k][j]: the node before j on it.
  const best = [nodes.map((_, j) => (j === 0 ? 0 : Infinity))]
  const came = [nodes.map(() => -1)]
  for (let k = 1; k <= most; k++) {
    const reached = nodes.map(() => Infinity)
    const before = nodes.map(() => -1)
    for (let j = k; j <= last; j++)
      for (let i = k - 1; i < j; i++) {
        const total = best[k - 1]![i]! + cost[i]![j]!
        if (total < reached[j]!) {
          reached[j] = total
          before[j] = i
        }
      }
    best.push(reached)
    came.push(before)
  }
  let chosen = most
  if (steps === undefined) {
    chosen = 1
    for (let k = 2; k <= most; k++) if (best[k]![last]! < best[chosen]![last]!) chosen = k
  }
  const path: number[] = []
  for (let k = chosen, j = last; k > 1; k--) {
    j = came[k]![j]!
    path.unshift(between[j - 1]!)
  }
  return path
}
