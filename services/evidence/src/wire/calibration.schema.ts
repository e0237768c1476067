import Type from 'typebox'
import { Bounds } from './integrate.schema.ts'

const LabelBody = Type.Object(
  {
    molecule_id: Type.String({ minLength: 1, maxLength: 300 }),
    observation_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Observation that the label is about; without one, the label is about the best pair',
      }),
    ),
    run_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Run of the observation; by default shared' }),
    ),
    correct: Type.Boolean({
      description: 'Whether the molecule, or the observation as this molecule, is identified correctly',
    }),
    curator: Type.Optional(Type.String({ maxLength: 200, description: 'Name of the curator' })),
  },
  {
    title: 'Label',
    description: 'Curated decision about one molecule or one pair',
    additionalProperties: false,
  },
)

export const LabelsBody = Type.Object(
  {
    labels: Type.Array(LabelBody, { minItems: 1, maxItems: 10_000 }),
  },
  {
    additionalProperties: false,
    title: 'NewLabels',
    description: 'Curated labels; a later label of a molecule or pair replaces the earlier one',
    examples: [{ labels: [{ molecule_id: 'MOL_12345', correct: true, curator: 'ada' }] }],
  },
)

export const LabelsAnswer = Type.Object(
  { labels_added: Type.Integer() },
  { title: 'LabelsAdded', description: 'Number of labels that were stored' },
)

const ReliabilityBin = Type.Object(
  {
    from: Type.Number(),
    to: Type.Number(),
    count: Type.Integer(),
    mean_probability: Type.Number({ description: 'Mean score in this range' }),
    observed_frequency: Type.Number({ description: 'Share of correct molecules in this range' }),
    frequency_bounds: Bounds,
  },
  { title: 'ReliabilityBin', description: 'Labelled molecules with a probability in one range' },
)

export const Report = Type.Object(
  {
    labels: Type.Integer({ description: 'Number of labelled molecules' }),
    positives: Type.Integer({ description: 'Number of labels that say correct' }),
    auroc: Type.Union([Type.Number(), Type.Null()], {
      description: 'Area under the ROC curve; null unless both labels occur',
    }),
    brier: Type.Number({ description: 'Mean squared difference of probability and truth; lower is better' }),
    log_loss: Type.Number({
      description: 'Mean negative logarithm of the probability of the truth; lower is better',
    }),
    ece: Type.Number({ description: 'Expected calibration error, ten bins of equal width' }),
    ece_equal_mass: Type.Number({ description: 'Expected calibration error, fifteen bins of equal mass' }),
    reliability: Type.Array(ReliabilityBin, { description: 'Bins of the reliability diagram' }),
  },
  {
    title: 'CalibrationReport',
    description: 'Discrimination and calibration of the scores of labelled molecules',
  },
)

export const CalibrationAnswer = Type.Object(
  {
    model_version: Type.Integer({ description: 'Version of the model; 0 before any fit' }),
    in_sample: Type.Boolean({
      description: 'Whether the model was fitted to these labels; if so, the figures are optimistic',
    }),
    report: Report,
  },
  {
    title: 'Calibration',
    description: 'Scores of labelled molecules compared with their labels, with evidence at age 0',
  },
)

export const FitAnswer = Type.Object(
  {
    model_version: Type.Integer({ description: 'Version of the new model, used from now on' }),
    untrained: Report,
    cross_validated: Report,
  },
  {
    title: 'CalibrationFit',
    description: 'Reports of the untrained model and of the new one, cross-validated in five folds',
  },
)

export const WithoutLabelsBody = Type.Object(
  {
    run_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Run whose scores are used; by default all runs, and molecules without observations',
      }),
    ),
    replace_labels: Type.Boolean({
      default: false,
      description: 'Whether to replace a model that was fitted to labels',
    }),
  },
  {
    additionalProperties: false,
    title: 'FitWithoutLabels',
    description: 'Scores to calibrate from',
    examples: [{ run_id: 'shared' }],
  },
)

export const WithoutLabelsAnswer = Type.Object(
  {
    model_version: Type.Integer({ description: 'Version of the new model, used from now on' }),
    calibrated_by: Type.Enum(['decoys', 'mixture'], {
      description: 'Whether decoys or the mixture alone showed how wrong candidates score',
    }),
    candidates: Type.Integer({ description: 'Number of candidates besides decoys' }),
    decoys: Type.Integer(),
    observations: Type.Integer({ description: 'Number of observations that were drawn' }),
    observations_total: Type.Integer({ description: 'Number of observations of the run or of all runs' }),
  },
  {
    title: 'FittedWithoutLabels',
    description: 'New model and what it was fitted to. Its bounds are as wide as before labels.',
  },
)
