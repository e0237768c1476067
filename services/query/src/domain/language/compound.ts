import { INCHES_PER_FOOT, UNITS, type Unit } from '../units.ts'
import {
  ageParts,
  clinicalTime,
  feetAndInches,
  kilosAndGrams,
  metresAndCentimetres,
  poundsAndOunces,
  type Simple,
  stonesAndPounds,
  wrongOrder,
} from './compound-parts.ts'
import type { Token } from './tokens.ts'
import { unitAt } from './unit-at.ts'

/** Body masses and lengths that can be meant, to choose between the readings of "3,250". */
const POSSIBLE: Readonly<Record<string, readonly [number, number]>> = { mass: [0.2, 700], length: [0.1, 350] }

/** Reads the number and compound unit at a token; undefined when no number is there. */
export function compoundOf(tokens: readonly Token[], i: number): Simple | undefined {
  const clinical = clinicalTime(tokens, i)
  if (clinical) return clinical
  const token = tokens[i]
  const number = token?.number
  if (token === undefined || number === undefined) return undefined
  let to = i + 1
  const about = aboutAfter(tokens, to)
  to += about
  const ish = about > 0
  const base = {
    amount: number.value,
    decimals: number.decimals,
    ...(number.spelled && { spelled: true as const }),
    ...(ish && { ish: true as const }),
  }
  const broken = number.malformed || isMistyped(tokens, i)
  // "81/M"
  const slash =
    tokens[to]?.text === '/' &&
    tokens[to]!.glued &&
    tokens[to + 1]?.glued === true &&
    !(tokens[to + 2]?.glued && tokens[to + 2]!.kind !== 'mark')
  if (slash && !broken && number.integer && isSexLetter(tokens[to + 1]!, number.value, true)) to++
  const letter = tokens[to]
  // "170/65 f 30": a weight after a height, not an age.
  const paired =
    tokens[i - 1]?.text === '/' && (tokens[i - 2]?.number?.value ?? 0) > 110 && letter?.glued === false
  // "wt 77 m 35": the letter is a sex, and the number before it a weight.
  const weight = WEIGHT_LABELS.has(tokens[i - 1]?.text ?? '') && letter?.glued === false
  if (weight && !broken && (letter.text === 'm' || letter.text === 'f') && tokens[to + 1]?.number)
    return { ...base, value: number.value, units: [], to }
  const sexed =
    letter !== undefined &&
    (isSexLetter(letter, number.value, number.integer) ||
      isManBefore(tokens, to, number.value, number.integer))
  if (!broken && letter && !paired && sexed)
    return {
      ...base,
      value: number.value,
      unit: UNITS.year,
      units: [],
      sex: letter.text === 'f' ? 'female' : 'male',
      to: to + 1,
    }
  const spoken = broken ? undefined : spokenHeight(tokens, i)
  if (spoken) return { ...base, ...spoken }
  const found = unitAt(tokens, isMistypedAfter(tokens, i) ? to + 1 : to, number.value)
  if (broken)
    return found
      ? { ...base, value: Number.NaN, unit: found.unit, units: [found.unit], issue: 'form', to: found.to }
      : { ...base, value: Number.NaN, units: [], issue: 'form', to }
  if (!found) return { ...base, value: number.value, units: [], to }
  const { unit } = found
  if (isOrdinal(tokens, to, number.value))
    return { ...base, value: number.value, unit: UNITS.other, units: [], to: to + 1 }
  const picked = pickReading(number.value, number.other, unit)
  const one: Simple = {
    ...base,
    amount: picked ?? number.value,
    value: (picked ?? number.value) * unit.factor,
    unit,
    units: [unit],
    ...(picked === undefined && {
      issue: 'form' as const,
      readings: [number.value * unit.factor, number.other! * unit.factor],
    }),
    to: found.to,
  }
  const whole = number.integer || number.fraction === true
  switch (unit) {
    case UNITS.foot:
      return feetAndInches(tokens, one, whole)
    case UNITS.stone:
      return stonesAndPounds(tokens, one, whole)
    case UNITS.pound:
      return poundsAndOunces(tokens, one)
    case UNITS.kg:
      return kilosAndGrams(tokens, one, number.integer)
    case UNITS.m:
      return metresAndCentimetres(tokens, one, number.integer)
    case UNITS.inch:
      return wrongOrder(tokens, one, i)
    default:
      return unit.dimension === 'age' ? ageParts(tokens, one) : one
  }
}

/** Words that may follow a height said without its units; any other could be what the second number counts. */
const AFTER_HEIGHT = new Set(
  'and at with but bmi tall weigh weighing i im in my male female man woman'.split(' '),
)

