import type { Static } from 'typebox'
import type { Proportion } from '../domain/survey/proportion.ts'
import type { IndexSummary, SurveySummary } from '../domain/survey/survey.ts'
import type { IndexSummaryBody, ProportionBody, SurveySummaryBody } from './batch.schema.ts'

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

const presentIndex = ({ z, flagged, shares }: IndexSummary): Static<typeof IndexSummaryBody> => ({
  z: {
    count: z.count,
    mean: finite(z.mean),
    standard_deviation: finite(z.standardDeviation),
    skewness: finite(z.skewness),
    excess_kurtosis: finite(z.excessKurtosis),
  },
  flagged: presentProportion(flagged),
  shares: mapValues(shares, presentProportion),
})

/** Presents the survey summary of a table. */
export const presentSurvey = (summary: SurveySummary): Static<typeof SurveySummaryBody> => ({
  rows: summary.rows,
  refused_rows: summary.refusedRows,
  boys: summary.boys,
  girls: summary.girls,
  indices: mapValues(summary.indices, presentIndex),
  prevalence: mapValues(summary.named, presentProportion),
  quality: {
    whole_year_ages_percent: finite(summary.quality.wholeYearAgesPercent),
    weight_digit_preference: finite(summary.quality.weightDigitPreference),
    height_digit_preference: finite(summary.quality.heightDigitPreference),
    warnings: [...summary.quality.warnings],
  },
})
