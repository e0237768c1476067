import type { WeighedItem } from '../inference/posterior.ts'
import { conflictScore } from '../network/scores.ts'
import { sigmoid } from '../numerics/logistic.ts'

/** Ways to resolve a contradiction. */
export const RECTIFICATION_METHODS = ['set_aside', 'down_weight'] as const
/** Way to resolve a contradiction. */
export type RectificationMethod = (typeof RECTIFICATION_METHODS)[number]

/** Smallest strength of a contradiction that is resolved. */
export const DEFAULT_CONTRADICTION_THRESHOLD = 0.6

/** Item after rectification. */
export interface RectifiedItem {
  readonly itemId: string
  readonly action: 'kept' | 'down_weighted' | 'set_aside'
  /** Factor of λ: 1 for a kept item, 0 for one set aside. */
  readonly weight: number
  readonly reason: string
}

/** Result of a rectification. */
export interface Rectification {
  readonly items: readonly RectifiedItem[]
  readonly conflictBefore: number
  readonly conflictAfter: number
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
 * rises: a candidate that would raise it is skipped.
 */
export function rectify(
  items: readonly WeighedItem[],
  method: RectificationMethod = 'set_aside',
  threshold = DEFAULT_CONTRADICTION_THRESHOLD,
): Rectification {
  const conflictBefore = conflictScore(items)
  const candidates = method === 'set_aside' ? covers(items, threshold) : [downWeights(items)]
  const kept = items.map(
    (x): RectifiedItem => ({ itemId: x.item.id, action: 'kept', weight: 1, reason: KEPT }),
  )
  for (const candidate of candidates) {
    const conflictAfter = conflictScore(applyRectification(items, candidate))
    if (conflictAfter <= conflictBefore + 1e-12) return { items: candidate, conflictBefore, conflictAfter }
  }
  return { items: kept, conflictBefore, conflictAfter: conflictBefore }
}

const KEPT = 'no contradiction above the threshold'

/**
 * Yields minimum-weight vertex covers of the graph of contradictions, lightest first. Items of opposite signs are
 * connected when their strength (1 + |p||q|)/2 reaches the threshold, with p = 2σ(λ) − 1. The weight of an item is
 * |λ|, the evidence that setting it aside loses.
 *
 * Sorted by |p| the neighbourhoods are nested (a chain graph). An optimal cover therefore takes the k strongest
 * supporters and the opponents that contradict the next one. Trying every k is exact at any size; a general graph
 * would need an exponential search (Karp, 1972).
 */
function* covers(items: readonly WeighedItem[], threshold: number): Generator<RectifiedItem[]> {
  const lean = items.map((x) => 2 * sigmoid(x.lambda) - 1)
  const bySize = (a: number, b: number): number => Math.abs(lean[b]!) - Math.abs(lean[a]!) || a - b
  const all = items.map((_, i) => i)
  const support = all.filter((i) => lean[i]! > 0).sort(bySize)
  const opposition = all.filter((i) => lean[i]! < 0).sort(bySize)
  const contradicts = (i: number, j: number): boolean => (1 + Math.abs(lean[i]! * lean[j]!)) / 2 >= threshold
  /** Returns the number of opposite items that an item contradicts; they are the strongest ones. */
  const contradicted = (i: number, others: readonly number[]): number => {
    let low = 0
    let high = others.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (contradicts(i, others[middle]!)) low = middle + 1
      else high = middle
    }
    return low
  }
  const weigh = (side: readonly number[]): number[] => {
    const sums = [0]
    for (const i of side) sums.push(sums.at(-1)! + Math.abs(items[i]!.lambda))
    return sums
  }
  const supportWeight = weigh(support)
  const oppositionWeight = weigh(opposition)
  const options = Array.from({ length: support.length + 1 }, (_, supporters) => {
    const next = support[supporters]
    const opponents = next === undefined ? 0 : contradicted(next, opposition)
    const weight = supportWeight[supporters]! + oppositionWeight[opponents]!
    return { supporters, opponents, weight }
  }).sort((a, b) => a.weight - b.weight || a.supporters + a.opponents - (b.supporters + b.opponents))
  // Yield one by one: the first candidate is nearly always taken, and there are as many as items.
  for (const { supporters, opponents } of options) {
    const aside = new Set([...support.slice(0, supporters), ...opposition.slice(0, opponents)])
    yield items.map((x, i): RectifiedItem => {
      if (!aside.has(i)) return { itemId: x.item.id, action: 'kept', weight: 1, reason: KEPT }
      const against = contradicted(i, lean[i]! > 0 ? opposition : support)
      return {
        itemId: x.item.id,
        action: 'set_aside',
        weight: 0,
        reason: `contradicts ${against} item(s) with a strength of ${threshold} or more, and setting it aside loses less evidence`,
      }
    })
  }
}

/** Number of robust standard deviations beyond which an item is an outlier (99.7 % of a normal distribution). */
const OUTLIER_DEVIATIONS = 3

/**
 * Limits outlying λ to three robust standard deviations (1.4826·MAD) around the median. Clipping leaves median and
 * MAD unchanged, so doing it twice changes nothing; Student-t weights would shrink λ again in each pass.
 */
function downWeights(items: readonly WeighedItem[]): RectifiedItem[] {
  const centre = median(items.map((x) => x.lambda))
  const reach = OUTLIER_DEVIATIONS * 1.4826 * median(items.map((x) => Math.abs(x.lambda - centre)))
  return items.map((x): RectifiedItem => {
    const clipped = Math.min(centre + reach, Math.max(centre - reach, x.lambda))
    if (reach === 0 || Math.abs(clipped - x.lambda) <= 1e-12 * (1 + Math.abs(x.lambda))) {
      return {
        itemId: x.item.id,
        action: 'kept',
        weight: 1,
        reason: 'within three robust deviations of the median',
      }
    }
    const weight = clipped * x.lambda <= 0 ? 0 : Math.min(1, clipped / x.lambda)
    if (weight === 1) {
      return {
        itemId: x.item.id,
        action: 'kept',
        weight,
        reason: 'weaker than the median, so its weight stays',
      }
    }
    return {
      itemId: x.item.id,
      action: weight === 0 ? 'set_aside' : 'down_weighted',
      weight,
      reason: 'more than three robust deviations from the median of the evidence',
    }
  })
}

function median(values: readonly number[]): number {
  if (values.length === 0) return 0
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
