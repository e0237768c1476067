import type { Sex } from '../person.ts'
import type { UnitSystem } from '../units.ts'
import { describe, type Flaw, textOf, unclearSex } from './ambiguities.ts'
import { type Candidate, chooseOne, formerOf, newestYear, onTheDay, settleForms } from './choose-value.ts'
import type { Draft, Reading } from './draft.ts'
import { siteOf } from './height-site.ts'
import { readValue } from './read-value.ts'
import { ageGiven, bareAge, birthAge } from './settle-age.ts'
import {
  ageAtBirth,
  asPregnancy,
  measurementDay,
  openWeeks,
  settleBirth,
  settleMenstrual,
  withoutActualAge,
  withoutFetal,
} from './settle-birth.ts'
import { settleChanges } from './settle-changes.ts'
import { settlePregnancy } from './settle-pregnancy.ts'
import { isDry, weightByHeight } from './settle-weight.ts'
import { readSlotPair } from './slot-pair.ts'
import type {
  Ambiguity,
  NumericInput,
  PastValue,
  Person,
  ReadValue,
  StatedMetric,
} from './structured-query.ts'

export type Settled = { readonly person: Person; readonly ambiguities: readonly Omit<Ambiguity, 'person'>[] }

type Context = {
  readonly source: string
  readonly today: string
  readonly system: UnitSystem | undefined
  readonly site: NumericInput | undefined
  /** A BMI is asked for: two bare numbers may be a height and a weight. */
  readonly asksBmi: boolean
}

/** From this age nobody is taken for a child when a unit or a site has to be told from the size of a number. */
const GROWN_YEARS = 18

/** From this age height and puberty are complete, and the classes of adults apply. */
const GROWTH_ENDS_YEARS = 20

/** A person this heavy is not an infant. */
const GROWN_KG = 40

/** A person this tall is not a child whose waist could be a few cm around. */
const ADULT_CM = 150

