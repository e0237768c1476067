import type { Static } from 'typebox'
import { PREDICTION_ALGORITHM, type Prediction } from '../domain/network/predict-evidence.ts'
import type { NetworkStats } from '../operations/network-stats.ts'
import type { Predicted } from '../operations/predict-missing.ts'
import { presentConfidence, presentRelationship } from './integrate.present.ts'
import type { NetworkAnswer, NetworkStatsAnswer, PredictAnswer, PredictionBody } from './network.schema.ts'

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

/** Presents predictions and what the network learned. */
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

/** Presents the statistics of the network. */
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

/** Presents the network as a graph. */
export function presentNetwork({
  moleculeId,
  moleculeIds,
  assessment,
  state,
}: NetworkStats): Static<typeof NetworkAnswer> {
  const items = new Map(state.evidence.map((item) => [item.id, item]))
  return {
    molecule_id: moleculeId,
    molecule_ids: [...moleculeIds],
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
