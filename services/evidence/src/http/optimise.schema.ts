import Type from 'typebox'
import { EvidenceItemBody, MAX_EVIDENCE_ITEMS } from './integrate.schema.ts'

/** Most solutions that an answer lists; the total is given beside them. */
export const MAX_SOLUTIONS = 100

const weights = (description: string) =>
  Type.Record(Type.String(), Type.Number({ minimum: 0 }), { description })

export const OptimiseBody = Type.Object(
  {
    optimization_config: Type.Object(
      {
        objectives: weights('Weights of the objectives, scaled to sum 1'),
        constraints: Type.Optional(
          Type.Object(
            {
              min_evidence_count: Type.Optional(
                Type.Integer({ minimum: 0, description: 'Least items in use' }),
              ),
              max_uncertainty: Type.Optional(
                Type.Number({ minimum: 0, maximum: 1, description: 'Largest width of the bounds' }),
              ),
              temporal_window_days: Type.Optional(
                Type.Number({
                  exclusiveMinimum: 0,
                  description: 'Only evidence observed within so many days',
                }),
              ),
            },
            { additionalProperties: false },
          ),
        ),
        optimization_method: Type.Optional(
          Type.String({ description: 'pareto_frontier, where it is left out, or weighted_sum' }),
        ),
      },
      { additionalProperties: false },
    ),
    evidence_weights: Type.Optional(weights('Per evidence type a factor of what its items say')),
  },
  {
    additionalProperties: false,
    description: 'What is wanted of the assessment',
    examples: [
      {
        optimization_config: {
          objectives: {
            maximize_confidence: 0.4,
            minimize_uncertainty: 0.3,
            maximize_consistency: 0.2,
            minimize_conflicts: 0.1,
          },
          optimization_method: 'pareto_frontier',
        },
      },
    ],
  },
)

const scores = Type.Record(Type.String(), Type.Number())

export const OptimiseAnswer = Type.Object(
  {
    molecule_id: Type.String(),
    optimization_results: Type.Object({
      optimal_score: Type.Number(),
      pareto_solutions: Type.Array(
        Type.Object({
          solution_id: Type.Integer(),
          total_score: Type.Number(),
          objective_scores: scores,
          evidence_configuration: Type.Object({
            active_evidence_types: Type.Array(Type.String()),
            fuzzy_parameters: Type.Object({
              membership_function: Type.String(),
              linguistic_granularity: Type.Integer(),
            }),
          }),
        }),
        { description: `Best total first, at most ${MAX_SOLUTIONS}` },
      ),
      solutions_total: Type.Integer({ description: 'How many there are in all' }),
      exact: Type.Boolean({ description: 'Whether every configuration was looked at' }),
    }),
    sensitivity_analysis: Type.Object({
      objective_sensitivity: scores,
      parameter_sensitivity: Type.Object({
        temporal_decay: Type.Number(),
        membership_function_type: Type.Number(),
      }),
    }),
    recommendations: Type.Array(
      Type.Object({
        type: Type.String(),
        description: Type.String(),
        priority: Type.String(),
        expected_improvement: Type.Number({ description: 'Expected narrowing of the bounds' }),
        evidence_type: Type.String({ description: 'What to collect' }),
      }),
      { description: 'The most informative evidence first' },
    ),
  },
  { description: 'The best configurations of what is kept, and what to collect next' },
)

export const AnalyseBody = Type.Object(
  {
    molecule_ids: Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
      minItems: 1,
      maxItems: 1000,
      description: 'Molecules of your organization; each is looked at once',
    }),
    confidence_threshold: Type.Number({
      minimum: 0,
      maximum: 1,
      default: 0.5,
      description: 'Least probability of an accepted molecule',
    }),
    evidence_types: Type.Optional(
      Type.Array(Type.String(), { minItems: 1, maxItems: 100, description: 'Only evidence of these types' }),
    ),
  },
  {
    additionalProperties: false,
    description: 'A batch of molecules',
    examples: [{ molecule_ids: ['MOL_12345'], confidence_threshold: 0.9 }],
  },
)

export const AnalyseAnswer = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        molecule_id: Type.String(),
        classification: Type.Enum(['accepted', 'rejected']),
        probability: Type.Number(),
        bounds: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
        evidence_count: Type.Integer(),
        q_value: Type.Number({ description: 'Expected share of false ones among all at least as probable' }),
      }),
    ),
    expected_false_discovery_rate: Type.Number({ description: 'Among the accepted; 0 when there are none' }),
  },
  { description: 'Accepted or rejected, with what to expect of the accepted' },
)

export const RectifyBody = Type.Object(
  {
    molecule_id: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
    evidence_list: Type.Optional(
      Type.Array(EvidenceItemBody, {
        minItems: 1,
        maxItems: MAX_EVIDENCE_ITEMS,
        description: 'Rectify this instead of what is kept; nothing is written',
      }),
    ),
    confidence_threshold: Type.Optional(
      Type.Number({
        minimum: 0.5,
        maximum: 1,
        description: 'Least strength of a contradiction to resolve; 0.6 where it is left out',
      }),
    ),
    dry_run: Type.Boolean({ default: false, description: 'Say what would be done and do nothing' }),
  },
  {
    additionalProperties: false,
    description: 'A molecule, or evidence in the body',
    examples: [{ molecule_id: 'MOL_12345', dry_run: true }],
  },
)

const Side = Type.Object({
  overall_score: Type.Number(),
  uncertainty_bounds: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
  conflict_score: Type.Number(),
  evidence_count: Type.Integer(),
})

export const RectifyAnswer = Type.Object(
  {
    molecule_id: Type.Union([Type.String(), Type.Null()]),
    before: Side,
    after: Side,
    items: Type.Array(
      Type.Object({
        evidence_id: Type.String(),
        type: Type.String(),
        action: Type.Enum(['kept', 'down_weighted', 'set_aside']),
        weight: Type.Number(),
        reason: Type.String(),
      }),
    ),
    applied: Type.Boolean({ description: 'Whether items are set aside from now on' }),
  },
  { description: 'What contradicts the rest, and what remains' },
)
