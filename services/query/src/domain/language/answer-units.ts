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
const ASKING = new Set(['in', 'many', 'into', 'as', 'of'])
/** Words right after a unit that ask for it: "pounds I must gain", "kilos do I need". */
const ASKED = new Set(['i', 'do', 'should', 'must', 'to', 'please', 'is', 'does', 'would', 'am'])

/** Returns the units in which the answer is asked for: a unit without a number beside a word that asks. */
export function answerUnitsOf(reader: Reader): AnswerUnits | undefined {
  let units: AnswerUnits = {}
  for (const [i, item] of reader.items.entries()) {
    const word = reader.source.slice(item.start, item.end).toLowerCase()
    const found =
      item.kind === 'unit'
        ? (SYMBOLS.get(item.unit) ?? ownEntry(ENERGY, word))
        : item.kind === 'word'
          ? ownEntry(ENERGY, word)
          : undefined
    if (found === undefined || reader.items[i + 1]?.kind === 'quantity') continue
    if (wordAt(reader, i - 1, ASKING) || (i < 2 && wordAt(reader, i + 1, ASKED)))
      units = { ...units, ...found }
  }
  return Object.keys(units).length > 0 ? units : undefined
}

function wordAt(reader: Reader, i: number, words: ReadonlySet<string>): boolean {
  const item = reader.items[i]
  if (item === undefined) return false
  return words.has(reader.source.slice(item.start, item.end).toLowerCase())
}
