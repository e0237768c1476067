import { bodyWarnings } from './body-warnings.ts'
import { ADULT_AGE_YEARS, type EquationCard, type Population, type Suppression } from './card.ts'
import { type AssignedClass, classesOf } from './classify.ts'
import { givenMask, holdsAll, type InputMask, overlaps } from './input-mask.ts'
import { type InputName, type Inputs, inputSpec, wireNameOf } from './inputs.ts'
import { prepareInputs } from './prepare.ts'
import { pretermAge } from './preterm.ts'
import { BODY_FAT_PREFERENCE, CARDS_IN_ORDER } from './registry.ts'

export { ADULT_AGE_YEARS }

export type MetricOptions = {
  /** Population whose published classes apply; `general` when not given. */
  readonly population?: Population
  /** Only these metrics; all when not given. */
  readonly only?: ReadonlySet<string>
}

export type ComputedMetric = {
  readonly id: string
  /** Unrounded. Round for display only, after classification. */
  readonly value: number
  readonly card: EquationCard
  readonly inputsUsed: readonly InputName[]
  readonly classes: readonly AssignedClass[]
  /** Why a class that exists for this metric is not given. */
  readonly classWithheld?: string
  /** False when an input lies outside the published limits; `notes` say which. */
  readonly withinLimits: boolean
  readonly notes: readonly string[]
  /** Published standard error of the estimate in the metric's unit. */
  readonly standardError?: number
  /** value ± 1.96 standard errors. */
  readonly interval?: readonly [number, number]
}

type NotComputedReason =
  | 'missing_input'
  | 'not_for_children'
  | 'not_for_adults'
  | 'suppressed'
  | 'outside_limits'
  | 'no_value'

export type NotComputed = {
  readonly id: string
  readonly reason: NotComputedReason
  readonly message: string
  readonly missing: readonly InputName[]
}

export type MetricReport = {
  readonly inputs: Inputs
  readonly computed: readonly ComputedMetric[]
  readonly notComputed: readonly NotComputed[]
  /** What somebody who reads the figures must know of this person: preterm birth, pregnancy, oedema, amputation. */
  readonly warnings: readonly string[]
}

/**
 * Computes every metric that the inputs allow. For every other metric, reports why it was not computed and which input
 * is missing. Pure; values are unrounded.
 */
export function computeMetrics(given: Inputs, options: MetricOptions = {}): MetricReport {
  let inputs = prepareInputs(given)
  let bodyFatFrom: string | undefined
  const population = options.population ?? 'general'
  const computed: ComputedMetric[] = []
  const notComputed: NotComputed[] = []
  const bodyFat = new Map<string, number>()
  let bodyFatSettled = inputs.bodyFatPercent !== undefined
  let mask = givenMask(inputs)
  for (const card of CARDS_IN_ORDER) {
    if (!bodyFatSettled && card.category !== 'body_fat') {
      bodyFatSettled = true
      bodyFatFrom = BODY_FAT_PREFERENCE.find((id) => bodyFat.has(id))
      if (bodyFatFrom !== undefined) {
        inputs = { ...inputs, bodyFatPercent: bodyFat.get(bodyFatFrom)! }
        mask = givenMask(inputs)
      }
    }
    const wanted = options.only === undefined || options.only.has(card.id)
    if (!wanted && (bodyFatSettled || card.category !== 'body_fat')) continue
    const result = computeCard(card, inputs, population, bodyFatFrom, mask)
    if ('value' in result) {
      if (!bodyFatSettled) bodyFat.set(card.id, result.value)
      if (wanted) computed.push(result)
    } else if (wanted) notComputed.push(result)
  }
  return { inputs, computed, notComputed, warnings: bodyWarnings(inputs) }
}

