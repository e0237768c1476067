import { inputSpec, type Sex } from '../metrics/inputs.ts'
import { ageOn } from './dates.ts'
import type { Draft, Reading, Span } from './draft.ts'
import { fieldDimension, fieldLimits, inferUnit, toField } from './field-units.ts'
import type { Quantity } from './quantity.ts'
import type { Ambiguity, AmbiguityKind, NumericInput, Person, ReadValue } from './structured-query.ts'
import { UNITS, type UnitSystem } from './units.ts'

export type Settled = { readonly person: Person; readonly ambiguities: readonly Omit<Ambiguity, 'person'>[] }
type Flaw = Draft['flaws'][number]
type Candidate = ReadValue & {
  readonly field: NumericInput
  readonly past: boolean
  readonly system: UnitSystem | undefined
}
type Context = { readonly source: string; readonly today: string; readonly system: UnitSystem | undefined }

/** From this age nobody is taken for a child when a unit or a site has to be told from the size of a number. */
const GROWN_YEARS = 18
/** A person this heavy is not an infant. */
const GROWN_KG = 40
/** Above this a length without a name can only be a height with a slip; the limits will say so. */
const TALLEST_CM = 280
/** Two statements of one thing in two systems may differ by their rounding. */
const SAME_WITHIN = 0.012

/** Settles units, sites, corrections, conflicts and plausibility of one person's readings. */
export function settle(draft: Draft, context: Context): Settled {
  const flaws: Flaw[] = [...draft.flaws]
  const readings = afterCorrections(draft.readings)
  const explicitAge = ageGiven(draft, readings, context.today, flaws)
  const child =
    explicitAge !== undefined
      ? explicitAge < GROWN_YEARS
      : (draft.vague !== undefined || draft.young) && !draft.adult
  const heavy = readings.some(
    (r) => r.field === 'weightKg' && r.quantity.dimension === 'mass' && r.quantity.value > GROWN_KG,
  )
  const adult = !child && (draft.adult || (explicitAge !== undefined && explicitAge >= GROWN_YEARS) || heavy)
  const system = systemOf(readings) ?? context.system
  const candidates: Candidate[] = []
  for (const reading of readings) {
    const field = reading.field === 'length' ? siteOf(reading, child, explicitAge) : reading.field
    if (field === 'unknown') {
      flaws.push({ field: '?', kind: 'site', span: reading })
      continue
    }
    const result = readValue(field, reading, adult, system, context.source)
    if ('kind' in result) flaws.push(result)
    else candidates.push({ ...result, field, past: reading.past, system: reading.quantity.units[0]?.system })
  }
  const values: { [K in NumericInput]?: ReadValue } = {}
  for (const field of new Set(candidates.map((c) => c.field))) {
    const chosen = chooseOne(candidates.filter((c) => c.field === field))
    if ('kind' in chosen) flaws.push(chosen)
    else if (!flaws.some((flaw) => flaw.field === field)) values[field] = chosen
  }
  bareAge(draft, readings, values, flaws, context.source)
  inferredWeight(readings, values, flaws, system)
  const age = birthAge(draft, values, flaws, context)
  if (age) values.ageYears = age
  if (draft.bornNow && values.ageYears === undefined)
    values.ageYears = {
      value: 0,
      ...textOf(context.source, draft.readings[0] ?? { start: 0, end: 0 }),
      assumption: 'at birth',
    }
  if (draft.vague && values.ageYears === undefined)
    flaws.push({ field: 'ageYears', kind: 'vague', span: draft.vague })
  const birthDate = draft.birth?.reading.kind === 'date' && age ? draft.birth.reading.iso : undefined
  const sex: Sex | undefined = draft.sexUnclear ? undefined : draft.sex
  return {
    person: {
      label: draft.label,
      ...(sex && { sex }),
      values,
      facts: birthDate ? { ...draft.facts, birthDate } : draft.facts,
      ...(draft.population && { population: draft.population }),
      targets: draft.targets,
    },
    ambiguities: [
      ...flaws.map((flaw) => describe(flaw, context.source)),
      ...(draft.sexUnclear ? [unclearSex(draft.sexUnclear, context.source)] : []),
    ],
  }
}

