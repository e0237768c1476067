import { type Limit, type NoValue, noValue } from '../card.ts'

/** Five feet in cm: the ideal-weight rules of the Devine kind start here and say nothing below. */
export const FIVE_FEET_CM = 152.4

/** Ideal weight in kg of the Devine kind: a base at five feet plus a step per inch above; none below 152.4 cm. */
export const fromFiveFeet = (heightCm: number, baseKg: number, kgPerInch: number): number | NoValue =>
  heightCm < FIVE_FEET_CM
    ? noValue('the rule is defined from 152.4 cm (five feet) upwards')
    : baseKg + (kgPerInch * (heightCm - FIVE_FEET_CM)) / 2.54

/** The same limit as data, for the catalogue. */
export const FROM_FIVE_FEET: Limit = {
  input: 'heightCm',
  min: FIVE_FEET_CM,
  outside: 'refuse',
  reason: 'the rule is defined from five feet upwards',
}
