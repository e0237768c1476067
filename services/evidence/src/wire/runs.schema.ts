import Type from 'typebox'
import { MAX_OBSERVATION_CHARACTERS } from '../domain/evidence/observed-evidence.ts'
import { FuzzyConfigText } from './fuzzy-config.schema.ts'
import { AsOf, Bounds, CalibrationState } from './integrate.schema.ts'

const limit = (maximum: number, standard: number) =>
  Type.Integer({
    minimum: 1,
    maximum,
    default: standard,
    description: 'Largest number of items in one answer',
  })

const Cursor = Type.Optional(
  Type.String({ maxLength: 1200, description: 'Value of next_cursor in the previous answer' }),
)

const NextCursor = Type.Union([Type.String(), Type.Null()], {
  description: 'Cursor of the next page; null on the last page',
})

export const RunsQuery = Type.Object({ limit: limit(200, 50), cursor: Cursor })

const RunBody = Type.Object(
  {
    run_id: Type.String({ description: 'Id of the run; shared for evidence without a run' }),
    name: Type.Union([Type.String(), Type.Null()]),
    created_at: Type.String({ format: 'date-time' }),
    files: Type.Integer({ description: 'Number of imported files' }),
    observations: Type.Integer({ description: 'Number of observations' }),
  },
  { title: 'Run', description: 'Scope of observation ids: the files of one measurement' },
)

export const RunList = Type.Object(
  { runs: Type.Array(RunBody), next_cursor: NextCursor },
  { title: 'RunPage', description: 'Runs, one page, newest first' },
)

export const RunPath = Type.Object({
  run_id: Type.String({
    minLength: 1,
    maxLength: MAX_OBSERVATION_CHARACTERS,
    description: 'Id of a run, or shared for evidence without a run',
  }),
})

export const ObservationsQuery = Type.Object({
  limit: limit(1000, 50),
  cursor: Cursor,
  sort: Type.Enum(['probability', 'observation_id'], {
    default: 'probability',
    description: 'probability lists the most probable first',
  }),
  min_probability: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Smallest probability of the best candidate, 0 to 1',
    }),
  ),
  candidate: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Beginnings of words in the id, key or name of a candidate, such as caff',
    }),
  ),
})

const BestCandidate = Type.Object(
  {
    molecule_id: Type.String(),
    candidate_key: Type.String({ description: 'First block of the InChIKey if known, else the molecule' }),
    name: Type.Union([Type.String(), Type.Null()]),
    probability: Type.Number({ description: 'Probability that the observation is this molecule' }),
    bounds: Bounds,
  },
  { title: 'BestCandidate', description: 'Most probable candidate of an observation' },
)

const CandidateShare = Type.Object(
  {
    candidate_key: Type.String(),
    molecule_id: Type.String(),
    name: Type.Union([Type.String(), Type.Null()]),
    probability: Type.Number(),
  },
  { title: 'CandidateShare', description: 'Probability of one candidate of an observation' },
)

const ObservationRowBody = Type.Object(
  {
    observation_id: Type.String(),
    best: Type.Union([BestCandidate, Type.Null()], { description: 'null if all evidence is set aside' }),
    none: Type.Number({ description: 'Probability that no candidate is right' }),
    candidates: Type.Integer({ description: 'Number of candidates, all of which count' }),
    shares: Type.Array(CandidateShare, {
      maxItems: 4,
      description: 'The four best candidates, most probable first; with others and none they sum to 1',
    }),
    others: Type.Number({ description: 'Sum of the probabilities of all other candidates' }),
    schymanski: Type.Union([Type.String(), Type.Null()], {
      description: 'Identification level of the best candidate, 1 to 5; null if the scheme does not apply',
    }),
    msi: Type.Union([Type.String(), Type.Null()], {
      description: 'Level of the Metabolomics Standards Initiative, 1 to 4; null if it does not apply',
    }),
    conflict: Type.Number({ description: 'Disagreement of the evidence of the best candidate, 0 to 1' }),
    sources: Type.Integer({ description: 'Number of independent sources of the best candidate' }),
    calibrated: Type.Boolean({
      description:
        'Whether the model was fitted and knows every type of this evidence; only then are probabilities frequencies',
    }),
    model_version: Type.Integer(),
    assessed_at: Type.String({ format: 'date-time' }),
    place_is_current: Type.Boolean({
      description:
        'Whether the place in the table is that of the shown probability; a job brings places up to date after imports and fits',
    }),
  },
  { title: 'ObservationRow', description: 'Observation of a run with its best candidate' },
)

export const ObservationList = Type.Object(
  {
    run_id: Type.String(),
    observations: Type.Array(ObservationRowBody),
    next_cursor: NextCursor,
    moved: Type.Boolean({
      description:
        'Whether rows may have changed places since the first page, after an import or a fit: a row may then come twice or not at all, so read again from the first page. Never with `sort=observation_id`',
    }),
  },
  { title: 'ObservationPage', description: 'Observations of a run, one page' },
)

export const ObservationPath = Type.Object({
  observation_id: Type.String({
    minLength: 1,
    maxLength: MAX_OBSERVATION_CHARACTERS,
    description: 'Id of the observation, or of its feature group',
  }),
})

export const ObservationQuery = Type.Object({
  run_id: Type.String({
    minLength: 1,
    maxLength: MAX_OBSERVATION_CHARACTERS,
    default: 'shared',
    description: 'Run of the observation',
  }),
  candidates: Type.Integer({
    minimum: 1,
    maximum: 500,
    default: 50,
    description: 'Largest number of candidates in the answer; all of them count',
  }),
  fuzzy_config: FuzzyConfigText,
  as_of: AsOf,
})

const CandidateContribution = Type.Object(
  {
    evidence_id: Type.String(),
    type: Type.String(),
    source: Type.String(),
    value: Type.Number(),
    about: Type.Enum(['pair', 'molecule'], {
      description: 'Whether the item bears on this observation or on the molecule as such',
    }),
    contribution_score: Type.Number({ description: 'Part of the probability that the item adds' }),
    log_odds: Type.Number({ description: 'Contribution on the log-odds scale' }),
  },
  { title: 'CandidateContribution', description: 'Share of one item in the probability of a candidate' },
)

const ObservedCandidate = Type.Object(
  {
    molecule_id: Type.String(),
    molecule_ids: Type.Array(Type.String(), { description: 'All molecules that are this candidate' }),
    candidate_key: Type.String(),
    name: Type.Union([Type.String(), Type.Null()]),
    probability: Type.Number(),
    bounds: Bounds,
    log_odds: Type.Number({ description: 'Log-odds from the evidence of the candidate alone' }),
    base_probability: Type.Number({
      description: 'Probability without the items; together with all contributions it sums to probability',
    }),
    contributions: Type.Array(CandidateContribution),
  },
  { title: 'ObservedCandidate', description: 'Candidate of an observation and what speaks for it' },
)

export const ObservationAnswer = Type.Object(
  {
    observation_id: Type.String(),
    run_id: Type.String(),
    candidates: Type.Array(ObservedCandidate, { description: 'Most probable first' }),
    candidates_total: Type.Integer({ description: 'Number of all candidates' }),
    none: Type.Number({
      description: 'Probability that no candidate is right; with all candidates it sums to 1',
    }),
    calibration: CalibrationState,
    algorithm_version: Type.String(),
    model_version: Type.Integer(),
    timestamp: Type.String({ format: 'date-time' }),
  },
  { title: 'Observation', description: 'Exclusive candidates of one observation' },
)
