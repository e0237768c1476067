import Type from 'typebox'

export const LabelsBody = Type.Object(
  {
    labels: Type.Array(
      Type.Object(
        {
          molecule_id: Type.String({ minLength: 1, maxLength: 300 }),
          correct: Type.Boolean({ description: 'Whether the molecule is what it was taken for' }),
          curator: Type.Optional(Type.String({ maxLength: 200, description: 'Who says so' })),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 10_000 },
    ),
  },
  {
    additionalProperties: false,
    description: 'Curated truth; a later label of a molecule replaces the earlier',
    examples: [{ labels: [{ molecule_id: 'MOL_12345', correct: true, curator: 'ada' }] }],
  },
)

export const LabelsAnswer = Type.Object(
  { labels_added: Type.Integer() },
  { description: 'How many were taken' },
)

const Report = Type.Object({
  labels: Type.Integer(),
  positives: Type.Integer(),
  auroc: Type.Union([Type.Number(), Type.Null()], { description: 'null unless both labels occur' }),
  brier: Type.Number(),
  log_loss: Type.Number(),
  ece: Type.Number({ description: 'Expected calibration error, ten bins of equal width' }),
  ece_equal_mass: Type.Number({ description: 'The same, fifteen bins of equal mass' }),
  reliability: Type.Array(
    Type.Object({
      from: Type.Number(),
      to: Type.Number(),
      count: Type.Integer(),
      mean_probability: Type.Number(),
      observed_frequency: Type.Number(),
    }),
    { description: 'The reliability diagram' },
  ),
})

export const CalibrationAnswer = Type.Object(
  {
    model_version: Type.Integer({ description: '0 before any fit' }),
    in_sample: Type.Boolean({
      description: 'Whether the model has seen these labels: then the figures flatter it',
    }),
    report: Report,
  },
  { description: 'How the scores of labelled molecules compare with the truth, evidence taken at age 0' },
)

export const FitAnswer = Type.Object(
  {
    model_version: Type.Integer({ description: 'The new version, used from now on' }),
    untrained: Report,
    cross_validated: Report,
  },
  { description: 'Untrained, and out of sample in five folds' },
)
