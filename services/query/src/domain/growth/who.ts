import type { Position, Sex } from '../person.ts'
import { DAYS_PER_MONTH } from '../units.ts'
import { WHO_2006 } from './data/who-2006.ts'
import { WHO_2007 } from './data/who-2007.ts'
import { type Lms, lmsValue, lmsZ, restrictedValue, restrictedZ } from './lms.ts'
import { curveShelf, lmsAt } from './table.ts'

/** The WHO 2006 standards end at this age; from the next day the WHO 2007 reference applies. */
export const WHO_2006_LAST_DAY = 1826
/** Length (lying) below this age in days, height (standing) from it on (WHO 2006). */
const STANDING_FROM_DAY = 731
/** Length measured lying minus height measured standing (WHO 2006, Methods and development, chapter 3). */
const LYING_MINUS_STANDING_CM = 0.7
/** Weight for height does not depend on age and has no successor: kept for 60 completed months, as in WHO Anthro. */
const WEIGHT_FOR_HEIGHT_BELOW_MONTHS = 61
/** WHO 2007 height and BMI end at 19 years, weight at 10 years; the month begun still counts, as in AnthroPlus. */
const LAST_MONTH = { height: 229, bmi: 229, weight: 121 }
/**
 * Below this age no child can stand: the position "standing" is treated as an error and the value as a length (WHO
 * Anthro).
 */
const CANNOT_STAND_BELOW_MONTHS = 9

export type WhoIndicator =
  | 'weight_for_age'
  | 'length_height_for_age'
  | 'bmi_for_age'
  | 'head_circumference_for_age'
  | 'arm_circumference_for_age'
  | 'triceps_skinfold_for_age'
  | 'subscapular_skinfold_for_age'
  | 'weight_for_length'
  | 'weight_for_height'
type WhoReference = 'WHO 2006' | 'WHO 2007'

const curve2006 = curveShelf<WhoIndicator>(WHO_2006)
const curve2007 = curveShelf<'height_for_age' | 'weight_for_age' | 'bmi_for_age'>(WHO_2007)

/** L, M, S with the rule for the tails: restricted beyond ±3 for everything but height and head. */
export type WhoPoint = { readonly lms: Lms; readonly restricted: boolean; readonly reference: WhoReference }

/**
 * Returns the reference point of an age indicator: WHO 2006 by whole day up to 1 826, then WHO 2007 by month,
 * interpolated. Pass `ageMonths` when it is known more exactly than in whole days. Returns undefined outside the
 * tables.
 */
export function whoPointForAge(
  indicator: Exclude<WhoIndicator, 'weight_for_length' | 'weight_for_height'>,
  sex: Sex,
  ageDays: number,
  ageMonths = ageDays / DAYS_PER_MONTH,
): WhoPoint | undefined {
  const day = Math.round(ageDays)
  const restricted = indicator !== 'length_height_for_age' && indicator !== 'head_circumference_for_age'
  if (day <= WHO_2006_LAST_DAY) return point(lmsAt(curve2006(indicator, sex), day), restricted, 'WHO 2006')
  const months = Math.max(60, ageMonths)
  if (indicator === 'length_height_for_age' && months < LAST_MONTH.height)
    return point(lmsAt(curve2007('height_for_age', sex), months), false, 'WHO 2007')
  if (indicator === 'bmi_for_age' && months < LAST_MONTH.bmi)
    return point(lmsAt(curve2007('bmi_for_age', sex), months), true, 'WHO 2007')
  if (indicator === 'weight_for_age' && months < LAST_MONTH.weight)
    return point(lmsAt(curve2007('weight_for_age', sex), months), true, 'WHO 2007')
  return undefined
}

/** Reference point of weight for length (45–110 cm, lying) or for height (65–120 cm, standing), WHO 2006. */
export function whoPointForLength(
  indicator: 'weight_for_length' | 'weight_for_height',
  sex: Sex,
  lengthCm: number,
): WhoPoint | undefined {
  return point(lmsAt(curve2006(indicator, sex), lengthCm), true, 'WHO 2006')
}

const point = (lms: Lms | undefined, restricted: boolean, reference: WhoReference): WhoPoint | undefined =>
  lms && { lms, restricted, reference }

/** Returns the z-score of a measurement at a WHO reference point. */
export const whoZ = (y: number, { lms, restricted }: WhoPoint): number =>
  restricted ? restrictedZ(y, lms) : lmsZ(y, lms)

