import { escapeFormula } from '@assay/kit/formula-cell'
import type { Cell, Columns } from '@assay/kit/sheet'
import type { Static } from 'typebox'
import { normalCdf } from '../domain/growth/normal.ts'
import { suggestionsForColumns } from '../domain/survey/columns.ts'
import type { Proportion } from '../domain/survey/proportion.ts'
import { HISTOGRAM } from '../domain/survey/quality.ts'
import type { IndexSummary } from '../domain/survey/survey.ts'
import type { TableDescription, TableSummary } from '../operations/ports.ts'
import type { IndexSummaryBody, ProportionBody, SurveySummaryBody, SurveyTablesBody } from './batch.schema.ts'

/** Returns null for NaN, which JSON does not have: a figure of zero children. */
const finite = (value: number) => (Number.isFinite(value) ? value : null)

const presentProportion = ({ count, of, percent, low, high }: Proportion): Static<typeof ProportionBody> => ({
  count,
  of,
  percent: finite(percent),
  low: finite(low),
  high: finite(high),
})

const mapValues = <T, U>(record: Readonly<Record<string, T>>, present: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, present(value)]))

/** Presents a histogram of z-scores beside what the standard normal distribution would give. */
function presentHistogram(counts: readonly number[]): Static<typeof IndexSummaryBody>['histogram'] {
  const { from, width } = HISTOGRAM
  const total = counts.reduce((sum, count) => sum + count, 0)
  return {
    from,
    width,
    counts: [...counts],
    expected: counts.map((_, i) => {
      const low = from + i * width
      return Number((total * (normalCdf(low + width) - normalCdf(low))).toFixed(2))
    }),
  }
}

const presentIndex = ({ z, histogram, flagged, shares }: IndexSummary): Static<typeof IndexSummaryBody> => ({
  z: {
    count: z.count,
    mean: finite(z.mean),
    standard_deviation: finite(z.standardDeviation),
    skewness: finite(z.skewness),
    excess_kurtosis: finite(z.excessKurtosis),
  },
  histogram: presentHistogram(histogram),
  flagged: presentProportion(flagged),
  shares: mapValues(shares, presentProportion),
})

const optional = (value: number | undefined) => (value === undefined ? null : finite(value))

const presentTable = ({
  layout,
  encoding,
  delimiter,
  decimalComma,
  read,
  unread,
  assumed,
}: TableDescription) => ({
  ...(layout === undefined ? {} : { layout }),
  ...(encoding === undefined ? {} : { encoding }),
  ...(delimiter === undefined ? {} : { delimiter }),
  ...(decimalComma === undefined ? {} : { decimal_comma: decimalComma }),
  columns_read: { ...read },
  columns_not_read: [...unread],
  nearest: mapValues(suggestionsForColumns(unread), (names) => [...names]),
  assumed: [...assumed],
})

/** Presents the survey summary of a table. */
export const presentSurvey = (summary: TableSummary): Static<typeof SurveySummaryBody> => ({
  rows: summary.rows,
  refused_rows: summary.refusedRows,
  boys: summary.boys,
  girls: summary.girls,
  ages: summary.ages,
  analysed: summary.analysed,
  left_out: summary.leftOut,
  design: {
    strata: optional(summary.design.strata),
    clusters: optional(summary.design.clusters),
    weights: summary.design.weights,
    degrees_of_freedom: summary.design.degreesOfFreedom,
    notes: [...summary.design.notes],
  },
  indices: mapValues(summary.indices, presentIndex),
  prevalence: mapValues(summary.named, presentProportion),
  quality: {
    whole_year_ages_percent: finite(summary.quality.wholeYearAgesPercent),
    weight_digit_preference: finite(summary.quality.weightDigitPreference),
    height_digit_preference: finite(summary.quality.heightDigitPreference),
    weight_digits: [...summary.quality.weightDigits],
    height_digits: [...summary.quality.heightDigits],
    missing: { ...summary.quality.missing },
    oedema: summary.quality.oedema,
    warnings: [...summary.quality.warnings],
  },
  table: presentTable(summary.table),
})

/** Presents the summary with the figures of every group. */
export const presentSurveyTables = (summary: TableSummary): Static<typeof SurveyTablesBody> => ({
  ...presentSurvey(summary),
  tables: summary.tables.map((row) => ({
    group: row.group,
    index: row.index,
    statistic: row.statistic,
    n: optional(row.n),
    n_weighted: optional(row.nWeighted),
    estimate: optional(row.estimate),
    se: optional(row.standardError),
    low: optional(row.low),
    high: optional(row.high),
    sd: optional(row.standardDeviation),
  })),
})

type Figure = Static<typeof SurveyTablesBody>['tables'][number]

/** Columns of the figures of a survey, in the order of WHO's tables. */
export const FIGURE_COLUMNS: Columns<Figure> = {
  group: ['group of children, such as All or Sex: Female', ({ group }) => group],
  index: ['anthropometric index', ({ index }) => index],
  statistic: [
    'what the estimate is: a prevalence in percent, or the mean z-score',
    ({ statistic }) => statistic,
  ],
  n_weighted: ['number of children, weighted', (figure) => figure.n_weighted],
  n: ['number of children', ({ n }) => n],
  estimate: ['the figure: percent or mean', ({ estimate }) => estimate],
  se: ['standard error of the estimate', ({ se }) => se],
  low: ['lower end of the 95 % interval', ({ low }) => low],
  high: ['upper end of the 95 % interval', ({ high }) => high],
  sd: ['standard deviation of the z-scores', ({ sd }) => sd],
}

const csvCell = (cell: Cell) => {
  if (typeof cell !== 'string') return String(cell ?? '')
  const text = escapeFormula(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Writes the figures of every group as CSV, in the order and with the columns of WHO's tables. */
export const surveyTablesCsv = (summary: TableSummary): string =>
  [
    Object.keys(FIGURE_COLUMNS).join(','),
    ...presentSurveyTables(summary).tables.map((row) =>
      Object.values(FIGURE_COLUMNS)
        .map(([, cell]) => csvCell(cell(row)))
        .join(','),
    ),
    '',
  ].join('\n')
