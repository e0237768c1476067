import { describe, expect, it } from 'vitest'
import { INPUT_NAMES, inputSpec } from './metrics/inputs.ts'
import { ALL_CARDS } from './metrics/registry.ts'
import { fromBase, UNITS, type Unit, unitOfSymbol, unitOfUcum, unitOfWord } from './units.ts'

const all: readonly Unit[] = Object.values(UNITS)

describe('the table of units', () => {
  it('has every symbol, UCUM code and word once', () => {
    const symbols = all.map(({ symbol }) => symbol)
    const codes = all.flatMap(({ ucum }) => (ucum === undefined ? [] : [ucum]))
    const words = all.flatMap(({ words }) => words?.split(' ') ?? [])
    for (const list of [symbols, codes, words]) expect(new Set(list).size).toBe(list.length)
  })

  it('finds a unit by each of its names', () => {
    for (const unit of all) {
      expect(unitOfSymbol(unit.symbol as never)).toBe(unit)
      if (unit.ucum !== undefined) expect(unitOfUcum(unit.ucum)).toBe(unit)
      for (const word of unit.words?.split(' ') ?? []) expect(unitOfWord(word)).toBe(unit)
    }
    expect(unitOfWord('')).toBeUndefined()
    expect(unitOfUcum('constructor')).toBeUndefined()
  })

  it('knows the unit of every input and every card', () => {
    for (const card of ALL_CARDS) expect(unitOfSymbol(card.unit), card.id).toBeDefined()
    for (const name of INPUT_NAMES) {
      const spec = inputSpec(name)
      if (spec.kind === 'number') expect(unitOfSymbol(spec.unit), name).toBeDefined()
    }
  })

  it.each([
    ['inch', 71, 'cm', 180.34],
    ['pound', 158, 'kg', 71.66759446],
    ['stone', 11, 'kg', 69.85322498],
    ['ounce', 16, 'pound', 1],
    ['foot', 1, 'inch', 12],
    ['year', 2, 'month', 24],
    ['week', 1, 'day', 7],
    ['kilojoule', 4.184, 'kcal', 1],
  ] as const)('%s: %f is %s %f', (from, amount, to, expected) => {
    expect(UNITS[from].dimension).toBe(UNITS[to].dimension)
    expect(fromBase(amount * UNITS[from].factor, UNITS[to])).toBeCloseTo(expected, 10)
  })
})
