import { groupKey } from '../evidence/evidence-item.ts'
import { logit } from '../numerics/logistic.ts'
import { combinationOf, type LearnedModel } from './learned-model.ts'
import type { Posterior } from './posterior.ts'

/** Change that would reverse the verdict. */
export interface Counterfactual {
  readonly decision: 'accepted' | 'rejected'
  /** Log-odds of new evidence that would just reverse the verdict; negative for an acceptance. */
  readonly logOddsToFlip: number
  /**
   * Smallest set of items whose removal reverses the verdict, and of equal sets the one that moves ℓ most; undefined
   * if there is none.
   */
  readonly itemsToRemove: readonly string[] | undefined
}

/**
 * Returns the ℓ at which the probability of a candidate is `probability`, with ℓ as in `Posterior.logOdds`: the shift
 * by rivals and "none of these", −log(e^ν + Σ e^rival), is part of that ℓ, so that p = σ(ℓ).
 */
export function verdictLogOdds(probability = 0.5): number {
  return logit(probability)
}

/**
 * Computes what would reverse the verdict "ℓ is at least the threshold": the distance in log-odds, and the exact
 * smallest set of items to remove.
 *
 * Only the side of the verdict matters, support of an acceptance or opposition of a rejection: removing from the other
 * side confirms it. Within a group the j strongest items of that side are the best j to remove, since they leave the
 * smallest rest at every rank, and the rest moves up one discount for each. Their gain is not concave in j (of two
 * equal scans the first costs little, the second much), so no greedy choice between groups is exact: dynamic
 * programming over groups × number removed is (a multiple-choice knapsack; Kellerer, Pferschy & Pisinger, Knapsack
 * Problems, 2004, chapter 11). O(n·k) for n items and an answer of k, and O(n log n) when every group has one item.
 */
export function counterfactual(
  result: Posterior,
  model: LearnedModel,
  thresholdLogOdds = verdictLogOdds(),
): Counterfactual {
  const accepted = result.logOdds >= thresholdLogOdds
  const distance = Math.abs(result.logOdds - thresholdLogOdds)
  // An acceptance must fall below its threshold, a rejection need only reach it.
  const flips = (gain: number): boolean => (accepted ? gain > distance : gain >= distance)
  const chosen = smallestRemoval(leavesOf(result, model, accepted), flips)
  return {
    decision: accepted ? 'accepted' : 'rejected',
    logOddsToFlip: thresholdLogOdds - result.logOdds,
    itemsToRemove: chosen?.map((i) => result.items[i]!.item.id),
  }
}

/** Groups whose best removals of every size are known: gains[j] is the most log-odds that j removals take. */
interface Leaf {
  readonly kind: 'leaf'
  readonly gains: Float64Array
  /** Items in the order of removal. */
  readonly order: readonly number[]
}

interface Merge {
  readonly kind: 'merge'
  readonly gains: Float64Array
  readonly left: Node
  readonly right: Node
}

type Node = Leaf | Merge

/** Returns one leaf per group of several items on the side of the verdict, and one for all single items together. */
function leavesOf(result: Posterior, model: LearnedModel, accepted: boolean): Leaf[] {
  const sign = accepted ? 1 : -1
  const groups = new Map<string, number[]>()
  result.items.forEach((x, i) => {
    if (sign * x.lambda <= 0) return
    const key = groupKey(x.item)
    const held = groups.get(key)
    if (held === undefined) groups.set(key, [i])
    else held.push(i)
  })
  const singles: { readonly i: number; readonly gain: number }[] = []
  const leaves: Leaf[] = []
  for (const members of groups.values()) {
    const parameters = combinationOf(model, result.items[members[0]!]!.item.type)
    const discount = 1 - (accepted ? parameters.supportCorrelation : parameters.oppositionCorrelation)
    const strength = (i: number): number => Math.abs(result.items[i]!.lambda)
    if (members.length === 1) {
      singles.push({ i: members[0]!, gain: strength(members[0]!) })
      continue
    }
    const order = members.sort((a, b) => strength(b) - strength(a) || a - b)
    // rest[j]: what the group still says without its j strongest.
    const rest = new Float64Array(order.length + 1)
    for (let j = order.length - 1; j >= 0; j -= 1) rest[j] = strength(order[j]!) + discount * rest[j + 1]!
    leaves.push({ kind: 'leaf', order, gains: rest.map((x) => rest[0]! - x) })
  }
  if (singles.length > 0) {
    singles.sort((a, b) => b.gain - a.gain || a.i - b.i)
    const gains = new Float64Array(singles.length + 1)
    singles.forEach(({ gain }, j) => {
      gains[j + 1] = gains[j]! + gain
    })
    leaves.push({ kind: 'leaf', order: singles.map(({ i }) => i), gains })
  }
  return leaves
}

/** Returns the smallest removal whose gain satisfies `flips`, or undefined if removing all is not enough. */
function smallestRemoval(leaves: readonly Leaf[], flips: (gain: number) => boolean): number[] | undefined {
  const most = leaves.reduce((sum, { gains }) => sum + gains.at(-1)!, 0)
  if (leaves.length === 0 || !flips(most)) return undefined
  const all = leaves.reduce((sum, { order }) => sum + order.length, 0)
  // The answer is usually small: look up to 8 removals, then 16, 32 …
  for (let limit = 8; ; limit *= 2) {
    const root = merged(leaves, limit)
    const count = root.gains.findIndex(flips)
    if (count >= 0) return removalOf(root, count).sort((a, b) => a - b)
    // Rounding of the sums may differ by the order of the groups.
    if (limit >= all) return leaves.flatMap(({ order }) => order).sort((a, b) => a - b)
  }
}

/** Merges the leaves pairwise to the best gains of up to `limit` removals among all of them. */
function merged(leaves: readonly Leaf[], limit: number): Node {
  let level: Node[] = [...leaves]
  while (level.length > 1) {
    const next: Node[] = []
    for (let i = 0; i < level.length; i += 2) {
      const left = level[i]!
      const right = level[i + 1]
      next.push(
        right === undefined ? left : { kind: 'merge', left, right, gains: bestSums(left, right, limit) },
      )
    }
    level = next
  }
  return level[0]!
}

/** Returns max over i + j = k of left[i] + right[j], for every k up to the limit. */
function bestSums({ gains: left }: Node, { gains: right }: Node, limit: number): Float64Array {
  const length = Math.min(limit, left.length + right.length - 2) + 1
  const sums = new Float64Array(length)
  for (let i = 0; i < left.length && i < length; i += 1) {
    const gain = left[i]!
    const end = Math.min(right.length, length - i)
    for (let j = 0; j < end; j += 1) {
      const sum = gain + right[j]!
      if (sum > sums[i + j]!) sums[i + j] = sum
    }
  }
  return sums
}

/** Returns the items of the best removal of `count` items below a node. */
function removalOf(node: Node, count: number): number[] {
  if (node.kind === 'leaf') return node.order.slice(0, count)
  const { left, right, gains } = node
  for (let i = Math.max(0, count - right.gains.length + 1); i < left.gains.length && i <= count; i += 1) {
    if (left.gains[i]! + right.gains[count - i]! === gains[count])
      return [...removalOf(left, i), ...removalOf(right, count - i)]
  }
  throw new Error('The gain of a merge is none of its sums.')
}
