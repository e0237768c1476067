import { UNITS } from '../units.ts'
import { type Flaw, textOf } from './ambiguities.ts'
import type { NumericInput, ReadValue } from './structured-query.ts'

type Values = { [K in NumericInput]?: ReadValue }

/** Grown people are not known to live outside of this range for long, kg/m²; our choice. */
const LIVED_BMI: readonly [number, number] = [13, 100]
/** From this height nobody is taken for a child, cm. */
const GROWN_CM = 140
const WEIGHT_UNITS = [UNITS.kg, UNITS.pound, UNITS.stone]

/** Most grown people lie in this range, kg/m²: of two readings the one inside of it holds, where the other is outside. */
const COMMON_BMI: readonly [number, number] = [17, 50]
const isCommon = (kg: number, cm: number): boolean => {
  const bmi = kg / (cm / 100) ** 2
  return bmi >= COMMON_BMI[0] && bmi <= COMMON_BMI[1]
}

/**
 * Settles a weight without a unit by the height: "wt 59.5, ht 168" can only be kilograms, because with pounds nobody of
 * that height would live. Says what was assumed. Where several units go with the height, the question stays open.
 */
export function weightByHeight(values: Values, child: boolean, flaws: Flaw[], source: string): void {
  const { heightCm: height } = values
  const open = flaws.filter(({ field }) => field === 'weightKg')
  const [flaw] = open
  if (child || !height || height.value < GROWN_CM || open.length !== 1 || flaw?.kind !== 'unit') return
  const lived = (flaw.candidates ?? []).filter((kg) => {
    const bmi = kg / (height.value / 100) ** 2
    return bmi >= LIVED_BMI[0] && bmi <= LIVED_BMI[1]
  })
  const written = textOf(source, flaw.span)
  const amount = Number.parseFloat(written.text.replace(',', '.'))
  const unitOf = (kg: number) => WEIGHT_UNITS.find(({ factor }) => Math.abs(amount * factor - kg) < 1e-6 * kg)
  // Nobody measures the height in inches and the weight in kilograms.
  const inches = /^(?:in|ft) assumed/.test(height.assumption ?? '')
  const metric = lived.filter((kg) => unitOf(kg) === UNITS.kg && isCommon(kg, height.value))
  const rare = lived.every((kg) => unitOf(kg) === UNITS.kg || !isCommon(kg, height.value))
  const possible = inches
    ? lived.filter((kg) => unitOf(kg)?.system === 'imperial')
    : metric.length === 1 && rare
      ? metric
      : lived
  const [kg] = possible
  if (possible.length !== 1 || kg === undefined || values.weightKg !== undefined) return
  flaws.splice(flaws.indexOf(flaw), 1)
  values.weightKg = {
    value: kg,
    ...written,
    assumption: inches
      ? `${unitOf(kg)?.symbol} assumed, as the height is in feet or inches`
      : `${unitOf(kg)?.symbol ?? 'a unit'} assumed: no other unit goes with a height of ${Math.round(height.value)} cm`,
  }
}

/** "dry weight 70 kg", "post-dialysis weight of about 70 kg". */
const DRY_BEFORE =
  /\b(?:dry weight|dry wt|edw|(?:post|after)[- ]?(?:the )?dialysis)(?: weight)?(?: is| of| was|:| =)?(?: about| around)? ?\(?$/i
/** "70 kg after dialysis", "70 kg (dry)". */
const DRY_AFTER =
  /^ ?\(?(?:is |as )?(?:my |the |his |her )?(?:dry|edw|(?:post|after)[- ]?(?:the )?dialysis)\b/i
const ABOVE_DRY = /\b(?:above|over) (?:the |his |her |my )?(?:dry weight|edw)\b/i
/** Characters around a weight in which it is called dry. */
const AROUND = 48

/** Whether a weight is the one after dialysis, which holds no fluid to be drawn off. */
export function isDry({ start, end }: ReadValue, source: string): boolean {
  const before = source.slice(Math.max(0, start - AROUND), start)
  const after = source.slice(end, end + AROUND)
  return (DRY_BEFORE.test(before) || DRY_AFTER.test(after)) && !ABOVE_DRY.test(before + after)
}
