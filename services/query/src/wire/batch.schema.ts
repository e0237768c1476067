import Type from 'typebox'
import { POPULATIONS } from '../domain/metrics/card.ts'
import { CUT_OFFS, SURVEY_INDICES } from '../domain/survey/survey.ts'
import { answer, names } from './answer.schema.ts'

/** A stream: nothing of it is validated before it is read row by row. */
export const BatchTable = Type.Unknown({ description: 'Table in CSV or NDJSON' })

export const BatchQuery = Type.Object(
  {
    metrics: Type.Optional(
      Type.String({
        maxLength: 10_000,
        default: SURVEY_INDICES.map((index) => `${index}_z`).join(','),
        description: 'Metric names separated by commas',
        examples: ['bmi,weight_for_age_z'],
      }),
    ),
    population: Type.Optional(
      Type.Enum([...POPULATIONS], {
        default: 'general',
        description: 'Population whose published classes apply',
      }),
    ),
    output: Type.Enum(['rows', 'summary'], {
      default: 'rows',
      description:
        'rows: every row with its metrics, in the format of the request; summary: prevalences and quality only',
    }),
  },
  { additionalProperties: false },
)

const number = Type.Union([Type.Number(), Type.Null()])
export const ProportionBody = Type.Object(
  { count: Type.Integer(), of: Type.Integer(), percent: number, low: number, high: number },
  {
    title: 'Proportion',
    description:
      'Share in percent with the 95 % Wilson interval of simple random sampling; null without children',
  },
)

export const IndexSummaryBody = Type.Object(
  {
    z: Type.Object(
      {
        count: Type.Integer(),
        mean: number,
        standard_deviation: number,
        skewness: number,
        excess_kurtosis: number,
      },
      { title: 'ZScoreDistribution', description: 'Distribution of the z-scores that are not flagged' },
    ),
    flagged: ProportionBody,
    shares: Type.Object(Object.fromEntries(CUT_OFFS.map((cutOff) => [String(cutOff), ProportionBody])), {
      description: 'Share below a negative, above a positive cut-off in SD',
    }),
  },
  { title: 'IndexSummary', description: 'One growth index over all children of a survey' },
)

export const SurveySummaryBody = Type.Object(
  {
    rows: Type.Integer(),
    refused_rows: Type.Integer(),
    boys: Type.Integer(),
    girls: Type.Integer(),
    indices: Type.Object(Object.fromEntries(SURVEY_INDICES.map((index) => [index, IndexSummaryBody]))),
    prevalence: Type.Record(Type.String(), ProportionBody, {
      description: 'stunting, wasting, underweight, overweight …',
    }),
    quality: Type.Object(
      {
        whole_year_ages_percent: number,
        weight_digit_preference: number,
        height_digit_preference: number,
        warnings: Type.Array(Type.String()),
      },
      { title: 'SurveyQuality', description: 'WHO/UNICEF quality figures; null without children' },
    ),
  },
  { title: 'SurveySummary', description: 'Prevalences and data quality of a survey' },
)

export const BatchSummaryAnswer = answer(
  { title: 'BatchSummaryAnswer', description: 'Survey summary of a table' },
  SurveySummaryBody,
  Type.Object({ model_version: Type.String(), metrics: names('Metrics that were computed') }),
)