/** "five eleven", "five three and a half": feet and inches in words, without their units. */
function spokenHeight(
  tokens: readonly Token[],
  i: number,
): Pick<Simple, 'value' | 'unit' | 'units' | 'to'> | undefined {
  const [feet, inches, next] = [tokens[i]!.number!, tokens[i + 1]?.number, tokens[i + 2]]
  const spelled = feet.spelled && inches?.spelled && tokens[i + 1]!.text !== 'a'
  if (!spelled || !feet.integer || feet.value < 4 || feet.value > 7 || inches.value >= INCHES_PER_FOOT)
    return undefined
  if (next?.number || (next?.kind === 'word' && !AFTER_HEIGHT.has(next.text))) return undefined
  // "five seven and nine": a list of ages.
  if (next?.text === 'and' && tokens[i + 3]?.number && !unitAt(tokens, i + 4)) return undefined
  const value = (feet.value * INCHES_PER_FOOT + inches.value) * UNITS.inch.factor
  return { value, unit: UNITS.foot, units: [UNITS.foot, UNITS.inch], to: i + 2 }
}

const VAGUE_ENDS = new Set(['ish', 'odd', 'something'])

/** Number of tokens that make a number vague: "170ish", "170-ish", "80-odd kilos", "eighty something kilos". */
function aboutAfter(tokens: readonly Token[], i: number): number {
  const dash = tokens[i]?.text === '-' && tokens[i]!.glued ? 1 : 0
  const word = tokens[i + dash]
  if (!word || !VAGUE_ENDS.has(word.text)) return 0
  if (word.glued) return dash + 1
  return unitAt(tokens, i + 1) ? 1 : 0
}

const WEIGHT_LABELS = new Set(['wt', 'weight', 'weighs', 'weigh', 'weighing'])

/** "34M" and "25F": an age and a sex. "1.80 m" and "180 m" are lengths, "18mo" are months. */
function isSexLetter(letter: Token, value: number, integer: boolean): boolean {
  if (!integer || value < 3 || value > 110) return false
  if (letter.text === 'f') return true
  return letter.text === 'm' && (letter.glued || letter.capital)
}

/** Ages of men in years and the least weight in kg: months and metres are as often written before a lower one. */
const MAN = { youngest: 18, oldest: 110, lightest: 35 } as const

const FEMALE = new Set(
  '♀ f female females woman women womans girl girls lady ladies lass lassie gal miss mrs ms she her hers wife girlfriend daughter sister mother mum mom grandmother grandma granny gran aunt niece granddaughter pregnant'.split(
    ' ',
  ),
)
const femaleTexts = new WeakMap<readonly Token[], boolean>()

/** Whether a text has a word of women and girls; each text is searched once. */
function saysFemale(tokens: readonly Token[]): boolean {
  const known = femaleTexts.get(tokens)
  if (known !== undefined) return known
  const found = tokens.some(({ text }) => FEMALE.has(text))
  femaleTexts.set(tokens, found)
  return found
}

/** "29 m 77kg": an m right before the weight of somebody grown, where a length of so many metres belongs to nobody. */
function isManBefore(tokens: readonly Token[], i: number, value: number, integer: boolean): boolean {
  if (tokens[i]?.text !== 'm' || !integer || value < MAN.youngest || value > MAN.oldest) return false
  const weight = tokens[i + 1]?.number?.value
  const unit = weight === undefined ? undefined : unitAt(tokens, i + 2, weight)?.unit
  if (unit?.dimension !== 'mass' || weight! * unit.factor < MAN.lightest) return false
  return !saysFemale(tokens)
}

const LOOKALIKE = new Set(['l', 'o', 'i'])

const isMistypedAfter = (tokens: readonly Token[], i: number): boolean =>
  tokens[i + 1]?.glued === true && tokens[i + 1]!.text === 'o'

const isMistyped = (tokens: readonly Token[], i: number): boolean =>
  isMistypedAfter(tokens, i) ||
  (tokens[i]!.glued && LOOKALIKE.has(tokens[i - 1]?.text ?? '') && !tokens[i - 1]!.glued)

/** "1st" is an ordinal, "11st" a weight: English has no "11st". */
function isOrdinal(tokens: readonly Token[], i: number, value: number): boolean {
  if (tokens[i]?.text !== 'st' || !tokens[i]!.glued || value % 10 !== 1 || value % 100 === 11) return false
  return value === 1 || !tokens[i + 1]?.number
}

function pickReading(value: number, other: number | undefined, unit: Unit): number | undefined {
  if (other === undefined) return value
  const range = POSSIBLE[unit.dimension]
  if (range === undefined) return unit.dimension === 'other' ? other : value
  const fits = (amount: number) => amount * unit.factor >= range[0] && amount * unit.factor <= range[1]
  if (fits(value)) return fits(other) ? undefined : value
  return fits(other) ? other : value
}
