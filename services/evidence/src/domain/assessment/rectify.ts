import type { WeighedItem } from '../inference/posterior.ts'
import { conflictScore } from '../network/scores.ts'
import { sigmoid } from '../numerics/logistic.ts'

export const RECTIFICATION_METHODS = ['set_aside', 'down_weight'] as const
export type RectificationMethod = (typeof RECTIFICATION_METHODS)[number]

/** Contradictions from this strength on are resolved, unless the request says otherwise. */
export const DEFAULT_CONTRADICTION_THRESHOLD = 0.6

export interface RectifiedItem {
  readonly itemId: string
  readonly action: 'kept' | 'down_weighted' | 'set_aside'
  /** Multiplies λ: 1 kept, 0 set aside. */
  readonly weight: number
  readonly reason: string
}

export interface Rectification {
  readonly items: readonly RectifiedItem[]
  readonly conflictBefore: number
  readonly conflictAfter: number
}

/** The items as they stand after rectification, those set aside left out. */
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
 * Resolves contradictions among a molecule's items. Rectifying twice changes nothing and conflict never rises (a result
 * that would raise it is passed over).
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
 * Minimum-weight vertex covers of the graph of contradictions (strength (1 + |p||q|)/2 ≥ threshold between opposite
 * signs, p = 2σ(λ) − 1; an item weighs |λ|, what setting it aside would lose), lightest first.
 *
 * Sorted by |p|, neighbourhoods are nested (a chain graph), so an optimal cover takes the k strongest supporters and the
 * opponents that contradict the next one: trying every k is exact at any size, where a general graph would need an
 * exponential search (Karp, 1972).
 */
function* covers(items: readonly WeighedItem[], threshold: number): Generator<RectifiedItem[]> {
  const lean = items.map((x) => 2 * sigmoid(x.lambda) - 1)
  const bySize = (a: number, b: number): number => Math.abs(lean[b]!) - Math.abs(lean[a]!) || a - b
  const all = items.map((_, i) => i)
  const support = all.filter((i) => lean[i]! > 0).sort(bySize)
  const opposition = all.filter((i) => lean[i]! < 0).sort(bySize)
  const contradicts = (i: number, j: number): boolean => (1 + Math.abs(lean[i]! * lean[j]!)) / 2 >= threshold
  /** How many of the other side an item contradicts: the strongest ones, as neighbourhoods are nested. */
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
  // One by one: the first is nearly always taken, and there are as many as items.
  for (const { supporters, opponents } of options) {
    const aside = new Set([...support.slice(0, supporters), ...opposition.slice(0, opponents)])
    yield items.map((x, i): RectifiedItem => {
      if (!aside.has(i)) return { itemId: x.item.id, action: 'kept', weight: 1, reason: KEPT }
      const against = contradicted(i, lean[i]! > 0 ? opposition : support)
      return {
        itemId: x.item.id,
        action: 'set_aside',
        weight: 0,
        reason: `contradicts ${against} item(s) at strength ${threshold} or more and is the lighter side of the conflict`,
      }
    })
  }
}

/** Robust standard deviations beyond which an item is an outlier (Huber's bend at the normal's 99.7 %). */
const OUTLIER_DEVIATIONS = 3

/**
 * Pulls outlying λ back to three robust standard deviations (1.4826·MAD) around the median. Clipping leaves median and
 * MAD as they were, so doing it twice changes nothing; weights of Student-t type would shrink again at every pass.
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
        reason: 'weaker than the others, so there is nothing to take',
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
