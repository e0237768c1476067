import { accumulateDesign, CUT_OFFS, type CutOff, type DesignUse } from './design.ts'
import { type Grouping, listGroups, MAX_CATEGORIES } from './groups.ts'
import type { Proportion } from './proportion.ts'
import { accumulateQuality, type IndexQuality, type SurveyQuality } from './quality.ts'
import {
  AGE_RANGES,
  type AgeRange,
  isAnalysed,
  SURVEY_INDICES,
  type SurveyChild,
  type SurveyIndex,
  scoreChild,
} from './score-child.ts'
import { statisticOf, type TableRow, tabulate } from './tables.ts'

/** The name of each share that has one (WHO/UNICEF 2019, table 1). */
const NAMED_SHARES: readonly {
  readonly name: string
  readonly index: SurveyIndex
  readonly cutOff: CutOff
}[] = [
  { name: 'underweight', index: 'weight_for_age', cutOff: -2 },
  { name: 'severe_underweight', index: 'weight_for_age', cutOff: -3 },
  { name: 'stunting', index: 'length_height_for_age', cutOff: -2 },
  { name: 'severe_stunting', index: 'length_height_for_age', cutOff: -3 },
  { name: 'wasting', index: 'weight_for_length_height', cutOff: -2 },
  { name: 'severe_wasting', index: 'weight_for_length_height', cutOff: -3 },
  { name: 'overweight', index: 'weight_for_length_height', cutOff: 2 },
  { name: 'obesity', index: 'weight_for_length_height', cutOff: 3 },
]
/** From 5 to 19 years thinness and overweight are read from BMI for age (de Onis et al. 2007). */
const NAMED_SHARES_5_TO_19: typeof NAMED_SHARES = [
  { name: 'stunting', index: 'length_height_for_age', cutOff: -2 },
  { name: 'severe_stunting', index: 'length_height_for_age', cutOff: -3 },
  { name: 'thinness', index: 'bmi_for_age', cutOff: -2 },
  { name: 'severe_thinness', index: 'bmi_for_age', cutOff: -3 },
  { name: 'overweight', index: 'bmi_for_age', cutOff: 1 },
  { name: 'obesity', index: 'bmi_for_age', cutOff: 2 },
]

/** What a survey of children asks for when it names nothing else. */
export const SURVEY_METRICS: readonly string[] = [
  'weight_for_age_z',
  'length_height_for_age_z',
  'weight_for_length_height_z',
  'bmi_for_age_z',
]

/** Where a child stands in the survey. A text is undefined where the table has no such column, empty where its cell is. */
export interface SurveyPlace {
  readonly stratum?: string | undefined
  readonly cluster?: string | undefined
  /** Sampling weight, not below 0. */
  readonly weight?: number | undefined
  readonly hasWeights?: boolean | undefined
  readonly groups: Readonly<Partial<Record<Grouping, string>>>
}

export interface IndexSummary extends IndexQuality {
  /** Share below a negative, above a positive cut-off; `count` is of children, the rest of the weighted design. */
  readonly shares: Readonly<Record<CutOff, Proportion>>
}

export interface SurveySummary {
  readonly rows: number
  /** Rows with an error: those that cannot be read, and those with a value that was refused and counts as missing. */
  readonly refusedRows: number
  readonly boys: number
  readonly girls: number
  /** Which children were analysed, by which of WHO's references. */
  readonly ages: AgeRange
  /** Children analysed, and rows that left: outside the age range, or without a cluster or stratum. */
  readonly analysed: number
  readonly leftOut: number
  readonly design: {
    readonly strata: number | undefined
    readonly clusters: number | undefined
    readonly weights: boolean
    readonly degreesOfFreedom: number
    /** What of the design could not be used, and why. */
    readonly notes: readonly string[]
  }
  readonly indices: Readonly<Record<SurveyIndex, IndexSummary>>
  readonly named: Readonly<Record<string, Proportion>>
  readonly tables: readonly TableRow[]
  readonly quality: SurveyQuality
}

export interface SurveyOptions {
  /** What of the design to use. Default: every part for which the table has a column. */
  readonly design?: DesignUse | undefined
  /** Which children to analyse. Default: the range that more children are in. */
  readonly ages?: AgeRange | undefined
}

export interface SurveyAccumulator {
  /** One row; `hasError` when a value of it was refused and counts as missing. */
  add(child: SurveyChild, place: SurveyPlace, hasError?: boolean): void
  /** A row that could not be read at all. */
  refuse(): void
  summary(): SurveySummary
}

const NO_PLACE: SurveyPlace = { groups: {} }

