import { DAYS_PER_MONTH, DAYS_PER_YEAR, UNITS } from '../units.ts'
import { hasCue } from './polarity.ts'
import type { Quantity } from './quantity.ts'
import type { Reader } from './reader.ts'
import { record } from './record-reading.ts'

const DAYS_PER_WEEK = 7
/** Days that a named time lies ahead. */
const DAYS_AHEAD: Readonly<Record<string, number>> = {
  week: DAYS_PER_WEEK,
  month: DAYS_PER_MONTH,
  fortnight: 14,
}

const OLDEST_YEARS = 110

/** From this age on "I'll be 75 in 2 months" may be a weight as well. */
const MAYBE_WEIGHT_YEARS = 19

/** Items after a number in which a sex says that it is an age: "I'll be 50 next month, man". */
const SEX_REACH = 5

/** A weight comes this near to the one before it soon, as a difference of logarithms. */
const NEAR_WEIGHT = 0.4

/** Whether weights are told and a number is far from all of them: "I'll be 30 in two weeks, 80 kg". */
function isFarFromWeights({ items }: Reader, { amount }: Quantity): boolean {
  const weights = items.flatMap((item) =>
    item.kind === 'quantity' && item.quantity.dimension === 'mass' ? [item.quantity] : [],
  )
  return (
    weights.length > 0 &&
    weights.every((weight) =>
      [weight.amount, weight.value].every((told) => Math.abs(Math.log(amount / told)) > NEAR_WEIGHT),
    )
  )
}

/** Whether an age is meant, and no weight: a birthday is named, a sex stands beside it, or nobody comes to weigh that soon. */
function isAge(reader: Reader, index: number, quantity: Quantity): boolean {
  if (quantity.amount < MAYBE_WEIGHT_YEARS) return true
  const said = reader.items[reader.cues.get('turning')!]!
  if (/turn(?:s|ing)?$/i.test(reader.source.slice(said.start, said.end))) return true
  const after = reader.items.slice(index + 1, index + 1 + SEX_REACH)
  if (after.some((item) => item.kind === 'word' && item.text === 'birthday')) return true
  if (isFarFromWeights(reader, quantity)) return true
  const weighed = after.findIndex((item) => item.kind === 'quantity' && item.quantity.dimension !== 'age')
  return after
    .slice(0, weighed < 0 ? after.length : weighed)
    .some((item) => item.kind === 'phrase' && item.meanings.some((m) => m.kind === 'sex' && !m.pronoun))
}

const TODAY = new Set(['today', 'now', 'this morning'])

/** "will be 3 next week", "turns 5 in two months": the age now is the one ahead less the time until then. False where none is said. */
export function readSoonAge(reader: Reader, index: number, quantity: Quantity): boolean {
  if (!reader.cues.has('turning') || quantity.dimension !== 'none' || quantity.issue) return false
  const days = daysUntil(reader, index)
  const value = quantity.amount - (days ?? 0) / DAYS_PER_YEAR
  if (days === undefined || !(value > 0) || quantity.amount > OLDEST_YEARS) return false
  if (!isAge(reader, index, quantity) || (days === 0 && isNearly(reader))) return false
  record(reader, index, { ...quantity, dimension: 'age', value, units: [UNITS.year] }, 'ageYears')
  return true
}

/** "nearly 3 today" says less than it seems. */
const isNearly = (reader: Reader): boolean => {
  const said = reader.items[reader.cues.get('turning')!]!
  return reader.source.slice(said.start, said.end).toLowerCase() === 'nearly'
}

function daysUntil(reader: Reader, index: number): number | undefined {
  const [first, second, third] = [1, 2, 3].map((n) => reader.items[index + n])
  if (hasCue(first, 'now'))
    return TODAY.has(reader.source.slice(first!.start, first!.end).toLowerCase()) ? 0 : undefined
  if (first?.kind !== 'word') return undefined
  if (first.text === 'tomorrow') return 1
  const named = (item: typeof first | typeof second): number | undefined =>
    item === undefined
      ? undefined
      : DAYS_AHEAD[reader.source.slice(item.start, item.end).toLowerCase().replace(/s$/, '')]
  if (first.text === 'next') return named(second)
  if (first.text !== 'in') return undefined
  if (second?.kind === 'quantity' && second.quantity.dimension === 'age')
    return second.quantity.value * DAYS_PER_YEAR
  return second?.kind === 'word' && second.text === 'a' ? named(third) : undefined
}
