import type { WeighedItem } from '../inference/posterior.ts'
import type { RectifiedItem } from './rectified-item.ts'

/** Number of robust standard deviations beyond which an item is an outlier (99.7 % of a normal distribution). */
const OUTLIER_DEVIATIONS = 3

/**
 * Limits outlying λ to three robust standard deviations (1.4826·MAD) around the median. Clipping leaves median and
 * MAD unchanged, so doing it twice changes nothing; Student-t weights would shrink λ again in each pass.
 */
export function downWeights(items: readonly WeighedItem[]): RectifiedItem[] {
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
