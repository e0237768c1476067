import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRunningQuantiles, slidingMedian } from './sliding-quantile.ts'

const value = fc.float({ min: 0, max: 100, noNaN: true })
const middle = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[list.length >> 1]!

describe('sliding quantiles', () => {
  it('over time agree with sorting each window', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 4 }),
        (rows, half) => {
          const length = 2 * half + 1
          const medians = createRunningQuantiles(2, length)
          const greatest = createRunningQuantiles(2, length, length - 1)
          const out = new Float32Array(2)
          rows.forEach((row, t) => {
            const windows = [0, 1].map((series) =>
              Array.from({ length }, (_, i) => rows[t - i]?.[series] ?? 0),
            )
            medians.push(Float32Array.from(row), out)
            expect([...out]).toEqual(windows.map(middle))
            greatest.push(Float32Array.from(row), out)
            expect([...out]).toEqual(windows.map((window) => Math.max(...window)))
          })
        },
      ),
    )
  })

  it('over neighbours agree with sorting each window', () => {
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 6 }),
        (list, half) => {
          const out = new Float32Array(list.length)
          slidingMedian(Float32Array.from(list), half, out)
          list.forEach((_, i) => {
            const window = Array.from(
              { length: 2 * half + 1 },
              (_, j) => list[Math.min(list.length - 1, Math.max(0, i + j - half))]!,
            )
            expect(out[i]).toBe(Math.fround(middle(window)))
          })
        },
      ),
    )
  })
})
