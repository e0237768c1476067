import Type from 'typebox'
import { DEFAULT_CONFIDENCE_THRESHOLD } from '../domain/assessment/classify.ts'
import { MAX_OBSERVATION_CHARACTERS } from '../domain/evidence/observed-evidence.ts'
import { Recommendation } from './analysis.schema.ts'
import { FuzzyConfigText } from './fuzzy-config.schema.ts'
import { AsOf, Bounds, CalibrationState } from './integrate.schema.ts'
import { IdentificationLevel } from './reports.schema.ts'

const pairFields = {
  run_id: Type.String({
    minLength: 1,
    maxLength: MAX_OBSERVATION_CHARACTERS,
    default: 'shared',
    description: 'Run of the observation',
  }),
  candidate: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 300,
      description: 'Molecule or candidate key; by default the most probable candidate',
    }),
  ),
}

export const ExplanationQuery = Type.Object({
  ...pairFields,
  confidence_threshold: Type.Number({
    exclusiveMinimum: 0,
    exclusiveMaximum: 1,
    default: DEFAULT_CONFIDENCE_THRESHOLD,
    description: 'Smallest probability of an accepted candidate, above 0 and below 1',
  }),
  include_recommendations: Type.Boolean({
    default: false,
    description: 'Whether to compute what to measure next, which takes longer',
  }),
  fuzzy_config: FuzzyConfigText,
  as_of: AsOf,
})

export const HistoryQuery = Type.Object(pairFields)

const ExplainedItem = Type.Object(
  {
    evidence_id: Type.String(),
    type: Type.String(),
    source: Type.String(),
    group: Type.String({ description: 'Source, study or identifier that correlated items share' }),
    value: Type.Number(),
    uncertainty: Type.Number(),
    timestamp: Type.String({ format: 'date-time', description: 'Time of the observation' }),
    recorded_at: Type.String({ format: 'date-time', description: 'Time at which the item was kept' }),
    about: Type.Enum(['pair', 'molecule'], {
      description: 'Whether the item bears on this observation or on the molecule as such',
    }),
    alone_log_odds: Type.Number({
      description: 'What the item would say alone, in log-odds, without age and correlation',
    }),
    temporal_weight: Type.Number({ description: 'Factor by age, 0 to 1' }),
    correlation_weight: Type.Number({
      description: 'Factor because items of its group say the same, 0 to 1',
    }),
    log_odds: Type.Number({
      description: 'alone_log_odds × temporal_weight × correlation_weight: what the item adds',
    }),
    contribution_score: Type.Number({ description: 'Part of the probability that the item adds' }),
  },
  { title: 'ExplainedItem', description: 'Item of a candidate with its discounts' },
)

const ExplainedGroup = Type.Object(
  {
    type: Type.String(),
    group: Type.String(),
    item_count: Type.Integer(),
    effective_count: Type.Number({ description: 'Effective number of independent items' }),
    log_odds: Type.Number(),
    support_correlation: Type.Number({ description: 'Correlation of items that support, 0 to 1' }),
    opposition_correlation: Type.Number({ description: 'Correlation of items that oppose, 0 to 1' }),
    fitted: Type.Boolean({ description: 'Whether labels fitted the type; otherwise it has presets' }),
  },
  { title: 'ExplainedGroup', description: 'Correlated items and how many independent ones they count as' },
)

const Rival = Type.Object(
  {
    candidate_key: Type.String(),
    name: Type.Union([Type.String(), Type.Null()]),
    log_odds: Type.Number({ description: 'Log-odds from the evidence of the rival alone' }),
  },
  { title: 'Rival', description: 'Other candidate of the observation' },
)

const Sides = (title: string, description: string) =>
  Type.Object({ below: Type.Number(), above: Type.Number() }, { title, description })

