import type { Assessment } from '../domain/assessment/assess.ts'
import { moleculeKey } from '../domain/evidence/identifiers.ts'
import type { FuzzyConfig } from '../domain/fuzzy/fuzzy-config.ts'
import { parseFuzzyConfig } from '../domain/fuzzy/fuzzy-config-parse.ts'
import {
  type Prediction,
  predictEvidence,
  predictionSize as sizeOfPrediction,
} from '../domain/network/predict-evidence.ts'
import { type PairSummary, pairsOf, sizeOf } from './assess-state.ts'
import { type AssessedCandidate, assessCandidate, wantedObservation } from './candidate-state.ts'
import { type WantedObservation, withTypeNames } from './chosen-pair.ts'
import { unknownMolecule } from './molecules.ts'
import type { Actor, AssessmentStore, EvidenceState, HeavyComputation, HeavyTask } from './ports.ts'

const MS_PER_DAY = 86_400_000

/** Assessment and predictions of a molecule. */
export interface NetworkStats {
  readonly moleculeId: string
  /** Every id of the candidate, the requested one first. */
  readonly moleculeIds: readonly string[]
  readonly assessment: Assessment
  /** Pairs of the molecule, the most probable first. */
  readonly pairs: readonly PairSummary[]
  /** State of the molecule; its evidence is that of all ids of the candidate. */
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
  /** Pair whose evidence to describe; all evidence of the molecule, with its most probable pair, by default. */
  readonly observation?: WantedObservation
}

/** Input of `describeTask`. */
export interface DescribeInput {
  readonly state: EvidenceState
  readonly includePredictions: boolean
  readonly config: FuzzyConfig
  /** Observation of the pair to describe, as in `EvidenceItem.observation`. */
  readonly observation: string | undefined
  /** Time from which evidence counts; undefined for all. */
  readonly fromMs: number | undefined
}

/** Leaves only evidence from a time on, of the molecule and of other ids of the candidate. Rivals always count. */
function since(state: EvidenceState, fromMs: number | undefined, config: FuzzyConfig): EvidenceState {
  if (fromMs === undefined) return state
  const own = new Set(pairsOf(state, config).flatMap(({ otherIds }) => otherIds))
  const recent = (evidence: EvidenceState['evidence']) =>
    evidence.filter(({ observedAt }) => observedAt.getTime() >= fromMs)
  return {
    ...state,
    evidence: recent(state.evidence),
    aside: recent(state.aside ?? []),
    rivals: state.rivals.map((rival) =>
      own.has(rival.moleculeId)
        ? { ...rival, evidence: recent(rival.evidence), aside: recent(rival.aside ?? []) }
        : rival,
    ),
  }
}

/** Assesses a molecule with all ids of its candidate, and predicts the missing types. */
export const describeTask: HeavyTask<DescribeInput, AssessedCandidate & Pick<NetworkStats, 'predictions'>> = {
  name: 'describe',
  compute: ({ state, includePredictions, config, observation, fromMs }) => {
    const assessed = assessCandidate(since(state, fromMs, config), config, observation)
    const known = withTypeNames(assessed.evidence)
    const present = new Set(known.map(({ type }) => type))
    const lacking = knownTypes(state).filter((type) => !present.has(type))
    return {
      ...assessed,
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
    const { includePredictions, temporalWindowDays: days } = request
    const input = {
      state: found,
      includePredictions,
      config,
      observation: wantedObservation(found, request.observation),
      fromMs: days === undefined ? undefined : found.moment.getTime() - days * MS_PER_DAY,
    }
    const size = sizeOf(found) + (includePredictions ? predictionSize(found) : 0)
    const described = await deps.compute.run(describeTask, input, { organizationId, size, signal })
    const { evidence, ...rest } = described
    return { moleculeId, state: { ...found, evidence }, ...rest }
  }
}
