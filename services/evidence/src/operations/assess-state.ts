import { type Assessment, assess } from '../domain/assessment/assess.ts'
import type { ObjectiveWeights } from '../domain/assessment/objectives.ts'
import { distinctItems, type EvidenceItem } from '../domain/evidence/evidence-item.ts'
import { toEvidenceItem } from '../domain/evidence/observed-evidence.ts'
import type { FuzzyConfig } from '../domain/fuzzy/fuzzy-config.ts'
import type { LearnedModel } from '../domain/inference/learned-model.ts'
import { posterior } from '../domain/inference/posterior.ts'
import type { RivalClaim } from '../domain/inference/rivals.ts'
import type { EvidenceState, HeavyTask, StoredEvidence } from './ports.ts'

/** Converts a kept item for the computation. */
export const itemOf = ({ id, observedAt, ...rest }: StoredEvidence): EvidenceItem =>
  toEvidenceItem(id, { ...rest, observedAtMs: undefined }, observedAt.getTime())

/** Computes the log-odds of each rival for the molecule's observations, from its own evidence alone. */
export function rivalClaim(
  rivals: readonly (readonly StoredEvidence[])[],
  config: FuzzyConfig,
  model: LearnedModel,
  nowMs: number,
): RivalClaim | undefined {
  if (rivals.length === 0) return undefined
  const logOdds = rivals.map(
    (evidence) => posterior(distinctItems(evidence.map(itemOf)), config, model, { nowMs }).logOdds,
  )
  return { logOdds }
}

/** Assesses a molecule at the moment of the state. */
export function assessState(
  state: EvidenceState,
  config: FuzzyConfig,
  objectiveWeights?: ObjectiveWeights,
): Assessment {
  const nowMs = state.moment.getTime()
  const rivals = rivalClaim(state.rivals, config, state.model, nowMs)
  return assess(state.evidence.map(itemOf), config, state.model, {
    nowMs,
    pairs: state.network.pairs,
    ...(objectiveWeights ? { objectiveWeights } : {}),
    ...(rivals ? { rivals } : {}),
  })
}

/** Returns the number of items of a state, which determines the cost of its assessment. */
export const sizeOf = ({ evidence, rivals }: Pick<EvidenceState, 'evidence' | 'rivals'>): number =>
  evidence.length + rivals.reduce((sum, { length }) => sum + length, 0)

/** Input of `assessTask`. */
export interface AssessInput {
  readonly state: EvidenceState
  readonly config: FuzzyConfig
  readonly objectiveWeights: ObjectiveWeights | undefined
}

/** Assesses a molecule. */
export const assessTask: HeavyTask<AssessInput, Assessment> = {
  name: 'assess',
  compute: ({ state, config, objectiveWeights }) => assessState(state, config, objectiveWeights),
}
