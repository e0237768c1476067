import type { EvidenceItem } from '../evidence/evidence-item.ts'
import type { FuzzyConfig } from '../fuzzy/fuzzy-config.ts'
import type { LearnedModel } from './learned-model.ts'
import { posterior } from './posterior.ts'
import { logSumExp, noneLogOdds } from './rivals.ts'

/** Molecule that may explain an observation. */
export interface Candidate {
  readonly key: string
  /** Items of the pair and items that bear on the molecule as such, distinct (see `distinctItems`). */
  readonly items: readonly EvidenceItem[]
}

/** Share of one candidate in its observation. */
export interface CandidateShare {
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
  const own = candidates.map(({ items }) => posterior(items, config, model, options).logOdds)
  const none = noneLogOdds(model, candidates.length)
  const total = logSumExp([none, ...own])
  return {
    candidates: candidates.map(({ key, items }, j) => {
      const rivals = { logOdds: own.filter((_, k) => k !== j) }
      const { bounds } = posterior(items, config, model, { ...options, rivals })
      const probability = Math.exp(own[j]! - total)
      return { key, logOdds: own[j]!, probability, bounds }
    }),
    none: Math.exp(none - total),
  }
}