const BoundsParts = Type.Object(
  {
    measurement: Type.Number({ description: 'Noise of the values' }),
    sources: Type.Number({ description: 'Sources that disagree, and the error that each brings' }),
    rivals: Type.Number({ description: 'The same of the rivals' }),
    model: Type.Number({ description: 'Errors of base rate, none of these and fitted levels' }),
    presets: Sides('PresetVariance', 'Strength of types that no label has fitted'),
    understated: Sides('UnderstatedVariance', 'Strong evidence that a fit understates'),
    set_aside: Sides('SetAsideVariance', 'Conflict with items that were set aside'),
    standard_deviation: Sides('LogOddsDeviation', 'Square roots of the sums of the variances'),
  },
  {
    title: 'BoundsParts',
    description:
      'Variances of the log-odds by their cause. Bounds are the log-odds ∓ 1.645 standard deviations, as probabilities',
  },
)

const ExplainedFlip = Type.Object(
  {
    verdict: Type.Enum(['accepted', 'rejected']),
    log_odds_to_flip: Type.Number({
      description: 'Log-odds of new evidence that would just turn the verdict',
    }),
    items_to_remove: Type.Union([Type.Array(Type.String()), Type.Null()], {
      description: 'Smallest set of items whose removal turns the verdict; null if there is none',
    }),
  },
  { title: 'ExplainedFlip', description: 'What would turn the verdict at the threshold' },
)

export const ExplanationAnswer = Type.Object(
  {
    observation_id: Type.String(),
    run_id: Type.String(),
    molecule_id: Type.String(),
    molecule_ids: Type.Array(Type.String(), { description: 'All molecules that are this candidate' }),
    candidate_key: Type.String(),
    name: Type.Union([Type.String(), Type.Null()]),
    smiles: Type.Union([Type.String(), Type.Null()], { description: 'Structure, if the service has one' }),
    rank: Type.Integer({ description: 'Place among the candidates, 1 for the most probable' }),
    candidates_total: Type.Integer(),
    probability: Type.Number(),
    bounds: Bounds,
    none: Type.Number({ description: 'Probability that no candidate is right' }),
    prior_log_odds: Type.Number({
      description:
        'Log-odds before any evidence. With the log-odds of all items and rival_log_odds it sums to log_odds',
    }),
    rival_log_odds: Type.Number({ description: 'What the rivals and none of these take away, in log-odds' }),
    log_odds: Type.Number({ description: 'Log-odds of the probability' }),
    items: Type.Array(ExplainedItem, { description: 'Items in use, the strongest first' }),
    groups: Type.Array(ExplainedGroup),
    none_log_odds: Type.Number({ description: 'Log-odds of none of these, beside those of the rivals' }),
    rivals: Type.Array(Rival, { description: 'Strongest rivals, at most 10' }),
    rivals_total: Type.Integer(),
    bounds_parts: BoundsParts,
    confidence_threshold: Type.Number(),
    flip: ExplainedFlip,
    level: IdentificationLevel,
    conflict_score: Type.Number({ description: 'Mean contradiction of pairs of items; 0 is no conflict' }),
    consistency_score: Type.Number({ description: 'Agreement of independent sources; 1 is full agreement' }),
    recommendations: Type.Array(Recommendation, {
      description: 'What to measure next; empty unless include_recommendations is set',
    }),
    calibration: CalibrationState,
    algorithm_version: Type.String(),
    model_version: Type.Integer(),
    timestamp: Type.String({ format: 'date-time' }),
  },
  { title: 'Explanation', description: 'Everything behind the probability of one candidate' },
)

const HistoryStep = Type.Object(
  {
    timestamp: Type.String({ format: 'date-time', description: 'Time to read the state with `as_of`' }),
    change: Type.Enum(['evidence', 'set_aside', 'fit'], {
      description: 'Evidence was kept or set aside, or a model was fitted',
    }),
    count: Type.Integer({ description: 'Number of items; the version of the model for a fit' }),
    model_version: Type.Integer(),
    probability: Type.Union([Type.Number(), Type.Null()], {
      description: 'Probability after the change; null if the candidate had no evidence then',
    }),
    bounds: Type.Union([Bounds, Type.Null()]),
  },
  { title: 'HistoryStep', description: 'Change of the evidence or the model, and the probability after it' },
)

export const HistoryAnswer = Type.Object(
  {
    observation_id: Type.String(),
    run_id: Type.String(),
    steps: Type.Array(HistoryStep, { description: 'Oldest first, at most the last 40' }),
  },
  { title: 'CandidateHistory', description: 'How the probability of a candidate came about' },
)
