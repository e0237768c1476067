import { COMBINED, CUT_OFFS, type Design, type Estimate, type GroupTotals } from './design.ts'
import type { GroupList } from './groups.ts'
import { type AgeRange, SURVEY_INDICES } from './score-child.ts'
import { studentUpperQuantile } from './student-t.ts'

/** One figure of a survey: a share in percent, or a mean z-score with its standard deviation. */
export interface TableRow {
  readonly group: string
  /** What the groups of this kind are called: All, Age group, Sex … */
  readonly groupTitle: string
  readonly index: string
  readonly statistic: string
  /** Children in the denominator of the index, and the sum of their weights; undefined where WHO reports none. */
  readonly n: number | undefined
  readonly nWeighted: number | undefined
  readonly estimate: number | undefined
  readonly standardError: number | undefined
  readonly low: number | undefined
  readonly high: number | undefined
  readonly standardDeviation: number | undefined
}

const BOTH_TAILS = 0.05
const known = (value: number): number | undefined => (Number.isFinite(value) ? value : undefined)

/** Limits of a fraction on the logit scale; 0 and 1 are their own limits (WHO Anthro survey analyser). */
function logitLimits({ mean, standardError }: Estimate, t: number): readonly [number, number] {
  if (mean <= 0 || mean >= 1) return [mean, mean]
  const half = (t * standardError) / (mean * (1 - mean))
  const logit = Math.log(mean / (1 - mean))
  const back = (x: number) => 1 / (1 + Math.exp(-x))
  return [back(logit - half), back(logit + half)]
}

/** √(Σw(z−m)²/Σw · n/(n−1)) over the n children with a z-score. */
function standardDeviation(totals: GroupTotals, index: number, { weight, mean }: Estimate): number {
  const n = totals.scored[index]!
  const variance = Math.max(0, totals.zSquares[index]! / weight - mean * mean)
  return n > 1 ? Math.sqrt((variance * n) / (n - 1)) : Number.NaN
}

/** Groups of the 5 to 19 years in which weight for age is left empty: it ends at 120 months. */
const hasNoWeightForAge = (group: string) => group === 'All' || group.startsWith('Sex: ')

const indexName = (range: AgeRange, index: string) =>
  range === '5_to_19' && index === 'length_height_for_age' ? 'height_for_age' : index

/**
 * Tabulates every share and mean of every group, in WHO's order of groups, indices and statistics. Percentages have
 * limits of Student's t on the logit scale, means limits of Student's t.
 */
export function tabulate(range: AgeRange, groups: GroupList, design: Design): readonly TableRow[] {
  const t = studentUpperQuantile(BOTH_TAILS / 2, design.degreesOfFreedom())
  const indices = range === 'under_5' ? SURVEY_INDICES : SURVEY_INDICES.slice(0, 3)
  const rows: TableRow[] = []
  for (const { name, id, title } of groups.ordered()) {
    const totals = design.totalsOf(id)
    const head = { group: name, groupTitle: title }
    const share = (estimate: Estimate, index: string, statistic: string, n: number, nWeighted: number) => {
      const [low, high] = logitLimits(estimate, t)
      rows.push({
        ...head,
        index,
        statistic,
        n,
        nWeighted,
        estimate: known(100 * estimate.mean),
        standardError: known(100 * estimate.standardError),
        low: known(100 * low),
        high: known(100 * high),
        standardDeviation: undefined,
      })
    }
    indices.forEach((index, i) => {
      const wire = indexName(range, index)
      const isEmpty = range === '5_to_19' && index === 'weight_for_age' && hasNoWeightForAge(name)
      const n = totals.children[i]!
      const { weight } = design.estimate(id, { kind: 'share', index: i, cutOff: 0 })
      if (isEmpty) {
        const nothing = { n: undefined, nWeighted: undefined, estimate: undefined, standardError: undefined }
        const none = {
          ...head,
          index: wire,
          ...nothing,
          low: undefined,
          high: undefined,
          standardDeviation: undefined,
        }
        for (const statistic of [...CUT_OFFS.map(statisticOf), 'mean_z']) rows.push({ ...none, statistic })
        return
      }
      CUT_OFFS.forEach((cutOff, position) => {
        const estimate = design.estimate(id, { kind: 'share', index: i, cutOff: position })
        share(estimate, wire, statisticOf(cutOff), n, weight)
      })
      const mean = design.estimate(id, { kind: 'mean', index: i })
      rows.push({
        ...head,
        index: wire,
        statistic: 'mean_z',
        n,
        nWeighted: weight,
        estimate: known(mean.mean),
        standardError: known(mean.standardError),
        low: known(mean.mean - t * mean.standardError),
        high: known(mean.mean + t * mean.standardError),
        standardDeviation: known(standardDeviation(totals, i, mean)),
      })
    })
    if (range !== 'under_5') continue
    COMBINED.forEach((statistic, which) => {
      const estimate = design.estimate(id, { kind: 'combined', which })
      const n = totals.children[SURVEY_INDICES.length]!
      share(estimate, 'stunting_with_weight_for_length_height', statistic, n, estimate.weight)
    })
  }
  return rows
}

/** The name of a share in tables: `below_-2`, `above_1`. */
export const statisticOf = (cutOff: number): string => (cutOff < 0 ? `below_${cutOff}` : `above_${cutOff}`)
