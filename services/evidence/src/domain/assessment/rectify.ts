import { groupKey } from '../evidence/evidence-item.ts'
import { combinationOf, type LearnedModel } from '../inference/learned-model.ts'
import type { WeighedItem } from '../inference/posterior.ts'
import { conflictScore } from '../network/scores.ts'
import { sigmoid } from '../numerics/logistic.ts'
import { downWeights } from './down-weight.ts'
import type { RectifiedItem } from './rectified-item.ts'

/** Ways to resolve a contradiction. */
export const RECTIFICATION_METHODS = ['set_aside', 'down_weight'] as const
/** Way to resolve a contradiction. */
export type RectificationMethod = (typeof RECTIFICATION_METHODS)[number]

/** Smallest strength of a contradiction that is resolved. */
export const DEFAULT_CONTRADICTION_THRESHOLD = 0.6

/**
 * Weight of the lighter side, as a share of the heavier one, from which two sides are a tie. A choice, not a
 * measurement: below it, a fifth of the heavier side may be wrong without a change of the answer (ADR 0099).
 */
const TIE_SHARE = 0.8

/** Result of a rectification. */
export interface Rectification {
  readonly items: readonly RectifiedItem[]
  readonly conflictBefore: number
  readonly conflictAfter: number
  /** Whether two sides contradict each other with about equal weight, so that nothing was set aside. */
  readonly tie: boolean
}

/** Returns the items after rectification, without those set aside. */
export function applyRectification(
  items: readonly WeighedItem[],
  rectified: readonly RectifiedItem[],
): WeighedItem[] {
  return items.flatMap((x, i) => {
    const { weight } = rectified[i]!
    if (weight === 0) return []
    return weight === 1 ? [x] : [{ ...x, lambda: x.lambda * weight, share: x.share * weight }]
  })
}

/**
 * Resolves contradictions among the items of a molecule. Rectifying twice changes nothing, and conflict never
 * rises: a candidate that would raise it is skipped. A tie is left alone.
 */
export function rectify(
  items: readonly WeighedItem[],
  model: LearnedModel,
  method: RectificationMethod = 'set_aside',
  threshold = DEFAULT_CONTRADICTION_THRESHOLD,
): Rectification {
  const conflictBefore = conflictScore(items)
  const graph = contradictions(items, model, threshold)
  if (method === 'set_aside' && isTie(graph)) {
    return { items: leftAlone(items, graph), conflictBefore, conflictAfter: conflictBefore, tie: true }
  }
  const candidates = method === 'set_aside' ? covers(items, graph, threshold) : [downWeights(items)]
  for (const candidate of candidates) {
    const conflictAfter = conflictScore(applyRectification(items, candidate))
    if (conflictAfter <= conflictBefore + 1e-12)
      return { items: candidate, conflictBefore, conflictAfter, tie: false }
  }
  return {
    items: items.map(({ item }) => keptItem(item.id)),
    conflictBefore,
    conflictAfter: conflictBefore,
    tie: false,
  }
}

const keptItem = (itemId: string, reason = 'no contradiction above the threshold'): RectifiedItem => ({
  itemId,
  action: 'kept',
  weight: 1,
  reason,
})

/** One side of the contradictions. */
interface Side {
  /** Items by |p|, strongest first, with p = 2σ(λ) − 1. */
  readonly members: readonly number[]
  /** lost[k]: log-odds that the side loses without its k strongest items, discounted within each group. */
  readonly lost: readonly number[]
  /** Number of items that contradict an item of the other side; they are the first ones. */
  readonly contradicting: number
}

interface Contradictions {
  readonly support: Side
  readonly opposition: Side
  /** Returns the number of items of the other side that an item contradicts; they are the strongest ones. */
  readonly contradicted: (i: number) => number
}

/**
 * Connects items of opposite signs whose strength (1 + |p||q|)/2 reaches the threshold. Sorted by |p| the
 * neighbourhoods are nested (a chain graph).
 */
