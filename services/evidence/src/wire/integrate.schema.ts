import Type from 'typebox'
import { DEFAULT_UNCERTAINTY } from '../domain/evidence/evidence-item.ts'
import { MAX_TYPE_CHARACTERS } from '../domain/evidence/evidence-type.ts'
import { MAX_SOURCE_CHARACTERS, UNKNOWN_SOURCE } from '../domain/evidence/observed-evidence.ts'
import { TERMS } from '../domain/fuzzy/linguistic-variables.ts'
import { RELATIONSHIP_TYPES } from '../domain/network/relationships.ts'
import { FuzzyConfigBody } from './fuzzy-config.schema.ts'

/** Maximum number of items in one request. Send more with an import. */
export const MAX_EVIDENCE_ITEMS = 2000
/** Maximum number of relationships in an answer, beside their total number. */
export const MAX_RELATIONSHIPS = 500

export const EvidenceItemBody = Type.Object(
  {
    type: Type.String({
      minLength: 1,
      maxLength: MAX_TYPE_CHARACTERS,
      description:
        'Kind of evidence: spectral_match, sequence_similarity, pathway_membership, protein_interaction, or a name of your own. Upper case and - are read as lower case and _',
    }),
    value: Type.Number({ minimum: 0, maximum: 1, description: 'Observed value, 0 to 1' }),
    uncertainty: Type.Number({
      minimum: 0,
      maximum: 1,
      default: DEFAULT_UNCERTAINTY,
      description: 'Standard deviation of the value, 0 to 1',
    }),
    timestamp: Type.Optional(
      Type.String({
        description: 'Time of the observation, ISO 8601; by default the time at which the item is first kept',
      }),
    ),
    source: Type.String({
      minLength: 1,
      maxLength: MAX_SOURCE_CHARACTERS,
      default: UNKNOWN_SOURCE,
      description: 'Database or instrument',
    }),
    metadata: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'Further facts. The service reads group_id, study_id, study and identifier (items that share one are correlated), observation_id (feature, spectrum or peak that the item is about; its candidates are rivals), run_id (scope of the observation), feature_group (features of one compound are one observation), inchikey (candidates with one first block are one), decoy (known to be wrong) and matched_peaks (number of measurements behind the value)',
      }),
    ),
  },
  {
    title: 'EvidenceItem',
    description: 'One piece of evidence about a molecule',
    additionalProperties: false,
  },
)

export const IntegrateBody = Type.Object(
  {
    molecule_id: Type.String({
      minLength: 1,
      maxLength: 300,
      description: 'Identifier of the molecule, in any spelling',
    }),
    evidence_list: Type.Array(EvidenceItemBody, {
      minItems: 1,
      maxItems: MAX_EVIDENCE_ITEMS,
      description: 'Evidence to assess and to keep',
    }),
    fuzzy_config: Type.Optional(FuzzyConfigBody),
    objective_weights: Type.Optional(
      Type.Record(Type.String(), Type.Number(), {
        description: 'Weights of the objectives, scaled to sum 1; equal weights by default',
      }),
    ),
  },
  {
    title: 'IntegrationRequest',
    additionalProperties: false,
    description: 'Molecule, its evidence, and options of the assessment',
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
      'Past time, ISO 8601. The answer uses the evidence and the model of that time, and nothing is written. With the timestamp of an answer it has the same result_hash',
  }),
)

export const IntegrateQuery = Type.Object({
  include_kept: Type.Boolean({
    default: false,
    description: 'Whether to assess the evidence that is already kept as well',
  }),
  as_of: AsOf,
})

const TermDegrees = Type.Object(
  Object.fromEntries(TERMS.map((term) => [term, Type.Number()])) as Record<
    (typeof TERMS)[number],
    ReturnType<typeof Type.Number>
  >,
  { title: 'TermDegrees', description: 'Degree of each term, 0 to 1' },
)

export const Bounds = Type.Array(Type.Number(), {
  title: 'Bounds',
  minItems: 2,
  maxItems: 2,
  description: 'Lower and upper limit of the 90 % interval',
})

export const Relationship = Type.Object(
  {
    source: Type.String({ description: 'Evidence type of the first item' }),
    target: Type.String({ description: 'Evidence type of the second item' }),
    relationship_type: Type.Enum([...RELATIONSHIP_TYPES]),
    strength: Type.Number(),
    source_id: Type.String({ description: 'Id of the first item' }),
    target_id: Type.String({ description: 'Id of the second item' }),
  },
  { title: 'Relationship', description: 'Relationship between two items, with a strength from 0.2 to 1' },
)

export const PairBody = Type.Object(
  {
    observation_id: Type.String(),
    run_id: Type.String({ description: 'Run of the observation; shared for evidence without a run' }),
    probability: Type.Number({ description: 'Probability that this observation is this molecule' }),
    bounds: Bounds,
    none: Type.Number({ description: 'Probability that no candidate of the observation is right' }),
    rivals: Type.Integer({ description: 'Number of other candidates, all of which count' }),
  },
  { title: 'Pair', description: 'Hypothesis that an observation is this molecule' },
)

export const Pairs = Type.Array(PairBody, {
  description: 'Pairs of the molecule, most probable first; overall_score is that of the first',
})

