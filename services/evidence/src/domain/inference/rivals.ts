import { softplus } from '../numerics/logistic.ts'
import type { RivalParameters } from './learned-model.ts'

/** The other molecules that claim the same observation. */
export interface RivalClaim {
  /** Log-odds of each rival from its own evidence alone. */
  readonly logOdds: readonly number[]
}

/**
 * The shift of ℓ by competition, ≤ 0: −κ·log(n) − γ·softplus(ℓ_best − κ·log(n)), n counting the molecule itself.
 * The first part shares the prior among n candidates; the second lets the best rival, so shared too, speak against.
 * Without rivals it is 0. With κ = 0, γ = 1 and one rival it is the exact posterior of exclusive hypotheses,
 * log(o) − log(1 + o_rival), in which "none of these" keeps its share.
 */
export function rivalShift(claim: RivalClaim | undefined, parameters: RivalParameters): number {
  if (claim === undefined || claim.logOdds.length === 0) return 0
  const best = claim.logOdds.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  const shared = parameters.countWeight * Math.log(claim.logOdds.length + 1)
  return -shared - parameters.bestWeight * softplus(best - shared)
}
