import { dayNumber } from '../metrics/inputs.ts'
import { UNITS } from '../units.ts'
import { type Flaw, textOf } from './ambiguities.ts'
import type { Draft, Reading } from './draft.ts'
import type { Facts, NumericInput, ReadValue } from './structured-query.ts'

type Values = { [K in NumericInput]?: ReadValue }

const TERM_WEEKS = 40
const DAYS_PER_WEEK = 7
/** Weeks of gestation that can be told from the age of a child who is spoken of at birth. */
const GESTATION_YEARS: readonly [number, number] = [22 * UNITS.week.factor, 45 * UNITS.week.factor]

/** Day of a measurement as ISO date; undefined where none is given or it cannot be told. */
export function measurementDay(draft: Draft, flaws: Flaw[]): string | undefined {
  const { measured, birth } = draft
  if (!measured) return undefined
  const { reading } = measured
  const field = 'measurementDate' as NumericInput
  if (reading.kind === 'date') return reading.iso
  if (reading.kind === 'date_order') {
    const born = birth?.reading.kind === 'date' ? birth.reading.iso : undefined
    const after = reading.candidates.filter((iso) => born === undefined || iso >= born)
    if (after.length === 1) return after[0]
    flaws.push({ field, kind: 'date_order', span: measured })
  } else if (reading.kind === 'invalid') flaws.push({ field, kind: 'invalid', span: measured })
  return undefined
}

/**
 * Readings of a child at birth: "newborn at 40 weeks", "1.9 kg at 38 weeks, born today". Weeks that would be a second
 * age are the weeks of gestation.
 */
export function ageAtBirth(draft: Draft, readings: readonly Reading[]): Reading[] {
  const ages = readings.filter((reading) => reading.field === 'ageYears')
  const gestation = readings.some((reading) => reading.field === 'gestationalAgeWeeks')
  const atBirth =
    draft.bornNow || (draft.newborn && ages.length > 0 && !gestation) || draft.preterm !== undefined
  if (!atBirth) return [...readings]
  return readings.map((reading) => {
    const { quantity } = reading
    const weeks = quantity.units.length > 0 && quantity.units.every((unit) => unit === UNITS.week)
    const possible = quantity.value >= GESTATION_YEARS[0] && quantity.value <= GESTATION_YEARS[1]
    if (reading.field !== 'ageYears' || !weeks || !possible || quantity.old || reading.ageOf) return reading
    return draft.bornNow || ages.length > 1 || draft.newborn
      ? { ...reading, field: 'gestationalAgeWeeks' as const }
      : reading
  })
}

/** Most weeks after the last period at which a preterm child is still spoken of by them. */
const LAST_MENSTRUAL_WEEKS = 44

/** "31 weeker, 38 weeks now": weeks since birth, or since the last period? Asks instead of choosing. */
export function openWeeks(readings: readonly Reading[], flaws: Flaw[]): readonly Reading[] {
  const born = readings.find((reading) => reading.field === 'gestationalAgeWeeks')
  const age = readings.find((reading) => reading.field === 'ageYears')
  const weeks = (age?.quantity.value ?? 0) / UNITS.week.factor
  const inWeeks = age?.quantity.units.every((unit) => unit === UNITS.week) && !age.quantity.old && !age.ageOf
  const before = (born?.quantity.value ?? 0) / UNITS.week.factor
  if (!born || !age || !inWeeks || before >= 37 || weeks < before || weeks > LAST_MENSTRUAL_WEEKS)
    return readings
  const candidates = [(weeks - before) * UNITS.week.factor, weeks * UNITS.week.factor]
  flaws.push({ field: 'ageYears', kind: 'form', span: age, candidates })
  return readings.filter((reading) => reading !== age)
}

/** Sizes beyond those of an infant: weeks of gestation said of this person are those of a pregnancy. */
const GROWN = { kg: 25, cm: 130 }

/** "30 wks, 68 kg": weeks that are no age of somebody grown. */
const isWeeks = ({ field, quantity }: Reading): boolean =>
  field === 'ageYears' &&
  quantity.old !== true &&
  quantity.units.length > 0 &&
  quantity.units.every((unit) => unit === UNITS.week) &&
  quantity.value <= GESTATION_YEARS[1]

