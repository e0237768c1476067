import type { Static } from 'typebox'
import type { Assessment } from '../domain/assessment/assess.ts'
import { readObservationText, runName } from '../domain/evidence/observed-evidence.ts'
import { calibratedOf } from '../domain/inference/calibrated.ts'
import type { LearnedModel } from '../domain/inference/learned-model.ts'
import type { PairSummary } from '../operations/assess-state.ts'
import type { Integrated } from '../operations/integrate-evidence.ts'
import {
  type FuzzyConfidence,
  type IntegrateAnswer,
  MAX_RELATIONSHIPS,
  type NetworkScores,
  type PairBody,
  type Relationship,
} from './integrate.schema.ts'

/** Presents a relationship between two items. */
export const presentRelationship = (
  relationship: Assessment['relationships'][number],
): Static<typeof Relationship> => ({
  source: relationship.source,
  target: relationship.target,
  relationship_type: relationship.relationshipType,
  strength: relationship.strength,
  source_id: relationship.sourceId,
  target_id: relationship.targetId,
})

/** Presents the scores of the network. */
export const presentNetworkScores = ({ network }: Assessment): Static<typeof NetworkScores> => ({
  coherence_score: network.coherenceScore,
  consistency_score: network.consistencyScore,
  conflict_score: network.conflictScore,
})

/** Presents the pairs of a molecule. */
export const presentPairs = (pairs: readonly PairSummary[]): Static<typeof PairBody>[] =>
  pairs.map(({ observation, probability, bounds, none, rivals }) => {
    const { runId, observationId } = readObservationText(observation)
    return {
      observation_id: observationId,
      run_id: runName(runId),
      probability,
      bounds: [...bounds],
      none,
      rivals,
    }
  })

/** Presents what a score rests on. */
export function presentCalibrated(types: Iterable<string>, model: LearnedModel) {
  const { calibrated, calibratedBy, uncalibratedTypes } = calibratedOf(types, model)
  return {
    calibrated,
    calibrated_by: calibratedBy,
    uncalibrated_types: [...uncalibratedTypes],
  }
}

/** Presents score, bounds and terms. */
export const presentConfidence = ({ fuzzyConfidence }: Assessment): Static<typeof FuzzyConfidence> => ({
  overall_score: fuzzyConfidence.overallScore,
  uncertainty_bounds: [...fuzzyConfidence.uncertaintyBounds],
  linguistic_assessment: fuzzyConfidence.linguisticAssessment,
  base_score: fuzzyConfidence.baseScore,
  fuzzy_reading: fuzzyConfidence.fuzzyReading,
})

/** Presents an assessment. */
export function presentIntegrated(
  { moleculeId, assessment, pairs, ...about }: Integrated,
  processingTimeMs: number,
): Static<typeof IntegrateAnswer> {
  const { counterfactual, objectives } = assessment
  return {
    molecule_id: moleculeId,
    fuzzy_confidence: presentConfidence(assessment),
    evidence_analysis: {
      individual_contributions: assessment.contributions.map((item) => ({
        type: item.type,
        fuzzy_membership: item.fuzzyMembership,
        temporal_weight: item.temporalWeight,
        contribution_score: item.contributionScore,
        evidence_id: item.itemId,
        log_odds: item.logOdds,
      })),
      evidence_relationships: assessment.relationships.slice(0, MAX_RELATIONSHIPS).map(presentRelationship),
      relationships_total: assessment.relationships.length,
      ledger: assessment.ledger.map((line) => ({
        type: line.type,
        group: line.group,
        item_count: line.itemCount,
        effective_count: line.effectiveCount,
        log_odds: line.logOdds,
      })),
      counterfactual: {
        decision: counterfactual.decision,
        log_odds_to_flip: counterfactual.logOddsToFlip,
        items_to_remove: counterfactual.itemsToRemove ? [...counterfactual.itemsToRemove] : null,
      },
    },
    pairs: presentPairs(pairs),
    calibration: presentCalibrated(
      assessment.contributions.map(({ type }) => type),
      about.model,
    ),
    network_statistics: presentNetworkScores(assessment),
    objective_optimization: {
      total_score: objectives.totalScore,
      component_scores: objectives.componentScores as Record<string, number>,
    },
    processing_metadata: {
      processing_time_ms: processingTimeMs,
      algorithm_version: about.algorithmVersion,
      timestamp: about.moment.toISOString(),
      model_version: about.model.version,
      result_hash: about.resultHash,
      items_added: about.added,
    },
  }
}
