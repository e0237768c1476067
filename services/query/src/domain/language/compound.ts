import type { Token } from './tokens.ts'
import { INCHES_PER_FOOT, OUNCES_PER_POUND, POUNDS_PER_STONE, UNITS, type Unit, unitOf } from './units.ts'

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
  readonly ish?: true
  readonly spelled?: true
  readonly decimals: string
  readonly to: number
}

/** Body masses and lengths that can be meant, to choose between the readings of "3,250". */
const POSSIBLE: Readonly<Record<string, readonly [number, number]>> = { mass: [0.2, 700], length: [0.1, 350] }
const MONTHS =
  'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec'.split(
    ' ',
  )
/** Words after "in" that make it the preposition: "turned 65 in May". */
const AFTER_PREPOSITION = new Set([
  ...MONTHS,
  ...'the my a an her his our their this that total which shape for'.split(' '),
])

/** The unit written at a token, and the token after it; knows "in" from "in" and a closing quote from an inch. */
export function unitAt(
  tokens: readonly Token[],
  i: number,
  amount?: number,
): { unit: Unit; to: number } | undefined {
  const token = tokens[i]
  if (token === undefined || token.kind === 'number') return undefined
  const next = tokens[i + 1]
  if (token.text === '.' && token.glued && next?.glued && next.kind === 'word' && next.text !== 'in')
    return unitAt(tokens, i + 1, amount)
  if (token.text === '(' && next && tokens[i + 2]?.text === ')') {
    const inside = unitAt(tokens, i + 1, amount)
    return inside && inside.to === i + 2 ? { unit: inside.unit, to: i + 3 } : undefined
  }
  if (token.text === 'in' && next && AFTER_PREPOSITION.has(next.text)) return undefined
  if (token.text === '"' && tokens[i - 2]?.text === '"' && tokens[i - 1]!.glued) return undefined
  if (token.text === "'" && amount !== undefined && amount > 12) return undefined
  if (token.text === '#' && !token.glued) return undefined
  if (token.text === '°')
    return { unit: unitOf('°c')!, to: i + (next?.glued && next.kind === 'word' ? 2 : 1) }
  if (token.text === '-' && token.glued && next?.glued) {
    const age = unitOf(next.text)
    return age?.dimension === 'age' || (age && amount !== undefined && next.text.length > 2)
      ? { unit: age, to: i + 2 }
      : undefined
  }
  if (token.text === 'x' && !token.glued) return undefined
  const unit = unitOf(token.text)
  if (unit === undefined) return undefined
  // mg/kg, ml/kg, mg/dl, mmol/l: a rate or a concentration, never a body measure.
  if (next?.text === '/' && next.glued && tokens[i + 2]?.glued && tokens[i + 2]?.kind === 'word') {
    // "24.7 kg/m²" is a BMI; "180cm/80kg/m" is a list that ends with a sex.
    const area = unit === UNITS.kg && tokens[i + 2]!.text === 'm' && tokens[i - 2]?.text !== '/'
    if (unit.dimension === 'other' || unit === UNITS.g || area) {
      const power =
        area && ['²', '2', '^'].includes(tokens[i + 3]?.text ?? '')
          ? tokens[i + 3]!.text === '^'
            ? 2
            : 1
          : 0
      return { unit: unitOf('mg')!, to: i + 3 + power }
    }
  }
  return { unit, to: i + 1 }
}

/** Reads the number and compound unit at a token; undefined when no number is there. */
export function compoundOf(tokens: readonly Token[], i: number): Simple | undefined {
  const token = tokens[i]
  const number = token?.number
  if (token === undefined || number === undefined) return undefined
  let to = i + 1
  const ish = tokens[to]?.text === 'ish' && tokens[to]!.glued
  if (ish) to++
  const base = {
    amount: number.value,
    decimals: number.decimals,
    ...(number.spelled && { spelled: true as const }),
    ...(ish && { ish: true as const }),
  }
  const broken = number.malformed || isMistyped(tokens, i)
  const letter = tokens[to]
  if (!broken && letter && isSexLetter(letter, number.value, number.integer))
    return {
      ...base,
      value: number.value,
      unit: UNITS.year,
      units: [],
      sex: letter.text === 'f' ? 'female' : 'male',
      to: to + 1,
    }
  const found = unitAt(tokens, isMistypedAfter(tokens, i) ? to + 1 : to, number.value)
  if (broken)
    return found
      ? { ...base, value: Number.NaN, unit: found.unit, units: [found.unit], issue: 'form', to: found.to }
      : { ...base, value: Number.NaN, units: [], issue: 'form', to }
  if (!found) return { ...base, value: number.value, units: [], to }
  const { unit } = found
  if (isOrdinal(tokens, to, number.value))
    return { ...base, value: number.value, unit: unitOf('x')!, units: [], to: to + 1 }
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
  switch (unit.id) {
    case 'ft':
      return feetAndInches(tokens, one, whole)
    case 'st':
      return stonesAndPounds(tokens, one, whole)
    case 'lb':
      return poundsAndOunces(tokens, one)
    case 'kg':
      return kilosAndGrams(tokens, one, number.integer)
    case 'm':
      return metresAndCentimetres(tokens, one, number.integer)
    case 'in':
      return wrongOrder(tokens, one, i)
    default:
      return unit.dimension === 'age' ? ageParts(tokens, one) : one
  }
}

