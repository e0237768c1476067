import Type from 'typebox'
import { TERMS } from '../domain/fuzzy/linguistic-variables.ts'
import { RELATIONSHIP_TYPES } from '../domain/network/relationships.ts'
import { AGE_BUCKETS } from '../domain/network/scores.ts'
import { AsOf, Bounds, Relationship } from './integrate.schema.ts'

const counts = <Name extends string>(names: readonly Name[], description: string) =>
  Type.Object(
    Object.fromEntries(names.map((name) => [name, Type.Integer()])) as Record<
      Name,
      ReturnType<typeof Type.Integer>
    >,
    { description },
  )

export const NetworkStatsQuery = Type.Object({
  include_predictions: Type.Boolean({
    default: false,
    description: 'Add predictions for the types that the molecule lacks',
  }),
  temporal_window_days: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      description: 'Only evidence observed within so many days; all where it is left out',
    }),
  ),
  as_of: AsOf,
})

export const PredictionBody = Type.Object({
  evidence_type: Type.String(),
  predicted_value: Type.Number(),
  uncertainty_bounds: Type.Optional(Bounds),
  confidence: Type.Number({ description: '1 − width of the bounds / width without knowing the molecule' }),
  supporting_evidence: Type.Array(Type.Object({ type: Type.String(), influence_weight: Type.Number() })),
  network_path: Type.Array(Type.String()),
})

export const NetworkStatsAnswer = Type.Object(
  {
    molecule_id: Type.String(),
    network_topology: Type.Object({
      node_count: Type.Integer(),
      edge_count: Type.Integer(),
      density: Type.Number(),
      clustering_coefficient: Type.Number(),
    }),
    evidence_distribution: counts(TERMS, 'Items by the term in which they are strongest'),
    relationship_analysis: counts(RELATIONSHIP_TYPES, 'Relationships by kind'),
    temporal_analysis: Type.Object({
      evidence_age_distribution: counts(AGE_BUCKETS, 'Items by age'),
      decay_impact: Type.Number({ description: 'Share of what the evidence once said that age has taken' }),
    }),
    coherence_metrics: Type.Object({
      overall_coherence: Type.Number(),
      consistency_score: Type.Number(),
      conflict_resolution_score: Type.Number({ description: '1 − conflict score' }),
    }),
    predictions: Type.Optional(Type.Array(PredictionBody)),
  },
  { description: 'Statistics of everything kept of the molecule' },
)

export const NetworkAnswer = Type.Object(
  {
    molecule_id: Type.String(),
    overall_score: Type.Number(),
    uncertainty_bounds: Bounds,
    nodes: Type.Array(
      Type.Object({
        id: Type.String(),
        type: Type.String(),
        value: Type.Number(),
        uncertainty: Type.Number(),
        source: Type.String(),
        timestamp: Type.String({ format: 'date-time' }),
        contribution_score: Type.Number(),
        temporal_weight: Type.Number(),
      }),
    ),
    edges: Type.Array(Relationship),
  },
  { description: 'Everything kept of the molecule, for a picture' },
)

export const PredictBody = Type.Object(
  {
    evidence_types_to_predict: Type.Array(Type.String(), {
      minItems: 1,
      maxItems: 100,
      description:
        'Types to predict; those the molecule has, and those nobody has seen, are left out of the answer',
    }),
    prediction_config: Type.Optional(
      Type.Object(
        {
          confidence_threshold: Type.Optional(
            Type.Number({
              minimum: 0,
              maximum: 1,
              description: 'Leave out what is less sure; 0 where it is left out',
            }),
          ),
          max_predictions: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 100, description: 'Most in one answer' }),
          ),
          include_uncertainty: Type.Optional(Type.Boolean({ description: 'true where it is left out' })),
          network_learning_enabled: Type.Optional(
            Type.Boolean({
              description:
                'Let this molecule teach the network first, which is a write; false where it is left out',
            }),
          ),
        },
        { additionalProperties: false },
      ),
    ),
    context_evidence: Type.Optional(
      Type.Array(
        Type.Object(
          {
            type: Type.String({ minLength: 1, maxLength: 64 }),
            value: Type.Number({ minimum: 0, maximum: 1 }),
            uncertainty: Type.Optional(
              Type.Number({ minimum: 0, maximum: 1, description: '0.1 where it is left out' }),
            ),
          },
          { additionalProperties: false },
        ),
        { maxItems: 1000, description: 'Known beside what is kept; not kept itself' },
      ),
    ),
  },
  {
    additionalProperties: false,
    description: 'What to predict',
    examples: [
      {
        evidence_types_to_predict: ['pathway_membership', 'protein_interaction'],
        prediction_config: { confidence_threshold: 0.1, network_learning_enabled: false },
      },
    ],
  },
)

export const PredictAnswer = Type.Object(
  {
    molecule_id: Type.String(),
    predictions: Type.Array(PredictionBody, { description: 'Most confident first' }),
    network_learning: Type.Object({
      new_relationships_discovered: Type.Integer(),
      relationship_strength_updates: Type.Integer(),
      network_coherence_improvement: Type.Number(),
    }),
    prediction_metadata: Type.Object({
      algorithm: Type.String(),
      processing_time_ms: Type.Number(),
      timestamp: Type.String({ format: 'date-time' }),
    }),
  },
  { description: 'Predicted evidence values with 90 % intervals' },
)