/** Settles units, sites, corrections, conflicts and plausibility of one person's readings. */
export function settle(draft: Draft, context: Context): Settled {
  const flaws: Flaw[] = [...draft.flaws]
  const read = lastOfSeries(
    withoutActualAge(asPregnancy(draft, ageAtBirth(draft, afterCorrections(draft.readings)))),
  )
  const readings = openWeeks(withoutFetal(draft, read), flaws)
  const measured = measurementDay(draft, flaws)
  const explicitAge = ageGiven(draft, readings, context.today, flaws)
  const child =
    explicitAge !== undefined
      ? explicitAge < GROWN_YEARS
      : (draft.vague !== undefined || draft.young) && !draft.adult
  const heavy = readings.some(
    (r) => r.field === 'weightKg' && r.quantity.dimension === 'mass' && r.quantity.value > GROWN_KG,
  )
  const tall = readings.some(
    (r) =>
      (r.field === 'heightCm' || r.field === 'length') &&
      r.quantity.dimension === 'length' &&
      r.quantity.value > ADULT_CM,
  )
  const adult =
    !child && (draft.adult || (explicitAge !== undefined && explicitAge >= GROWN_YEARS) || heavy || tall)
  const system = systemOf(readings) ?? context.system
  const candidates: Candidate[] = []
  for (const reading of readings) {
    const field = fieldOf(reading, readings, child, explicitAge, context.site)
    if (field === 'unknown') {
      flaws.push({ field: '?', kind: 'site', span: reading })
      continue
    }
    const result = readValue(
      field,
      onScale(draft, field, reading, context.source),
      adult,
      system,
      context.source,
      explicitAge,
    )
    if ('kind' in result) flaws.push(result)
    else
      candidates.push({
        ...result,
        field,
        time: reading.time,
        system: reading.quantity.units[0]?.system,
      })
  }
  settleForms(flaws, candidates)
  const values: { [K in NumericInput]?: ReadValue } = {}
  const past: PastValue[] = []
  for (const field of new Set(candidates.map((c) => c.field))) {
    const own = candidates.filter((c) => c.field === field)
    const chosen = chooseOne(newestYear(onTheDay(draft, own), context.source))
    if ('kind' in chosen) flaws.push(chosen)
    else if (!flaws.some((flaw) => flaw.field === field)) {
      values[field] = chosen
      past.push(...formerOf(own, chosen, context))
    }
  }
  const weights = candidates.filter((c) => c.field === 'weightKg')
  const noneNow = weights.every((c) => c.time === 'past')
  settleChanges(draft, values, past, noneNow, context.source)
  settlePregnancy(draft, values, past, noneNow)
  weightByHeight(values, child, flaws, context.source)
  if (context.asksBmi) readSlotPair(draft, values, context.source)
  bareAge(draft, readings, values, flaws, context.source)
  inferredWeight(readings, values, flaws, system)
  impossiblePair(values, child, flaws)
  const age = birthAge(draft, values, flaws, { ...context, today: measured ?? context.today, measured })
  if (age) values.ageYears = age
  settleMenstrual(draft, values, flaws, context.source)
  const atBirth =
    draft.bornNow ||
    (draft.newborn && values.gestationalAgeWeeks !== undefined && !draft.menstrual) ||
    vagueWord(draft, context.source, NEWBORNS)
  if (atBirth && values.ageYears === undefined && !draft.birth)
    values.ageYears = {
      value: 0,
      ...textOf(context.source, draft.readings[0] ?? { start: 0, end: 0 }),
      assumption: 'at birth',
    }
  if (draft.vague && values.ageYears === undefined)
    flaws.push({ field: 'ageYears', kind: 'vague', span: draft.vague })
  const birthFacts = settleBirth(draft, readings, values, flaws, { source: context.source, measured })
  const birthDate = draft.birth?.reading.kind === 'date' && age ? draft.birth.reading.iso : undefined
  const stated = statedNow(draft, values.weightKg !== undefined)
  const sex: Sex | undefined = draft.sexUnclear ? undefined : draft.sex
  // Disorders of growth and puberty change the figures of those who still grow.
  const grown = draft.adult || (values.ageYears?.value ?? 0) >= GROWTH_ENDS_YEARS
  const dry = values.weightKg !== undefined && isDry(values.weightKg, context.source)
  const conditions = [...draft.conditions].filter(
    (one) => !(one === 'growth_hormones' && grown) && !(one === 'dialysis' && dry),
  )
  return {
    person: {
      label: draft.label,
      ...(sex && { sex }),
      values,
      facts: {
        ...draft.facts,
        ...birthFacts,
        ...(birthDate && { birthDate }),
        ...(draft.preterm && { preterm: true }),
        ...(values.ageYears === undefined && !draft.adult && isChildByWord(draft, context.source)
          ? { isChild: true }
          : {}),
      },
      ...(conditions.length > 0 && { conditions }),
      ...(draft.population && { population: draft.population }),
      targets: draft.targets,
      ...(past.length > 0 && { past }),
      ...(stated.length > 0 && { stated }),
    },
    ambiguities: [
      ...flaws.map((flaw) => describe(flaw, context.source)),
      ...(draft.sexUnclear ? [unclearSex(draft.sexUnclear, context.source)] : []),
    ],
  }
}

/** Words for somebody who was just born. */
const NEWBORNS = /^(newborn|neonate)/
/** Words of age that mean a child or an adolescent. */
const CHILDHOOD =
  /^(teen|toddler|newborn|neonate|baby|infant|pre ?school|adolescent|kinder|tween|school|primary|secondary|high school|middle school|first|second|third|fourth|fifth|sixth)/

/** Whether a word for an age, without its number, is one of these. */
const vagueWord = (draft: Draft, source: string, words: RegExp): boolean =>
  draft.vague !== undefined && words.test(source.slice(draft.vague.start, draft.vague.end).toLowerCase())

/** "my daughter", "a toddler": a child, though no age is given. */
const isChildByWord = (draft: Draft, source: string): boolean =>
  draft.young || vagueWord(draft, source, CHILDHOOD)

