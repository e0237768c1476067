import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainFigure, shownProbability } from './printed-figures.ts'

it.each([
  [0, '0.00'],
  [1, '1.00'],
  [0.999, '>0.99'],
  [0.995, '0.99'],
  [0.001, '<0.01'],
  [0.005, '0.01'],
  [1e-300, '<0.01'],
  [1 - Number.EPSILON, '>0.99'],
])('shows %d as %s', (value, text) => expect(shownProbability(value, 2)).toBe(text))

it.each([
  [0.5, '0.5'],
  [1, '1'],
  [0.9999999, '0.9999999'],
  [1.0000001, '1'],
  [1e-12, '1e-12'],
  [0.12345678, '0.123457'],
  [-3.25, '-3.25'],
])('writes %d as %s', (value, text) => expect(plainFigure(value)).toBe(text))

it('law: nothing below 1 is written as 1, nothing above 0 as 0', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 1, max: 4 }),
      (value, digits) => {
        expect(Number(plainFigure(value)) === 1).toBe(value === 1)
        expect(Number(shownProbability(value, digits)) === 1).toBe(value === 1)
        expect(Number(shownProbability(value, digits)) === 0).toBe(value === 0)
      },
    ),
  )
})
