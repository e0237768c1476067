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

const TODAY = new Set(['today', 'now', 'this morning'])

/** "will be 3 next week", "turns 5 in two months": the age now is the one ahead less the time until then. False where none is said. */
export function readSoonAge(reader: Reader, index: number, quantity: Quantity): boolean {
  if (!reader.cues.has('turning') || quantity.dimension !== 'none' || quantity.issue) return false
  const days = daysUntil(reader, index)
  const value = quantity.amount - (days ?? 0) / DAYS_PER_YEAR
  if (days === undefined || !(value > 0) || quantity.amount > OLDEST_YEARS) return false
  record(reader, index, { ...quantity, dimension: 'age', value, units: [UNITS.year] }, 'ageYears')
  return true
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