const textOf = (source: string, span: Span) => ({
  text: source.slice(span.start, span.end),
  start: span.start,
  end: span.end,
})

/** Drops what was taken back, and what a correction replaced. */
function afterCorrections(readings: readonly Reading[]): Reading[] {
  const kept: Reading[] = []
  for (const reading of readings) {
    if (reading.negated) continue
    if (reading.corrects)
      for (let i = kept.length - 1; i >= 0; i--) if (sameField(kept[i]!, reading)) kept.splice(i, 1)
    kept.push(reading)
  }
  return kept
}
const sameField = (a: Reading, b: Reading): boolean => {
  const height = (field: Reading['field']) => (field === 'length' ? 'heightCm' : field)
  return height(a.field) === height(b.field)
}

function ageGiven(
  draft: Draft,
  readings: readonly Reading[],
  today: string,
  flaws: Flaw[],
): number | undefined {
  const said = readings.find((r) => r.field === 'ageYears' && r.quantity.issue === undefined)
  if (said) return said.quantity.value
  const birth = draft.birth
  if (!birth) return draft.bornNow ? 0 : undefined
  if (birth.reading.kind === 'date') return ageOn(birth.reading.iso, today)
  if (birth.reading.kind === 'date_order') return ageOn(birth.reading.candidates[0]!, today)
  if (birth.reading.kind === 'invalid')
    flaws.push({ field: 'birthDate' as NumericInput, kind: 'invalid', span: birth })
  return birth.reading.kind === 'year' ? Number(today.slice(0, 4)) - birth.reading.year : undefined
}

/** The system of all units given, when they agree. */
export function systemOf(readings: readonly Reading[]): UnitSystem | undefined {
  const systems = new Set(
    readings.flatMap((r) => r.quantity.units.map((u) => u.system)).filter((s) => s !== undefined),
  )
  return systems.size === 1 ? [...systems][0] : undefined
}

/** Which site a length without a name is of: height where only a height can be that long, else unknown. */
function siteOf(reading: Reading, child: boolean, ageYears: number | undefined): NumericInput | 'unknown' {
  const { quantity } = reading
  if (reading.site === 'unknown') return 'unknown'
  if (quantity.issue !== undefined || quantity.value === 0 || quantity.value > TALLEST_CM) return 'heightCm'
  if (quantity.units.some((unit) => unit.id === 'ft')) return 'heightCm'
  if (quantity.units.some((unit) => unit.id === 'm') && quantity.value >= 100) return 'heightCm'
  if (quantity.value >= 120) return 'heightCm'
  if (!child) return 'unknown'
  if (ageYears === undefined) return quantity.value >= 40 && quantity.value <= 120 ? 'heightCm' : 'unknown'
  const median = medianHeightCm(ageYears)
  return quantity.value > median * 0.75 && quantity.value < median * 1.35 ? 'heightCm' : 'unknown'
}

/** Rough median height of a child in cm, from the WHO standards at 0, 1, 2, 5, 10 and 18 years; only to tell a height from a girth. */
function medianHeightCm(ageYears: number): number {
  const knots: readonly (readonly [number, number])[] = [
    [0, 50],
    [1, 75],
    [2, 87],
    [5, 110],
    [10, 138],
    [18, 170],
  ]
  for (let i = 1; i < knots.length; i++) {
    const [[a, low], [b, high]] = [knots[i - 1]!, knots[i]!]
    if (ageYears <= b) return low + ((ageYears - a) / (b - a)) * (high - low)
  }
  return 170
}