/** Returns the measurement at a z-score of a WHO reference point, the inverse of `whoZ`. */
export const whoValue = (z: number, { lms, restricted }: WhoPoint): number =>
  restricted ? restrictedValue(z, lms) : lmsValue(z, lms)

/**
 * Returns length or height as the standard defines it at this age, cm: ±0.7 cm when measured in the other position (WHO
 * 2006).
 */
export function whoLengthOrHeight(heightCm: number, ageDays: number, position: Position | undefined): number {
  if (ageDays < STANDING_FROM_DAY) {
    const standing = position === 'standing' && ageDays / DAYS_PER_MONTH >= CANNOT_STAND_BELOW_MONTHS
    return standing ? heightCm + LYING_MINUS_STANDING_CM : heightCm
  }
  const inWho2006 = ageDays / DAYS_PER_MONTH < WEIGHT_FOR_HEIGHT_BELOW_MONTHS
  return position === 'lying' && inWho2006 ? heightCm - LYING_MINUS_STANDING_CM : heightCm
}

/** One child as measured; every field but sex and age may be missing. */
export type Child = {
  readonly sex: Sex
  readonly ageDays: number
  readonly ageMonths?: number
  readonly weightKg?: number
  readonly heightCm?: number
  readonly position?: Position
  readonly oedema?: boolean
  readonly headCm?: number
  readonly muacCm?: number
  readonly tricepsMm?: number
  readonly subscapularMm?: number
}

export type WhoIndex =
  | 'weight_for_age'
  | 'length_height_for_age'
  | 'weight_for_length_height'
  | 'bmi_for_age'
  | 'head_circumference_for_age'
  | 'arm_circumference_for_age'
  | 'triceps_skinfold_for_age'
  | 'subscapular_skinfold_for_age'

/** What one index compares with what: the measurement (adjusted) and the point of the reference. */
export type WhoComparison = { readonly y: number; readonly point: WhoPoint }

/**
 * Returns the measurement and the reference point of one WHO index of one child; undefined when a measurement is
 * missing, the age or length is outside the tables, or oedema invalidates a weight-based index (WHO 2006).
 */
export function whoComparison(index: WhoIndex, child: Child): WhoComparison | undefined {
  const { sex, ageDays, ageMonths } = child
  const weightKg = child.oedema === true ? undefined : child.weightKg
  switch (index) {
    case 'weight_for_age':
      return compare(weightKg, whoPointForAge('weight_for_age', sex, ageDays, ageMonths))
    case 'length_height_for_age':
      return compare(
        child.heightCm && whoLengthOrHeight(child.heightCm, ageDays, child.position),
        whoPointForAge('length_height_for_age', sex, ageDays, ageMonths),
      )
    case 'weight_for_length_height': {
      if (child.heightCm === undefined || ageDays / DAYS_PER_MONTH >= WEIGHT_FOR_HEIGHT_BELOW_MONTHS)
        return undefined
      const lengthCm = whoLengthOrHeight(child.heightCm, ageDays, child.position)
      const indicator = ageDays < STANDING_FROM_DAY ? 'weight_for_length' : 'weight_for_height'
      return compare(weightKg, whoPointForLength(indicator, sex, lengthCm))
    }
    case 'bmi_for_age': {
      if (child.heightCm === undefined || weightKg === undefined) return undefined
      const heightM = whoLengthOrHeight(child.heightCm, ageDays, child.position) / 100
      return compare(weightKg / (heightM * heightM), whoPointForAge('bmi_for_age', sex, ageDays, ageMonths))
    }
    case 'head_circumference_for_age':
      return compare(child.headCm, whoPointForAge(index, sex, ageDays, ageMonths))
    case 'arm_circumference_for_age':
      return compare(child.muacCm, whoPointForAge(index, sex, ageDays, ageMonths))
    case 'triceps_skinfold_for_age':
      return compare(child.tricepsMm, whoPointForAge(index, sex, ageDays, ageMonths))
    case 'subscapular_skinfold_for_age':
      return compare(child.subscapularMm, whoPointForAge(index, sex, ageDays, ageMonths))
  }
}

const compare = (y: number | undefined, at: WhoPoint | undefined): WhoComparison | undefined =>
  y === undefined || at === undefined ? undefined : { y, point: at }

/** Returns the z-score of one WHO index of one child, in SD; undefined in the cases of `whoComparison`. */
export function whoIndexZ(index: WhoIndex, child: Child): number | undefined {
  const found = whoComparison(index, child)
  return found && whoZ(found.y, found.point)
}
