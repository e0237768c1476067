/** Parameters that combine the items of one group (same type; same source, study or identifier). */
export interface CombinationParameters {
  /** β₊ ≥ 0: weight of the group's support. */
  readonly supportScale: number
  /** β₋ ≥ 0: weight of the group's opposition. */
  readonly oppositionScale: number
  /** ρ₊ in [0, 1]: with 1 the best match represents its group, with 0 every item counts in full. */
  readonly supportCorrelation: number
  /** ρ₋ in [0, 1], likewise for opposition. */
  readonly oppositionCorrelation: number
  /**
   * Added to λ before support and opposition are separated. Tables learned from correlated items misplace the
   * neutral value; labels correct it. Decays with age and uncertainty like λ.
   */
  readonly neutralShift: number
  /** κ ≥ 0: weight of the measurement quality of an item (e.g. matched peaks), which has its own table. */
  readonly qualityWeight: number
}

/**
 * Defaults before any label: full weight and equal correlation on both sides, so that balanced evidence stays
 * balanced. 0.6 is the intra-class correlation found in library spectra (.63). Labels of library spectra give
 * asymmetric values (ρ₊ ≈ 1, ρ₋ ≈ .3), which are learned and not assumed.
 */
export const DEFAULT_COMBINATION: CombinationParameters = {
  supportScale: 1,
  oppositionScale: 1,
  supportCorrelation: 0.6,
  oppositionCorrelation: 0.6,
  neutralShift: 0,
  qualityWeight: 0,
}

/** Λ_i of every item of one group, in the given order, and the effective number of items. */
export interface GroupCombination {
  readonly shares: Float64Array
  readonly total: number
  /** Effective number of items, Σ(1−ρ)^(k−1) over both sides: 9 spectra may count as 1.5. */
  readonly effectiveCount: number
}

/**
 * Combines the items of a group: Λ_g = β₊·Σ_k λ⁺_(k)(1−ρ₊)^(k−1) − β₋·Σ_k λ⁻_(k)(1−ρ₋)^(k−1), each side sorted by
 * size, largest first. The weights fall with rank, so Λ_g is continuous, monotone in every λ and saturating.
 */
export function combineGroup(lambdas: Float64Array, parameters: CombinationParameters): GroupCombination {
  const n = lambdas.length
  const shares = new Float64Array(n)
  if (n === 1) {
    const scale = lambdas[0]! > 0 ? parameters.supportScale : parameters.oppositionScale
    shares[0] = scale * lambdas[0]!
    return { shares, total: shares[0]!, effectiveCount: lambdas[0] === 0 ? 0 : 1 }
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
    shares[i] = (supports ? parameters.supportScale : parameters.oppositionScale) * discount * lambda
    total += shares[i]!
    effectiveCount += discount
    if (supports) supportDiscount *= 1 - parameters.supportCorrelation
    else oppositionDiscount *= 1 - parameters.oppositionCorrelation
  }
  return { shares, total, effectiveCount }
}
