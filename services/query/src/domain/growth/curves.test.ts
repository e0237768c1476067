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
          // CDC's skewed tables have no value at +3 SD for some ages and heights.
          const drawn = curves.lines.filter((line) => Math.abs(line.z) < 3 || line.values[i] !== null)
          const values = drawn.map((line) => line.values[i])
          expect(values, `${reference} ${index} at ${curves.x[i]}`).not.toContain(null)
          expect(values).toEqual([...values].sort((a, b) => a! - b!))
        }
      }
})

test('every chart has finite values and knows its median everywhere', () => {
  for (const reference of CURVE_REFERENCES)
    for (const index of CURVE_INDICES)
      for (const sex of ['male', 'female'] as const)
        for (const lines of ['sd', 'centiles'] as const) {
          const curves = growthCurves({ reference, index, sex, lines, to: 1e118 })
          const values = curves.lines.flatMap((line) => line.values)
          expect(values.filter((value) => value !== null && !(Number.isFinite(value) && value > 0))).toEqual(
            [],
          )
          const median = curves.lines.find(({ z }) => Math.abs(z) < 1e-9)!
          expect(
            median.values.filter((value) => value === null).length,
            `${reference} ${index}`,
          ).toBeLessThan(3)
        }
})
