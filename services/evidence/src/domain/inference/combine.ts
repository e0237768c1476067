/** How the items of one group (same type; same source, study or identifier) share what they know. */
export interface CombinationParameters {
  /** β₊ ≥ 0: weight of the group's support. */
  readonly supportScale: number
  /** β₋ ≥ 0: weight of the group's opposition. */
  readonly oppositionScale: number
  /** ρ₊ in [0, 1]: 1 lets the best match speak for its group, 0 counts every item in full. */
  readonly supportCorrelation: number
  /** ρ₋ in [0, 1], likewise for opposition. */
  readonly oppositionCorrelation: number
  /**
   * Added to λ before the signs are parted. Tables learned from correlated items misplace the value that says nothing;
   * labels put it right. Fades with decay and uncertainty like λ itself.
   */
  readonly neutralShift: number
  /** κ ≥ 0: weight of the item's measurement quality (e.g. matched peaks), read through its own table. */
  readonly qualityWeight: number
}

/**
 * Before any label exists: full weight and the same correlation on both sides, so that evidence that is even for and
 * against stays even. 0.6 is the intra-class correlation found in library spectra (.63); what labels teach there is
 * asymmetric (ρ₊ ≈ 1, ρ₋ ≈ .3), but that is theirs to teach.
 */
export const DEFAULT_COMBINATION: CombinationParameters = {
  supportScale: 1,
  oppositionScale: 1,
  supportCorrelation: 0.6,
  oppositionCorrelation: 0.6,
  neutralShift: 0,
  qualityWeight: 0,
}

/** Λ_i of every item of one group, in the order given, and the ledger's two effective counts. */
export interface GroupCombination {
  readonly shares: Float64Array
  readonly total: number
  /** Σ(1−ρ)^(k−1) over both sides: "9 spectra counted as 1.5". */
  readonly effectiveCount: number
}

/**
 * Λ_g = β₊·Σ_k λ⁺_(k)(1−ρ₊)^(k−1) − β₋·Σ_k λ⁻_(k)(1−ρ₋)^(k−1), each side sorted by size, largest first.
 * Because the weights fall with rank, Λ_g is continuous, monotone in every λ and saturating.
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
