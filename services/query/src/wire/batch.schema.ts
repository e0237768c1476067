import Type from 'typebox'
import { POPULATIONS } from '../domain/metrics/card.ts'
import { CUT_OFFS, SURVEY_INDICES } from '../domain/survey/survey.ts'

/** A stream: nothing of it is validated before it is read row by row. */
export const BatchTable = Type.Unknown({ description: 'The table itself' })

export const BatchQuery = Type.Object(
  {
    metrics: Type.Optional(
      Type.String({
        maxLength: 10_000,
        description: 'Metric names separated by commas; by default the four WHO z-scores of a survey',
        examples: ['bmi,weight_for_age_z'],
      }),
    ),
    population: Type.Optional(Type.Enum([...POPULATIONS], { description: 'Whose published classes apply' })),
    output: Type.Enum(['rows', 'summary'], {
      default: 'rows',
      description:
        'rows: every row with its metrics, in the format that came in; summary: prevalences and quality only',
    }),
  },
  { additionalProperties: false },
)

const number = Type.Union([Type.Number(), Type.Null()])
const Proportion = Type.Object(
  { count: Type.Integer(), of: Type.Integer(), percent: number, low: number, high: number },
  { description: 'With the 95 % Wilson interval of simple random sampling; null without children' },
)

const IndexSummary = Type.Object({
  z: Type.Object({
    count: Type.Integer(),
    mean: number,
    standard_deviation: number,
    skewness: number,
    excess_kurtosis: number,
  }),
  flagged: Proportion,
  shares: Type.Object(Object.fromEntries(CUT_OFFS.map((cutOff) => [String(cutOff), Proportion])), {
    description: 'Share below a negative, above a positive cut-off in SD',
  }),
})

export const SurveySummaryBody = Type.Object({
  rows: Type.Integer(),
  refused_rows: Type.Integer(),
  boys: Type.Integer(),
  girls: Type.Integer(),
  indices: Type.Object(Object.fromEntries(SURVEY_INDICES.map((index) => [index, IndexSummary]))),
  prevalence: Type.Record(Type.String(), Proportion, {
    description: 'stunting, wasting, underweight, overweight …',
  }),
  quality: Type.Object({
    whole_year_ages_percent: number,
    weight_digit_preference: number,
    height_digit_preference: number,
    warnings: Type.Array(Type.String()),
  }),
})

export const BatchSummaryAnswer = Type.Object({
  status: Type.String(),
  data: SurveySummaryBody,
  processing_time: Type.Number({ description: 'Seconds' }),
  metadata: Type.Object({ model_version: Type.String(), metrics: Type.Array(Type.String()) }),
})
