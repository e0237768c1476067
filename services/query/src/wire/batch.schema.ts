import Type from 'typebox'
import { POPULATIONS } from '../domain/metrics/card.ts'
import { CUT_OFFS } from '../domain/survey/design.ts'
import { AGE_RANGES, SURVEY_INDICES } from '../domain/survey/score-child.ts'
import { SURVEY_METRICS } from '../domain/survey/survey.ts'
import { answer, intendedUse, names } from './answer.schema.ts'

/** A stream: nothing of it is validated before it is read row by row. */
export const BatchTable = Type.Unknown({ description: 'Table in CSV, NDJSON or XLSX' })

/** What a table may be answered with. */
const BATCH_OUTPUTS = ['rows', 'summary', 'tables', 'report'] as const

export const BatchQuery = Type.Object(
  {
    metrics: Type.Optional(
      Type.String({
        maxLength: 10_000,
        default: SURVEY_METRICS.join(','),
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
    output: Type.Enum([...BATCH_OUTPUTS], {
      default: 'rows',
      description:
        'rows: every row with its metrics, in the format of the request (CSV for XLSX); summary: prevalences and quality as JSON; tables: every figure of every group as CSV; report: a printable page in HTML',
    }),
    map: Type.Optional(
      Type.String({
        maxLength: 10_000,
        description:
          'Columns with other names as column=name, separated by commas; column=- leaves a column out',
        examples: ['wt1=weight_kg,psu_id=cluster'],
      }),
    ),
    sex_codes: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Meaning of codes in the column of sex',
        examples: ['1=male,2=female'],
      }),
    ),
    design: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'What of the survey design to use: none, or some of strata, clusters, weights. Default: all that the table has columns for',
        examples: ['strata,clusters,weights'],
      }),
    ),
    ages: Type.Enum(['auto', ...AGE_RANGES], {
      default: 'auto',
      description:
        'Children to analyse: below 5 years (WHO 2006), 5 to 19 years (WHO 2007), or the range more of them are in',
    }),
    title: Type.Optional(Type.String({ maxLength: 200, description: 'Title of the report' })),
  },
  { additionalProperties: false },
)

const number = Type.Union([Type.Number(), Type.Null()])
export const ProportionBody = Type.Object(
  { count: Type.Integer(), of: Type.Integer(), percent: number, low: number, high: number },
  {
    title: 'Proportion',
    description:
      'Share in percent with its 95 % interval; `count` and `of` are children. Prevalences use the design of the survey (Student’s t on the logit scale, as WHO Anthro), flags Wilson’s interval; null without children',
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
    histogram: Type.Object(
      {
        from: Type.Number({ description: 'Lower end of the first interval, SD' }),
        width: Type.Number({ description: 'Width of each interval, SD' }),
        counts: Type.Array(Type.Integer(), { description: 'Children in each interval' }),
        expected: Type.Array(Type.Number(), {
          description:
            'Children that each interval would have if z followed the standard normal distribution of the reference',
        }),
      },
      { title: 'ZScoreHistogram', description: 'z-scores that are not flagged, by interval; not weighted' },
    ),
    flagged: ProportionBody,
    shares: Type.Object(Object.fromEntries(CUT_OFFS.map((cutOff) => [String(cutOff), ProportionBody])), {
      description: 'Share below a negative, above a positive cut-off in SD',
    }),
  },
  { title: 'IndexSummary', description: 'One growth index over all children of a survey' },
)

const TableFigureBody = Type.Object(
  {
    group: Type.String(),
    index: Type.String(),
    statistic: Type.String({
      description: 'below_-3 … above_3 in percent, mean_z, stunted_and_wasted, stunted_and_overweight',
    }),
    n: number,
    n_weighted: number,
    estimate: number,
    se: number,
    low: number,
    high: number,
    sd: number,
  },
  { title: 'SurveyFigure', description: 'One figure of one group; null where there is nobody' },
)

const SurveyDesignBody = Type.Object(
  {
    strata: number,
    clusters: number,
    weights: Type.Boolean(),
    degrees_of_freedom: Type.Integer(),
    notes: names('What of the design could not be used, and why'),
  },
  { title: 'SurveyDesign', description: 'What of the design was used; null where it was not' },
)

const TableReadingBody = Type.Object(
  {
    layout: Type.Optional(Type.String({ description: 'Known layout of the columns' })),
    encoding: Type.Optional(Type.String()),
    delimiter: Type.Optional(Type.String()),
    decimal_comma: Type.Optional(Type.Boolean()),
    columns_read: Type.Record(Type.String(), Type.String(), { description: 'Column → parameter or place' }),
    columns_not_read: names('Columns that mean nothing here'),
    nearest: Type.Record(Type.String(), names('Known names'), {
      description: 'Names that a column not read may have meant',
    }),
    assumed: names('What was assumed'),
  },
  { title: 'TableReading', description: 'How the table was read' },
)

const digits = (what: string) =>
  Type.Array(Type.Integer(), { description: `How many ${what} end with each of the digits 0 to 9` })

const summary = {
  rows: Type.Integer(),
  refused_rows: Type.Integer({
    description: 'Rows with an error; a value that is refused counts as missing',
  }),
  boys: Type.Integer(),
  girls: Type.Integer(),
  ages: Type.Enum([...AGE_RANGES], { description: 'Children analysed' }),
  analysed: Type.Integer({ description: 'Children in the analysis' }),
  left_out: Type.Integer({ description: 'Rows outside the age range, or without a cluster or stratum' }),
  design: SurveyDesignBody,
  indices: Type.Object(Object.fromEntries(SURVEY_INDICES.map((index) => [index, IndexSummaryBody]))),
  prevalence: Type.Record(Type.String(), ProportionBody, {
    description: 'stunting, wasting, underweight, overweight …',
  }),
  quality: Type.Object(
    {
      whole_year_ages_percent: number,
      weight_digit_preference: number,
      height_digit_preference: number,
      weight_digits: digits('weights'),
      height_digits: digits('lengths and heights'),
      missing: Type.Object({
        sex: Type.Integer(),
        age: Type.Integer(),
        weight: Type.Integer(),
        height: Type.Integer(),
      }),
      oedema: Type.Integer({ description: 'Children with oedema' }),
      warnings: Type.Array(Type.String()),
    },
    { title: 'SurveyQuality', description: 'WHO/UNICEF quality figures; null without children' },
  ),
  table: TableReadingBody,
}

export const SurveySummaryBody = Type.Object(summary, {
  title: 'SurveySummary',
  description: 'Prevalences and data quality of a survey',
})

export const SurveyTablesBody = Type.Object(
  {
    ...summary,
    tables: Type.Array(TableFigureBody, { description: 'Every figure of every group, in WHO’s order' }),
  },
  { title: 'SurveyTables', description: 'Prevalences of every group and data quality of a survey' },
)

export const BatchSummaryAnswer = answer(
  { title: 'BatchSummaryAnswer', description: 'Survey summary of a table' },
  SurveyTablesBody,
  Type.Object({
    model_version: Type.String(),
    metrics: names('Metrics that were computed'),
    intended_use: intendedUse,
  }),
)