/** "34M" and "25F": an age and a sex. "1.80 m" and "180 m" are lengths, "18mo" are months. */
function isSexLetter(letter: Token, value: number, integer: boolean): boolean {
  if (!integer || value < 3 || value > 110) return false
  if (letter.text === 'f') return true
  return letter.text === 'm' && (letter.glued || letter.capital)
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

/** The second number of a compound, when it does not belong to a unit of its own. */
function second(
  tokens: readonly Token[],
  i: number,
  accepts: readonly Unit[],
): { amount: number; to: number; named: boolean; glued: boolean; spelled: boolean } | undefined {
  const token = tokens[i]
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

function feetAndInches(tokens: readonly Token[], one: Simple, whole: boolean): Simple {
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

function stonesAndPounds(tokens: readonly Token[], one: Simple, whole: boolean): Simple {
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

function poundsAndOunces(tokens: readonly Token[], one: Simple): Simple {
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

/** "9 kilos 300 grams". */
function kilosAndGrams(tokens: readonly Token[], one: Simple, integer: boolean): Simple {
  const part = integer ? second(tokens, one.to, [UNITS.g]) : undefined
  if (!part?.named || part.amount >= 1000) return one
  return { ...one, value: one.value + part.amount * UNITS.g.factor, units: [UNITS.kg, UNITS.g], to: part.to }
}

/** "1m80", "1 m 75 cm", "1 metre 72", "one metre eighty". */
function metresAndCentimetres(tokens: readonly Token[], one: Simple, integer: boolean): Simple {
  if (!integer || one.amount > 2) return one
  const part = second(tokens, one.to, [UNITS.cm])
  if (!part || part.amount >= 100 || part.amount < 0) return one
  if (!part.named && !part.glued && !part.spelled && tokens[one.to]!.text.length !== 2) return one
  if (!part.named && tokens[one.to]!.text.length !== 2 && !part.spelled)
    return { ...one, issue: 'form', to: part.to }
  return { ...one, value: one.value + part.amount, units: [UNITS.m, UNITS.cm], to: part.to }
}

/** 5"11' has its marks the wrong way round: reported, not repaired. */
function wrongOrder(tokens: readonly Token[], one: Simple, i: number): Simple {
  if (tokens[i + 1]?.text !== '"' || !tokens[one.to]?.number || !tokens[one.to]!.glued) return one
  return tokens[one.to + 1]?.text === "'" ? { ...one, issue: 'form', to: one.to + 2 } : one
}

const AGE_ORDER = ['y', 'mo', 'wk', 'd']

function ageParts(tokens: readonly Token[], one: Simple): Simple {
  let { value, to } = one
  let rank = AGE_ORDER.indexOf(one.unit!.id)
  for (;;) {
    const at =
      tokens[to]?.text === 'and' || (tokens[to]?.text === ',' && tokens[to + 1]?.number) ? to + 1 : to
    const token = tokens[at]
    if (!token?.number?.integer || tokens[to - 1]?.text === 'yo') break
    const letter = tokens[at + 1]
    // "81 y/o, 1,45m" is an age and a height: a lone m is months only right after the years, in whole months.
    const month = rank === 0 && at === to && letter?.text === 'm' && letter.glued && token.number.value < 12
    const after = month ? { unit: UNITS.month, to: at + 2 } : unitAt(tokens, at + 1)
    if (after?.unit.dimension !== 'age') break
    const next = AGE_ORDER.indexOf(after.unit.id)
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
