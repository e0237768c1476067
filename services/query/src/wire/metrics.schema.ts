import Type from 'typebox'
import {
  answer,
  assumed,
  Citation,
  freeForm,
  Interpretation,
  intendedUse,
  interval,
  names,
} from './answer.schema.ts'
import { INTENDED_USE } from './intended-use.ts'

export const MetricsBody = Type.Object(
  {
    parameters: freeForm(
      'Measurements of one person by name and unit, such as height_cm, weight_kg, waist_cm, sex, age_years or birth_date. Other units and spellings are read too (weight_lb, height_in, gender, bodyWeight), text may carry its unit, null is absent; what was assumed is in metadata.assumed. Parameters that allow no metric are refused. Unknown keys are listed in metadata.unknown_parameters.',
    ),
    options: Type.Optional(
      freeForm(
        '`population`: the population whose published classes apply (default: general). `metrics`: compute only these (default: all). `sex_codes`: meaning of codes such as "1=male,2=female". Unknown keys are listed in metadata.unknown_options.',
      ),
    ),
  },
  {
    title: 'MetricsRequest',
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

const NotComputed = Type.Object(
  {
    metric: Type.String({ description: 'Name of the metric' }),
    reason: Type.String({ description: 'Reason as a code', examples: ['missing_input'] }),
    message: Type.String({ description: 'Reason as a sentence' }),
    missing: names('Parameters that the metric needs'),
  },
  { title: 'NotComputedMetric', description: 'Metric without a value, and the reason' },
)

export const MetricDetail = Type.Object(
  {
    name: Type.String({ description: 'Display name' }),
    category: Type.String({ description: 'Category in formatted_metrics' }),
    unit: Type.String({ description: 'Unit of the number in `data`' }),
    equation: Type.String({ description: 'The formula as published' }),
    citation: Citation,
    inputs_used: names('Parameters that the number depends on'),
    within_limits: Type.Boolean({
      description: 'False when an input is outside the published limits of the equation',
    }),
    notes: names('Assumptions, and inputs outside the limits'),
    error_note: Type.String({
      description: 'What the standard error was found against, or "no published error"',
    }),
    standard_error: Type.Optional(
      Type.Number({ description: 'Published standard error, in the unit of the number' }),
    ),
    interval: Type.Optional(interval('95 % interval: value ± 1.96 standard errors')),
    interpretation: Type.Array(Interpretation, { description: 'Published classes of the number' }),
    interpretation_withheld: Type.Optional(Type.String({ description: 'Reason why no class is given' })),
  },
  { title: 'MetricDetail', description: 'Provenance of one number' },
)

const VERSION = 'Version. Changes whenever the answer to the same request may change'

const provenance = {
  metrics: Type.Record(Type.String(), MetricDetail, { description: 'How each number was computed' }),
  not_computed: Type.Array(NotComputed, {
    description: 'Metrics that were not computed, with the reason and the missing inputs',
  }),
  warnings: names('What a reader must know of this person: preterm birth, pregnancy, oedema, amputation'),
  unknown_parameters: names('Unknown keys of `parameters`'),
  unknown_options: names('Unknown keys of `options`'),
  assumed,
  nearest: Type.Record(Type.String(), names('Known names'), {
    description: 'Known names that an unknown key of `parameters` may have meant',
  }),
  intended_use: intendedUse,
}

/** The part of the metadata that raw and formatted metrics share. */
export const Provenance = Type.Object(provenance)

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
      error_note: 'no published error',
      interpretation: [{ system: 'WHO adult', label: 'normal weight' }],
    },
  },
  not_computed: [],
  warnings: [],
  unknown_parameters: [],
  unknown_options: [],
  assumed: [],
  nearest: {},
  intended_use: INTENDED_USE,
}

export const MetricsAnswer = answer(
  {
    title: 'MetricsAnswer',
    description: 'Raw metrics and how each was computed',
    examples: [
      {
        status: 'success',
        data: { bmi: 24.691358024691358 },
        processing_time: 0.0002,
        metadata: { model_version: '2', ...EXAMPLE_METADATA },
      },
    ],
  },
  Type.Record(Type.String(), Type.Number(), { description: 'Metric name → number, unrounded' }),
  Type.Object(
    { model_version: Type.String({ description: VERSION }), ...provenance },
    { title: 'MetricsMetadata', description: 'Provenance of raw metrics' },
  ),
)

export const FormattedMetricsAnswer = answer(
  {
    title: 'FormattedMetricsAnswer',
    description: 'Metrics as text by category, and how each was computed',
    examples: [
      {
        status: 'success',
        data: { formatted_metrics: { size: { bmi: '24.7 kg/m²' } } },
        processing_time: 0.0002,
        metadata: { format_version: '1', ...EXAMPLE_METADATA },
      },
    ],
  },
  Type.Object({
    formatted_metrics: Type.Record(Type.String(), Type.Record(Type.String(), Type.String()), {
      description: 'Category → metric → number with its unit',
    }),
  }),
  Type.Object(
    { format_version: Type.String({ description: VERSION }), ...provenance },
    { title: 'FormattedMetricsMetadata', description: 'Provenance of formatted metrics' },
  ),
)