/** Stated metrics that hold now; a former one only where nothing newer is known. */
export function statedNow(draft: Draft, measured: boolean): readonly StatedMetric[] {
  const now = draft.stated.filter((metric) => metric.time !== 'past')
  const kept = now.length > 0 || measured ? now : draft.stated
  return kept.map(({ time: _time, ...metric }) => metric)
}

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

/** Returns the unit system of all given units; undefined when they differ. */
export function systemOf(readings: readonly Reading[]): UnitSystem | undefined {
  const systems = new Set(
    readings.flatMap((r) => r.quantity.units.map((u) => u.system)).filter((s) => s !== undefined),
  )
  return systems.size === 1 ? [...systems][0] : undefined
}

/** The site of a length without a name: the one that the question is about, else what its size tells. */
function fieldOf(
  reading: Reading,
  all: readonly Reading[],
  child: boolean,
  ageYears: number | undefined,
  asked: NumericInput | undefined,
): NumericInput | 'unknown' {
  if (reading.field !== 'length') return reading.field
  const site = siteOf(reading, child, ageYears)
  if (site !== 'unknown' || asked === undefined || all.some((other) => other.field === asked)) return site
  const { min, max } = SITES[asked] ?? { min: 0, max: 0 }
  return reading.quantity.value >= min && reading.quantity.value <= max ? asked : site
}

/** Sizes in cm at which a length without a name is taken for the site that is asked about. */
const SITES: { readonly [K in NumericInput]?: { readonly min: number; readonly max: number } } = {
  muacCm: { min: 6, max: 45 },
  headCm: { min: 25, max: 65 },
  calfCm: { min: 15, max: 60 },
}

/** Of values over time the last one holds; the others are history. */
function lastOfSeries(readings: readonly Reading[]): readonly Reading[] {
  const last = readings.findLast((reading) => reading.series)
  return last ? readings.map((r) => (r.series && r !== last ? { ...r, time: 'past' as const } : r)) : readings
}

/** Takes off what the scale shows too much, unless that was done: "it shows 84 but is 2 kg too high, so 82 kg". */
function onScale(draft: Draft, field: NumericInput, reading: Reading, source: string): Reading {
  if (draft.scaleKg === 0 || field !== 'weightKg' || reading.quantity.dimension !== 'mass') return reading
  if (isConcluded(source.slice(Math.max(0, reading.start - BEFORE), reading.start))) return reading
  return { ...reading, quantity: { ...reading.quantity, value: reading.quantity.value - draft.scaleKg } }
}
const BEFORE = 24
const CONCLUSIONS = new Set('so thus therefore hence meaning really actually true real truly'.split(' '))

/** "…, so 82 kg": a word of conclusion in the same clause before a weight. */
const isConcluded = (before: string): boolean =>
  (
    before
      .toLowerCase()
      .split(/[^a-z' ]/)
      .at(-1) ?? ''
  )
    .split(' ')
    .some((word) => CONCLUSIONS.has(word))

/** Body mass indices that no grown person has had, kg/m²: one of the two numbers is not what it seems. */
const POSSIBLE_BMI: readonly [number, number] = [7, 205]
/** The same of somebody small, who may be a child. */
const SMALL_BMI: readonly [number, number] = [4, 100]
/** From this height nobody is an infant, cm. */
const GROWN_CM = 130

/** "17 kg and 181 cm": each is possible, both together are not; asks about the weight. */
function impossiblePair(values: { [K in NumericInput]?: ReadValue }, child: boolean, flaws: Flaw[]): void {
  const { weightKg: weight, heightCm: height } = values
  if (!weight || !height || child) return
  const bmi = weight.value / (height.value / 100) ** 2
  const [low, high] = height.value < GROWN_CM ? SMALL_BMI : POSSIBLE_BMI
  if (bmi >= low && bmi <= high) return
  delete values.weightKg
  const span = { start: Math.min(weight.start, height.start), end: Math.max(weight.end, height.end) }
  flaws.push({ field: 'weightKg', kind: 'implausible', span })
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
