import { INCHES_PER_FOOT, OUNCES_PER_POUND, POUNDS_PER_STONE, UNITS, type Unit } from '../units.ts'
import type { Token } from './tokens.ts'
import { unitAt } from './unit-at.ts'

/** One number with its unit, compound units joined: 5'11", 11 st 4 lb, 1m80, 6y 3m. */
export type Simple = {
  readonly value: number
  readonly amount: number
  readonly unit?: Unit
  readonly units: readonly Unit[]
  readonly issue?: 'form'
  readonly readings?: readonly number[]
  readonly sex?: 'male' | 'female'
  readonly old?: true
  readonly gestation?: true
  readonly slashed?: true
  readonly ish?: true
  readonly spelled?: true
  readonly decimals: string
  readonly to: number
}

/** The second number of a compound, when it does not belong to a unit of its own. */
function second(
  tokens: readonly Token[],
  i: number,
  accepts: readonly Unit[],
): { amount: number; to: number; named: boolean; glued: boolean; spelled: boolean } | undefined {
  const token = tokens[i]
  if (token?.text === 'and') {
    // "two metres and three centimetres": only with its unit, else it may be anything.
    const joined = tokens[i + 1]?.number ? second(tokens, i + 1, accepts) : undefined
    return joined?.named ? joined : undefined
  }
  if (!token?.number || token.number.malformed) return undefined
  const ish = tokens[i + 1]?.text === 'ish' && tokens[i + 1]!.glued
  const after = unitAt(tokens, i + 1, token.number.value)
  if (after && !accepts.includes(after.unit)) return undefined
  const letter = tokens[i + 1]
  if (letter?.glued && (letter.text === 'm' || letter.text === 'f') && !accepts.includes(UNITS.month))
    return undefined
  return {
    amount: token.number.value,
    to: after?.to ?? (ish ? i + 2 : i + 1),
    named: after !== undefined,
    glued: token.glued,
    spelled: token.number.spelled === true,
  }
}

/** An abbreviating full stop between the parts: "5 ft. 3 in." */
const skipStop = (tokens: readonly Token[], i: number): number =>
  tokens[i]?.text === '.' && tokens[i]!.glued && tokens[i + 1]?.number ? i + 1 : i

/** The dash of 6'-2", as builders write it. */
const skipDash = (tokens: readonly Token[], i: number): number =>
  tokens[i]?.text === '-' &&
  tokens[i]!.glued &&
  tokens[i + 1]?.glued &&
  tokens[i + 1]?.number &&
  tokens[i + 2]?.text === '"'
    ? i + 1
    : i

/** Joins feet and inches into cm: 5'11", 5 ft 11½. 5.11 ft has two readings and becomes an ambiguity. */
export function feetAndInches(tokens: readonly Token[], one: Simple, whole: boolean): Simple {
  if (!whole) {
    // 5.11 ft is 5.11 feet to a calculator and 5 feet 11 to most writers: two readings.
    const inches = Number(one.decimals)
    const feet = Math.trunc(one.amount)
    if (one.decimals.length <= 2 && inches >= 1 && inches < INCHES_PER_FOOT)
      return {
        ...one,
        issue: 'form',
        readings: [one.value, feet * UNITS.foot.factor + inches * UNITS.inch.factor],
      }
    return one
  }
  const at = skipDash(tokens, skipStop(tokens, one.to))
  const part = second(tokens, at, [UNITS.inch])
  if (!part || (at !== one.to && !part.named)) return one
  if (!part.named && part.amount > INCHES_PER_FOOT) return one
  const units = [UNITS.foot, UNITS.inch]
  if (part.amount >= INCHES_PER_FOOT) return { ...one, units, issue: 'form', to: part.to }
  const ish = tokens[part.to - 1]?.text === 'ish'
  return {
    ...one,
    value: one.value + part.amount * UNITS.inch.factor,
    units,
    to: part.to,
    ...(ish && { ish: true as const }),
  }
}

