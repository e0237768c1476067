import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { convert, UNITS, type UnitSymbol } from './units.ts'

const symbols = Object.keys(UNITS) as UnitSymbol[]

describe('convert', () => {
  it.each([
    [71, 'in', 'cm', 180.34],
    [158, 'lb', 'kg', 71.66759446],
    [11, 'st', 'kg', 69.85322498],
    [1, 'ft', 'in', 12],
    [2, 'year', 'month', 24],
    [10, 'MJ/day', 'kcal/day', 2390.0573613766],
  ] as const)('%f %s to %s', (value, from, to, expected) =>
    expect(convert(value, from, to)).toBeCloseTo(expected, 8),
  )

  it('goes there and back within a dimension and nowhere else', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...symbols),
        fc.constantFrom(...symbols),
        fc.double({ min: 1e-3, max: 1e4, noNaN: true }),
        (from, to, value) => {
          const there = convert(value, from, to)
          if (UNITS[from].dimension !== UNITS[to].dimension) expect(there).toBeUndefined()
          else expect(convert(there!, to, from)! / value).toBeCloseTo(1, 12)
        },
      ),
    ))
})
