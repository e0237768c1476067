import Type from 'typebox'
import { DEFAULT_CONFIDENCE_THRESHOLD } from '../domain/assessment/classify.ts'
import { DEFAULT_CONTRADICTION_THRESHOLD } from '../domain/assessment/rectify.ts'
import { FuzzyConfigBody, observationFields } from './fuzzy-config.schema.ts'
import { Bounds, calibrationFields, EvidenceItemBody, MAX_EVIDENCE_ITEMS } from './integrate.schema.ts'

/** Maximum number of solutions in an answer, beside their total number. */
export const MAX_SOLUTIONS = 100

const weights = (description: string) =>
  Type.Record(Type.String(), Type.Number({ minimum: 0 }), { description })

const OptimizationConstraints = Type.Object(
  {
    min_evidence_count: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Smallest number of items in use' }),
    ),
    max_uncertainty: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, description: 'Largest width of the bounds, 0 to 1' }),
    ),
    temporal_window_days: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, description: 'Largest age of the evidence in use, in days' }),
    ),
  },
  {
    title: 'OptimizationConstraints',
    description: 'Limits that every solution meets',
    additionalProperties: false,
  },
)

export const OptimiseBody = Type.Object(
  {
    optimization_config: Type.Object(
      {
        objectives: weights('Weights of the objectives, scaled to sum 1'),
        constraints: Type.Optional(OptimizationConstraints),
        optimization_method: Type.String({
          default: 'pareto_frontier',
          description: 'pareto_frontier lists all non-dominated solutions, weighted_sum only the best one',
        }),
      },
      {
        title: 'OptimizationConfig',
        description: 'Objectives, constraints and method of the search',
        additionalProperties: false,
      },
    ),
    evidence_weights: Type.Optional(weights('Factor of the evidence of each type')),
    fuzzy_config: Type.Optional(FuzzyConfigBody),
    ...observationFields,
  },
  {
    title: 'OptimizationRequest',
    additionalProperties: false,
    description: 'Objectives and constraints of the search',
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

const OptimizationSolution = Type.Object(
  {
    solution_id: Type.Integer({ description: 'Rank, from 1 for the best total score' }),
    total_score: Type.Number({ description: 'Weighted sum of the objective scores, 0 to 1' }),
    objective_scores: scores,
    evidence_configuration: Type.Object({
      active_evidence_types: Type.Array(Type.String()),
      fuzzy_parameters: Type.Object({
        membership_function: Type.String(),
        linguistic_granularity: Type.Integer({ description: 'Number of internal terms: 3, 5 or 9' }),
      }),
    }),
  },
  { title: 'OptimizationSolution', description: 'Configuration of the evidence with its scores' },
)

/** What to measure next. */
export const Recommendation = Type.Object(
  {
    type: Type.String(),
    description: Type.String(),
    priority: Type.String({ description: 'high, medium or low' }),
    expected_improvement: Type.Number({ description: 'Expected narrowing of the bounds, 0 to 1' }),
    evidence_type: Type.String({ description: 'Type of evidence to collect' }),
  },
  { title: 'Recommendation', description: 'Evidence type whose next item is expected to narrow the bounds' },
)

export const OptimiseAnswer = Type.Object(
  {
    molecule_id: Type.String(),
    optimization_results: Type.Object({
      optimal_score: Type.Number({ description: 'Total score of the best solution' }),
      pareto_solutions: Type.Array(OptimizationSolution, {
        description: `Solutions, best total first, at most ${MAX_SOLUTIONS}`,
      }),
      solutions_total: Type.Integer({ description: 'Number of all solutions' }),
      exact: Type.Boolean({ description: 'Whether every configuration was examined' }),
    }),
    sensitivity_analysis: Type.Object({
      objective_sensitivity: scores,
      parameter_sensitivity: Type.Object({
        temporal_decay: Type.Number({
          description: 'Largest change of the optimal score at half and at twice the half-life',
        }),
        membership_function_type: Type.Number({
          description: 'Difference between the best and the worst membership function',
        }),
      }),
    }),
    recommendations: Type.Array(Recommendation, {
      description: 'Evidence to collect next, most informative first',
    }),
  },
  {
    title: 'Optimization',
    description: 'Best configurations of the kept evidence, and what to collect next',
  },
)

export const AnalyseBody = Type.Object(
  {
    molecule_ids: Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
      minItems: 1,
      maxItems: 1000,
      description: 'Molecules of your organization; duplicates count once',
    }),
    confidence_threshold: Type.Number({
      minimum: 0,
      maximum: 1,
      default: DEFAULT_CONFIDENCE_THRESHOLD,
      description: 'Smallest probability of an accepted molecule, 0 to 1',
    }),
    evidence_types: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        maxItems: 100,
        description: 'Types of evidence to use; all types by default',
      }),
    ),
    fuzzy_config: Type.Optional(FuzzyConfigBody),
  },
  {
    title: 'AnalysisRequest',
    additionalProperties: false,
    description: 'Molecules to accept or reject',
    examples: [{ molecule_ids: ['MOL_12345'], confidence_threshold: 0.9 }],
  },
)

