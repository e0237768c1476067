import { UNITS, type Unit } from '../units.ts'
import { ownEntry } from '../wording/own-entry.ts'
import type { Reader } from './reader.ts'
import type { AnswerUnits } from './structured-query.ts'

const SYMBOLS: ReadonlyMap<Unit, AnswerUnits> = new Map<Unit, AnswerUnits>([
  [UNITS.kg, { mass: 'kg' }],
  [UNITS.pound, { mass: 'lb' }],
  [UNITS.stone, { mass: 'st' }],
  [UNITS.cm, { length: 'cm' }],
  [UNITS.inch, { length: 'in' }],
  [UNITS.foot, { length: 'ft' }],
])
const ENERGY: Readonly<Record<string, AnswerUnits>> = {
  kj: { energy: 'kJ' },
  kilojoules: { energy: 'kJ' },
  kilojoule: { energy: 'kJ' },
  joules: { energy: 'kJ' },
  kcal: { energy: 'kcal' },
  kcals: { energy: 'kcal' },
  kilocalories: { energy: 'kcal' },
}

/** Words right before a unit that ask for it: "in stone", "how many pounds", "as kg". */
const ASKING = new Set(['in', 'many', 'how many', 'into', 'as', 'of'])
const AND = new Set(['and', '&', '/', 'or'])
/** Words right after a unit that ask for it: "pounds I must gain", "kilos do I need". */
const ASKED = new Set(['i', 'do', 'should', 'must', 'to', 'please', 'is', 'does', 'would', 'am'])

/** Returns the units in which the answer is asked for: a unit without a number beside a word that asks. */
export function answerUnitsOf(reader: Reader): AnswerUnits | undefined {
  let units: AnswerUnits = {}
  let askedAt = -1
  for (const [i, item] of reader.items.entries()) {
    const word = reader.source.slice(item.start, item.end).toLowerCase()
    const found =
      item.kind === 'unit'
        ? (SYMBOLS.get(item.unit) ?? ownEntry(ENERGY, word))
        : item.kind === 'word'
          ? ownEntry(ENERGY, word)
          : undefined
    if (found === undefined || reader.items[i + 1]?.kind === 'quantity') continue
    const converted = item.kind === 'unit' && isConverted(reader, i, item.unit)
    // "in cm and kg", "in feet and inches": the first unit of a dimension is the one asked for.
    const joined = askedAt === i - 2 && wordAt(reader, i - 1, AND)
    if (!joined && !converted && !wordAt(reader, i - 1, ASKING) && !(i < 2 && wordAt(reader, i + 1, ASKED)))
      continue
    units = joined ? { ...found, ...units } : { ...units, ...found }
    askedAt = i
  }
  return Object.keys(units).length > 0 ? units : undefined
}

/** Words and marks between a number and the unit that it is to be told in: "187 cm to feet", "70 kg = ? lb". */
const INTO = new Set(['to', '=', '-', '>', '→', '?', ':'])

function isConverted(reader: Reader, at: number, unit: Unit): boolean {
  let i = at - 1
  while (wordAt(reader, i, INTO)) i--
  const before = reader.items[i]
  return (
    i < at - 1 &&
    before?.kind === 'quantity' &&
    before.quantity.dimension === unit.dimension &&
    !before.quantity.units.includes(unit)
  )
}

function wordAt(reader: Reader, i: number, words: ReadonlySet<string>): boolean {
  const item = reader.items[i]
  if (item === undefined) return false
  return words.has(reader.source.slice(item.start, item.end).toLowerCase())
}