/** One age range of a survey while it is read. */
function accumulateRange(range: AgeRange, use: DesignUse) {
  const groups = listGroups(range)
  const design = accumulateDesign(use)
  const quality = accumulateQuality()
  let [analysed, boys, girls, aged] = [0, 0, 0, 0]
  return {
    add(child: SurveyChild, place: SurveyPlace) {
      analysed++
      if (child.sex === 'male') boys++
      if (child.sex === 'female') girls++
      if (child.ageMonths !== undefined) aged++
      const scores = scoreChild(range, child)
      quality.add(child, scores)
      const weight = use.weights ? (place.weight ?? 0) : 1
      design.add(
        { stratum: place.stratum, cluster: place.cluster, weight },
        scores,
        groups.of(child, place.groups),
      )
    },
    get aged() {
      return aged
    },
    result() {
      const tables = tabulate(range, groups, design)
      const { strata, clusters, isFull } = design.counts()
      const notes = groups
        .tooMany()
        .map((column) => `${column} has more than ${MAX_CATEGORIES} different values and is not tabulated`)
      if (isFull) notes.push('there are too many clusters for standard errors and limits')
      if (use.clusters && clusters === undefined && analysed > 0)
        notes.push('all children have the same cluster: every child counts as a cluster of its own')
      return {
        ...{ analysed, boys, girls, tables, quality: quality.result() },
        indices: summariesOf(range, tables, quality.indices()),
        design: {
          strata: use.strata ? strata : undefined,
          clusters,
          weights: use.weights,
          degreesOfFreedom: design.degreesOfFreedom(),
          notes,
        },
      }
    },
  }
}

function summariesOf(
  range: AgeRange,
  tables: readonly TableRow[],
  quality: readonly IndexQuality[],
): Record<SurveyIndex, IndexSummary> {
  const all = new Map(
    tables.filter(({ group }) => group === 'All').map((row) => [`${row.index} ${row.statistic}`, row]),
  )
  const nameOf = (index: SurveyIndex) =>
    range === '5_to_19' && index === 'length_height_for_age' ? 'height_for_age' : index
  const summaries = SURVEY_INDICES.map((index, i) => {
    const shares = CUT_OFFS.map((cutOff, position) => {
      const row = all.get(`${nameOf(index)} ${statisticOf(cutOff)}`)
      const share: Proportion = {
        count: quality[i]!.beyond[position]!,
        of: row?.n ?? 0,
        percent: row?.estimate ?? Number.NaN,
        low: row?.low ?? Number.NaN,
        high: row?.high ?? Number.NaN,
      }
      return [cutOff, share] as const
    })
    return [index, { ...quality[i]!, shares: Object.fromEntries(shares) }] as const
  })
  return Object.fromEntries(summaries) as unknown as Record<SurveyIndex, IndexSummary>
}

/**
 * Accumulates a survey of children as WHO's programs analyse it (WHO Anthro survey analyser, WHO AnthroPlus): z rounded to two
 * decimals, flags, oedema, denominators, groups, and estimates over the design. Memory does not grow with the children.
 */
export function accumulateSurvey(options: SurveyOptions = {}): SurveyAccumulator {
  let ranges: ReturnType<typeof startRanges> | undefined
  let use = options.design
  let [rows, refusedRows, unreadRows] = [0, 0, 0]

  const startRanges = (first: SurveyPlace) => {
    // A table has its columns from the first row on.
    use ??= {
      strata: first.stratum !== undefined,
      clusters: first.cluster !== undefined,
      weights: first.hasWeights === true,
    }
    const chosen = options.ages === undefined ? AGE_RANGES : [options.ages]
    return chosen.map((range) => ({ range, analysis: accumulateRange(range, use!) }))
  }

  return {
    add(child, place, hasError = false) {
      rows++
      if (hasError) refusedRows++
      ranges ??= startRanges(place)
      const hasPlace = (!use!.clusters || place.cluster) && (!use!.strata || place.stratum)
      if (!hasPlace) return
      for (const { range, analysis } of ranges) if (isAnalysed(range, child)) analysis.add(child, place)
    },
    refuse() {
      rows++
      refusedRows++
      unreadRows++
    },
    summary() {
      ranges ??= startRanges(NO_PLACE)
      const [chosen] = [...ranges].sort((a, b) => b.analysis.aged - a.analysis.aged)
      const { range, analysis } = chosen!
      const result = analysis.result()
      const named = range === 'under_5' ? NAMED_SHARES : NAMED_SHARES_5_TO_19
      return {
        ...result,
        rows,
        refusedRows,
        leftOut: rows - unreadRows - result.analysed,
        ages: range,
        named: Object.fromEntries(
          named.map(({ name, index, cutOff }) => [name, result.indices[index].shares[cutOff]]),
        ),
      }
    },
  }
}
