import type { Assessment } from '../domain/assessment/assess.ts'
import { moleculeKey } from '../domain/evidence/identifiers.ts'
import type { FuzzyConfig } from '../domain/fuzzy/fuzzy-config.ts'
import { parseFuzzyConfig } from '../domain/fuzzy/fuzzy-config-parse.ts'
import {
  type Prediction,
  predictEvidence,
  predictionSize as sizeOfPrediction,
} from '../domain/network/predict-evidence.ts'
import { assessPairsOfState, type PairSummary, sizeOf } from './assess-state.ts'
import { withTypeNames } from './chosen-pair.ts'
import { unknownMolecule } from './molecules.ts'
import type { Actor, AssessmentStore, EvidenceState, HeavyComputation, HeavyTask } from './ports.ts'

const MS_PER_DAY = 86_400_000

/** Assessment and predictions of a molecule. */
export interface NetworkStats {
  readonly moleculeId: string
  readonly assessment: Assessment
  /** Pairs of the molecule, the most probable first. */
  readonly pairs: readonly PairSummary[]
  readonly state: EvidenceState
  /** Predictions for missing types; undefined unless requested. */
  readonly predictions: readonly Prediction[] | undefined
}

const predictionSize = ({ evidence, network }: EvidenceState): number =>
  sizeOfPrediction(network.patterns, evidence)

/** Returns the evidence types that occur in the organization's molecules. */
const knownTypes = (state: EvidenceState): string[] => [
  ...new Set(Object.keys(state.network.patterns).flatMap((key) => key.split('\u0000'))),
]

/** What to describe, as received. */
export interface NetworkStatsRequest {
  readonly includePredictions: boolean
  /** Largest age of the evidence; undefined for all. */
  readonly temporalWindowDays: number | undefined
  readonly fuzzyConfig: unknown
  readonly asOf: Date | undefined
}

/** Input of `describeTask`. */
export interface DescribeInput {
  readonly state: EvidenceState
  readonly includePredictions: boolean
  readonly config: FuzzyConfig
}

/** Assesses a molecule and predicts its missing types. */
export const describeTask: HeavyTask<
  DescribeInput,
  Pick<NetworkStats, 'assessment' | 'pairs' | 'predictions'>
> = {
  name: 'describe',
  compute: ({ state, includePredictions, config }) => {
    const known = withTypeNames(state.evidence)
    const present = new Set(known.map(({ type }) => type))
    const lacking = knownTypes(state).filter((type) => !present.has(type))
    return {
      ...assessPairsOfState(state, config),
      predictions: includePredictions ? predictEvidence(state.network.patterns, known, lacking) : undefined,
    }
  },
}

/** Returns statistics of the kept evidence of a molecule, now or at a past time. */
export function networkStats(deps: { assessments: AssessmentStore; compute: HeavyComputation }) {
  return async (
    actor: Actor,
    id: string,
    request: NetworkStatsRequest,
    signal?: AbortSignal,
  ): Promise<NetworkStats> => {
    const moleculeId = moleculeKey(id)
    const config = parseFuzzyConfig(request.fuzzyConfig)
    const { organizationId } = actor
    const found = await deps.assessments.read(organizationId, moleculeId, request.asOf)
    if (!found) throw unknownMolecule(moleculeId)
    const from =
      request.temporalWindowDays === undefined
        ? Number.NEGATIVE_INFINITY
        : found.moment.getTime() - request.temporalWindowDays * MS_PER_DAY
    const evidence = found.evidence.filter(({ observedAt }) => observedAt.getTime() >= from)
    const state = { ...found, evidence }
    const { includePredictions } = request
    const described = await deps.compute.run(
      describeTask,
      { state, includePredictions, config },
      { organizationId, size: sizeOf(state) + (includePredictions ? predictionSize(state) : 0), signal },
    )
    return { moleculeId, state, ...described }
  }
}
