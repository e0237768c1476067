import Type from 'typebox'
import { DEFAULT_CONFIDENCE_THRESHOLD } from '../domain/assessment/classify.ts'
import { MAX_OBSERVATION_CHARACTERS } from '../domain/evidence/observed-evidence.ts'
import { Report } from './calibration.schema.ts'
import { Bounds, CalibrationState } from './integrate.schema.ts'

const Run = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: MAX_OBSERVATION_CHARACTERS,
    description: 'Run to review; by default all runs',
  }),
)

export const ReviewQuery = Type.Object({
  run_id: Run,
  limit: Type.Integer({
    minimum: 1,
    maximum: 200,
    default: 30,
    description: 'Largest number of cases in the answer',
  }),
})

const candidateFields = {
  run_id: Type.String(),
  observation_id: Type.String(),
  molecule_id: Type.String(),
  candidate_key: Type.String(),
  name: Type.Union([Type.String(), Type.Null()]),
}

const ReviewCase = Type.Object(
  {
    ...candidateFields,
    probability: Type.Number(),
    bounds: Bounds,
    none: Type.Number({ description: 'Probability that no candidate is right' }),
    candidates: Type.Integer({ description: 'Number of candidates of the observation' }),
    information_bits: Type.Number({
      description:
        'Expected information of the label about the parameters of the model, in bits, given the cases before it',
    }),
  },
  { title: 'ReviewCase', description: 'Best candidate of an observation, to be labelled' },
)

export const ReviewAnswer = Type.Object(
  {
    cases: Type.Array(ReviewCase, { description: 'Most informative first' }),
    calibration: CalibrationState,
    model_version: Type.Integer(),
  },
  { title: 'Review', description: 'Pairs without a label whose labels would teach the model most' },
)

export const RefitQuery = Type.Object({
  run_id: Run,
  confidence_threshold: Type.Number({
    exclusiveMinimum: 0,
    exclusiveMaximum: 1,
    default: DEFAULT_CONFIDENCE_THRESHOLD,
    description: 'Smallest probability of an accepted candidate, above 0 and below 1',
  }),
})

const beforeAfter = { before: Type.Number(), after: Type.Number() }

const Change = Type.Object(beforeAfter, {
  title: 'Change',
  description: 'Number under the model in use and after a fit',
})

const RefitLevel = Type.Object(
  { value: Type.Number(), ...beforeAfter },
  { title: 'RefitLevel', description: 'What a value says, in log-odds' },
)

const RefitType = Type.Object(
  {
    type: Type.String(),
    levels: Type.Array(RefitLevel, {
      description: 'What nine values say; for types that are probabilities, what is added to them',
    }),
    support_correlation: Change,
    opposition_correlation: Change,
  },
  { title: 'RefitType', description: 'Parameters of one evidence type' },
)

const RefitChange = Type.Object(
  { ...candidateFields, ...beforeAfter },
  { title: 'RefitChange', description: 'Probability of a candidate now and after a fit' },
)

export const RefitAnswer = Type.Object(
  {
    labels: Type.Integer(),
    positives: Type.Integer(),
    enough: Type.Boolean({ description: 'Whether there are at least five labels of each kind' }),
    model_version: Type.Integer({ description: 'Version of the model in use; 0 before any fit' }),
    unseen: Report,
    cross_validated: Report,
    base_log_odds: Change,
    none_log_odds: Change,
    types: Type.Array(RefitType),
    confidence_threshold: Type.Number(),
    observations: Type.Integer({ description: 'Number of observations that are compared: a sample' }),
    accepted: Type.Object(
      { before: Type.Integer(), after: Type.Integer() },
      { title: 'AcceptedCounts', description: 'Number of accepted best candidates' },
    ),
    newly_accepted: Type.Integer(),
    no_longer_accepted: Type.Integer(),
    mean_change: Type.Number({ description: 'Mean absolute change of the probability' }),
    largest_changes: Type.Array(RefitChange, { description: 'Largest changes, at most 10' }),
  },
  {
    title: 'Refit',
    description:
      'What a fit to the present labels would change. `unseen` has the model in use on labels that it was not fitted to, `cross_validated` a fit in five folds; neither scores a label with a model that has seen it',
  },
)
