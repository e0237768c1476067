import Type from 'typebox'
import { TERMS } from '../domain/fuzzy/linguistic-variables.ts'
import { RELATIONSHIP_TYPES } from '../domain/network/relationships.ts'

/** Most items of one request; more belong into an import. */
export const MAX_EVIDENCE_ITEMS = 2000
/** Most relationships that an answer lists; the total is given beside them. */
export const MAX_RELATIONSHIPS = 500

const unit = (description: string) => Type.Number({ minimum: 0, maximum: 1, description })

export const EvidenceItemBody = Type.Object(
  {
    type: Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        'Kind of evidence: spectral_match, sequence_similarity, pathway_membership, protein_interaction, or a name of your own',
    }),
    value: unit('Observed value'),
    uncertainty: Type.Optional(unit('Standard deviation of the value; 0.1 where it is left out')),
    timestamp: Type.Optional(
      Type.String({
        description: 'When it was observed, ISO 8601; when we first kept it where it is left out',
      }),
    ),
    source: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Database or instrument; "unknown" where it is left out',
      }),
    ),
    metadata: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'Anything about the evidence. Read by us: group_id, study_id, study, identifier (what items have in common), observation_id (molecules that share it are rivals), matched_peaks (how much stands behind the value)',
      }),
    ),
  },
  { additionalProperties: false },
)

const FuzzyConfigBody = Type.Object(
  {
    membership_functions: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Union([
          Type.String(),
          Type.Object(
            { type: Type.String(), parameters: Type.Optional(Type.Unknown()) },
            { additionalProperties: false },
          ),
        ]),
        {
          description:
            'Per evidence type the name of a function (all terms take that shape) or {type, parameters} (the favourable set on the scale of the value; parameters by name or by position)',
        },
      ),
    ),
    linguistic_variables: Type.Optional(
      Type.Array(Type.String(), {
        description: `Terms to use, of ${TERMS.join(', ')}; all where it is left out`,
      }),
    ),
    temporal_decay_enabled: Type.Optional(Type.Boolean({ description: 'true where it is left out' })),
    decay_half_life_days: Type.Optional(Type.Number({ description: 'Above 0; 90 where it is left out' })),
    operations: Type.Optional(
      Type.Object(
        {
          t_norm: Type.Optional(Type.String()),
          s_norm: Type.Optional(Type.String()),
          defuzzification: Type.Optional(Type.String()),
        },
        { additionalProperties: false, description: 'For the classical reading; minimum, maximum, centroid' },
      ),
    ),
  },
  { additionalProperties: false, description: 'How values are read' },
)

export const IntegrateBody = Type.Object(
  {
    molecule_id: Type.String({ minLength: 1, maxLength: 300, description: 'Any spelling of its identifier' }),
    evidence_list: Type.Array(EvidenceItemBody, {
      minItems: 1,
      maxItems: MAX_EVIDENCE_ITEMS,
      description: 'The evidence to assess and to keep',
    }),
    fuzzy_config: Type.Optional(FuzzyConfigBody),
    objective_weights: Type.Optional(
      Type.Record(Type.String(), Type.Number(), {
        description: 'Weights of the objectives, scaled to sum 1; equal where they are left out',
      }),
    ),
  },
  {
    additionalProperties: false,
    description: 'Evidence about one molecule',
    examples: [
      {
        molecule_id: 'MOL_12345',
        evidence_list: [
          {
            type: 'spectral_match',
            value: 0.85,
            uncertainty: 0.12,
            timestamp: '2026-01-15T10:30:00Z',
            source: 'MassBank',
            metadata: { matched_peaks: 24 },
          },
          { type: 'pathway_membership', value: 0.92, uncertainty: 0.05, source: 'KEGG' },
        ],
        fuzzy_config: {
          membership_functions: { spectral_match: 'triangular', pathway_membership: 'gaussian' },
          temporal_decay_enabled: true,
          decay_half_life_days: 30,
        },
        objective_weights: { maximize_confidence: 0.4, minimize_uncertainty: 0.3, maximize_consistency: 0.3 },
      },
    ],
  },
)

