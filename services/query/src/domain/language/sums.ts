import { UNITS, type Unit, unitOfWord } from '../units.ts'
import { compoundOf } from './compound.ts'
import type { Simple } from './compound-parts.ts'
import type { Token } from './tokens.ts'

type Relation = { readonly sign: 1 | -1; readonly more?: readonly string[] }

/**
 * Words between an amount and the number that it is added to or taken from, by their first word: "half a stone over
 * 12 stone", "an inch shy of six foot".
 */
const RELATIONS: ReadonlyMap<string, Relation> = new Map<string, Relation>([
  ...['over', 'above', 'past'].map((word) => [word, { sign: 1 }] as const),
  ...['under', 'below', 'off'].map((word) => [word, { sign: -1 }] as const),
  ...['more', 'heavier', 'taller'].map((word) => [word, { sign: 1, more: ['than'] }] as const),
  ...['less', 'lighter', 'shorter'].map((word) => [word, { sign: -1, more: ['than'] }] as const),
  ...['short', 'shy'].map((word) => [word, { sign: -1, more: ['of'] }] as const),
  ['on', { sign: 1, more: ['top', 'of'] }],
])

/** Words between a number and an amount in a smaller unit: "12 stone plus 4 pounds", "six foot minus an inch". */
const TAILS: ReadonlyMap<string, 1 | -1> = new Map([
  ['plus', 1],
  ['minus', -1],
  ['less', -1],
])

/** The number is at least twice the amount: "12 kg over 10" is no sum. */
const SMALLEST_RATIO = 2

/** Possible body weights and heights for the second number of a sum, kg and cm. */
const POSSIBLE: Readonly<Record<string, readonly [number, number]>> = { mass: [2, 400], length: [40, 250] }

/**
 * Reads a number with its unit, and two stated amounts as one: "half a stone over 12 stone", "an inch shy of six foot",
 * "3 kg short of 90", "12 stone plus 4 pounds", "twelve stone and a half". Undefined when no number begins at the token.
 */
export function amountOrSum(tokens: readonly Token[], i: number): Simple | undefined {
  const first = amountAt(tokens, i)
  if (!first) return undefined
  const one = tokens[i]!.number ? first : undefined
  if (!first.unit || first.issue || first.value <= 0 || !(first.unit.dimension in POSSIBLE)) return one
  return (isChange(tokens, i) ? undefined : relation(tokens, first)) ?? (one && tail(tokens, one)) ?? one
}

/** "two pounds", "half a stone", "an inch", "a pound and a half", "a couple of kilos". */
function amountAt(tokens: readonly Token[], i: number): Simple | undefined {
  const word = tokens[i]?.text
  if (tokens[i]?.number || (word !== 'a' && word !== 'an')) return compoundOf(tokens, i)
  const couple = tokens[i + 1]?.text === 'couple'
  const at = couple ? i + (tokens[i + 2]?.text === 'of' ? 3 : 2) : i + 1
  const unit = bodyUnit(tokens[at])
  if (!unit) return undefined
  const half = !couple && isAndAHalf(tokens, at + 1)
  const amount = couple ? 2 : half ? 1.5 : 1
  return {
    amount,
    value: amount * unit.factor,
    unit,
    units: [unit],
    decimals: '',
    spelled: true,
    ...(couple && { ish: true as const }),
    to: half ? at + 4 : at + 1,
  }
}

const bodyUnit = (token: Token | undefined): Unit | undefined => {
  const unit = token?.kind === 'word' && token.text.length > 1 ? unitOfWord(token.text) : undefined
  return unit && unit.dimension in POSSIBLE ? unit : undefined
}

/** "and a half", where nothing follows that the half could be of: "and a half marathon runner". */
function isAndAHalf(tokens: readonly Token[], i: number): boolean {
  const next = tokens[i + 3]
  return (
    tokens[i]?.text === 'and' &&
    tokens[i + 1]?.text === 'a' &&
    tokens[i + 2]?.text === 'half' &&
    (next?.kind !== 'word' || AFTER_BARE.has(next.text) || RELATIONS.has(next.text))
  )
}

