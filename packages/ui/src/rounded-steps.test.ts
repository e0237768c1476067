import fc from 'fast-check'
import { expect, it } from 'vitest'
import { roundedSteps } from './rounded-steps.tsx'

const steps = fc.array(fc.double({ min: -20, max: 20, noNaN: true }), { minLength: 1, maxLength: 40 })
const digits = fc.integer({ min: 0, max: 4 })

it('prints steps that add up to the printed total, each within one unit of its value', () => {
  fc.assert(
    fc.property(steps, digits, (values, places) => {
      const unit = 10 ** -places
      const printed = roundedSteps(values, places)
      const total = values.reduce((sum, value) => sum + value, 0)
      const sum = printed.reduce((so, { step }) => so + Math.round(step / unit), 0)
      expect(sum).toBe(Math.round((printed.at(-1)?.sum ?? 0) / unit))
      expect(Math.abs((printed.at(-1)?.sum ?? 0) - total)).toBeLessThanOrEqual(unit * 0.5000001)
      printed.forEach(({ step }, i) => {
        expect(Math.abs(step - (values[i] ?? 0))).toBeLessThanOrEqual(unit * 1.0000001)
      })
    }),
  )
})

it('rounds halves away from zero, also those that binary fractions miss', () => {
  expect(roundedSteps([1.005], 2)).toEqual([{ step: 1.01, sum: 1.01 }])
  expect(roundedSteps([-1.005], 2)).toEqual([{ step: -1.01, sum: -1.01 }])
  expect(roundedSteps([0.333, 0.333, 0.334], 2).map(({ step }) => step)).toEqual([0.33, 0.34, 0.33])
})