export const calibrationFields = {
  calibrated: Type.Boolean({
    description:
      'Whether the model was fitted, and predicted labels that it had not seen better than their share of right ones; if not, scores are no frequencies',
  }),
  calibrated_by: Type.Enum(['nothing', 'labels', 'decoys', 'mixture'], {
    description: 'What the model was fitted to',
  }),
  uncalibrated_types: Type.Array(Type.String(), {
    description: 'Types in use with neither a preset nor labels; each speaks at most 1.5 to 1',
  }),
}

export const CalibrationState = Type.Object(calibrationFields, {
  title: 'CalibrationState',
  description: 'What the score rests on',
})

export const FuzzyConfidence = Type.Object(
  {
    overall_score: Type.Number({ description: 'Probability that the identification is correct' }),
    uncertainty_bounds: Bounds,
    linguistic_assessment: TermDegrees,
    base_score: Type.Number({
      description: 'Score before this evidence; together with all contributions it sums to overall_score',
    }),
    fuzzy_reading: Type.Object(
      { score: Type.Number(), activation: TermDegrees },
      { title: 'FuzzyReading', description: 'Classical fuzzy reading by the chosen operations' },
    ),
  },
  { title: 'FuzzyConfidence', description: 'Score, bounds and terms of the assessment' },
)

const Contribution = Type.Object(
  {
    type: Type.String(),
    fuzzy_membership: TermDegrees,
    temporal_weight: Type.Number({ description: 'Factor by age, 0 to 1' }),
    contribution_score: Type.Number({
      description: 'Part of the score that the item adds; negative if it opposes',
    }),
    evidence_id: Type.String(),
    log_odds: Type.Number({ description: 'Contribution on the log-odds scale' }),
  },
  { title: 'Contribution', description: 'Share of one item in the score' },
)

const LedgerLine = Type.Object(
  {
    type: Type.String(),
    group: Type.String({ description: 'Source, study or identifier that the items share' }),
    item_count: Type.Integer(),
    effective_count: Type.Number({ description: 'Effective number of independent items' }),
    log_odds: Type.Number({ description: 'Evidence of the group on the log-odds scale' }),
  },
  { title: 'LedgerLine', description: 'Group of correlated items and the evidence that it adds' },
)

const Counterfactual = Type.Object(
  {
    decision: Type.Enum(['accepted', 'rejected'], { description: 'accepted from a score of 0.5' }),
    log_odds_to_flip: Type.Number({
      description: 'Log-odds of new evidence that would just reverse the decision',
    }),
    items_to_remove: Type.Union([Type.Array(Type.String()), Type.Null()], {
      description: 'Smallest set of items whose removal reverses the decision; null if there is none',
    }),
  },
  { title: 'Counterfactual', description: 'Change that would reverse the decision at even odds' },
)

const EvidenceAnalysis = Type.Object(
  {
    individual_contributions: Type.Array(Contribution),
    evidence_relationships: Type.Array(Relationship, {
      description: `Strongest relationships, at most ${MAX_RELATIONSHIPS}`,
    }),
    relationships_total: Type.Integer({ description: 'Number of all relationships' }),
    ledger: Type.Array(LedgerLine),
    counterfactual: Counterfactual,
  },
  {
    title: 'EvidenceAnalysis',
    description:
      'Explanation of the score: contributions, relationships, groups, and what would reverse the decision',
  },
)

export const NetworkScores = Type.Object(
  {
    coherence_score: Type.Number({
      description: '1 − share of relationships that no split into two sides satisfies',
    }),
    consistency_score: Type.Number({
      description: 'Agreement of independent sources of the same type; 1 is full agreement',
    }),
    conflict_score: Type.Number({ description: 'Mean contradiction of pairs of items; 0 is no conflict' }),
  },
  { title: 'NetworkScores', description: 'Agreement of the items, each score 0 to 1' },
)

const ObjectiveScores = Type.Object(
  { total_score: Type.Number(), component_scores: Type.Record(Type.String(), Type.Number()) },
  { title: 'ObjectiveScores', description: 'Weighted objectives of the assessment, 0 to 1' },
)

const ProcessingMetadata = Type.Object(
  {
    processing_time_ms: Type.Number(),
    algorithm_version: Type.String(),
    timestamp: Type.String({ format: 'date-time' }),
    model_version: Type.Integer({ description: 'Version of the learned model; 0 before any fit' }),
    result_hash: Type.String({ description: 'Hash of the result: equal exactly when results are equal' }),
    items_added: Type.Integer({ description: 'Number of items that were not kept before' }),
  },
  {
    title: 'ProcessingMetadata',
    description: 'Versions, time and hash with which the result can be replayed',
  },
)

export const IntegrateAnswer = Type.Object(
  {
    molecule_id: Type.String(),
    fuzzy_confidence: FuzzyConfidence,
    evidence_analysis: EvidenceAnalysis,
    pairs: Pairs,
    calibration: CalibrationState,
    network_statistics: NetworkScores,
    objective_optimization: ObjectiveScores,
    processing_metadata: ProcessingMetadata,
  },
  { title: 'Assessment', description: 'Score, bounds and explanation of the evidence in the request' },
)
