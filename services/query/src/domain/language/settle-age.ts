import { type Flaw, textOf } from './ambiguities.ts'
import { ageOn } from './dates.ts'
import type { Draft, Reading, Span } from './draft.ts'
import type { Quantity } from './quantity.ts'
import type { NumericInput, ReadValue } from './structured-query.ts'

/** Returns the age in years as known before units are settled, to tell child from adult; undefined when not said. */
export function ageGiven(
  draft: Draft,
  readings: readonly Reading[],
  today: string,
  flaws: Flaw[],
): number | undefined {
  const said = readings.find((r) => r.field === 'ageYears' && r.quantity.issue === undefined)
  if (said) return said.quantity.value
  const birth = draft.birth
  if (!birth) return draft.bornNow ? 0 : undefined
  if (birth.reading.kind === 'month') return Number(today.slice(0, 4)) - birth.reading.year
  if (birth.reading.kind === 'date') return ageOn(birth.reading.iso, today)
  if (birth.reading.kind === 'date_order') return ageOn(birth.reading.candidates[0]!, today)
  if (birth.reading.kind === 'invalid')
    flaws.push({ field: 'birthDate' as NumericInput, kind: 'invalid', span: birth })
  return birth.reading.kind === 'year' ? Number(today.slice(0, 4)) - birth.reading.year : undefined
}

/**
 * Checks numbers that were read as ages: one that could be the missing weight is doubtful, and a single open slot may
 * be the age.
 */
export function bareAge(
  draft: Draft,
  readings: readonly Reading[],
  values: { [K in NumericInput]?: ReadValue },
  flaws: Flaw[],
  source: string,
): void {
  const age = readings.find((r) => r.field === 'ageYears' && r.bareAge)
  if (
    age &&
    values.ageYears &&
    age.quantity.value >= 40 &&
    !isAfterNoun(source, age) &&
    values.heightCm &&
    !values.weightKg &&
    !values.waistCm
  ) {
    delete values.ageYears
    flaws.push({ field: '?', kind: 'unlabelled', span: age })
  } else if (age && values.ageYears)
    values.ageYears = { ...values.ageYears, assumption: 'read as the age in years' }
  let open = draft.slots.length
  for (const slot of draft.slots) {
    const { value } = slot.quantity
    const former =
      slot.time === 'past' && draft.slots.some((other) => other.time !== 'past' && isMetres(other.quantity))
    if (former && isMetres(slot.quantity)) continue
    const height = heightOf(draft, values, slot)
    if (height) {
      values.heightCm = { ...height, ...textOf(source, slot) }
      open--
      continue
    }
    if (slot.at && values.ageYears && value < values.ageYears.value) continue
    const couldBeAge = slot.alone && open === 1 && value >= 10 && value < 100 && Number.isInteger(value)
    const childAge = slot.alone && draft.young && open === 1 && value >= 1 && value < 19
    const ageAt =
      slot.at && Number.isInteger(value) && value >= 10 && value <= 110 && values.heightCm && values.weightKg
    if (ageAt && !values.ageYears && open === 1)
      values.ageYears = { value, ...textOf(source, slot), assumption: 'read as the age in years' }
    else if (childAge && !values.ageYears && Number.isInteger(value))
      values.ageYears = { value, ...textOf(source, slot), assumption: 'read as the age in years' }
    else if (couldBeAge && values.heightCm && values.weightKg && !values.ageYears && !draft.vague)
      values.ageYears = { value, ...textOf(source, slot), assumption: 'read as the age in years' }
    else flaws.push({ field: '?', kind: 'unlabelled', span: slot })
  }
}

/** "man 45, 180 cm": a number that a noun and a comma enclose. */
const isAfterNoun = (source: string, { start, end }: Span): boolean =>
  /\b(?:man|woman|gentleman|lady|bloke),? ?$/i.test(source.slice(Math.max(0, start - 14), start)) &&
  source[end] === ','

/** Heights of grown people in cm that are no weight beside a weight in kg. */
const CENTIMETRES: readonly [number, number] = [135, 215]

/** "70 kg 1.75", "70 kg / 165", "a BMI of 22 if I'm 1.77": a height that is told by its size and its place. */
function heightOf(
  draft: Draft,
  values: { [K in NumericInput]?: ReadValue },
  slot: Draft['slots'][number],
): Pick<ReadValue, 'value' | 'assumption'> | undefined {
  const { quantity } = slot
  if (values.heightCm) return undefined
  if (isMetres(quantity) && (values.weightKg || values.waistCm || draft.stated.length > 0))
    return { value: quantity.value * 100, assumption: 'm assumed: a height in metres' }
  const fits = quantity.value >= CENTIMETRES[0] && quantity.value <= CENTIMETRES[1]
  if (slot.slashed && fits && values.weightKg)
    return { value: quantity.value, assumption: 'cm assumed: a height after a weight' }
  return undefined
}

/** "70 kg 1.75": the height of an adult in metres. */
const isMetres = (quantity: Quantity): boolean =>
  quantity.value >= 1.2 && quantity.value <= 2.3 && quantity.decimals.length === 2

/** The age of somebody of whom only the month of birth is known, as a range. */
function ageOfMonth(
  { year, month }: { readonly year: number; readonly month: number },
  today: string,
  text: ReturnType<typeof textOf>,
  span: Span,
  flaws: Flaw[],
): ReadValue | undefined {
  const two = String(month).padStart(2, '0')
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const high = ageOn(`${year}-${two}-01`, today)
  const low = ageOn(`${year}-${two}-${last}`, today) ?? 0
  if (high === undefined || high > 125) {
    flaws.push({ field: 'birthDate' as NumericInput, kind: 'invalid', span })
    return undefined
  }
  return { value: (low + high) / 2, low, high, ...text, assumption: 'month of birth only' }
}

/** Returns the age in years on the day of the question, from a date or a year of birth. */
export function birthAge(
  draft: Draft,
  values: { [K in NumericInput]?: ReadValue },
  flaws: Flaw[],
  context: { readonly source: string; readonly today: string; readonly measured: string | undefined },
): ReadValue | undefined {
  const birth = draft.birth
  if (!birth) return undefined
  const { reading } = birth
  const text = textOf(context.source, birth)
  if (reading.kind === 'date_order') {
    flaws.push({ field: 'birthDate' as NumericInput, kind: 'date_order', span: birth })
    return undefined
  }
  if (reading.kind === 'invalid') return undefined
  if (reading.kind === 'year') {
    const low = ageOn(`${reading.year}-12-31`, context.today) ?? 0
    const high = ageOn(`${reading.year}-01-01`, context.today)
    if (high === undefined || high > 125) {
      flaws.push({ field: 'birthDate' as NumericInput, kind: 'invalid', span: birth })
      return undefined
    }
    return (
      values.ageYears ?? { value: (low + high) / 2, low, high, ...text, assumption: 'year of birth only' }
    )
  }
  if (reading.kind === 'month')
    return values.ageYears ?? ageOfMonth(reading, context.today, text, birth, flaws)
  if (context.measured !== undefined && context.measured < reading.iso) {
    delete values.ageYears
    flaws.push({ field: 'measurementDate' as NumericInput, kind: 'invalid', span: draft.measured! })
    return undefined
  }
  const age = ageOn(reading.iso, context.today)
  if (age === undefined || age > 125) {
    flaws.push({ field: 'birthDate' as NumericInput, kind: 'invalid', span: birth })
    return undefined
  }
  return { value: age, ...text }
}
