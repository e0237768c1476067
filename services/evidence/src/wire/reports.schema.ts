import Type from 'typebox'
import { DEFAULT_CONFIDENCE_THRESHOLD } from '../domain/assessment/classify.ts'
import { FuzzyConfigBody } from './fuzzy-config.schema.ts'
import { Bounds } from './integrate.schema.ts'

/** Formats of a report. */
export const REPORT_FORMATS = ['json', 'tsv', 'html'] as const

export const ReportBody = Type.Object(
  {
    run_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Run to report; shared for evidence without a run',
      }),
    ),
    observation_ids: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        minItems: 1,
        maxItems: 2000,
        description: 'Observations of the run to list; by default the first ones',
      }),
    ),
    molecule_ids: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
        minItems: 1,
        maxItems: 200,
        description: 'Molecules to report with all their observations, instead of a run',
      }),
    ),
    confidence_threshold: Type.Number({
      exclusiveMinimum: 0,
      exclusiveMaximum: 1,
      default: DEFAULT_CONFIDENCE_THRESHOLD,
      description: 'Smallest probability of an accepted candidate, above 0 and below 1',
    }),
    limit: Type.Integer({
      minimum: 1,
      maximum: 2000,
      default: 500,
      description: 'Largest number of observations of the run to list',
    }),
    fuzzy_config: Type.Optional(FuzzyConfigBody),
  },
  {
    title: 'ReportRequest',
    additionalProperties: false,
    description: 'Run or molecules to report',
    examples: [{ molecule_ids: ['MOL_12345'], confidence_threshold: 0.9 }],
  },
)

export const ReportQuery = Type.Object({
  format: Type.Enum([...REPORT_FORMATS], {
    default: 'json',
    description: 'json, tsv (a table for a spreadsheet) or html (a page that prints)',
  }),
})

export const ReportPath = Type.Object({
  hash: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Hash of the report, 64 hexadecimal digits' }),
})

/** Level of an identification. */
export const IdentificationLevel = Type.Object(
  {
    schymanski: Type.Union([Type.Enum(['1', '2a', '2b', '3', '4', '5']), Type.Null()]),
    msi: Type.Union([Type.Enum(['1', '2', '3', '4']), Type.Null()]),
    reason: Type.String({ description: 'One sentence' }),
  },
  {
    title: 'IdentificationLevel',
    description:
      'Levels of Schymanski (2014) and of the Metabolomics Standards Initiative (2007) that the kinds of supporting evidence allow; null where they do not apply',
  },
)

export const ReportsQuery = Type.Object({
  limit: Type.Integer({
    minimum: 1,
    maximum: 200,
    default: 50,
    description: 'Largest number of items in one answer',
  }),
  cursor: Type.Optional(
    Type.String({ maxLength: 600, description: 'Value of next_cursor in the previous answer' }),
  ),
})

const ListedReport = Type.Object(
  {
    result_hash: Type.String({ description: 'Hash under which the report can be replayed' }),
    as_of: Type.String({ format: 'date-time', description: 'Moment of the evidence and the model' }),
    run_id: Type.Union([Type.String(), Type.Null()]),
    run_name: Type.Union([Type.String(), Type.Null()]),
    molecule_ids: Type.Union([Type.Array(Type.String()), Type.Null()]),
    confidence_threshold: Type.Number(),
    observations: Type.Integer({ description: 'Number of observations that the report lists' }),
    algorithm_version: Type.String(),
  },
  { title: 'ListedReport', description: 'Stored report' },
)

export const ReportList = Type.Object(
  {
    reports: Type.Array(ListedReport),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: 'Cursor of the next page; null on the last page',
    }),
  },
  { title: 'ReportPage', description: 'Stored reports, one page, newest first' },
)

const ReportedContribution = Type.Object(
  {
    evidence_id: Type.String(),
    type: Type.String(),
    source: Type.String(),
    value: Type.Number(),
    contribution_score: Type.Number({ description: 'Part of the probability that the item adds' }),
    log_odds: Type.Number({ description: 'The same on the log-odds scale' }),
  },
  { title: 'ReportedContribution', description: 'Share of one item in the probability of a candidate' },
)

const ReportedCandidate = Type.Object(
  {
    candidate: Type.String({ description: 'First block of the InChIKey, or the molecule id' }),
    molecule_ids: Type.Array(Type.String()),
    name: Type.Union([Type.String(), Type.Null()]),
    probability: Type.Number(),
    bounds: Bounds,
    verdict: Type.Enum(['accepted', 'rejected']),
    level: IdentificationLevel,
    base_score: Type.Number({ description: 'Probability without the items, rivals included' }),
    contributions: Type.Array(ReportedContribution, { description: 'Contributions, strongest first' }),
    log_odds_to_flip: Type.Number({
      description: 'Log-odds of new evidence that would just turn the verdict',
    }),
    items_to_remove: Type.Union([Type.Array(Type.String()), Type.Null()], {
      description: 'Smallest set of items whose removal turns the verdict; null if there is none',
    }),
  },
  { title: 'ReportedCandidate', description: 'Candidate of an observation' },
)

const ReportedObservation = Type.Object(
  {
    run_id: Type.Union([Type.String(), Type.Null()]),
    observation_id: Type.Union([Type.String(), Type.Null()], {
      description: 'Null for a molecule without observations',
    }),
    candidates: Type.Array(ReportedCandidate, { description: 'Candidates, most probable first' }),
    candidates_total: Type.Integer(),
    others: Type.Number({ description: 'Probability of all candidates that are not listed' }),
    none: Type.Number({ description: 'Probability of none of these' }),
  },
  {
    title: 'ReportedObservation',
    description: 'Observation with exclusive candidates; probabilities, others and none sum to 1',
  },
)

const ReportReplay = Type.Object(
  {
    outcome: Type.Enum(['same', 'different', 'other_version'], {
      description: 'Whether the report was made again with the same hash',
    }),
    recomputed_hash: Type.Union([Type.String(), Type.Null()]),
    message: Type.String(),
  },
  { title: 'ReportReplay', description: 'Outcome of making the report again' },
)

export const ReportAnswer = Type.Object(
  {
    result_hash: Type.String({ description: 'Hash under which the report can be replayed' }),
    as_of: Type.String({ format: 'date-time', description: 'Moment of the evidence and the model' }),
    algorithm_version: Type.String(),
    package_version: Type.String({ description: 'Version of @assay/evidence that made the report' }),
    model_version: Type.Integer(),
    calibrated: Type.Boolean({
      description:
        'Whether the model was fitted to labels, decoys or a mixture; false too if it predicted labels that it had not seen no better than their share of right ones',
    }),
    calibrated_by: Type.Enum(['nothing', 'labels', 'decoys', 'mixture']),
    run_id: Type.Union([Type.String(), Type.Null()]),
    run_name: Type.Union([Type.String(), Type.Null()], {
      description: 'Name of the run when the report was made; not part of the hash',
    }),
    molecule_ids: Type.Union([Type.Array(Type.String()), Type.Null()]),
    confidence_threshold: Type.Number(),
    observations_total: Type.Integer({ description: 'Number of all observations, listed or not' }),
    observations: Type.Array(ReportedObservation),
    replay: Type.Optional(ReportReplay),
  },
  { title: 'Report', description: 'Candidates of each observation, with everything that explains them' },
)