function contradictions(
  items: readonly WeighedItem[],
  model: LearnedModel,
  threshold: number,
): Contradictions {
  const lean = items.map((x) => 2 * sigmoid(x.lambda) - 1)
  const bySize = (a: number, b: number): number => Math.abs(lean[b]!) - Math.abs(lean[a]!) || a - b
  const all = items.map((_, i) => i)
  const members = [1, -1].map((sign) => all.filter((i) => sign * lean[i]! > 0).sort(bySize))
  const contradicted = (i: number): number => {
    const others = members[lean[i]! > 0 ? 1 : 0]!
    let low = 0
    let high = others.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((1 + Math.abs(lean[i]! * lean[others[middle]!]!)) / 2 >= threshold) low = middle + 1
      else high = middle
    }
    return low
  }
  const [support, opposition] = members.map((side): Side => {
    let contradicting = 0
    while (contradicting < side.length && contradicted(side[contradicting]!) > 0) contradicting += 1
    return { members: side, lost: discountedLoss(items, side, model), contradicting }
  })
  return { support: support!, opposition: opposition!, contradicted }
}

/**
 * Returns what a side loses without its k strongest items, for every k: per group Σ|λ_(k)|(1−ρ)^(k−1), so that two
 * scans of one run weigh about 1.4 and not 2.
 */
function discountedLoss(
  items: readonly WeighedItem[],
  side: readonly number[],
  model: LearnedModel,
): number[] {
  const groups = Map.groupBy(side, (i) => groupKey(items[i]!.item))
  /** rest.get(key)[j]: what the group says without its j strongest. */
  const rests = new Map<string, { rest: number[]; removed: number }>()
  for (const [key, members] of groups) {
    const parameters = combinationOf(model, items[members[0]!]!.item.type)
    const supports = items[members[0]!]!.lambda > 0
    const discount = 1 - (supports ? parameters.supportCorrelation : parameters.oppositionCorrelation)
    const rest = new Array<number>(members.length + 1).fill(0)
    for (let j = members.length - 1; j >= 0; j -= 1)
      rest[j] = Math.abs(items[members[j]!]!.lambda) + discount * rest[j + 1]!
    rests.set(key, { rest, removed: 0 })
  }
  const lost = [0]
  for (const i of side) {
    const group = rests.get(groupKey(items[i]!.item))!
    lost.push(lost.at(-1)! + group.rest[group.removed]! - group.rest[group.removed + 1]!)
    group.removed += 1
  }
  return lost
}

const weightOf = ({ lost, contradicting }: Side): number => lost[contradicting]!

function isTie({ support, opposition }: Contradictions): boolean {
  const weights = [weightOf(support), weightOf(opposition)]
  const heavier = Math.max(...weights)
  return support.contradicting > 0 && heavier > 0 && Math.min(...weights) >= TIE_SHARE * heavier
}

function leftAlone(items: readonly WeighedItem[], graph: Contradictions): RectifiedItem[] {
  const { support, opposition } = graph
  const involved = new Set([
    ...support.members.slice(0, support.contradicting),
    ...opposition.members.slice(0, opposition.contradicting),
  ])
  const reason = `two sides of about equal weight contradict each other (${weightOf(support).toFixed(2)} for, ${weightOf(opposition).toFixed(2)} against, in log-odds): a third independent measurement is needed`
  return items.map(({ item }, i) => keptItem(item.id, involved.has(i) ? reason : undefined))
}

/**
 * Yields minimum-weight vertex covers of the graph of contradictions, lightest first. The weight of a cover is the
 * discounted evidence that setting it aside loses.
 *
 * The neighbourhoods are nested, so an optimal cover takes the k strongest supporters and the opponents that
 * contradict the next one. Trying every k is exact at any size; a general graph would need an exponential search
 * (Karp, 1972).
 */
function* covers(
  items: readonly WeighedItem[],
  { support, opposition, contradicted }: Contradictions,
  threshold: number,
): Generator<RectifiedItem[]> {
  const options = Array.from({ length: support.members.length + 1 }, (_, supporters) => {
    const next = support.members[supporters]
    const opponents = next === undefined ? 0 : contradicted(next)
    const weight = support.lost[supporters]! + opposition.lost[opponents]!
    return { supporters, opponents, weight }
  }).sort((a, b) => a.weight - b.weight || a.supporters + a.opponents - (b.supporters + b.opponents))
  // Yield one by one: the first candidate is nearly always taken, and there are as many as items.
  for (const { supporters, opponents } of options) {
    const aside = new Set([
      ...support.members.slice(0, supporters),
      ...opposition.members.slice(0, opponents),
    ])
    yield items.map((x, i): RectifiedItem => {
      if (!aside.has(i)) return keptItem(x.item.id)
      return {
        itemId: x.item.id,
        action: 'set_aside',
        weight: 0,
        reason: `contradicts ${contradicted(i)} item(s) with a strength of ${threshold} or more, and setting it aside loses less evidence`,
      }
    })
  }
}