const MoleculeClassification = Type.Object(
  {
    molecule_id: Type.String(),
    classification: Type.Enum(['accepted', 'rejected']),
    probability: Type.Number(),
    bounds: Bounds,
    evidence_count: Type.Integer(),
    q_value: Type.Union([Type.Number(), Type.Null()], {
      description:
        'Expected share of false molecules among all that are at least as probable; null until the model was fitted',
    }),
  },
  {
    title: 'MoleculeClassification',
    description: 'Decision about one molecule, with its probability and q-value',
  },
)

export const AnalyseAnswer = Type.Object(
  {
    results: Type.Array(MoleculeClassification),
    expected_false_discovery_rate: Type.Union([Type.Number(), Type.Null()], {
      description:
        'Expected share of false molecules among the accepted; 0 when none is accepted, null until the model was fitted',
    }),
    ...calibrationFields,
  },
  {
    title: 'Analysis',
    description: 'Accepted and rejected molecules, with the expected false discovery rate',
  },
)

export const RectifyBody = Type.Object(
  {
    molecule_id: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
    evidence_list: Type.Optional(
      Type.Array(EvidenceItemBody, {
        minItems: 1,
        maxItems: MAX_EVIDENCE_ITEMS,
        description: 'Evidence to rectify instead of the kept evidence; nothing is written',
      }),
    ),
    confidence_threshold: Type.Number({
      minimum: 0.5,
      maximum: 1,
      default: DEFAULT_CONTRADICTION_THRESHOLD,
      description: 'Smallest strength of a contradiction to resolve, 0.5 to 1',
    }),
    dry_run: Type.Boolean({
      default: false,
      description: 'Whether to report the changes without making them',
    }),
    fuzzy_config: Type.Optional(FuzzyConfigBody),
    ...observationFields,
  },
  {
    title: 'RectificationRequest',
    additionalProperties: false,
    description: 'Molecule whose kept evidence to rectify, or evidence in the body',
    examples: [{ molecule_id: 'MOL_12345', dry_run: true }],
  },
)

export const RectificationState = Type.Object(
  {
    overall_score: Type.Number(),
    uncertainty_bounds: Type.Array(Type.Number(), {
      minItems: 2,
      maxItems: 2,
      description:
        '90 % interval, as in the explanation of the candidate; after the rectification it still includes the interval before',
    }),
    conflict_score: Type.Number(),
    evidence_count: Type.Integer(),
  },
  { title: 'RectificationState', description: 'Assessment before or after the rectification' },
)

const RectifiedItem = Type.Object(
  {
    evidence_id: Type.String(),
    type: Type.String(),
    action: Type.Enum(['kept', 'down_weighted', 'set_aside']),
    weight: Type.Number({ description: 'Factor of the evidence of the item: 1 kept, 0 set aside' }),
    reason: Type.String(),
  },
  { title: 'RectifiedItem', description: 'Decision about one item and the reason for it' },
)

export const RectifyAnswer = Type.Object(
  {
    molecule_id: Type.Union([Type.String(), Type.Null()]),
    molecule_ids: Type.Array(Type.String(), {
      description: 'Every id of the candidate whose kept evidence was examined, the requested one first',
    }),
    before: RectificationState,
    after: RectificationState,
    items: Type.Array(RectifiedItem),
    tie: Type.Boolean({
      description:
        'Whether two sides of about equal weight contradict each other: nothing is set aside, and a third independent measurement is needed',
    }),
    applied: Type.Boolean({ description: 'Whether the items are set aside from now on' }),
  },
  { title: 'Rectification', description: 'Items that contradict the rest, and the assessment without them' },
)
