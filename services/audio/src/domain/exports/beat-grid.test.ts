import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitGrid, offsetFromGrid } from './beat-grid.ts'

const p90 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.9)]!

describe('fitGrid', () => {
  it('is the grid of steady beats although the first ones are off, some are missing and some are too many', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 60, max: 190, noNaN: true }),
        fc.double({ min: 0, max: 5, noNaN: true }),
        fc.integer({ min: 24, max: 500 }),
        fc.tuple(
          fc.double({ min: 0.1, max: 0.3, noNaN: true }),
          fc.double({ min: -0.3, max: 0.3, noNaN: true }),
        ),
        fc.array(fc.double({ min: -0.01, max: 0.01, noNaN: true }), { minLength: 7, maxLength: 7 }),
        fc.double({ min: 0.2, max: 0.9, noNaN: true }),
        (bpm, first, count, [late, later], jitter, slip) => {
          const exact = Array.from({ length: count }, (_, i) => first + (i * 60) / bpm)
          const beats = exact
            .map((beat, i) => beat + jitter[i % 7]!)
            .map((beat, i) => beat + (i === 0 ? late : i === 1 ? later : 0))
          const at = Math.floor(slip * count)
          beats.splice(at, 1)
          beats.splice(Math.floor(at / 2), 0, exact[Math.floor(at / 2)]! - 20 / bpm)
          const grid = fitGrid(
            beats.toSorted((a, b) => a - b),
            2,
          )
          expect(p90(exact.map((beat) => Math.abs(offsetFromGrid(beat, grid))))).toBeLessThan(0.02)
        },
      ),
    )
  })
  it('is the line through two or three beats', () => {
    expect(fitGrid([1, 1.5])).toEqual({ originSeconds: 1, bpm: 120 })
    expect(fitGrid([1, 1.5, 2])).toEqual({ originSeconds: 1, bpm: 120 })
  })
})
