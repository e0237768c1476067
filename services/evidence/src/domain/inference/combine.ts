/** Parameters that combine the items of one group (same type; same source, study or identifier). */
export interface CombinationParameters {
  /** ρ₊ in [0, 1]: with 1 the best match represents its group, with 0 every item counts in full. */
  readonly supportCorrelation: number
  /** ρ₋ in [0, 1], likewise for opposition. */
  readonly oppositionCorrelation: number
}

/**
 * Defaults before any label: equal correlation on both sides, so that balanced evidence stays balanced. 0.6 is the
 * intra-class correlation found in library spectra (.63). Labels of library spectra give asymmetric values (ρ₊ ≈ 1,
 * ρ₋ ≈ .3), which are learned and not assumed.
 */
export const DEFAULT_COMBINATION: CombinationParameters = {
  supportCorrelation: 0.6,
  oppositionCorrelation: 0.6,
}

/** Weights of every item of one group, in the given order, and the effective number of items. */
export interface GroupCombination {
  /** (1−ρ)^(k−1) of each item, k its rank on its side; Λ_g = Σ weight·λ. */
  readonly weights: Float64Array
  readonly total: number
  /** Effective number of items, the sum of the weights of items that speak: 9 spectra may count as 1.5. */
  readonly effectiveCount: number
}

/**
 * Combines the items of a group: Λ_g = Σ_k λ⁺_(k)(1−ρ₊)^(k−1) − Σ_k λ⁻_(k)(1−ρ₋)^(k−1), each side sorted by size,
 * largest first. The weights fall with rank, so Λ_g is continuous, monotone in every λ and saturating.
 */
export function combineGroup(
  lambdas: ArrayLike<number>,
  parameters: CombinationParameters,
): GroupCombination {
  const n = lambdas.length
  const weights = new Float64Array(n)
  if (n === 1) {
    weights[0] = 1
    return { weights, total: lambdas[0]!, effectiveCount: lambdas[0] === 0 ? 0 : 1 }
  }
  const order = Array.from({ length: n }, (_, i) => i).sort(
    (a, b) => Math.abs(lambdas[b]!) - Math.abs(lambdas[a]!),
  )
  let supportDiscount = 1
  let oppositionDiscount = 1
  let total = 0
  let effectiveCount = 0
  for (const i of order) {
    const lambda = lambdas[i]!
    if (lambda === 0) continue
    const supports = lambda > 0
    const discount = supports ? supportDiscount : oppositionDiscount
    weights[i] = discount
    total += discount * lambda
    effectiveCount += discount
    if (supports) supportDiscount *= 1 - parameters.supportCorrelation
    else oppositionDiscount *= 1 - parameters.oppositionCorrelation
  }
  return { weights, total, effectiveCount }
}
