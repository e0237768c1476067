import Type from 'typebox'
import { DEFAULT_UNCERTAINTY } from '../domain/evidence/evidence-item.ts'
import { MAX_TYPE_CHARACTERS } from '../domain/evidence/evidence-type.ts'
import { TERMS } from '../domain/fuzzy/linguistic-variables.ts'
import { RELATIONSHIP_TYPES } from '../domain/network/relationships.ts'
import { AGE_BUCKETS } from '../domain/network/scores.ts'
import { FuzzyConfigBody, FuzzyConfigText, observationFields } from './fuzzy-config.schema.ts'
import { AsOf, Bounds, Relationship } from './integrate.schema.ts'

const counts = <Name extends string>(title: string, names: readonly Name[], description: string) =>
  Type.Object(
    Object.fromEntries(names.map((name) => [name, Type.Integer()])) as Record<
      Name,
      ReturnType<typeof Type.Integer>
    >,
    { title, description },
  )

export const NetworkStatsQuery = Type.Object({
  include_predictions: Type.Boolean({
    default: false,
    description: 'Whether to predict the types that the molecule lacks',
  }),
  temporal_window_days: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      description: 'Largest age of the evidence in days; all evidence by default',
    }),
  ),
  fuzzy_config: FuzzyConfigText,
  as_of: AsOf,
  ...observationFields,
})

export const PredictionBody = Type.Object(
  {
    evidence_type: Type.String(),
    predicted_value: Type.Number(),
    uncertainty_bounds: Type.Optional(Bounds),
    confidence: Type.Number({
      description: '1 − width of the bounds / width of the bounds for an unknown molecule',
    }),
    supporting_evidence: Type.Array(
      Type.Object(
        {
          type: Type.String(),
          influence_weight: Type.Number({ description: 'Share of the influence, 0 to 1' }),
        },
        { title: 'SupportingEvidence', description: 'Known type and its influence on the prediction' },
      ),
    ),
    network_path: Type.Array(Type.String(), {
      description: 'Strongest path of evidence types from a known one to the predicted one',
    }),
  },
  { title: 'Prediction', description: 'Predicted value of an evidence type that the molecule lacks' },
)

const NetworkTopology = Type.Object(
  {
    node_count: Type.Integer(),
    edge_count: Type.Integer(),
    density: Type.Number({ description: 'Edges divided by possible edges' }),
    clustering_coefficient: Type.Number({ description: 'Mean local clustering coefficient, 0 to 1' }),
  },
  { title: 'NetworkTopology', description: 'Size, density and clustering of the network' },
)

const TemporalAnalysis = Type.Object(
  {
    evidence_age_distribution: counts('AgeCounts', AGE_BUCKETS, 'Number of items by age'),
    decay_impact: Type.Number({ description: 'Share of the original evidence that is lost by age, 0 to 1' }),
  },
  { title: 'TemporalAnalysis', description: 'Age of the items and its effect' },
)

const CoherenceMetrics = Type.Object(
  {
    overall_coherence: Type.Number(),
    consistency_score: Type.Number(),
    conflict_resolution_score: Type.Number({ description: '1 − conflict score' }),
  },
  { title: 'CoherenceMetrics', description: 'Agreement of the items, each score 0 to 1' },
)

export const NetworkStatsAnswer = Type.Object(
  {
    molecule_id: Type.String(),
    network_topology: NetworkTopology,
    evidence_distribution: counts('TermCounts', TERMS, 'Number of items by their strongest term'),
    relationship_analysis: counts(
      'RelationshipCounts',
      RELATIONSHIP_TYPES,
      'Number of relationships by type',
    ),
    temporal_analysis: TemporalAnalysis,
    coherence_metrics: CoherenceMetrics,
    predictions: Type.Optional(Type.Array(PredictionBody)),
  },
  { title: 'NetworkStatistics', description: 'Statistics of the kept evidence of the molecule' },
)

const NetworkNode = Type.Object(
  {
    id: Type.String(),
    type: Type.String(),
    value: Type.Number(),
    uncertainty: Type.Number(),
    source: Type.String(),
    timestamp: Type.String({ format: 'date-time' }),
    contribution_score: Type.Number(),
    temporal_weight: Type.Number(),
  },
  { title: 'NetworkNode', description: 'Item with its contribution to the score' },
)

export const NetworkAnswer = Type.Object(
  {
    molecule_id: Type.String(),
    molecule_ids: Type.Array(Type.String(), {
      description: 'Every id of the candidate whose evidence is drawn, the requested one first',
    }),
    overall_score: Type.Number(),
    uncertainty_bounds: Bounds,
    nodes: Type.Array(NetworkNode),
    edges: Type.Array(Relationship),
  },
  { title: 'EvidenceNetwork', description: 'Kept evidence of the molecule as a graph' },
)

const PredictionConfig = Type.Object(
  {
    confidence_threshold: Type.Number({
      minimum: 0,
      maximum: 1,
      default: 0,
      description: 'Smallest confidence of a prediction, 0 to 1',
    }),
    max_predictions: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, description: 'Largest number of predictions in one answer' }),
    ),
    include_uncertainty: Type.Boolean({ default: true, description: 'Whether to give the bounds' }),
    network_learning_enabled: Type.Boolean({
      default: false,
      description: 'Whether the network first learns from this molecule, which is a write',
    }),
  },
  {
    title: 'PredictionConfig',
    description: 'Options of the prediction',
    additionalProperties: false,
    default: {},
  },
)

const ContextEvidence = Type.Object(
  {
    type: Type.String({ minLength: 1, maxLength: MAX_TYPE_CHARACTERS }),
    value: Type.Number({ minimum: 0, maximum: 1 }),
    uncertainty: Type.Number({ minimum: 0, maximum: 1, default: DEFAULT_UNCERTAINTY }),
  },
  {
    title: 'ContextEvidence',
    description: 'Item that is used for this prediction only',
    additionalProperties: false,
  },
)

export const PredictBody = Type.Object(
  {
    evidence_types_to_predict: Type.Array(Type.String(), {
      minItems: 1,
      maxItems: 100,
      description:
        'Types to predict; types that the molecule has and types that no molecule has are not in the answer',
    }),
    prediction_config: PredictionConfig,
    context_evidence: Type.Array(ContextEvidence, {
      maxItems: 1000,
      default: [],
      description: 'Evidence to use in addition to the kept evidence; it is not kept',
    }),
    fuzzy_config: Type.Optional(FuzzyConfigBody),
    ...observationFields,
  },
  {
    title: 'PredictionRequest',
    additionalProperties: false,
    description: 'Evidence types to predict, options and additional evidence',
    examples: [
      {
        evidence_types_to_predict: ['pathway_membership', 'protein_interaction'],
        prediction_config: { confidence_threshold: 0.1, network_learning_enabled: false },
      },
    ],
  },
)

const NetworkLearning = Type.Object(
  {
    new_relationships_discovered: Type.Integer(),
    relationship_strength_updates: Type.Integer(),
    network_coherence_improvement: Type.Number(),
  },
  {
    title: 'NetworkLearning',
    description: 'Changes of the learned statistics; all 0 without network learning',
  },
)

export const PredictAnswer = Type.Object(
  {
    molecule_id: Type.String(),
    predictions: Type.Array(PredictionBody, { description: 'Predictions, most confident first' }),
    network_learning: NetworkLearning,
    prediction_metadata: Type.Object({
      algorithm: Type.String(),
      processing_time_ms: Type.Number(),
      timestamp: Type.String({ format: 'date-time' }),
    }),
  },
  { title: 'Predictions', description: 'Predicted evidence values with 90 % intervals' },
)
