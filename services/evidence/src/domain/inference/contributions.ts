import { groupKey } from '../evidence/evidence-item.ts'
import type { CombinationParameters } from './combine.ts'
import { combinationOf, type LearnedModel } from './learned-model.ts'
import type { Posterior } from './posterior.ts'

/**
 * Returns (score − base)·Λ_i/ΣΛ per item: Aumann–Shapley shares (Values of Non-Atomic Games, 1974) along the
 * straight path from base to score in log-odds. They sum to score − base; if ΣΛ is 0, all are 0.
 */
export function contributions(result: Posterior): Float64Array {
  const total = result.items.reduce((sum, x) => sum + x.share, 0)
  const way = result.score - result.baseScore
  if (Math.abs(total) < 1e-12) return new Float64Array(result.items.length)
  return Float64Array.from(result.items, (x) => (way * x.share) / total)
}

/** Change that would reverse the decision at `threshold`. */
export interface Counterfactual {
  readonly decision: 'accepted' | 'rejected'
  /** Log-odds of new evidence that would just reverse the decision; negative for an acceptance. */
  readonly logOddsToFlip: number
  /** Smallest set of items, strongest first, whose removal reverses the decision; undefined if there is none. */
  readonly itemsToRemove: readonly string[] | undefined
}

/**
 * Computes what would reverse the decision: the distance to the threshold in log-odds, and the smallest number of
 * the strongest supporting items whose removal reverses it. Groups are combined again without the removed items.
 */
export function counterfactual(result: Posterior, model: LearnedModel, thresholdLogOdds = 0): Counterfactual {
  const accepted = result.logOdds >= thresholdLogOdds
  const sign = accepted ? 1 : -1
  const own = result.items
    .map((x, i) => ({ i, strength: sign * x.lambda }))
    .filter((x) => x.strength > 0)
    .sort((a, b) => b.strength - a.strength)
  const groups = sortedGroups(result, model)
  const flipsWithout = (count: number): boolean => {
    const removed = new Uint8Array(result.items.length)
    for (let k = 0; k < count; k += 1) removed[own[k]!.i] = 1
    const logOdds = logOddsWithout(result, groups, removed)
    return accepted ? logOdds < thresholdLogOdds : logOdds >= thresholdLogOdds
  }
  let itemsToRemove: string[] | undefined
  if (own.length > 0 && flipsWithout(own.length)) {
    let low = 0
    let high = own.length
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (flipsWithout(middle)) high = middle
      else low = middle
    }
    itemsToRemove = own.slice(0, high).map((x) => result.items[x.i]!.item.id)
  }
  return {
    decision: accepted ? 'accepted' : 'rejected',
    logOddsToFlip: thresholdLogOdds - result.logOdds,
    itemsToRemove,
  }
}

/** Sorts the members of each group by λ, largest first, so that each trial is one pass without sorting. */
function sortedGroups(
  result: Posterior,
  model: LearnedModel,
): { readonly parameters: CombinationParameters; readonly members: number[] }[] {
  const groups = new Map<string, number[]>()
  result.items.forEach((x, i) => {
    const key = groupKey(x.item)
    const held = groups.get(key)
    if (held === undefined) groups.set(key, [i])
    else held.push(i)
  })
  return Array.from(groups.values(), (members) => ({
    parameters: combinationOf(model, result.items[members[0]!]!.item.type),
    members: members.sort((a, b) => Math.abs(result.items[b]!.lambda) - Math.abs(result.items[a]!.lambda)),
  }))
}

/** Returns ℓ with some items removed: the same sum as `combineGroup` over the remaining items. */
function logOddsWithout(
  result: Posterior,
  groups: ReturnType<typeof sortedGroups>,
  removed: Uint8Array,
): number {
  let logOdds = result.baseLogOdds
  for (const { parameters, members } of groups) {
    let support = parameters.supportScale
    let opposition = parameters.oppositionScale
    for (const i of members) {
      if (removed[i] === 1) continue
      const { lambda } = result.items[i]!
      if (lambda > 0) {
        logOdds += support * lambda
        support *= 1 - parameters.supportCorrelation
      } else if (lambda < 0) {
        logOdds += opposition * lambda
        opposition *= 1 - parameters.oppositionCorrelation
      }
    }
  }
  return logOdds
}
