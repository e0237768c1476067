import { softplus } from '../numerics/logistic.ts'
import type { RivalParameters } from './learned-model.ts'

/** Other molecules that claim the same observation. */
export interface RivalClaim {
  /** Log-odds of each rival from its own evidence alone. */
  readonly logOdds: readonly number[]
}

/**
 * Returns the shift of ℓ by rivals, ≤ 0: −κ·log(n) − γ·softplus(ℓ_best − κ·log(n)), where n includes the molecule
 * itself. The first term shares the prior among n candidates; the second is the effect of the best rival, whose
 * prior is shared too. Without rivals it is 0. With κ = 0, γ = 1 and one rival it gives the exact posterior of
 * exclusive hypotheses, log(o) − log(1 + o_rival), including "none of these".
 */
export function rivalShift(claim: RivalClaim | undefined, parameters: RivalParameters): number {
  if (claim === undefined || claim.logOdds.length === 0) return 0
  const best = claim.logOdds.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  const shared = parameters.countWeight * Math.log(claim.logOdds.length + 1)
  return -shared - parameters.bestWeight * softplus(best - shared)
}
