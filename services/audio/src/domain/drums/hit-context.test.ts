import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DRUM_COUNT } from './hit-classifier.ts'
import { createGrid, evidenceAround, gridSteps, quantileOf, strongestOfSteps } from './hit-context.ts'

/** Evidence with the same value for every instrument. */
const evidenceOf = (values: readonly number[]): Float32Array =>
  Float32Array.from({ length: values.length * DRUM_COUNT }, (_, i) => values[Math.floor(i / DRUM_COUNT)]!)

const around = (
  values: readonly number[],
  steps: readonly number[],
  i: number,
  distances: readonly number[],
) => {
  const grid = createGrid(steps, 4)
  const evidence = evidenceOf(values)
  const out = new Float32Array(DRUM_COUNT)
  evidenceAround(grid, strongestOfSteps(grid, evidence), evidence, i, distances, out, 0)
  return out[0]!
}

describe('hit context', () => {
  it('puts times on the grid of sixteenths', () => {
    expect(gridSteps([0, 0.26, 0.5, 1.124, 2.4], [0, 0.5, 1, 1.5, 2])).toEqual([0, 2, 4, 9, 19])
  })

  it('takes the mean of the same step of other bars, the strongest where two hits share it', () => {
    const steps = [0, 16, 32, 48, 64]
    expect(around([2, 2, -1, 2, 2], steps, 2, [-32, -16, 16, 32])).toBe(2)
    expect(around([1, 5, 3, 0], [0, 0, 16, 32], 2, [-16, 16])).toBeCloseTo(2.5, 6)
  })

  it('counts an empty step against, nothing beyond the ends, and falls back on the hit itself', () => {
    expect(around([1, 4, 1], [0, 5, 64], 1, [16])).toBe(-6)
    expect(around([1, 4], [0, 5], 1, [16, 32])).toBe(4)
  })

  it('finds quantiles as sorting does', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -6, max: 6, noNaN: true }), { minLength: 1, maxLength: 60 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (values, q) => {
          const found = quantileOf(evidenceOf(values), 2, q)
          const sorted = values.map(Math.fround).sort((a, b) => a - b)
          const low = sorted[Math.floor(q * (values.length - 1))]!
          const high = sorted[Math.ceil(q * (values.length - 1))]!
          return found >= low - 1e-5 && found <= high + 1e-5
        },
      ),
    )
  })
})