/** Joins stones and pounds into kg: 11 st 4 lb. 11.4 stone has two readings. */
export function stonesAndPounds(tokens: readonly Token[], one: Simple, whole: boolean): Simple {
  if (!whole) {
    const pounds = Number(one.decimals)
    if (one.decimals.length <= 2 && pounds >= 1 && pounds < POUNDS_PER_STONE)
      return {
        ...one,
        issue: 'form',
        readings: [one.value, Math.trunc(one.amount) * UNITS.stone.factor + pounds * UNITS.pound.factor],
      }
    return one
  }
  const part = second(tokens, skipStop(tokens, one.to), [UNITS.pound])
  if (!part || (!part.named && part.amount > POUNDS_PER_STONE)) return one
  const units = [UNITS.stone, UNITS.pound]
  if (part.amount >= POUNDS_PER_STONE) return { ...one, units, issue: 'form', to: part.to }
  return { ...one, value: one.value + part.amount * UNITS.pound.factor, units, to: part.to }
}

/** Joins pounds and ounces into kg: 7 lb 6 oz. */
export function poundsAndOunces(tokens: readonly Token[], one: Simple): Simple {
  const part = second(tokens, skipStop(tokens, one.to), [UNITS.ounce])
  if (!part?.named) return one
  if (part.amount >= OUNCES_PER_POUND) return { ...one, issue: 'form', to: part.to }
  return {
    ...one,
    value: one.value + part.amount * UNITS.ounce.factor,
    units: [UNITS.pound, UNITS.ounce],
    to: part.to,
  }
}

/** Joins kilograms and grams: "9 kilos 300 grams". */
export function kilosAndGrams(tokens: readonly Token[], one: Simple, integer: boolean): Simple {
  const part = integer ? second(tokens, one.to, [UNITS.g]) : undefined
  if (part?.glued && !part.named && !part.spelled) return gluedDecimals(one, tokens[one.to]!.text, part.to)
  if (!part?.named || part.amount >= 1000) return one
  return { ...one, value: one.value + part.amount * UNITS.g.factor, units: [UNITS.kg, UNITS.g], to: part.to }
}

/** Joins metres and centimetres: "1m80", "1 m 75 cm", "1 metre 72", "one metre eighty". */
export function metresAndCentimetres(tokens: readonly Token[], one: Simple, integer: boolean): Simple {
  if (!integer || one.amount > 2) return one
  const part = second(tokens, one.to, [UNITS.cm])
  if (!part || part.amount >= 100 || part.amount < 0) return one
  if (!part.named && !part.glued && !part.spelled && tokens[one.to]!.text.length !== 2) return one
  if (!part.named && tokens[one.to]!.text.length !== 2 && !part.spelled)
    return { ...one, issue: 'form', to: part.to }
  return { ...one, value: one.value + part.amount, units: [UNITS.m, UNITS.cm], to: part.to }
}

/** Reports 5"11', whose marks are in the wrong order, as an ambiguity. */
export function wrongOrder(tokens: readonly Token[], one: Simple, i: number): Simple {
  if (tokens[i + 1]?.text !== '"' || !tokens[one.to]?.number || !tokens[one.to]!.glued) return one
  return tokens[one.to + 1]?.text === "'" ? { ...one, issue: 'form', to: one.to + 2 } : one
}

/** "7 y 1 m 20": a metre and centimetres after the years. */
const isHeight = (tokens: readonly Token[], at: number): boolean => {
  const after = tokens[at + 2]
  return (
    after?.number !== undefined &&
    after.text.length === 2 &&
    unitAt(tokens, at + 3)?.unit.dimension !== 'mass'
  )
}

/** "a 33 weeker". */
const WEEKERS = new Set(['weeker', 'weekers'])

/** Denominators of the clinical shorthand: months, weeks and days. */
const SLASHED: Readonly<Record<number, Unit>> = { 12: UNITS.month, 52: UNITS.week, 7: UNITS.day }

