import Type from 'typebox'

const freeForm = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description })

export const MetricsBody = Type.Object(
  {
    parameters: freeForm(
      'Measurements of one person by name and unit, such as height_cm, weight_kg, waist_cm, sex, age_years or birth_date. Keys that mean nothing here are named in metadata.unknown_parameters.',
    ),
    options: Type.Optional(
      freeForm(
        'population: whose published classes apply; metrics: only these. Others are named in metadata.unknown_options.',
      ),
    ),
  },
  {
    additionalProperties: false,
    description: 'Measurements of one person',
    examples: [
      {
        parameters: { height_cm: 180, weight_kg: 80, age_years: 30, sex: 'male' },
        options: { population: 'general', metrics: ['bmi'] },
      },
    ],
  },
)

const NotComputed = Type.Object({
  metric: Type.String({ description: 'Its name in `data`, had it been computed' }),
  reason: Type.String({ description: 'For programs', examples: ['missing_input'] }),
  message: Type.String({ description: 'For people' }),
  missing: Type.Array(Type.String(), { description: 'Parameters that would allow it' }),
})

const MetricDetail = Type.Object({
  name: Type.String({ description: 'For people' }),
  category: Type.String({ description: 'Where it stands in formatted_metrics' }),
  unit: Type.String({ description: 'Of the number in `data`' }),
  equation: Type.String({ description: 'The formula as published' }),
  citation: Type.Object({
    authors: Type.String(),
    year: Type.Integer(),
    journal: Type.String(),
    title: Type.Optional(Type.String()),
    doi: Type.Optional(Type.String()),
  }),
  inputs_used: Type.Array(Type.String(), { description: 'Parameters that the number depends on' }),
  within_limits: Type.Boolean({
    description: 'False when an input lies outside what the equation was made for',
  }),
  notes: Type.Array(Type.String(), { description: 'What was assumed or lies outside the limits' }),
  standard_error: Type.Optional(Type.Number({ description: 'Published, in the unit of the number' })),
  interval: Type.Optional(
    Type.Array(Type.Number(), {
      minItems: 2,
      maxItems: 2,
      description: '95 %: value ± 1.96 standard errors',
    }),
  ),
  interpretation: Type.Array(Type.Object({ system: Type.String(), label: Type.String() }), {
    description: 'The published classes that the number falls into',
  }),
  interpretation_withheld: Type.Optional(Type.String({ description: 'Why a class is not given' })),
})

const metadata = (version: string) =>
  Type.Object({
    [version]: Type.String({ description: 'Changes whenever an answer to the same request may change' }),
    metrics: Type.Record(Type.String(), MetricDetail, { description: 'How each number came about' }),
    not_computed: Type.Array(NotComputed, {
      description: 'What could not be computed, why, and the input that is missing',
    }),
    unknown_parameters: Type.Array(Type.String(), { description: 'Keys that mean nothing here' }),
    unknown_options: Type.Array(Type.String(), { description: 'Keys that mean nothing here' }),
  })

const envelope = <D extends Type.TSchema, M extends Type.TSchema>(
  description: string,
  data: D,
  meta: M,
  example: object,
) =>
  Type.Object(
    {
      status: Type.String({ description: 'Always success; refusals have another shape' }),
      data,
      processing_time: Type.Number({ description: 'Seconds' }),
      metadata: meta,
    },
    { description, examples: [example] },
  )

const EXAMPLE_METADATA = {
  metrics: {
    bmi: {
      name: 'Body mass index',
      category: 'size',
      unit: 'kg/m²',
      equation: 'weight / height²',
      citation: { authors: 'Keys A et al.', year: 1972, journal: 'J Chronic Dis' },
      inputs_used: ['weight_kg', 'height_cm'],
      within_limits: true,
      notes: [],
      interpretation: [{ system: 'WHO adult', label: 'normal weight' }],
    },
  },
  not_computed: [],
  unknown_parameters: [],
  unknown_options: [],
}

export const MetricsAnswer = envelope(
  'Raw metrics and how each came about',
  Type.Record(Type.String(), Type.Number(), { description: 'Metric name → number, unrounded' }),
  metadata('model_version'),
  {
    status: 'success',
    data: { bmi: 24.691358024691358 },
    processing_time: 0.0002,
    metadata: { model_version: '1', ...EXAMPLE_METADATA },
  },
)

export const FormattedMetricsAnswer = envelope(
  'Metrics as text, by category, and how each came about',
  Type.Object({
    formatted_metrics: Type.Record(Type.String(), Type.Record(Type.String(), Type.String()), {
      description: 'Category → metric → number with its unit',
    }),
  }),
  metadata('format_version'),
  {
    status: 'success',
    data: { formatted_metrics: { size: { bmi: '24.7 kg/m²' } } },
    processing_time: 0.0002,
    metadata: { format_version: '1', ...EXAMPLE_METADATA },
  },
)