/** Computes one card on prepared inputs, or returns why it has no value. */
export function computeCard(
  card: EquationCard,
  prepared: Inputs,
  population: Population,
  bodyFatFrom?: string,
  given: InputMask = givenMask(prepared),
): ComputedMetric | NotComputed {
  const preterm = card.correctsAge ? pretermAge(prepared) : undefined
  if (preterm?.kind === 'before_term') return refused(card, 'suppressed', preterm.reason)
  if (preterm?.kind === 'unknown')
    return refused(card, 'missing_input', preterm.reason, ['gestationalAgeWeeks'])
  const inputs = preterm === undefined ? prepared : preterm.inputs
  const age = inputs.ageYears
  const isChild = age === undefined ? inputs.isChild === true : age < ADULT_AGE_YEARS
  if (age === undefined) {
    if (isChild && card.appliesTo === 'adult')
      return refused(card, 'not_for_children', `${card.name} is for adults from ${ADULT_AGE_YEARS} years`)
  } else {
    if (card.appliesTo === 'adult' && age < ADULT_AGE_YEARS)
      return refused(card, 'not_for_children', `${card.name} is for adults from ${ADULT_AGE_YEARS} years`)
    if (card.appliesTo === 'child' && age > MAX_CHILD_AGE_YEARS)
      return refused(card, 'not_for_adults', `${card.name} is for children and adolescents`)
  }
  const suppressible = overlaps(given, card.masks.suppressions)
  if (suppressible) {
    const voided = card.suppressions.find((s) => s.effect === 'value' && holds(s, inputs, isChild))
    if (voided !== undefined) return refused(card, 'suppressed', voided.reason)
  }
  if (!holdsAll(given, card.masks.required)) {
    const missing = card.required.filter((required) => inputs[required] === undefined)
    return refused(card, 'missing_input', `needs ${missing.map(wireNameOf).join(', ')}`, missing)
  }
  let notes: string[] | undefined = preterm && [preterm.note]
  let withinLimits = true
  for (const limit of card.limits) {
    const value = inputs[limit.input]
    if (typeof value !== 'number') continue
    if ((limit.min === undefined || value >= limit.min) && (limit.max === undefined || value <= limit.max))
      continue
    const message = `${limitText(limit.input, limit.min, limit.max)}: ${limit.reason}`
    if (limit.outside === 'refuse') return refused(card, 'outside_limits', message)
    withinLimits = false
    notes = [...(notes ?? []), message]
  }
  const value = card.compute(inputs)
  if (typeof value !== 'number')
    return refused(
      card,
      value.missing ? 'missing_input' : 'no_value',
      value.noValue,
      value.missing ? [value.missing] : [],
    )
  if (!(value > card.possible.min && value < card.possible.max))
    return refused(card, 'no_value', 'the equation leaves the range of possible values for these inputs')
  if (age === undefined && card.appliesTo === 'adult')
    notes = [...(notes ?? []), 'age not given: an adult is assumed']
  if (bodyFatFrom !== undefined && usesBodyFat(card, inputs))
    notes = [...(notes ?? []), `body fat not measured: estimated by ${bodyFatFrom}`]
  const remark = card.remark?.(value, inputs)
  if (remark !== undefined) notes = [...(notes ?? []), remark]
  const withheld = suppressible
    ? card.suppressions.find((s) => s.effect === 'class' && holds(s, inputs, isChild))
    : undefined
  const error = card.standardError
  const perSex = error?.value
  const size =
    error?.of !== undefined
      ? error.of(inputs)
      : typeof perSex === 'number'
        ? perSex
        : inputs.sex === undefined
          ? undefined
          : perSex?.[inputs.sex]
  const standardError = size === undefined ? undefined : error?.kind === 'relative' ? size * value : size
  const classes = withheld ? NO_CLASSES : classesOf(card, value, inputs, population)
  if (age === undefined && classes.length > 0 && card.appliesTo === 'any')
    notes = [...(notes ?? []), 'age not given: the classes of adults are used']
  const metric: Writable<ComputedMetric> = {
    id: card.id,
    value,
    card,
    inputsUsed: overlaps(given, card.masks.optional) ? withOptional(card, inputs) : card.required,
    classes,
    withinLimits,
    notes: notes ?? NO_NOTES,
  }
  if (withheld !== undefined) metric.classWithheld = withheld.reason
  else if (isChild && age === undefined && card.classes.length > 0)
    metric.classWithheld = 'a child is judged by age: give the age; the classes of adults do not apply'
  if (standardError !== undefined) {
    metric.standardError = standardError
    metric.interval = [value - 1.96 * standardError, value + 1.96 * standardError]
  }
  return metric
}

/** Whether the condition of a suppression holds for this person. */
function holds({ when, ages, unless }: Suppression, inputs: Inputs, isChild: boolean): boolean {
  if (inputs[when] !== true) return false
  if (unless !== undefined && inputs[unless] !== undefined) return false
  return ages === undefined || (ages === 'child') === isChild
}

/** Whether body fat enters a card: always where it is required, or in place of a fat-free mass that was not measured. */
const usesBodyFat = (card: EquationCard, inputs: Inputs): boolean =>
  card.required.includes('bodyFatPercent') ||
  (card.optional.includes('bodyFatPercent') && inputs.fatFreeMassKg === undefined)

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** CDC 2000 charts end at 20 years (240 months); nothing for children is computed beyond. */
const MAX_CHILD_AGE_YEARS = 20
const NO_NOTES: readonly string[] = []
const NO_CLASSES: readonly AssignedClass[] = []
const NONE_MISSING: readonly InputName[] = []

function refused(
  card: EquationCard,
  reason: NotComputedReason,
  message: string,
  missing: readonly InputName[] = NONE_MISSING,
): NotComputed {
  return { id: card.id, reason, message, missing }
}

const withOptional = (card: EquationCard, inputs: Inputs): readonly InputName[] => [
  ...card.required,
  ...card.optional.filter((name) => inputs[name] !== undefined),
]

function limitText(input: InputName, min: number | undefined, max: number | undefined): string {
  const spec = inputSpec(input)
  const unit = spec.kind === 'number' && spec.unit ? ` ${spec.unit}` : ''
  const range = min === undefined ? `at most ${max}` : max === undefined ? `at least ${min}` : `${min}–${max}`
  return `${spec.wire} should be ${range}${unit}`
}
