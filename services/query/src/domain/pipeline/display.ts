import type { AnswerUnits, StructuredQuery } from '../language/structured-query.ts'
import { fromBase, POUNDS_PER_STONE, UNITS, type UnitSymbol } from '../units.ts'
import { findPattern, type Pattern, pattern } from '../wording/patterns.ts'
import { type Word, wordsOf } from '../wording/words.ts'
import type { PipelineOptions } from './options.ts'

/** Units of the answer's sentences. Values in `data.metrics` keep the units of their cards. */
export type Display = Required<AnswerUnits>

const METRIC: Display = { mass: 'kg', length: 'cm', energy: 'kcal' }
const IMPERIAL: Display = { mass: 'lb', length: 'in', energy: 'kcal' }

const compile = (sources: readonly string[]): readonly Pattern[] =>
  sources.map((source) => pattern(source, {}))

/** Words by which a unit is asked for: "in pounds", "how many stone", "pounds I must lose". */
const asking = (unit: string): readonly Pattern[] =>
  compile([
    `in|into|as ${unit}`,
    `how|what many|much ~1 ${unit}`,
    `${unit} ~2 i|he|she|we|to|must|should|do ~3 lose|gain|weigh|be|put|drop`,
    `answer|give|want|convert|tell ~5 ${unit}`,
  ])
const ASKED: readonly (readonly [Partial<AnswerUnits>, readonly Pattern[]])[] = [
  [{ mass: 'st' }, asking('stone|stones|st')],
  [{ mass: 'lb' }, asking('pounds|pound|lb|lbs')],
  [{ mass: 'kg' }, asking('kg|kilograms|kgs')],
  [{ length: 'ft' }, asking('feet|foot|ft')],
  [{ length: 'in' }, asking('inches|inch')],
  [{ length: 'cm' }, asking('cm|centimetres|centimeters')],
  [{ energy: 'kJ' }, asking('kj|kilojoules|kilojoule|joules')],
]

/** Units asked for in words. The reader's own finding comes first. */
function askedUnits(structured: StructuredQuery): AnswerUnits {
  const words: readonly Word[] = wordsOf(structured.text)
  let units: AnswerUnits = {}
  for (const [unit, patterns] of ASKED)
    if (patterns.some((one) => findPattern(one, words) !== undefined)) units = { ...unit, ...units }
  return { ...units, ...structured.answerUnits }
}

const STONE = /\bst(?:ones?)?\b/i
const POUND = /\b(?:lbs?|pounds?)\b|#/i
const INCH = /'|"|″|′|\b(?:in|ins|inch|inches|ft|feet|foot)\b/i
const METRIC_UNIT = /\d\s?(?:kg|kgs|kilos?|cm|m|metres?|meters?|g|grams?)\b/i

/** System of the units that the asker wrote; metric unless all of them are imperial. */
function writtenUnits(structured: StructuredQuery): Display {
  const texts = structured.people.flatMap(({ values }) => Object.values(values).map(({ text }) => text))
  const isMetric = structured.system === 'metric' || texts.some((text) => METRIC_UNIT.test(text))
  if (isMetric) return METRIC
  if (texts.some((text) => STONE.test(text))) return { ...IMPERIAL, mass: 'st' }
  return structured.system === 'imperial' || texts.some((text) => POUND.test(text) || INCH.test(text))
    ? IMPERIAL
    : METRIC
}

/** Chooses the units of an answer: the option, then what was asked for in words, then what the asker used. */
export function displayOf(structured: StructuredQuery, options: PipelineOptions): Display {
  const base =
    options.units === undefined ? writtenUnits(structured) : options.units === 'imperial' ? IMPERIAL : METRIC
  return { ...base, ...askedUnits(structured) }
}

const plain = (value: number, decimals: number): string => {
  const text = value.toFixed(decimals)
  return Number(text) === 0 ? (0).toFixed(decimals) : text
}

function pounds(kg: number): string {
  return `${plain(fromBase(kg, UNITS.pound), 1)} lb`
}
function stones(kg: number): string {
  const tenths = Math.round(fromBase(Math.abs(kg), UNITS.pound) * 10)
  const whole = Math.floor(tenths / (10 * POUNDS_PER_STONE))
  return `${kg < 0 ? '−' : ''}${whole} st ${((tenths - whole * 10 * POUNDS_PER_STONE) / 10).toFixed(1)} lb`
}
const INCHES_PER_FOOT = 12
function feet(cm: number): string {
  const tenths = Math.round(fromBase(Math.abs(cm), UNITS.inch) * 10)
  const whole = Math.floor(tenths / (10 * INCHES_PER_FOOT))
  return `${whole} ft ${((tenths - whole * 10 * INCHES_PER_FOOT) / 10).toFixed(1)} in`
}

/** Writes a mass in kg or a length in cm as a unit that was asked for. */
export function asUnit(value: number, unit: Display['mass'] | Display['length']): string {
  if (unit === 'lb') return pounds(value)
  if (unit === 'st') return stones(value)
  if (unit === 'ft') return feet(value)
  if (unit === 'in') return `${plain(fromBase(value, UNITS.inch), 1)} in`
  return `${plain(value, unit === 'kg' ? decimalsOf(value) : 1)} ${unit}`
}
/** A tenth of a kilogram is much of a baby. */
const decimalsOf = (kg: number): number => (kg < 1 ? 3 : kg < 10 ? 2 : 1)

/** Writes a value in the asker's unit; the unit of the card follows in brackets when it is another one. */
export function showValue(value: number, unit: UnitSymbol, decimals: number, display: Display): string {
  const own = unit === '' ? plain(value, decimals) : `${plain(value, decimals)} ${unit}`
  const other = inOtherUnit(value, unit, display)
  return other === undefined ? own : `${other} (${own})`
}

function inOtherUnit(value: number, unit: UnitSymbol, { mass, length, energy }: Display): string | undefined {
  if (unit === 'kg' && mass !== 'kg') return asUnit(value, mass)
  if (unit === 'cm' && length !== 'cm') return asUnit(value, length)
  if (unit === 'kcal/day' && energy === 'kJ') return `${plain(fromBase(value, UNITS.kilojoule), 0)} kJ/day`
  return undefined
}
