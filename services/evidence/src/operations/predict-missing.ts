import { defaultFuzzyConfig } from '../domain/fuzzy-config.ts'
import { moleculeKey } from '../domain/identifiers.ts'
import { applyDelta, deltaOf, touchedPairs, typeMeans } from '../domain/learned-network.ts'
import { checkEvidenceType } from '../domain/observed-evidence.ts'
import { learnedRelationships } from '../domain/pair-statistics.ts'
import { type KnownValue, type Prediction, predictEvidence } from '../domain/predict-evidence.ts'
import { Refusal } from '../domain/refusal.ts'
import { assessState } from './assess-state.ts'
import { unknownMolecule } from './molecules.ts'
import type { Actor, AssessmentStore, EvidenceState } from './ports.ts'

/** Name of the method, for the answer. */
export const PREDICTION_ALGORITHM = 'gaussian_copula_student_t'

export interface PredictRequest {
  readonly types: readonly string[]
  readonly confidenceThreshold: number
  readonly maxPredictions: number | undefined
  readonly learning: boolean
  readonly context: readonly KnownValue[]
}

export interface NetworkLearning {
  readonly newRelationships: number
  readonly strengthUpdates: number
  readonly coherenceImprovement: number
}

export interface Predicted {
  readonly moleculeId: string
  readonly predictions: readonly Prediction[]
  readonly learning: NetworkLearning
  readonly moment: Date
}

const NOTHING_LEARNED: NetworkLearning = { newRelationships: 0, strengthUpdates: 0, coherenceImprovement: 0 }

const coherenceOf = (state: EvidenceState): number =>
  assessState(state, defaultFuzzyConfig).network.coherenceScore

/**
 * Predicts the evidence a molecule lacks from what it has and what the organization's molecules taught. With learning on,
 * the molecule's own values are taught first (in place of what it taught before), which is a write.
 */
export function predictMissing(deps: { assessments: AssessmentStore }) {
  const predict = (state: EvidenceState, request: PredictRequest): readonly Prediction[] =>
    predictEvidence(state.network.patterns, [...state.evidence, ...request.context], request.types, {
      confidenceThreshold: request.confidenceThreshold,
      ...(request.maxPredictions === undefined ? {} : { maxPredictions: request.maxPredictions }),
    })

  return async (actor: Actor, id: string, request: PredictRequest): Promise<Predicted> => {
    const moleculeId = moleculeKey(id)
    for (const [i, type] of request.types.entries()) checkEvidenceType(type, `evidence_types_to_predict.${i}`)
    if (!request.learning) {
      const state = await deps.assessments.read(actor.organizationId, moleculeId)
      if (!state) throw unknownMolecule(moleculeId)
      const predictions = predict(state, request)
      return { moleculeId, predictions, learning: NOTHING_LEARNED, moment: state.moment }
    }
    if (actor.role === 'viewer') {
      throw new Refusal('PERMISSION_ERROR', 'Network learning writes; the role viewer only reads.', {
        field: 'prediction_config.network_learning_enabled',
        issue: 'takes researcher or above',
        provided: true,
      })
    }
    const answer = await deps.assessments.learn(actor, moleculeId, (state, taught) => {
      const delta = deltaOf(taught, typeMeans(state.evidence))
      if (!delta) {
        const predictions = predict(state, request)
        return { result: { moleculeId, predictions, learning: NOTHING_LEARNED, moment: state.moment }, delta }
      }
      const network = applyDelta(state.network, delta)
      const after = { ...state, network }
      const count = (pairs: typeof network.pairs) => learnedRelationships(pairs).length
      const learning = {
        newRelationships: Math.max(0, count(network.pairs) - count(state.network.pairs)),
        strengthUpdates: touchedPairs(delta),
        coherenceImprovement: coherenceOf(after) - coherenceOf(state),
      }
      const predictions = predict(after, request)
      return { result: { moleculeId, predictions, learning, moment: state.moment }, delta }
    })
    if (!answer) throw unknownMolecule(moleculeId)
    return answer
  }
}