/** "29 weeks gestation, 65 kg, 170 cm": the weeks of a woman's pregnancy and not of her own birth. */
export function asPregnancy(draft: Draft, readings: readonly Reading[]): readonly Reading[] {
  const weeks = readings.find((reading) => reading.field === 'gestationalAgeWeeks' || isWeeks(reading))
  const child = draft.preterm || draft.bornNow || draft.newborn || draft.young || draft.sex === 'male'
  const denied = draft.facts.pregnant === false
  if (
    !weeks ||
    child ||
    denied ||
    readings.some((r) => r !== weeks && r.field === 'ageYears' && r.quantity.value < MOTHER_YEARS)
  )
    return readings
  const grown = readings.some(
    ({ quantity }) =>
      (quantity.dimension === 'mass' && quantity.value > GROWN.kg) ||
      (quantity.dimension === 'length' && quantity.value > GROWN.cm),
  )
  if (!grown) return readings
  if (draft.facts.pregnant === undefined) draft.facts = { ...draft.facts, pregnant: true }
  draft.sex ??= 'female'
  return readings.map((r) => (r === weeks ? { ...r, field: 'pregnancyWeeks' as const } : r))
}

/** Heaviest estimate of a child that is not born yet, kg. */
const FETAL_KG = 6
/** A younger person is the child and not its mother. */
const MOTHER_YEARS = 10

/** "scan at 34 weeks says 2.3 kg": an estimate of the child before birth is nobody's weight yet. */
export function withoutFetal(draft: Draft, readings: readonly Reading[]): readonly Reading[] {
  const weighed = readings.some((r) => r.field === 'weightKg' && r.quantity.value < FETAL_KG)
  if (!draft.fetal || !weighed || draft.bornNow || draft.birth) return readings
  if (readings.some((r) => r.field === 'ageYears' && r.quantity.value < MOTHER_YEARS)) return readings
  if (draft.facts.pregnant === undefined) draft.facts = { ...draft.facts, pregnant: true }
  return readings.filter((r) => r.field !== 'weightKg' || r.quantity.value >= FETAL_KG)
}

/** Works the age out from the time since the last period: "36+2 weeks postmenstrual, born at 31+0". */
export function settleMenstrual(draft: Draft, values: Values, flaws: Flaw[], source: string): void {
  const { menstrual } = draft
  if (!menstrual) return
  const weeks = menstrual.value / UNITS.week.factor
  const born = values.gestationalAgeWeeks?.value
  const text = textOf(source, menstrual)
  if (born === undefined && draft.bornNow) values.gestationalAgeWeeks = { value: weeks, ...text }
  else if (born !== undefined && values.ageYears === undefined && weeks >= born)
    values.ageYears = {
      value: (weeks - born) * UNITS.week.factor,
      ...text,
      assumption: 'postmenstrual age minus the gestational age at birth',
    }
  else if (born === undefined) draft.preterm ??= menstrual
  if (values.ageYears === undefined && !draft.bornNow)
    flaws.push({ field: 'ageYears', kind: 'form', span: menstrual })
}

/** Keeps the corrected of two ages: "chronological age 8 months, corrected age 6 months". */
export function withoutActualAge(readings: readonly Reading[]): readonly Reading[] {
  const corrected = readings.some((reading) => reading.ageOf === 'corrected')
  return corrected ? readings.filter((r) => r.field !== 'ageYears' || r.ageOf === 'corrected') : readings
}

/** Returns the facts about a birth and adds the weeks of gestation that follow from the expected date. */
export function settleBirth(
  draft: Draft,
  readings: readonly Reading[],
  values: Values,
  flaws: Flaw[],
  context: { readonly source: string; readonly measured: string | undefined },
): Facts {
  const corrected = readings.some((reading) => reading.ageOf === 'corrected') && values.ageYears !== undefined
  if (corrected && values.ageYears)
    values.ageYears = { ...values.ageYears, assumption: 'corrected for preterm birth, as stated' }
  const { due, birth } = draft
  if (due?.reading.kind === 'date' && birth?.reading.kind === 'date' && !values.gestationalAgeWeeks) {
    const early = dayNumber(due.reading.iso)! - dayNumber(birth.reading.iso)!
    const weeks = TERM_WEEKS - early / DAYS_PER_WEEK
    if (weeks >= 20 && weeks <= 45)
      values.gestationalAgeWeeks = {
        value: weeks,
        ...textOf(context.source, due),
        assumption: 'from the expected date of birth',
      }
  }
  const grown = (values.ageYears?.value ?? 0) > CORRECTED_UNTIL_YEARS
  const spokenOf = readings.length > 0 || birth !== undefined
  if (
    spokenOf &&
    draft.preterm &&
    !values.gestationalAgeWeeks &&
    !corrected &&
    !grown &&
    !flaws.some((f) => f.field === 'gestationalAgeWeeks')
  )
    flaws.push({ field: 'gestationalAgeWeeks', kind: 'vague', span: draft.preterm })
  return {
    ...(corrected && { ageIsCorrected: true }),
    ...(context.measured && { measurementDate: context.measured }),
  }
}

/** Above this age nobody corrects for preterm birth. */
const CORRECTED_UNTIL_YEARS = 3
