import { combineGroup } from './combine.ts'
import { groupKey } from './evidence-item.ts'
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
  const flipsWithout = (count: number): boolean => {
    const logOdds = logOddsWithout(result, model, new Set(own.slice(0, count).map((x) => x.i)))
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

function logOddsWithout(result: Posterior, model: LearnedModel, removed: ReadonlySet<number>): number {
  const groups = new Map<string, { type: string; lambdas: number[] }>()
  result.items.forEach((x, i) => {
    if (removed.has(i)) return
    const key = groupKey(x.item)
    const held = groups.get(key)
    if (held === undefined) groups.set(key, { type: x.item.type, lambdas: [x.lambda] })
    else held.lambdas.push(x.lambda)
  })
  let logOdds = result.baseLogOdds
  for (const { type, lambdas } of groups.values()) {
    logOdds += combineGroup(Float64Array.from(lambdas), combinationOf(model, type)).total
  }
  return logOdds
}