function readValue(
  field: NumericInput,
  reading: Reading,
  adult: boolean,
  system: UnitSystem | undefined,
  source: string,
): ReadValue | Flaw {
  const { quantity } = reading
  const flaw = (kind: AmbiguityKind, candidates?: readonly number[]): Flaw =>
    candidates ? { field, kind, span: reading, candidates } : { field, kind, span: reading }
  if (quantity.issue === 'negative') return flaw('negative')
  if (quantity.issue === 'form')
    return flaw(
      'form',
      quantity.readings?.map((v) => toField(field, v)),
    )
  if (quantity.dimension === 'none') {
    const unit = bareUnit(field, quantity, adult, system)
    if (typeof unit === 'string') return flaw(unit)
    if ('units' in unit)
      return flaw(
        'unit',
        unit.units.map((u) => toField(field, quantity.value * u.factor)),
      )
    return within(field, scaled(quantity, unit.factor), reading, source, unit.assumption)
  }
  return within(field, quantity, reading, source)
}

type Scaled = Pick<Quantity, 'value' | 'low' | 'high' | 'approximate'>
const scaled = (q: Quantity, factor: number): Scaled => ({
  value: q.feetInchesCm !== undefined && factor === UNITS.foot.factor ? q.feetInchesCm : q.value * factor,
  ...(q.low !== undefined && q.feetInchesCm === undefined && { low: q.low * factor, high: q.high! * factor }),
  ...(q.approximate && { approximate: true as const }),
})

function bareUnit(
  field: NumericInput,
  quantity: Quantity,
  adult: boolean,
  system: UnitSystem | undefined,
):
  | { factor: number; assumption?: string }
  | { units: readonly (typeof UNITS)[keyof typeof UNITS][] }
  | AmbiguityKind {
  if (fieldDimension(field) === 'none') return { factor: 1 }
  if (fieldDimension(field) === 'age') return quantity.value > 125 ? 'implausible' : { factor: 1 }
  if (field === 'bodyFatPercent') return quantity.value < 1 ? 'form' : { factor: 1, assumption: '% assumed' }
  if (quantity.feetInchesCm !== undefined && field === 'heightCm')
    return { factor: UNITS.foot.factor, assumption: 'read as feet and inches' }
  const choice = inferUnit(field, quantity.value, adult, system)
  if (choice.kind === 'impossible') return 'implausible'
  if (choice.kind === 'ambiguous') return { units: choice.units as never }
  if (choice.unit === UNITS.foot && quantity.decimals !== '' && Number(quantity.decimals) !== 0) return 'form'
  return { factor: choice.unit.factor, assumption: choice.assumption }
}

function within(
  field: NumericInput,
  q: Scaled,
  span: Span,
  source: string,
  assumption?: string,
): ReadValue | Flaw {
  const [min, max] = fieldLimits(field)
  const outside = (v: number) => !(v >= min && v <= max)
  if (outside(q.value) || (q.low !== undefined && (outside(q.low) || outside(q.high!))))
    return { field, kind: 'implausible', span }
  return {
    value: toField(field, q.value),
    ...(q.low !== undefined && { low: toField(field, q.low), high: toField(field, q.high!) }),
    ...(q.approximate && { approximate: true as const }),
    ...textOf(source, span),
    ...(assumption && { assumption }),
  }
}

/** The one value of a field: the present over the past, the first of two that agree, else a conflict. */
function chooseOne(candidates: readonly Candidate[]): ReadValue | Flaw {
  const present = candidates.filter((c) => !c.past)
  const live = present.length > 0 ? present : candidates
  const first = live[0]!
  const other = live.find((c) => !agrees(first, c))
  if (other)
    return {
      field: first.field,
      kind: 'conflict',
      span: { start: first.start, end: other.end },
      candidates: [first.value, other.value],
    }
  const { field: _field, past: _past, system: _system, ...value } = first
  return value
}

function agrees(a: Candidate, b: Candidate): boolean {
  if (a.low !== undefined || b.low !== undefined) return a.low === b.low && a.high === b.high
  if (a.value === b.value) return true
  return a.system !== b.system && Math.abs(a.value - b.value) <= SAME_WITHIN * Math.max(a.value, b.value)
}

