import { type Assessment, assess } from '../domain/assessment/assess.ts'
import type { ObjectiveWeights } from '../domain/assessment/objectives.ts'
import { candidateKeyOfAll } from '../domain/evidence/candidate-key.ts'
import type { EvidenceItem } from '../domain/evidence/evidence-item.ts'
import { toEvidenceItem } from '../domain/evidence/observed-evidence.ts'
import type { FuzzyConfig } from '../domain/fuzzy/fuzzy-config.ts'
import { assessPairs, type Claimant, type Pair, type PairOptions } from '../domain/inference/pairs.ts'
import type { EvidenceState, HeavyTask, StoredEvidence } from './ports.ts'

/** Converts a kept item for the computation. */
export const itemOf = ({ id, observedAt, ...rest }: StoredEvidence): EvidenceItem =>
  toEvidenceItem(id, { ...rest, observedAtMs: undefined }, observedAt.getTime())

/** Converts the items of a molecule: those in use, and those that were set aside, whose conflict the bounds keep. */
export const itemsOf = ({
  evidence,
  aside = [],
}: Pick<EvidenceState, 'evidence' | 'aside'>): EvidenceItem[] => [
  ...evidence.map(itemOf),
  ...aside.map((stored) => ({ ...itemOf(stored), setAside: true as const })),
]

const claimantOf = (
  { moleculeId, evidence, aside }: Pick<EvidenceState, 'moleculeId' | 'evidence' | 'aside'>,
  items = itemsOf({ evidence, ...(aside ? { aside } : {}) }),
): Claimant => ({
  moleculeId,
  key: candidateKeyOfAll(
    moleculeId,
    evidence.map(({ metadata }) => metadata),
  ),
  items,
})

/**
 * Assesses the pairs of a molecule at the moment of the state, the most probable first. A molecule without observations
 * has one pair without an observation.
 */
export function pairsOf(
  state: EvidenceState,
  config: FuzzyConfig,
  options: Omit<PairOptions, 'nowMs'> = {},
  items = itemsOf(state),
): [Pair, ...Pair[]] {
  const nowMs = state.moment.getTime()
  const rivals = state.rivals.map((rival) => claimantOf(rival))
  return assessPairs(claimantOf(state, items), rivals, config, state.model, { ...options, nowMs })
}

/** Assessment of a molecule in its best pair, and all its pairs. */
export interface AssessedState {
  readonly assessment: Assessment
  /** Pairs with an observation, the most probable first. */
  readonly pairs: readonly PairSummary[]
}

/** Probability of one pair of a molecule. */
export type PairSummary = Pick<Pair, 'probability' | 'bounds' | 'none'> & {
  readonly observation: string
  readonly rivals: number
}

/** Assesses a molecule at the moment of the state: its best pair, and the probabilities of all its pairs. */
export function assessPairsOfState(
  state: EvidenceState,
  config: FuzzyConfig,
  objectiveWeights?: ObjectiveWeights,
): AssessedState {
  const items = itemsOf(state)
  const about = {
    nowMs: state.moment.getTime(),
    pairs: state.network.pairs,
    ...(objectiveWeights ? { objectiveWeights } : {}),
  }
  // Without observations there is nothing to choose from.
  if (items.every(({ observation }) => observation === undefined))
    return { assessment: assess(items, config, state.model, about), pairs: [] }
  const pairs = pairsOf(state, config, {}, items)
  const [{ observation, rivals }] = pairs
  const pair = { observation, ...(rivals ? { rivals } : {}) }
  return {
    assessment: assess(items, config, state.model, { ...about, ...pair }),
    pairs: pairs.flatMap(summaryOf),
  }
}

/** Summarises a pair with an observation; empty for one without. */
export const summaryOf = ({ observation, probability, bounds, none, rivals }: Pair): PairSummary[] =>
  observation === undefined
    ? []
    : [{ observation, probability, bounds, none, rivals: rivals?.logOdds.length ?? 0 }]

/** Assesses a molecule in its best pair at the moment of the state. */
export const assessState = (
  state: EvidenceState,
  config: FuzzyConfig,
  objectiveWeights?: ObjectiveWeights,
): Assessment => assessPairsOfState(state, config, objectiveWeights).assessment

/** Returns the number of items of a state, which determines the cost of its assessment. */
export const sizeOf = ({ evidence, rivals }: Pick<EvidenceState, 'evidence' | 'rivals'>): number =>
  evidence.length + rivals.reduce((sum, rival) => sum + rival.evidence.length, 0)

/** Input of `assessTask`. */
export interface AssessInput {
  readonly state: EvidenceState
  readonly config: FuzzyConfig
  readonly objectiveWeights: ObjectiveWeights | undefined
}

/** Assesses a molecule and its pairs. */
export const assessTask: HeavyTask<AssessInput, AssessedState> = {
  name: 'assess',
  compute: ({ state, config, objectiveWeights }) => assessPairsOfState(state, config, objectiveWeights),
}
