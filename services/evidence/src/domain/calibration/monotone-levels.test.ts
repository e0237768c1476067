import fc from 'fast-check'
import { expect, it } from 'vitest'
import { monotoneLevels } from './monotone-levels.ts'

const level = fc.double({ min: -5, max: 5, noNaN: true })
const precision = fc.double({ min: 0.1, max: 10, noNaN: true })

it('never falls, keeps the weighted mean, and leaves rising levels alone', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(level, precision), { minLength: 1, maxLength: 9 }), (drawn) => {
      const [levels, precisions] = [drawn.map(([x]) => x), drawn.map(([, w]) => w)]
      const found = monotoneLevels(levels, precisions)
      expect(found).toEqual(found.toSorted((a, b) => a - b))
      const mean = (list: readonly number[]) => list.reduce((sum, x, i) => sum + x * precisions[i]!, 0)
      expect(mean(found)).toBeCloseTo(mean(levels), 8)
      const rising = levels.toSorted((a, b) => a - b)
      expect(monotoneLevels(rising, precisions)).toEqual(rising)
    }),
  )
})

it('pools neighbours that fall', () => {
  expect(monotoneLevels([-0.4, -0.6, 0, 2, 1], [1, 1, 1, 1, 3])).toEqual([-0.5, -0.5, 0, 1.25, 1.25])
})