const CHANGES = new Set('lost lose loses losing gained gain gains gaining dropped drop shed put'.split(' '))

/** "gained 10 kg on top of 80 kg": what was lost or gained is no part of a sum. */
const isChange = (tokens: readonly Token[], i: number): boolean =>
  CHANGES.has(tokens[i - 1]?.text ?? '') || CHANGES.has(tokens[i - 2]?.text ?? '')

const PAST = new Set('last before ago previously'.split(' '))
/** Words after a number in which its time is looked for: "80 kg two years ago". */
const PAST_REACH = 3

/** "10 kg more than 80 kg last year": a weight of the past, beside one of today. */
function isPast(tokens: readonly Token[], i: number): boolean {
  for (let at = i; at < i + PAST_REACH; at++) {
    const token = tokens[at]
    if (token === undefined || token.kind === 'mark') return false
    if (PAST.has(token.text)) return true
  }
  return false
}

/** Amount, relation, number: "two pounds under 11 stone". */
function relation(tokens: readonly Token[], amount: Simple): Simple | undefined {
  const found = RELATIONS.get(tokens[amount.to]?.text ?? '')
  if (!found) return undefined
  const { sign, more = [] } = found
  if (more.some((word, n) => tokens[amount.to + 1 + n]?.text !== word)) return undefined
  const at = amount.to + 1 + more.length
  const base = inUnitOf(tokens, amount, compoundOf(tokens, tokens[at]?.text === 'the' ? at + 1 : at))
  if (!base || base.value < SMALLEST_RATIO * amount.value || isPast(tokens, base.to)) return undefined
  return joined(base, amount, sign)
}

/** Gives a bare number the unit of the amount, or the unit in which heights are said: "an inch under six", "2 cm off 1.80". */
function inUnitOf(tokens: readonly Token[], amount: Simple, base: Simple | undefined): Simple | undefined {
  if (!base || base.issue || base.sex || base.gestation) return undefined
  if (base.unit) return base.unit.dimension === amount.unit!.dimension ? base : undefined
  const next = tokens[base.to]
  if (next?.kind === 'word' && !AFTER_BARE.has(next.text)) return undefined
  const own = amount.unit!
  const unit =
    own === UNITS.inch && base.amount < 9 ? UNITS.foot : own === UNITS.cm && base.amount < 3 ? UNITS.m : own
  const value = base.amount * unit.factor
  const [low, high] = POSSIBLE[unit.dimension]!
  return value >= low && value <= high ? { ...base, value, unit, units: [unit] } : undefined
}

/** Words that may follow a bare number without being what it counts. */
const AFTER_BARE = new Set('and at with but in when while for so tall standing stand'.split(' '))

/** Number, sign, amount in a smaller unit of the same system; or "and a half" after the unit. */
function tail(tokens: readonly Token[], base: Simple): Simple | undefined {
  const unit = base.unit!
  if (isAndAHalf(tokens, base.to) && base.units.length === 1 && base.amount % 1 === 0)
    return { ...base, amount: base.amount + 0.5, value: base.value + unit.factor / 2, to: base.to + 3 }
  const sign = TAILS.get(tokens[base.to]?.text ?? '')
  const amount = sign === undefined ? undefined : amountAt(tokens, base.to + 1)
  if (!sign || !amount?.unit || amount.issue) return undefined
  const smaller =
    amount.unit.dimension === unit.dimension &&
    amount.unit.system === unit.system &&
    amount.unit.factor < unit.factor
  return smaller && base.value >= SMALLEST_RATIO * amount.value
    ? joined({ ...base, to: amount.to }, amount, sign)
    : undefined
}

const joined = (base: Simple, amount: Simple, sign: 1 | -1): Simple => ({
  ...base,
  value: base.value + sign * amount.value,
  amount: (base.value + sign * amount.value) / base.unit!.factor,
  decimals: '',
  units: [...new Set([...base.units, ...amount.units])],
  ...(amount.ish && { ish: true as const }),
})
