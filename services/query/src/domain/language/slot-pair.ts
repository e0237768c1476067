import { UNITS } from '../units.ts'
import { textOf } from './ambiguities.ts'
import type { Draft } from './draft.ts'
import type { Quantity } from './quantity.ts'
import type { NumericInput, ReadValue } from './structured-query.ts'

type Values = { [K in NumericInput]?: ReadValue }

/** Heights of grown people that are written without a unit, cm and m. */
const CENTIMETRES: readonly [number, number] = [140, 215]
/** Weights of grown people, kg. */
const KILOGRAMS: readonly [number, number] = [35, 180]
/** BMI that a reading may give, and the one below which a reading in pounds is excluded. */
const BMI: readonly [number, number] = [14, 60]
const CM_PER_M = 100

const inRange = (value: number, [low, high]: readonly [number, number]): boolean =>
  value >= low && value <= high

/** Centimetres of a bare number that can only be a height: 182 or 1.82. */
function heightOf({ value, decimals }: Quantity): number | undefined {
  if (decimals.length === 2 && inRange(value * CM_PER_M, CENTIMETRES)) return value * CM_PER_M
  return decimals === '' && inRange(value, CENTIMETRES) ? value : undefined
}

const bmiOf = (kg: number, cm: number): number => kg / (cm / CM_PER_M) ** 2

/** "68 155" may also be 68 inches and 155 pounds. */
function mayBeInchesAndPounds(inches: number, pounds: number): boolean {
  const cm = inches * UNITS.inch.factor
  return inRange(cm, CENTIMETRES) && inRange(bmiOf(pounds * UNITS.pound.factor, cm), BMI)
}

/**
 * Reads two bare numbers as height and weight where a BMI is asked for and no other reading is possible: "I'm 1.86 and
 * 94". The second must not be a height, nor a weight in pounds, and both together not inches and pounds. Both assumptions
 * are told.
 */
export function readSlotPair(draft: Draft, values: Values, source: string): void {
  const [a, b, ...more] = draft.slots
  if (!a || !b || more.length > 0 || values.heightCm || values.weightKg) return
  if (a.quantity.issue || b.quantity.issue || a.time === 'past' || b.time === 'past') return
  const tall = [a, b].filter(({ quantity }) => heightOf(quantity) !== undefined)
  const [height] = tall
  if (tall.length !== 1 || height === undefined) return
  const weight = height === a ? b : a
  const cm = heightOf(height.quantity)!
  const kg = weight.quantity.value
  const bmi = bmiOf(kg, cm)
  if (!inRange(kg, KILOGRAMS) || !inRange(bmi, BMI) || bmi * UNITS.pound.factor >= BMI[0]) return
  if (mayBeInchesAndPounds(kg, height.quantity.value)) return
  const unit = cm === height.quantity.value ? 'cm' : 'm'
  values.heightCm = {
    value: cm,
    ...textOf(source, height),
    assumption: `${unit} assumed: no other reading of ${a.quantity.amount} and ${b.quantity.amount} fits a grown person`,
  }
  values.weightKg = { value: kg, ...textOf(source, weight), assumption: 'read as the weight in kg' }
  draft.slots = []
}
