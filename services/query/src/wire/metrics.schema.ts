import Type from 'typebox'

const freeForm = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description })

export const MetricsBody = Type.Object(
  {
    parameters: freeForm(
      'Measurements of one person by name and unit, such as height_cm, weight_kg, waist_cm, sex, age_years or birth_date. Unknown keys are listed in metadata.unknown_parameters.',
    ),
    options: Type.Optional(
      freeForm(
        '`population`: the population whose published classes apply (default: general). `metrics`: compute only these (default: all). Unknown keys are listed in metadata.unknown_options.',
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
  metric: Type.String({ description: 'Name of the metric' }),
  reason: Type.String({ description: 'Reason as a code', examples: ['missing_input'] }),
  message: Type.String({ description: 'Reason as a sentence' }),
  missing: Type.Array(Type.String(), { description: 'Parameters that the metric needs' }),
})

const MetricDetail = Type.Object({
  name: Type.String({ description: 'Display name' }),
  category: Type.String({ description: 'Category in formatted_metrics' }),
  unit: Type.String({ description: 'Unit of the number in `data`' }),
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
    description: 'False when an input is outside the published limits of the equation',
  }),
  notes: Type.Array(Type.String(), { description: 'Assumptions, and inputs outside the limits' }),
  standard_error: Type.Optional(
    Type.Number({ description: 'Published standard error, in the unit of the number' }),
  ),
  interval: Type.Optional(
    Type.Array(Type.Number(), {
      minItems: 2,
      maxItems: 2,
      description: '95 % interval: value ± 1.96 standard errors',
    }),
  ),
  interpretation: Type.Array(Type.Object({ system: Type.String(), label: Type.String() }), {
    description: 'Published classes of the number',
  }),
  interpretation_withheld: Type.Optional(Type.String({ description: 'Reason why no class is given' })),
})

const metadata = (version: string) =>
  Type.Object({
    [version]: Type.String({
      description: 'Version. Changes whenever the answer to the same request may change',
    }),
    metrics: Type.Record(Type.String(), MetricDetail, { description: 'How each number was computed' }),
    not_computed: Type.Array(NotComputed, {
      description: 'Metrics that were not computed, with the reason and the missing inputs',
    }),
    unknown_parameters: Type.Array(Type.String(), { description: 'Unknown keys of `parameters`' }),
    unknown_options: Type.Array(Type.String(), { description: 'Unknown keys of `options`' }),
  })

const envelope = <D extends Type.TSchema, M extends Type.TSchema>(
  description: string,
  data: D,
  meta: M,
  example: object,
) =>
  Type.Object(
    {
      status: Type.String({
        description: 'Always `success`. Errors have the shape `{error_code, message, details}`',
      }),
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
  'Raw metrics and how each was computed',
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
  'Metrics as text by category, and how each was computed',
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
