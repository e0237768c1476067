import { type CdcIndicator, cdcLms, cdcStatureChart } from '../../growth/cdc.ts'
import { isCdcImplausible, isWhoFlagged } from '../../growth/flags.ts'
import { lmsZ } from '../../growth/lms.ts'
import { centileOfZ } from '../../growth/normal.ts'
import { type Child, type WhoIndex, whoIndexZ } from '../../growth/who.ts'
import { DAYS_PER_YEAR } from '../../units.ts'
import { type NoValue, noValue } from '../card.ts'
import type { Given, InputName } from '../inputs.ts'

/** Measurements that a growth index may use. */
type ChildInputs = Given<
  'sex' | 'ageYears',
  | 'ageDays'
  | 'ageMonths'
  | 'weightKg'
  | 'heightCm'
  | 'position'
  | 'gestationalAgeWeeks'
  | 'ageIsCorrected'
  | 'headCm'
  | 'muacCm'
  | 'tricepsMm'
  | 'subscapularMm'
>

/** Optional inputs of every growth card. Any form of age is enough; the others are computed from it. */
export const CHILD_INPUTS = [
  'ageDays',
  'ageMonths',
  'position',
  'gestationalAgeWeeks',
  'ageIsCorrected',
] as const satisfies readonly InputName[]

const daysOf = (inputs: ChildInputs): number => inputs.ageDays ?? Math.round(inputs.ageYears * DAYS_PER_YEAR)
const monthsOf = (inputs: ChildInputs): number => inputs.ageMonths ?? inputs.ageYears * 12

/** Prepared inputs carry every form of age already and are passed on as they are. */
const childOf = (inputs: ChildInputs): Child =>
  hasDays(inputs) ? inputs : { ...inputs, ageDays: daysOf(inputs), ageMonths: monthsOf(inputs) }
const hasDays = (inputs: ChildInputs): inputs is ChildInputs & { readonly ageDays: number } =>
  inputs.ageDays !== undefined

/** Returns the z-score of a WHO index, in SD, or the reason why there is none (WHO 2006 and 2007). */
export function whoScore(index: WhoIndex, inputs: ChildInputs): number | NoValue {
  const z = whoIndexZ(index, childOf(inputs))
  return z ?? noValue('the WHO tables do not reach this age or length')
}

/** Returns the centile 0–100 of a WHO index. */
export function whoCentile(index: WhoIndex, inputs: ChildInputs): number | NoValue {
  const z = whoScore(index, inputs)
  return typeof z === 'number' ? centileOfZ(z) : z
}

/** Returns the remark on a z-score that WHO Anthro flags as implausible. */
export const whoRemark = (index: WhoIndex) => (z: number) =>
  isWhoFlagged(index, z)
    ? 'flagged: beyond the limits of WHO Anthro, probably an error of measurement'
    : undefined

/** Returns the z-score on a CDC 2000 chart, in SD. Uses the chart for lying or standing where there are two. */
export function cdcScore(
  chart: CdcIndicator | 'stature',
  y: number,
  inputs: ChildInputs,
  x: number = monthsOf(inputs),
): number | NoValue {
  const indicator = chart === 'stature' ? cdcStatureChart(monthsOf(inputs), inputs.position) : chart
  const lms = cdcLms(indicator, inputs.sex, x)
  return lms === undefined ? noValue('the CDC charts do not reach this age or length') : lmsZ(y, lms)
}

/** Returns the remark on a measurement that the CDC program flags as biologically implausible. */
export function cdcRemark(
  chart: CdcIndicator | 'stature',
  y: number,
  inputs: ChildInputs,
): string | undefined {
  const indicator = chart === 'stature' ? cdcStatureChart(monthsOf(inputs), inputs.position) : chart
  const lms = cdcLms(indicator, inputs.sex, monthsOf(inputs))
  return lms !== undefined && isCdcImplausible(indicator, y, lms)
    ? 'flagged: biologically implausible by the CDC limits'
    : undefined
}

/** Centiles run from 0 to 100; both ends themselves are possible. */
export const CENTILE_RANGE = { min: -1e-9, max: 100.000001 } as const

/** Age in months for the CDC charts. */
export const cdcMonths = monthsOf
