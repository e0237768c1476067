import type { Static } from 'typebox'
import type { Assessment } from '../domain/assessment/assess.ts'
import type { Prediction } from '../domain/network/predict-evidence.ts'
import type { Integrated } from '../operations/integrate-evidence.ts'
import type { NetworkStats } from '../operations/network-stats.ts'
import { PREDICTION_ALGORITHM, type Predicted } from '../operations/predict-missing.ts'
import { type IntegrateAnswer, MAX_RELATIONSHIPS } from './integrate.schema.ts'
import type { NetworkAnswer, NetworkStatsAnswer, PredictAnswer, PredictionBody } from './network.schema.ts'

export const presentRelationship = (relationship: Assessment['relationships'][number]) => ({
  source: relationship.source,
  target: relationship.target,
  relationship_type: relationship.relationshipType,
  strength: relationship.strength,
  source_id: relationship.sourceId,
  target_id: relationship.targetId,
})

export const presentNetworkScores = ({ network }: Assessment) => ({
  coherence_score: network.coherenceScore,
  consistency_score: network.consistencyScore,
  conflict_score: network.conflictScore,
})

export const presentConfidence = ({ fuzzyConfidence }: Assessment) => ({
  overall_score: fuzzyConfidence.overallScore,
  uncertainty_bounds: [...fuzzyConfidence.uncertaintyBounds],
  linguistic_assessment: fuzzyConfidence.linguisticAssessment,
  base_score: fuzzyConfidence.baseScore,
  fuzzy_reading: fuzzyConfidence.fuzzyReading,
})

export function presentIntegrated(
  { moleculeId, assessment, ...about }: Integrated,
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
    network_statistics: presentNetworkScores(assessment),
    objective_optimization: {
      total_score: objectives.totalScore,
      component_scores: objectives.componentScores as Record<string, number>,
    },
    processing_metadata: {
      processing_time_ms: processingTimeMs,
      algorithm_version: about.algorithmVersion,
      timestamp: about.moment.toISOString(),
      model_version: about.modelVersion,
      result_hash: about.resultHash,
      items_added: about.added,
    },
  }
}

const presentPrediction = (
  prediction: Prediction,
  includeUncertainty: boolean,
): Static<typeof PredictionBody> => ({
  evidence_type: prediction.evidenceType,
  predicted_value: prediction.predictedValue,
  ...(includeUncertainty ? { uncertainty_bounds: [...prediction.uncertaintyBounds] } : {}),
  confidence: prediction.confidence,
  supporting_evidence: prediction.supportingEvidence.map(({ type, influenceWeight }) => ({
    type,
    influence_weight: influenceWeight,
  })),
  network_path: [...prediction.networkPath],
})

export const presentPredicted = (
  predicted: Predicted,
  includeUncertainty: boolean,
  processingTimeMs: number,
): Static<typeof PredictAnswer> => ({
  molecule_id: predicted.moleculeId,
  predictions: predicted.predictions.map((prediction) => presentPrediction(prediction, includeUncertainty)),
  network_learning: {
    new_relationships_discovered: predicted.learning.newRelationships,
    relationship_strength_updates: predicted.learning.strengthUpdates,
    network_coherence_improvement: predicted.learning.coherenceImprovement,
  },
  prediction_metadata: {
    algorithm: PREDICTION_ALGORITHM,
    processing_time_ms: processingTimeMs,
    timestamp: predicted.moment.toISOString(),
  },
})

export function presentNetworkStats({
  moleculeId,
  assessment,
  predictions,
}: NetworkStats): Static<typeof NetworkStatsAnswer> {
  const { topology, coherenceScore, consistencyScore, conflictScore } = assessment.network
  return {
    molecule_id: moleculeId,
    network_topology: {
      node_count: topology.nodeCount,
      edge_count: topology.edgeCount,
      density: topology.density,
      clustering_coefficient: topology.clusteringCoefficient,
    },
    evidence_distribution: assessment.evidenceDistribution,
    relationship_analysis: assessment.relationshipCounts,
    temporal_analysis: {
      evidence_age_distribution: assessment.ageDistribution,
      decay_impact: assessment.decayImpact,
    },
    coherence_metrics: {
      overall_coherence: coherenceScore,
      consistency_score: consistencyScore,
      conflict_resolution_score: 1 - conflictScore,
    },
    ...(predictions ? { predictions: predictions.map((one) => presentPrediction(one, true)) } : {}),
  }
}

export function presentNetwork({
  moleculeId,
  assessment,
  state,
}: NetworkStats): Static<typeof NetworkAnswer> {
  const items = new Map(state.evidence.map((item) => [item.id, item]))
  return {
    molecule_id: moleculeId,
    ...presentConfidence(assessment),
    nodes: assessment.contributions.map((node) => {
      const item = items.get(node.itemId)!
      return {
        id: node.itemId,
        type: node.type,
        value: item.value,
        uncertainty: item.uncertainty,
        source: item.source,
        timestamp: item.observedAt.toISOString(),
        contribution_score: node.contributionScore,
        temporal_weight: node.temporalWeight,
      }
    }),
    edges: assessment.relationships.map(presentRelationship),
  }
}
