import { checkEvidenceType, normaliseType } from '../domain/evidence/evidence-type.ts'
import { moleculeKey } from '../domain/evidence/identifiers.ts'
import type { FuzzyConfig } from '../domain/fuzzy/fuzzy-config.ts'
import { parseFuzzyConfig } from '../domain/fuzzy/fuzzy-config-parse.ts'
import {
  applyDelta,
  deltaOf,
  type NetworkDelta,
  type TypeMeans,
  touchedPairs,
  typeMeans,
} from '../domain/network/learned-network.ts'
import { learnedRelationships } from '../domain/network/pair-statistics.ts'
import {
  type KnownValue,
  MAX_NETWORK_TYPES,
  type Prediction,
  predictEvidence,
  predictionSize,
} from '../domain/network/predict-evidence.ts'
import { invalid, Refusal } from '../domain/refusal.ts'
import { assessState, sizeOf } from './assess-state.ts'
import { chosenPair, evidenceOfPair, type WantedObservation, withTypeNames } from './chosen-pair.ts'
import { unknownMolecule } from './molecules.ts'
import type { Actor, AssessmentStore, EvidenceState, HeavyComputation, HeavyTask } from './ports.ts'

/** Types to predict and options, as received. */
export interface PredictRequest {
  readonly types: readonly string[]
  readonly confidenceThreshold: number
  readonly maxPredictions: number | undefined
  readonly learning: boolean
  readonly context: readonly KnownValue[]
  readonly fuzzyConfig: unknown
  /** Pair to predict for; the most probable one by default. */
  readonly observation: WantedObservation
}

interface NetworkLearning {
  readonly newRelationships: number
  readonly strengthUpdates: number
  readonly coherenceImprovement: number
}

/** Predictions and what the network learned. */
export interface Predicted {
  readonly moleculeId: string
  readonly predictions: readonly Prediction[]
  readonly learning: NetworkLearning
  readonly moment: Date
}

const NOTHING_LEARNED: NetworkLearning = { newRelationships: 0, strengthUpdates: 0, coherenceImprovement: 0 }

const coherenceOf = (state: EvidenceState, config: FuzzyConfig): number =>
  assessState(state, config).network.coherenceScore

const predict = (
  state: EvidenceState,
  request: PredictRequest,
  config: FuzzyConfig,
): readonly Prediction[] => {
  const known = evidenceOfPair(state, chosenPair(state, config, request.observation))
  return predictEvidence(state.network.patterns, [...known, ...request.context], request.types, {
    confidenceThreshold: request.confidenceThreshold,
    ...(request.maxPredictions === undefined ? {} : { maxPredictions: request.maxPredictions }),
  })
}

/** Input of `predictTask`. */
export interface PredictInput {
  readonly state: EvidenceState
  readonly request: PredictRequest
  readonly config: FuzzyConfig
}

/** Predicts missing evidence. */
export const predictTask: HeavyTask<PredictInput, readonly Prediction[]> = {
  name: 'predict',
  compute: ({ state, request, config }) => predict(state, request, config),
}

/** Input of `teachTask`. */
export interface TeachInput extends PredictInput {
  /** Last contribution of the molecule to the statistics. */
  readonly taught: TypeMeans | null
}

/** Predictions after learning, with the delta to store. */
export interface Taught {
  readonly predictions: readonly Prediction[]
  readonly learning: NetworkLearning
  readonly delta: NetworkDelta | null
}

/** Learns from a molecule, then predicts its missing evidence. */
export const teachTask: HeavyTask<TeachInput, Taught> = {
  name: 'teach',
  compute: ({ state, taught, request, config }) => {
    const means = typeMeans(withTypeNames(state.evidence))
    const types = Object.keys(means).length
    if (types > MAX_NETWORK_TYPES) {
      throw invalid(
        'prediction_config.network_learning_enabled',
        `must be false for a molecule with more than ${MAX_NETWORK_TYPES} evidence types`,
        types,
      )
    }
    const delta = deltaOf(taught, means)
    if (!delta) return { predictions: predict(state, request, config), learning: NOTHING_LEARNED, delta }
    const network = applyDelta(state.network, delta)
    const after = { ...state, network }
    const count = (pairs: typeof network.pairs) => learnedRelationships(pairs).length
    const learning = {
      newRelationships: Math.max(0, count(network.pairs) - count(state.network.pairs)),
      strengthUpdates: touchedPairs(delta),
      coherenceImprovement: coherenceOf(after, config) - coherenceOf(state, config),
    }
    return { predictions: predict(after, request, config), learning, delta }
  },
}

/**
 * Predicts missing evidence of a molecule from its other evidence and the statistics of the organization. With
 * learning enabled, first replaces the molecule's contribution to the statistics by its present values, which is a
 * write.
 */
export function predictMissing(deps: { assessments: AssessmentStore; compute: HeavyComputation }) {
  return async (
    actor: Actor,
    id: string,
    received: PredictRequest,
    signal?: AbortSignal,
  ): Promise<Predicted> => {
    const moleculeId = moleculeKey(id)
    const { organizationId } = actor
    const config = parseFuzzyConfig(received.fuzzyConfig)
    const request = {
      ...received,
      types: received.types.map((type, i) => checkEvidenceType(type, `evidence_types_to_predict.${i}`)),
      context: received.context.map((item) => ({ ...item, type: normaliseType(item.type) })),
    }
    const sizeWith = (state: EvidenceState) =>
      sizeOf(state) +
      request.context.length +
      predictionSize(state.network.patterns, [...state.evidence, ...request.context])
    if (!request.learning) {
      const state = await deps.assessments.read(organizationId, moleculeId)
      if (!state) throw unknownMolecule(moleculeId)
      const size = sizeWith(state)
      const predictions = await deps.compute.run(
        predictTask,
        { state, request, config },
        { organizationId, size, signal },
      )
      return { moleculeId, predictions, learning: NOTHING_LEARNED, moment: state.moment }
    }
    if (actor.role === 'viewer') {
      throw new Refusal(
        'PERMISSION_ERROR',
        'Network learning is a write, and the role viewer may only read. It requires the role researcher.',
        {
          field: 'prediction_config.network_learning_enabled',
          issue: 'requires the role researcher or higher',
          provided: true,
        },
      )
    }
    const answer = await deps.assessments.learn(actor, moleculeId, async (state, taught) => {
      const size = sizeWith(state)
      const input = { state, taught, request, config }
      const { delta, ...learned } = await deps.compute.run(teachTask, input, { organizationId, size, signal })
      return { result: { moleculeId, ...learned, moment: state.moment }, delta }
    })
    if (!answer) throw unknownMolecule(moleculeId)
    return answer
  }
}