/** Reads 31+4 and 26/40 as gestation, and 5/12, 3/52, 10/7 as months, weeks and days. */
export function clinicalTime(tokens: readonly Token[], i: number): Simple | undefined {
  const [first, mark, last] = [tokens[i], tokens[i + 1], tokens[i + 2]]
  const noun = mark?.text === '-' ? i + 2 : i + 1
  if (
    first?.number?.integer &&
    WEEKERS.has(tokens[noun]?.text ?? '') &&
    first.number.value >= 20 &&
    first.number.value <= 44
  ) {
    const value = first.number.value * UNITS.week.factor
    const base = { amount: first.number.value, decimals: '', unit: UNITS.week, units: [UNITS.week] }
    return { ...base, value, gestation: true, to: noun + 1 }
  }
  if (!first?.number?.integer || !last?.number?.integer || first.number.spelled || last.number.spelled)
    return undefined
  const glued = mark?.glued === true && last.glued
  const [a, b] = [first.number.value, last.number.value]
  const base = { amount: a, decimals: '', units: [UNITS.week] }
  const weeks = (value: number, to: number): Simple => {
    const forty = tokens[to]?.text === '/' && tokens[to + 1]?.text === '40' ? to + 2 : to
    const unit = unitAt(tokens, forty)
    const end = unit?.unit === UNITS.week ? unit.to : forty
    return { ...base, value: value * UNITS.week.factor, unit: UNITS.week, gestation: true, to: end }
  }
  const named = unitAt(tokens, i + 3)?.unit === UNITS.week || tokens[i + 3]?.text === '/'
  if (mark?.text === '+' && a >= (named ? 4 : 20) && a <= 44 && b <= 6 && last.text.length === 1)
    return weeks(a + b / 7, i + 3)
  if (mark?.text !== '/' || !glued || tokens[i + 3]?.text === '/') return undefined
  if (b === 40 && a >= 20 && a <= 44) return weeks(a, i + 3)
  const unit = SLASHED[b]
  if (!unit || a < 1 || (tokens[i - 1]?.glued === true && tokens[i - 1]?.text === '/')) return undefined
  const one: Simple = { ...base, value: a * unit.factor, unit, units: [unit], slashed: true, to: i + 3 }
  return ageParts(tokens, one)
}

const AGE_ORDER: readonly Unit[] = [UNITS.year, UNITS.month, UNITS.week, UNITS.day]

/**
 * Joins years, months, weeks and days into years: 6y 3m, 2 yrs 6 mths, a year and a half. Records whether "old"
 * follows.
 */
export function ageParts(tokens: readonly Token[], one: Simple): Simple {
  let { value, to } = one
  let rank = AGE_ORDER.indexOf(one.unit!)
  for (;;) {
    const at =
      tokens[to]?.text === 'and' || (tokens[to]?.text === ',' && tokens[to + 1]?.number) ? to + 1 : to
    const token = tokens[at]
    if (!token?.number?.integer || tokens[to - 1]?.text === 'yo') break
    const letter = tokens[at + 1]
    // "81 y/o, 1,45m" is an age and a height: a lone m is months only right after the years, in whole months.
    const month =
      rank === 0 && at === to && letter?.text === 'm' && token.number.value < 12 && !isHeight(tokens, at)
    const after = month ? { unit: UNITS.month, to: at + 2 } : unitAt(tokens, at + 1)
    if (after?.unit.dimension !== 'age') break
    const next = AGE_ORDER.indexOf(after.unit)
    if (next <= rank) break
    value += token.number.value * after.unit.factor
    rank = next
    to = after.to
  }
  if (
    tokens[to]?.text === 'and' &&
    tokens[to + 1]?.text === 'a' &&
    tokens[to + 2]?.text === 'half' &&
    one.unit === UNITS.year
  ) {
    value += 0.5
    to += 3
  }
  const dash = tokens[to]?.text === '-' && tokens[to]!.glued ? to + 1 : to
  const isOld =
    tokens[dash]?.text === 'old' ||
    tokens[dash]?.text === 'young' ||
    (tokens[dash]?.text === 'of' && tokens[dash + 1]?.text === 'age')
  const writtenOld = isOld || tokens[to - 1]?.text === 'yo'
  return { ...one, value, to: isOld ? dash + 1 : to, ...(writtenOld && { old: true as const }) }
}

/** "78kg500" and "78kg5" as the French write them. "70kg180" may be a height, "70kg35" an age: these stay two numbers. */
function gluedDecimals(one: Simple, digits: string, to: number): Simple {
  if (!/^([1-9]|[3-9]\d\d)$/.test(digits)) return one
  return { ...one, value: one.value + Number(`0.${digits}`), decimals: digits, to }
}
