import type { Sex } from '../person.ts'
import { Refusal } from '../refusal.ts'
import { fromBase, type Unit, unitOfSymbol } from '../units.ts'
import { inputOfKey, nearestNames } from './input-names.ts'
import { checkInput, type InputName, type Inputs, inputNameOfWire, inputSpec, wireNameOf } from './inputs.ts'
import { completeDate, type DateOrder, type PartialDate, readDate } from './read-dates.ts'
import { readFlag, readPosition, readSex, readSexCodes } from './read-words.ts'

/** Reads text with a unit ("5'11\"") into the canonical unit of an input; undefined when it cannot. */
export type TextReader = (name: InputName, text: string) => number | undefined

/** What else the reading depends on. */
export type ReadingOptions = {
  /** What codes such as 1 and 2 mean for the sex. Surveys disagree, so there is no default. */
  readonly sexCodes?: ReadonlyMap<string, Sex> | undefined
  /** Day on which the request came, for a date of birth without a date of measurement. */
  readonly today?: string | undefined
  readonly dateOrder?: DateOrder | undefined
}

/** Parameters as read. */
export type InputReading = {
  readonly inputs: Inputs
  /** Keys that mean nothing here. */
  readonly unknown: readonly string[]
  /** What had to be assumed, as sentences. */
  readonly assumed: readonly string[]
}

type Part = { readonly key: string; readonly value: number | string | boolean; readonly unit?: Unit }

const refuse = (field: string, issue: string, provided: unknown, more: object = {}): never => {
  throw new Refusal('VALIDATION_ERROR', `${field} ${issue}`, { field, issue, provided, ...more })
}

const BARE_NUMBER = /^[+-]?\d+(?:[.,]\d+)?$/
/** A height without a unit below this is in metres: nobody is 2.5 cm tall. */
const METRES_BELOW = 2.6

/** One number in the unit of its input; the key or the text may name another unit. */
function readNumber(
  name: InputName,
  key: string,
  raw: unknown,
  named: { readonly unit?: Unit; readonly withoutUnit: boolean },
  assumed: string[],
  readText: TextReader | undefined,
): number | string | boolean {
  const spec = inputSpec(name)
  if (spec.kind !== 'number') return checkInput(name, raw)
  const text = typeof raw === 'string' ? raw.trim() : undefined
  const isBare = text === undefined || BARE_NUMBER.test(text)
  if (named.unit === undefined && !named.withoutUnit)
    return checkInput(name, text === undefined ? raw : (readText?.(name, text) ?? raw))
  if (!isBare) return checkInput(name, readText?.(name, text) ?? raw)
  const value = text === undefined ? raw : Number(text.replace(',', '.'))
  if (typeof value !== 'number' || !Number.isFinite(value))
    return refuse(key, `must be a finite number in ${named.unit?.symbol ?? spec.unit}`, raw)
  const canonical = unitOfSymbol(spec.unit)
  if (named.unit) return inLimits(name, key, fromBase(value * named.unit.factor, canonical), raw)
  if (name === 'heightCm' && value > 0.2 && value < METRES_BELOW) {
    assumed.push(`${key}: ${value} is read as metres`)
    return inLimits(name, key, value * 100, raw)
  }
  assumed.push(`${key}: ${value} is read as ${spec.unit}`)
  return inLimits(name, key, value, raw)
}

/** Checks a value after its conversion and refuses it by the key that was sent. */
function inLimits(name: InputName, key: string, value: number, raw: unknown): number {
  const spec = inputSpec(name)
  if (spec.kind === 'number' && (value < spec.min || value > spec.max))
    return refuse(key, `must be between ${spec.min} and ${spec.max} ${spec.unit} (${spec.why})`, raw)
  return value
}

/** One value that is not a number, from the words that people and surveys write. */
function readOther(
  name: InputName,
  raw: unknown,
  options: ReadingOptions,
  assumed: string[],
): string | boolean {
  const spec = inputSpec(name)
  const wire = spec.wire
  if (name === 'sex') return checkInput(name, readSex(raw, options.sexCodes, assumed)) as string
  if (name === 'position') return checkInput(name, readPosition(raw)) as string
  if (spec.kind === 'flag') return checkInput(name, readFlag(raw)) as boolean
  const text =
    typeof raw === 'string'
      ? raw
          .trim()
          .toLowerCase()
          .replaceAll(/[\s-]+/g, '_')
      : raw
  return spec.kind === 'choice' ? (checkInput(name, text) as string) : refuse(wire, 'cannot be read', raw)
}

/** What the first key of an input said; looked for only when a second one names the same input. */
function firstPart(
  name: InputName,
  parameters: Readonly<Record<string, unknown>>,
  value: number | string | boolean,
): Part {
  const key = Object.keys(parameters).find(
    (one) => inputOfKey(one)?.name === name && !isAbsent(parameters[one]),
  )!
  const unit = inputOfKey(key)?.unit
  return { key, value, ...(unit ? { unit } : {}) }
}

/** Larger units that people write beside a smaller one: 5 ft and 11 in, 11 st and 4 lb, 7 lb and 3 oz. */
const PAIRS: readonly (readonly [string, string, number])[] = [
  ['ft', 'in', 12],
  ['st', 'lb', 14],
  ['lb', 'oz', 16],
]

