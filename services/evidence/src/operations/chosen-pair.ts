import { normaliseType } from '../domain/evidence/evidence-type.ts'
import { observationText, runScope } from '../domain/evidence/observed-evidence.ts'
import type { FuzzyConfig } from '../domain/fuzzy/fuzzy-config.ts'
import { bearsOn, type Pair } from '../domain/inference/pairs.ts'
import { invalid } from '../domain/refusal.ts'
import { itemOf, pairsOf } from './assess-state.ts'
import type { EvidenceState, StoredEvidence } from './ports.ts'

/** Observation that a request names, as received. */
export interface WantedObservation {
  readonly observationId: string | undefined
  readonly runId: string | undefined
}

/**
 * Returns the pair of a molecule that a request names, or its most probable one, with the evidence of all ids of the
 * candidate.
 */
export function chosenPair(state: EvidenceState, config: FuzzyConfig, wanted?: WantedObservation): Pair {
  const pairs = pairsOf(state, config, { wholeCandidate: true })
  if (wanted?.observationId === undefined) return pairs[0]
  const { observationId, runId } = wanted
  const name = observationText({ runId: runScope(runId), observationId })
  const found = pairs.find(({ observation }) => observation === name)
  if (found) return found
  throw invalid('observation_id', 'is not an observation of this molecule in the run', observationId)
}

/** Gives each item the one spelling of its type: kept items may be older than the rule. */
export const withTypeNames = (evidence: readonly StoredEvidence[]): StoredEvidence[] =>
  evidence.map((item) => ({ ...item, type: normaliseType(item.type) }))

/**
 * Returns the items of a candidate that bear on a pair: its own, and those about the molecule as such, of all ids of the
 * candidate.
 */
export const evidenceOfPair = (
  state: EvidenceState,
  { observation, otherIds }: Pick<Pair, 'observation' | 'otherIds'>,
) => {
  const bears = bearsOn(observation)
  const others = state.rivals.filter(({ moleculeId }) => otherIds.includes(moleculeId))
  const evidence = [state, ...others].flatMap((claim) => claim.evidence)
  return withTypeNames(evidence.filter((item: StoredEvidence) => bears(itemOf(item))))
}
