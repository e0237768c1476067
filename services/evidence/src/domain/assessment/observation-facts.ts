import { isInUse } from '../evidence/evidence-item.ts'
import { defaultFuzzyConfig } from '../fuzzy/fuzzy-config.ts'
import { calibratedOf } from '../inference/calibrated.ts'
import type { PooledCandidate } from '../inference/candidates.ts'
import type { LearnedModel } from '../inference/learned-model.ts'
import type { ObservationShares } from '../inference/observation.ts'
import { weighEvidence } from '../inference/posterior.ts'
import { levelsOfObservation } from '../levels/identification-level.ts'
import { conflictScore } from '../network/scores.ts'

/** Share of a candidate in its observation. */
interface CandidateShare {
  readonly key: string
  readonly moleculeId: string
  readonly name: string | null
  readonly probability: number
}

/** What the table of a run shows of an observation. All but `shares` and `others` is about the best candidate. */
export interface ObservationFacts {
  /** Best candidates, most probable first. */
  readonly shares: readonly CandidateShare[]
  /** Sum of the probabilities of all other candidates. */
  readonly others: number
  /** Identification levels; null if the schemes do not apply. */
  readonly schymanski: string | null
  readonly msi: string | null
  /** Weighted mean disagreement of the items, 0 to 1 (see `conflictScore`). */
  readonly conflict: number
  /** Number of groups of items that do not share a source, study or identifier. */
  readonly sources: number
  /** Whether the model was fitted and knows every type of evidence of the observation. */
  readonly calibrated: boolean
}

/** Number of candidates whose shares are listed one by one. */
const LISTED = 4
/** Largest number of candidates that may make the level of the best one ambiguous, as in a report. */
const LEVEL_CANDIDATES = 10

/**
 * Computes the facts of an observation from its candidates and their shares, in the same order. `standards` has the ids of
 * the items that compare with a reference standard.
 */
export function observationFacts(
  candidates: readonly PooledCandidate[],
  { candidates: shares }: ObservationShares,
  model: LearnedModel,
  options: { readonly nowMs: number; readonly standards: ReadonlySet<string> },
): ObservationFacts {
  const order = shares
    .map((_, i) => i)
    .sort((a, b) => shares[b]!.probability - shares[a]!.probability || a - b)
  const leading = shares[order[0]!]!.probability
  // Only candidates with at least half the probability of the best one bear on its level.
  const weighed = order
    .filter((i, k) => k < LEVEL_CANDIDATES && shares[i]!.probability >= leading / 2)
    .map((i) => weighEvidence(candidates[i]!.items, defaultFuzzyConfig, model, options))
  const [level] = levelsOfObservation(
    weighed.map(({ items }, k) => ({
      probability: shares[order[k]!]!.probability,
      items: items.map(({ item, share }) => ({
        type: item.type,
        supports: share > 0,
        referenceStandard: options.standards.has(item.id),
      })),
    })),
  )
  const best = weighed[0]!
  const known = calibratedOf(
    candidates.flatMap(({ items }) => items.filter(isInUse).map(({ type }) => type)),
    model,
  )
  return {
    shares: order.slice(0, LISTED).map((i) => ({
      key: candidates[i]!.key,
      moleculeId: candidates[i]!.moleculeIds[0],
      name: candidates[i]!.name,
      probability: shares[i]!.probability,
    })),
    others: order.slice(LISTED).reduce((sum, i) => sum + shares[i]!.probability, 0),
    schymanski: level!.schymanski,
    msi: level!.msi,
    conflict: conflictScore(best.items),
    sources: new Set(best.items.map(({ item }) => item.group)).size,
    calibrated: known.calibrated && known.uncalibratedTypes.length === 0,
  }
}
