import { expect, test } from 'vitest'
import { DAYS_PER_MONTH } from '../units.ts'
import { CURVE_INDICES, CURVE_REFERENCES, growthCurves } from './curves.ts'
import { whoIndexZ } from './who.ts'

/** Median weight of girls at birth, of boys at 24 and at 60 months, kg (WHO 2006, weight for age). */
test.each([
  ['female', 0, 3.2322],
  ['male', 24, 12.1515],
] as const)('the median of %s at %d months is that of the published table', (sex, months, median) => {
  const curves = growthCurves({
    reference: 'who',
    index: 'weight_for_age',
    sex,
    lines: 'sd',
    from: months,
    to: months,
  })
  expect(curves.lines.find(({ z }) => z === 0)?.values[0]).toBeCloseTo(median, 2)
})

test('a child on a line has the z-score of the line', () => {
  const { x, lines } = growthCurves({
    reference: 'who',
    index: 'weight_for_age',
    sex: 'male',
    lines: 'sd',
    to: 59,
  })
  for (const { z, values } of lines)
    for (const [i, months] of x.entries()) {
      const ageDays = Math.round(months * DAYS_PER_MONTH)
      const found = whoIndexZ('weight_for_age', { sex: 'male', ageDays, weightKg: values[i]! })
      expect(Math.abs(found! - z)).toBeLessThan(0.02)
    }
})

test('every chart has lines in order and inside its tables', () => {
  for (const reference of CURVE_REFERENCES)
    for (const index of CURVE_INDICES)
      for (const lines of ['sd', 'centiles'] as const) {
        const curves = growthCurves({ reference, index, sex: 'female', lines })
        for (const i of curves.x.keys()) {
          const values = curves.lines.map((line) => line.values[i])
          expect(values, `${reference} ${index} at ${curves.x[i]}`).not.toContain(null)
          expect(values).toEqual([...values].sort((a, b) => a! - b!))
        }
      }
})
