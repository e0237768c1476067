import { groupKey } from '../evidence/evidence-item.ts'
import type { CombinationParameters } from './combine.ts'
import { combinationOf, type LearnedModel } from './learned-model.ts'
import type { Posterior } from './posterior.ts'

/**
 * (score − base)·Λ_i/ΣΛ per item: Aumann–Shapley shares (Values of Non-Atomic Games, 1974) of the way from base to
 * score along the straight path in log-odds. They sum to score − base. Where ΣΛ is 0 so is every share of the way.
 */
export function contributions(result: Posterior): Float64Array {
  const total = result.items.reduce((sum, x) => sum + x.share, 0)
  const way = result.score - result.baseScore
  if (Math.abs(total) < 1e-12) return new Float64Array(result.items.length)
  return Float64Array.from(result.items, (x) => (way * x.share) / total)
}

/** What would turn the decision at `threshold` round. */
export interface Counterfactual {
  readonly decision: 'accepted' | 'rejected'
  /** Log-odds of new evidence that would just turn it: negative turns an acceptance. */
  readonly logOddsToFlip: number
  /** Fewest items, strongest first, whose removal turns it; undefined when no removal does. */
  readonly itemsToRemove: readonly string[] | undefined
}

/**
 * "What would flip this": the distance to even odds on the ℓ scale, and the smallest number of the decision's own
 * strongest items without which it would fall, their groups combined anew without them.
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

/** The groups with their members by size of λ, largest first, so that each trial is one pass without sorting. */
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

/** ℓ with some items removed: the same sum as `combineGroup`, over what is left. */
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
