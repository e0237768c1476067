import type { EvidenceSum } from './bounds.ts'
import type { LearnedModel } from './learned-model.ts'

/** Other molecules that claim the same observation. */
export interface RivalClaim {
  /** Log-odds ℓ of each rival from its own evidence alone. */
  readonly logOdds: readonly number[]
  /** The same evidence with what its bounds need (see `weighEvidence`). Without it rivals count as exactly known. */
  readonly evidence?: readonly EvidenceSum[]
}

/** Returns ν of an observation with `candidates` candidates: 0 for one, otherwise ν + b·ln(candidates). */
export function noneLogOdds(model: LearnedModel, candidates: number): number {
  return candidates < 2 ? 0 : model.noneLogOdds + model.noneByLogCount * Math.log(candidates)
}

/** Returns log(Σ e^x) without overflow; −∞ for an empty list. */
export function logSumExp(values: ArrayLike<number>): number {
  let top = Number.NEGATIVE_INFINITY
  for (let i = 0; i < values.length; i += 1) top = Math.max(top, values[i]!)
  if (top === Number.NEGATIVE_INFINITY) return top
  let sum = 0
  for (let i = 0; i < values.length; i += 1) sum += Math.exp(values[i]! - top)
  return top + Math.log(sum)
}

/**
 * Returns −log(e^ν + Σ e^rival), which turns ℓ into the log-odds of an exclusive candidate: p = e^ℓ/(e^ν + e^ℓ + Σ
 * e^rival). All rivals count; without rivals it is 0.
 */
export function rivalShift(claim: RivalClaim | undefined, model: LearnedModel): number {
  if (claim === undefined || claim.logOdds.length === 0) return 0
  return -logSumExp([noneLogOdds(model, claim.logOdds.length + 1), ...claim.logOdds])
}
