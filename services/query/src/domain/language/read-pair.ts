import type { Unit } from '../units.ts'
import type { Reader } from './reader.ts'
import type { Item } from './scan.ts'

/**
 * Reads a unit without a number: "190 kg? no, lb" converts the last number again, "180 lbs or kg" makes it ambiguous.
 */
export function readLoneUnit(reader: Reader, unit: Unit, index: number): undefined {
  if (isUnitLabel(reader.items[index], reader.items[index + 1])) return
  adoptSlot(reader, unit, index)
  const last = reader.last
  if (!last || last.reading.quantity.dimension !== unit.dimension || unit.dimension === 'age') return
  const { readings, flaws } = last.draft
  const at = readings.indexOf(last.reading)
  if (at < 0 || index - reader.lastQuantityAt > 6) return
  const previous = reader.items[index - 1]
  if (previous?.kind === 'word' && previous.text === 'or') {
    readings.splice(at, 1)
    const { field } = last.reading
    flaws.push({ field: field === 'length' ? 'heightCm' : field, kind: 'unit', span: last.reading })
  } else if (reader.correctionAt > reader.lastQuantityAt) {
    const { quantity } = last.reading
    readings[at] = {
      ...last.reading,
      quantity: { ...quantity, value: quantity.amount * unit.factor, units: [unit] },
    }
  }
}

/** "kg: 80": a unit with a mark after it names the number that follows. */
export const isUnitLabel = (
  unit: Item | undefined,
  mark: Item | undefined,
): unit is Extract<Item, { kind: 'unit' }> =>
  unit?.kind === 'unit' && mark?.kind === 'break' && (mark.text === ':' || mark.text === '=')

/** "190... kg": the unit comes after a pause. */
function adoptSlot(reader: Reader, unit: Unit, index: number): void {
  const before = reader.items[reader.lastQuantityAt]
  const { slots, readings } = reader.cast.current
  const slot = slots.at(-1)
  if (
    before?.kind !== 'quantity' ||
    slot?.start !== before.start ||
    (unit.dimension !== 'mass' && unit.dimension !== 'length')
  )
    return
  for (let i = reader.lastQuantityAt + 1; i < index; i++) if (reader.items[i]!.kind !== 'break') return
  slots.pop()
  const quantity = {
    ...slot.quantity,
    dimension: unit.dimension,
    value: slot.quantity.value * unit.factor,
    units: [unit],
  }
  const field = unit.dimension === 'mass' ? ('weightKg' as const) : ('length' as const)
  const reading = {
    field,
    quantity,
    start: slot.start,
    end: slot.end,
    time: undefined,
    corrects: false,
    negated: false,
  }
  readings.push(reading)
  reader.last = { reading, draft: reader.cast.current }
  reader.lastQuantityAt = index
}

/** Reads two labels with two numbers: "waist/hip 80/102 cm". */
export function readPair(reader: Reader, index: number): boolean {
  const [first, mark, second] = [reader.items[index], reader.items[index + 1], reader.items[index + 2]]
  if (first?.kind !== 'quantity' || first.quantity.dimension !== 'none') return false
  if (
    mark?.kind !== 'break' ||
    mark.text !== '/' ||
    second?.kind !== 'quantity' ||
    second.quantity.dimension !== 'length'
  )
    return false
  const [a, slash, b] = [reader.items[index - 3], reader.items[index - 2], reader.items[index - 1]]
  if (a?.kind !== 'phrase' || slash?.kind !== 'break' || slash.text !== '/' || b?.kind !== 'phrase')
    return false
  const fields = [a, b].map((item) => item.meanings.find((m) => m.kind === 'field')?.entry.field)
  const unit = second.quantity.units[0]
  if (!unit || fields.some((field) => field === undefined || field === 'unsupported')) return false
  const quantities = [
    {
      ...first.quantity,
      dimension: unit.dimension,
      value: first.quantity.value * unit.factor,
      units: [unit],
    },
    second.quantity,
  ]
  quantities.forEach((quantity, i) => {
    reader.cast.current.readings.push({
      field: fields[i] as 'waistCm',
      quantity,
      start: quantity.start,
      end: quantity.end,
      time: undefined,
      corrects: false,
      negated: false,
    })
  })
  if (reader.label) reader.label.used = true
  reader.consumed.add(index + 2)
  return true
}
