import Type from 'typebox'

const freeForm = (description: string, example?: object) =>
  Type.Record(Type.String(), Type.Unknown(), { description, ...(example ? { examples: [example] } : {}) })

export const MetricsBody = Type.Object(
  {
    parameters: freeForm(
      'Measurements of one person by name and unit, such as height_cm, weight_kg, waist_cm, sex, age_years or birth_date. Keys that mean nothing here are named in metadata.unknown_parameters.',
      { height_cm: 180, weight_kg: 80, age_years: 30, sex: 'male' },
    ),
    options: Type.Optional(
      freeForm(
        'population: whose published classes apply; metrics: only these. Others are named in metadata.unknown_options.',
        {
          population: 'general',
        },
      ),
    ),
  },
  { additionalProperties: false },
)

const NotComputed = Type.Object({
  metric: Type.String(),
  reason: Type.String({ examples: ['missing_input'] }),
  message: Type.String(),
  missing: Type.Array(Type.String()),
})

const MetricDetail = Type.Object({
  name: Type.String(),
  category: Type.String(),
  unit: Type.String(),
  equation: Type.String(),
  citation: Type.Object({
    authors: Type.String(),
    year: Type.Integer(),
    journal: Type.String(),
    title: Type.Optional(Type.String()),
    doi: Type.Optional(Type.String()),
  }),
  inputs_used: Type.Array(Type.String()),
  within_limits: Type.Boolean({
    description: 'False when an input lies outside what the equation was made for',
  }),
  notes: Type.Array(Type.String()),
  standard_error: Type.Optional(Type.Number()),
  interval: Type.Optional(
    Type.Array(Type.Number(), {
      minItems: 2,
      maxItems: 2,
      description: '95 %: value ± 1.96 standard errors',
    }),
  ),
  interpretation: Type.Array(Type.Object({ system: Type.String(), label: Type.String() })),
  interpretation_withheld: Type.Optional(Type.String()),
})

const metadata = (version: string) =>
  Type.Object({
    [version]: Type.String({ examples: ['1'] }),
    metrics: Type.Record(Type.String(), MetricDetail, { description: 'How each number came about' }),
    not_computed: Type.Array(NotComputed, {
      description: 'What could not be computed, why, and the input that is missing',
    }),
    unknown_parameters: Type.Array(Type.String()),
    unknown_options: Type.Array(Type.String()),
  })

const envelope = <D extends Type.TSchema, M extends Type.TSchema>(data: D, meta: M) =>
  Type.Object({
    status: Type.String({ examples: ['success'] }),
    data,
    processing_time: Type.Number({ description: 'Seconds' }),
    metadata: meta,
  })

export const MetricsAnswer = envelope(
  Type.Record(Type.String(), Type.Number(), { description: 'Metric name → number, unrounded' }),
  metadata('model_version'),
)

export const FormattedMetricsAnswer = envelope(
  Type.Object({
    formatted_metrics: Type.Record(Type.String(), Type.Record(Type.String(), Type.String()), {
      description: 'Category → metric → number with its unit',
      examples: [{ size: { bmi: '24.7 kg/m²' } }],
    }),
  }),
  metadata('format_version'),
)
