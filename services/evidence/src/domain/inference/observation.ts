import type { EvidenceItem } from '../evidence/evidence-item.ts'
import type { FuzzyConfig } from '../fuzzy/fuzzy-config.ts'
import { type EvidenceSum, logOddsSpread } from './bounds.ts'
import type { LearnedModel } from './learned-model.ts'
import { boundsOf, rivalSums, weighEvidence } from './posterior.ts'
import { logSumExp, noneLogOdds } from './rivals.ts'

/** Molecule that may explain an observation. */
export interface Candidate {
  readonly key: string
  /** Items of the pair and items that bear on the molecule as such, distinct (see `distinctItems`). */
  readonly items: readonly EvidenceItem[]
}

/** Share of one candidate in its observation. */
interface CandidateShare {
  readonly key: string
  /** ℓ of the candidate from its own evidence, before rivals. */
  readonly logOdds: number
  readonly probability: number
  readonly bounds: readonly [number, number]
}

/** Candidates of one observation and the share of "none of these"; the probabilities sum to 1. */
export interface ObservationShares {
  readonly candidates: readonly CandidateShare[]
  readonly none: number
}

/**
 * Computes the probabilities of exclusive candidates: p_j = e^ℓ_j / (e^ν + Σ_k e^ℓ_k), and "none of these" e^ν over
 * the same sum. Keeps the order of the candidates.
 */
export function assessObservation(
  candidates: readonly Candidate[],
  config: FuzzyConfig,
  model: LearnedModel,
  options: { readonly nowMs: number },
): ObservationShares {
  const sums = candidates.map(({ items }) => weighEvidence(items, config, model, options))
  return observationShares(candidates, sums, model)
}

/** Returns the probabilities of exclusive candidates whose evidence was already weighed (see `assessObservation`). */
export function observationShares(
  candidates: readonly Pick<Candidate, 'key'>[],
  sums: readonly EvidenceSum[],
  model: LearnedModel,
): ObservationShares {
  const none = noneLogOdds(model, candidates.length)
  const total = logSumExp([none, ...sums.map(({ logOdds }) => logOdds)])
  return {
    candidates: candidates.map(({ key }, j) => {
      const own = sums[j]!
      const others = sums.toSpliced(j, 1)
      const shares = rivalSums(others, none)
      const logOdds = own.logOdds - logSumExp([none, ...others.map((one) => one.logOdds)])
      const spread = logOddsSpread(own, shares.rivals, shares.noneShare, model, logOdds)
      const probability = Math.exp(own.logOdds - total)
      return { key, logOdds: own.logOdds, probability, bounds: boundsOf(logOdds, spread) }
    }),
    none: Math.exp(none - total),
  }
}