/** A bare number taken as an age is doubtful where it could be the missing weight; a lone slot may be the age. */
function bareAge(
  draft: Draft,
  readings: readonly Reading[],
  values: { [K in NumericInput]?: ReadValue },
  flaws: Flaw[],
  source: string,
): void {
  const age = readings.find((r) => r.field === 'ageYears' && r.bareAge)
  if (age && values.ageYears && age.quantity.value >= 40 && values.heightCm && !values.weightKg) {
    delete values.ageYears
    flaws.push({ field: '?', kind: 'unlabelled', span: age })
  } else if (age && values.ageYears)
    values.ageYears = { ...values.ageYears, assumption: 'read as the age in years' }
  for (const slot of draft.slots) {
    const { value } = slot.quantity
    const couldBeAge =
      slot.alone && draft.slots.length === 1 && value >= 10 && value < 100 && Number.isInteger(value)
    if (couldBeAge && values.heightCm && values.weightKg && !values.ageYears && !draft.vague)
      values.ageYears = { value, ...textOf(source, slot), assumption: 'read as the age in years' }
    else flaws.push({ field: '?', kind: 'unlabelled', span: slot })
  }
}

/** A weight whose unit was inferred must make sense with the height: BMI 11 to 45, else it is asked about. */
function inferredWeight(
  readings: readonly Reading[],
  values: { [K in NumericInput]?: ReadValue },
  flaws: Flaw[],
  system: UnitSystem | undefined,
): void {
  const { weightKg: weight, heightCm: height } = values
  if (!weight?.assumption || !height || system === undefined) return
  const reading = readings.find((r) => r.start === weight.start)
  if (reading?.quantity.dimension !== 'none') return
  const bmi = weight.value / (height.value / 100) ** 2
  if (bmi >= 11 && bmi <= 45) return
  delete values.weightKg
  flaws.push({ field: 'weightKg', kind: 'unit', span: reading })
}

function birthAge(
  draft: Draft,
  values: { [K in NumericInput]?: ReadValue },
  flaws: Flaw[],
  context: Context,
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
  const age = ageOn(reading.iso, context.today)
  if (age === undefined || age > 125) {
    flaws.push({ field: 'birthDate' as NumericInput, kind: 'invalid', span: birth })
    return undefined
  }
  return { value: age, ...text }
}

const SENTENCES: Readonly<Record<AmbiguityKind, (name: string, text: string) => string>> = {
  unit: (name, text) => `"${text}": in which unit is the ${name}?`,
  form: (name, text) =>
    `"${text}" can be read in more than one way as a ${name}; please write it with its units`,
  conflict: (name, text) => `two different values for the ${name} ("${text}"): which one holds?`,
  site: (_name, text) => `"${text}": which part of the body was measured?`,
  unlabelled: (_name, text) => `"${text}": what is this number, and in which unit?`,
  vague: (_name, text) => `"${text}" does not say an age: how old exactly?`,
  date_order: (_name, text) => `"${text}": is the day or the month first? Please write YYYY-MM-DD`,
  invalid: (_name, text) => `"${text}" is not a possible date of birth`,
  unclear: (_name, text) => `"${text}": the equations know only male and female; please say which to use`,
  implausible: (name, text) => `"${text}" is not a possible ${name}`,
  negative: (name, text) => `"${text}": a ${name} cannot be negative`,
  dimension: (name, text) => `"${text}" has a unit that a ${name} cannot have`,
}

function describe(flaw: Flaw, source: string): Omit<Ambiguity, 'person'> {
  const name = flaw.field === '?' ? 'measurement' : inputSpec(flaw.field).label
  const text = textOf(source, flaw.span)
  return {
    field: flaw.field,
    kind: flaw.kind,
    message: SENTENCES[flaw.kind](name, text.text),
    ...text,
    ...(flaw.candidates && { candidates: flaw.candidates }),
  }
}

const unclearSex = (span: Span, source: string): Omit<Ambiguity, 'person'> => {
  const text = textOf(source, span)
  return { field: 'sex', kind: 'unclear', message: SENTENCES.unclear('', text.text), ...text }
}