/** Joins what two keys say of one input: feet and inches add up; otherwise both must agree within one per cent. */
function join(name: InputName, first: Part, second: Part): Part {
  const [a, b] = [first.unit?.symbol, second.unit?.symbol]
  for (const [large, small, ratio] of PAIRS) {
    const [big, little] = a === large && b === small ? [first, second] : [second, first]
    if (big.unit?.symbol !== large || little.unit?.symbol !== small) continue
    const rest = (little.value as number) / fromBase(little.unit.factor, unitOfInputNumber(name))
    if (rest < ratio)
      return { key: big.key, value: (big.value as number) + (little.value as number), unit: big.unit }
  }
  const same =
    typeof first.value === 'number' && typeof second.value === 'number'
      ? Math.abs(first.value - second.value) <= 0.01 * Math.abs(first.value)
      : first.value === second.value
  if (!same) return refuse(second.key, `contradicts ${first.key}`, second.value)
  return inputNameOfWire(second.key) === name ? second : first
}
const unitOfInputNumber = (name: InputName): Unit => {
  const spec = inputSpec(name)
  return unitOfSymbol(spec.kind === 'number' ? spec.unit : '')
}

/** Body mass index beyond which nobody has been measured: units were mixed up. */
const POSSIBLE_BMI = { min: 6, max: 200 }

/** Height and weight without units must fit together; 70 and 154 are inches and pounds, not cm and kg. */
function checkUnitsFit(inputs: Inputs, withoutUnit: ReadonlyMap<InputName, string>): void {
  const key = withoutUnit.get('heightCm') ?? withoutUnit.get('weightKg')
  if (key === undefined || inputs.heightCm === undefined || inputs.weightKg === undefined) return
  const bmi = inputs.weightKg / (inputs.heightCm / 100) ** 2
  if (bmi >= POSSIBLE_BMI.min && bmi <= POSSIBLE_BMI.max) return
  refuse(
    key,
    `has no unit, and as ${inputs.heightCm} cm and ${inputs.weightKg} kg the body mass index would be ${bmi.toFixed(0)}; name the units, as in height_in and weight_lb`,
    withoutUnit.has('heightCm') ? inputs.heightCm : inputs.weightKg,
  )
}

function partialDate(field: string, raw: unknown, order: DateOrder | undefined): PartialDate {
  const date =
    typeof raw === 'string' ? readDate(raw, order) : { issue: 'must be a calendar day such as 2024-02-29' }
  return 'issue' in date ? refuse(field, date.issue, raw) : date
}

const isAbsent = (raw: unknown): boolean =>
  raw === null || raw === undefined || (typeof raw === 'string' && raw.trim() === '')

/**
 * Reads a free-form object (`height_cm: 180`, `weight_lb: 176`, `gender: "F"`) into canonical inputs. Null and empty text
 * count as not given; unknown keys are reported, not refused; an impossible or contradictory value is refused.
 */
export function readInputs(
  parameters: Readonly<Record<string, unknown>>,
  readText?: TextReader,
  options: ReadingOptions = {},
): InputReading {
  const inputs: Record<string, number | string | boolean> = {}
  const unknown: string[] = []
  const assumed: string[] = []
  if (parameters.sex_codes !== undefined && options.sexCodes === undefined)
    options = { ...options, sexCodes: readSexCodes(parameters.sex_codes) }
  let dates: Map<InputName, { readonly key: string; readonly date: PartialDate }> | undefined
  let withoutUnit: Map<InputName, string> | undefined
  for (const key in parameters) {
    if (!Object.hasOwn(parameters, key)) continue
    const raw = parameters[key]
    const named = inputOfKey(key)
    if (named === undefined) {
      if (key !== 'sex_codes') unknown.push(key)
      continue
    }
    if (isAbsent(raw)) continue
    const { name } = named
    const spec = inputSpec(name)
    let value: number | string | boolean
    try {
      if (spec.kind === 'date') {
        dates ??= new Map()
        dates.set(name, { key, date: partialDate(spec.wire, raw, options.dateOrder) })
        continue
      }
      value =
        spec.kind === 'number'
          ? readNumber(name, key, raw, named, assumed, readText)
          : readOther(name, raw, options, assumed)
    } catch (error) {
      if (!(error instanceof Refusal) || named.isLoose !== true) throw error
      unknown.push(key)
      continue
    }
    if (named.withoutUnit) {
      withoutUnit ??= new Map()
      withoutUnit.set(name, key)
    }
    if (inputs[name] === undefined) inputs[name] = value
    else {
      const part = { key, value, ...(named.unit ? { unit: named.unit } : {}) }
      inputs[name] = join(name, firstPart(name, parameters, inputs[name]), part).value
    }
  }
  if (dates) readDates(dates, inputs, options, assumed)
  if (withoutUnit) checkUnitsFit(inputs as Inputs, withoutUnit)
  return { inputs: inputs as Inputs, unknown, assumed }
}

/** Completes dates: the measurement first, because a date of birth cannot be after it. */
function readDates(
  dates: ReadonlyMap<InputName, { readonly key: string; readonly date: PartialDate }>,
  inputs: Record<string, number | string | boolean>,
  options: ReadingOptions,
  assumed: string[],
): void {
  for (const name of ['measurementDate', 'birthDate'] as const) {
    const given = dates.get(name)
    if (given === undefined) continue
    const notAfter =
      name === 'birthDate' ? ((inputs.measurementDate as string) ?? options.today) : options.today
    const completed = completeDate(given.date, notAfter, given.key)
    if ('issue' in completed) refuse(wireNameOf(name), completed.issue, given.date.text)
    else {
      inputs[name] = completed.day
      if (completed.assumed !== undefined) assumed.push(completed.assumed)
    }
  }
}

/** Keys that get suggestions; more would only cost time. */
const MAX_SUGGESTED = 20

/** Returns the known names nearest to each unknown key, for those that have any. */
export function suggestionsFor(unknown: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const entries = unknown.slice(0, MAX_SUGGESTED).map((key) => [key, nearestNames(key)] as const)
  return Object.fromEntries(entries.filter(([, names]) => names.length > 0))
}
