import type { Position, Sex } from '../person.ts'
import { CDC_2000 } from './data/cdc-2000.ts'
import { type Lms, lmsValue, lmsZ } from './lms.ts'
import { normalCdf, normalUpperQuantile, normalUpperTail } from './normal.ts'
import { curveShelf, lmsAt } from './table.ts'

export type CdcIndicator =
  | 'weight_for_age'
  | 'length_for_age'
  | 'stature_for_age'
  | 'bmi_for_age'
  | 'head_circumference_for_age'
  | 'weight_for_length'
  | 'weight_for_stature'

/** CDC length charts are for children measured lying, to 36 months; stature charts start at 24 months. */
const STATURE_FROM_MONTHS = 24
const LENGTH_TO_MONTHS = 36
/** The charts end at 20 years. */
const LAST_MONTH = 240

const curve = curveShelf<CdcIndicator>(CDC_2000)

/**
 * Age in months for the CDC tables when only completed months are known: the tables' rows are mid-months,
 * so half a month is added (CDC, SAS program for the 2000 growth charts). Exact ages need no offset.
 */
export const cdcAgeOfCompletedMonths = (completedMonths: number): number => Math.floor(completedMonths) + 0.5

/** Returns L, M and S of a CDC 2000 chart at an age in months or a length in cm; undefined outside the chart. */
export function cdcLms(indicator: CdcIndicator, sex: Sex, x: number): Lms | undefined {
  const needsTwoYears = indicator === 'stature_for_age' || indicator === 'bmi_for_age'
  if (needsTwoYears && x < STATURE_FROM_MONTHS) return undefined
  return lmsAt(curve(indicator, sex), x)
}

/** Returns the CDC stature chart for an age and position: length when lying and below 36 months, otherwise stature. */
export function cdcStatureChart(
  ageMonths: number,
  position: Position | undefined,
): 'length_for_age' | 'stature_for_age' {
  if (ageMonths < STATURE_FROM_MONTHS) return 'length_for_age'
  return position === 'lying' && ageMonths < LENGTH_TO_MONTHS ? 'length_for_age' : 'stature_for_age'
}

/** Returns the z-score on a CDC 2000 chart, in SD; undefined outside the chart. */
export function cdcZ(indicator: CdcIndicator, sex: Sex, x: number, y: number): number | undefined {
  const lms = cdcLms(indicator, sex, x)
  return lms && lmsZ(y, lms)
}

/** z of the 95th centile, Φ⁻¹(0.95): the extended method starts here. */
const Z95 = 1.6448536269514722

/** Returns the 95th centile of BMI for age on the CDC 2000 chart, kg/m²; undefined outside 24–240 months. */
export function cdcBmi95(sex: Sex, ageMonths: number): number | undefined {
  const lms = ageMonths > LAST_MONTH ? undefined : cdcLms('bmi_for_age', sex, ageMonths)
  return lms && lmsValue(Z95, lms)
}

/** Scale of the half-normal above the 95th centile, kg/m², age in years (Wei, Ogden et al. 2020; NCHS 2022). */
const sigmaAboveP95 = (sex: Sex, ageYears: number): number =>
  sex === 'male'
    ? 0.3728 + 0.5196 * ageYears - 0.0091 * ageYears * ageYears
    : 0.8334 + 0.3712 * ageYears - 0.0011 * ageYears * ageYears

/**
 * Returns the extended BMI z-score (CDC 2022): the LMS score up to the 95th centile, above it centile = 90 + 10·Φ((BMI
 * − P95)/σ). Works with the upper tail, because 1 − tail would round to 1 for very high values.
 */
export function cdcExtendedBmiZ(sex: Sex, ageMonths: number, bmi: number): number | undefined {
  const lms = cdcLms('bmi_for_age', sex, ageMonths)
  if (lms === undefined) return undefined
  const p95 = lmsValue(Z95, lms)
  if (bmi <= p95) return lmsZ(bmi, lms)
  const steps = (bmi - p95) / sigmaAboveP95(sex, ageMonths / 12)
  // Beyond 30 σ the tail leaves the doubles; a tenth of it is then at √(steps² + 2 ln 10) to 4 digits.
  return steps > 30
    ? Math.hypot(steps, Math.sqrt(2 * Math.LN10))
    : normalUpperQuantile(normalUpperTail(steps) / 10)
}

/** Returns the extended BMI centile, 0–100 (CDC 2022). */
export function cdcExtendedBmiCentile(sex: Sex, ageMonths: number, bmi: number): number | undefined {
  const p95 = cdcBmi95(sex, ageMonths)
  if (p95 === undefined) return undefined
  if (bmi > p95) return 90 + 10 * normalCdf((bmi - p95) / sigmaAboveP95(sex, ageMonths / 12))
  const z = cdcZ('bmi_for_age', sex, ageMonths, bmi)
  return z === undefined ? undefined : 100 * normalCdf(z)
}
