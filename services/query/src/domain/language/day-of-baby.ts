import { UNITS } from '../units.ts'
import type { Reading } from './draft.ts'
import type { Quantity } from './quantity.ts'
import type { Reader } from './reader.ts'

/** "newborn, day 2", "Day 5 baby girl": counted from the birth of a child just born. */
export function isDayOfBaby(reader: Reader, index: number, { value }: Quantity): boolean {
  const { newborn, readings } = reader.cast.current
  const [unit, next] = [reader.items[index - 1], reader.items[index + 1]]
  const baby =
    newborn ||
    readings.some((reading) => reading.field === 'gestationalAgeWeeks' || isOfBaby(reading)) ||
    (next?.kind === 'phrase' && BABIES.has(next.text))
  if (!baby || value >= 29 || unit?.kind !== 'unit' || unit.unit !== UNITS.day) return false
  reader.adopted = [UNITS.day]
  return true
}

/** Above this nobody is a newborn, kg. */
const NEWBORN_KG = 7
const isOfBaby = ({ field, quantity }: Reading): boolean =>
  field === 'weightKg' && quantity.dimension === 'mass' && quantity.value < NEWBORN_KG

const BABIES = new Set(['baby', 'newborn', 'neonate', 'infant'])
