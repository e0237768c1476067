import { assess } from '../domain/assessment/assess.ts'
import { distinctItems } from '../domain/evidence/evidence-item.ts'
import { observationText, runScope } from '../domain/evidence/observed-evidence.ts'
import type { FuzzyConfig } from '../domain/fuzzy/fuzzy-config.ts'
import { bearsOn, type Pair } from '../domain/inference/pairs.ts'
import { invalid } from '../domain/refusal.ts'
import { type AssessedState, itemOf, itemsOf, pairsOf, summaryOf } from './assess-state.ts'
import type { WantedObservation } from './chosen-pair.ts'
import type { EvidenceState, Rival, StoredEvidence } from './ports.ts'

/** Candidate of an observation, or of the organization if it has none, with the evidence of all ids that name it. */
export interface CandidateState {
  readonly pair: Pair
  /** Every id of the candidate, the requested one first. */
  readonly moleculeIds: readonly [string, ...string[]]
  /** Evidence that bears on the pair, by id of the candidate; with copies. */
  readonly claims: readonly Rival[]
}

/** Leaves only the evidence that bears on one observation. */
function ofObservation(state: EvidenceState, observation: string): EvidenceState {
  const bears = bearsOn(observation)
  const bearing = (evidence: readonly StoredEvidence[]) => evidence.filter((item) => bears(itemOf(item)))
  return {
    ...state,
    evidence: bearing(state.evidence),
    aside: bearing(state.aside ?? []),
    rivals: state.rivals.flatMap(({ moleculeId, evidence, aside = [] }) =>
      evidence.some((item) => itemOf(item).observation === observation)
        ? [{ moleculeId, evidence: bearing(evidence), aside: bearing(aside) }]
        : [],
    ),
  }
}

/** Returns the observation that a request names; undefined if it names none. */
export function wantedObservation(
  state: EvidenceState,
  wanted: WantedObservation | undefined,
): string | undefined {
  if (wanted?.observationId === undefined) return undefined
  const { observationId, runId } = wanted
  const name = observationText({ runId: runScope(runId), observationId })
  if (state.evidence.some((item) => itemOf(item).observation === name)) return name
  throw invalid('observation_id', 'is not an observation of this molecule in the run', observationId)
}

/**
 * Returns the candidate that a molecule is in an observation: in the one that the request names, or where it is most
 * probable. Molecules with one candidate key are one candidate, so its evidence is that of all of them, as in the
 * explanation of the candidate. Without `whole`, the evidence is that of the molecule alone.
 */
export function candidateState(
  state: EvidenceState,
  config: FuzzyConfig,
  wanted: string | undefined,
  whole = true,
): CandidateState {
  const options = { wholeCandidate: whole }
  const observation = wanted ?? pairsOf(state, config, options)[0].observation
  const narrow = observation === undefined ? state : ofObservation(state, observation)
  const [pair] = pairsOf(narrow, config, options)
  const others = new Set(whole ? pair.otherIds : [])
  return {
    pair,
    moleculeIds: [state.moleculeId, ...others],
    claims: [
      { moleculeId: state.moleculeId, evidence: narrow.evidence, aside: narrow.aside ?? [] },
      ...narrow.rivals.filter(({ moleculeId }) => others.has(moleculeId)),
    ],
  }
}

/** Assessment of a candidate with the evidence behind it. */
export interface AssessedCandidate extends AssessedState {
  readonly moleculeIds: readonly string[]
  /** Evidence of the molecule, and that of the other ids of the candidate in the assessed pair. */
  readonly evidence: readonly StoredEvidence[]
}

/**
 * Assesses a molecule in its most probable pair, or in the given one, with the evidence of all ids of the candidate. With
 * an observation only the evidence of that pair is examined; without one, that of the molecule about other observations
 * is listed too.
 */
export function assessCandidate(
  state: EvidenceState,
  config: FuzzyConfig,
  observation: string | undefined,
): AssessedCandidate {
  const { pair, moleculeIds, claims } = candidateState(state, config, observation)
  const [own, ...others] = claims
  const evidence = [
    ...(observation === undefined ? state.evidence : own!.evidence),
    ...others.flatMap((one) => one.evidence),
  ]
  const aside = claims.flatMap((one) => one.aside ?? [])
  const assessment = assess(distinctItems(itemsOf({ evidence, aside })), config, state.model, {
    nowMs: state.moment.getTime(),
    pairs: state.network.pairs,
    observation: pair.observation,
    ...(pair.rivals ? { rivals: pair.rivals } : {}),
  })
  const pairs = observation === undefined ? pairsOf(state, config, { wholeCandidate: true }) : [pair]
  return { assessment, pairs: pairs.flatMap(summaryOf), moleculeIds, evidence }
}