export const AsOf = Type.Optional(
  Type.String({
    description:
      'ISO 8601: answer as of this past time, from what was kept and learned then; nothing is written. The timestamp of an answer gives the same result_hash again',
  }),
)

export const IntegrateQuery = Type.Object({
  include_kept: Type.Boolean({
    default: false,
    description: 'Assess also what is already kept of the molecule',
  }),
  as_of: AsOf,
})

const TermDegrees = Type.Object(
  Object.fromEntries(TERMS.map((term) => [term, Type.Number()])) as Record<
    (typeof TERMS)[number],
    ReturnType<typeof Type.Number>
  >,
)

export const Bounds = Type.Array(Type.Number(), { minItems: 2, maxItems: 2, description: 'lower, upper' })

export const Relationship = Type.Object({
  source: Type.String({ description: 'Evidence type' }),
  target: Type.String({ description: 'Evidence type' }),
  relationship_type: Type.Enum([...RELATIONSHIP_TYPES]),
  strength: Type.Number(),
  source_id: Type.String({ description: 'Evidence item' }),
  target_id: Type.String({ description: 'Evidence item' }),
})

export const IntegrateAnswer = Type.Object(
  {
    molecule_id: Type.String(),
    fuzzy_confidence: Type.Object({
      overall_score: Type.Number({ description: 'Probability that the molecule is what it is taken for' }),
      uncertainty_bounds: Bounds,
      linguistic_assessment: TermDegrees,
      base_score: Type.Number({
        description: 'Before this evidence; with all contributions it sums to overall_score',
      }),
      fuzzy_reading: Type.Object(
        { score: Type.Number(), activation: TermDegrees },
        { description: 'The classical fuzzy reading by the chosen operations' },
      ),
    }),
    evidence_analysis: Type.Object({
      individual_contributions: Type.Array(
        Type.Object({
          type: Type.String(),
          fuzzy_membership: TermDegrees,
          temporal_weight: Type.Number(),
          contribution_score: Type.Number(),
          evidence_id: Type.String(),
          log_odds: Type.Number({ description: 'What it adds on the log-odds scale' }),
        }),
      ),
      evidence_relationships: Type.Array(Relationship, {
        description: `The strongest ${MAX_RELATIONSHIPS}`,
      }),
      relationships_total: Type.Integer({ description: 'How many there are in all' }),
      ledger: Type.Array(
        Type.Object({
          type: Type.String(),
          group: Type.String(),
          item_count: Type.Integer(),
          effective_count: Type.Number({ description: 'As how many independent items they counted' }),
          log_odds: Type.Number(),
        }),
      ),
      counterfactual: Type.Object(
        {
          decision: Type.Enum(['accepted', 'rejected']),
          log_odds_to_flip: Type.Number(),
          items_to_remove: Type.Union([Type.Array(Type.String()), Type.Null()]),
        },
        { description: 'What would turn the decision at even odds' },
      ),
    }),
    network_statistics: Type.Object({
      coherence_score: Type.Number(),
      consistency_score: Type.Number(),
      conflict_score: Type.Number(),
    }),
    objective_optimization: Type.Object({
      total_score: Type.Number(),
      component_scores: Type.Record(Type.String(), Type.Number()),
    }),
    processing_metadata: Type.Object({
      processing_time_ms: Type.Number(),
      algorithm_version: Type.String(),
      timestamp: Type.String({ format: 'date-time' }),
      model_version: Type.Integer({ description: 'Of what labels taught; 0 before any fit' }),
      result_hash: Type.String({ description: 'Equal exactly where results are equal' }),
      items_added: Type.Integer({ description: 'Items that were not kept before' }),
    }),
  },
  { description: 'The assessment of exactly the evidence in the request' },
)
