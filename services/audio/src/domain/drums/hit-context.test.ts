import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gridSteps, repeatEvidence, trackThreshold } from './hit-context.ts'

describe('hit context', () => {
  it('puts times on the grid of sixteenths', () => {
    expect(gridSteps([0, 0.26, 0.5, 1.124, 2.4], [0, 0.5, 1, 1.5, 2])).toEqual([0, 2, 4, 9, 19])
  })

  it('draws a hit towards its neighbours and leaves a constant pattern alone', () => {
    const steps = [0, 16, 32, 48, 64]
    expect(repeatEvidence([2, 2, 2, 2, 2], steps, 4)).toEqual([2, 2, 2, 2, 2])
    const odd = repeatEvidence([2, 2, -1, 2, 2], steps, 4)
    expect(odd[2]).toBeCloseTo(0.7 * -1 + 0.3 * 2, 9)
    const lonely = repeatEvidence([-4, 1, -4, -4, -4], [0, 5, 16, 32, 48], 4)
    expect(lonely[1]).toBeLessThan(0)
  })

  it('splits two groups in the gap and stays near the model', () => {
    const two = [...Array(20).fill(-2), ...Array(20).fill(3)].map((x, i) => x + 0.2 * Math.sin(i))
    expect(trackThreshold(two, 0)).toBeCloseTo(0.5, 1)
    expect(
      trackThreshold(
        two.map((x) => x + 4),
        0,
      ),
    ).toBe(1.5)
    expect(trackThreshold([1, 2, 3], -0.4)).toBe(-0.4)
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -8, max: 8, noNaN: true }), { maxLength: 60 }),
        fc.double({ min: -2, max: 2, noNaN: true }),
        (values, base) => {
          const threshold = trackThreshold(values, base)
          return threshold >= base - 0.5 && threshold <= base + 1.5
        },
      ),
    )
  })
})
