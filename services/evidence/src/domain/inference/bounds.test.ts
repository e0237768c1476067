import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NORMAL_95, normalCdf, normalQuantile } from '../numerics/normal.ts'
import { logGamma, studentTCdf, studentTQuantile } from '../numerics/student-t.ts'
import { boundsHalfWidth } from './bounds.ts'

const groups = fc.array(
  fc.record({
    logOdds: fc.double({ min: -4, max: 4, noNaN: true }),
    variance: fc.double({ min: 0.01, max: 2, noNaN: true }),
  }),
  { minLength: 2, maxLength: 12 },
)

describe('bounds', () => {
  it('never narrow when the groups move apart around the same sum', () => {
    fc.assert(
      fc.property(groups, fc.double({ min: 1, max: 5, noNaN: true }), (list, factor) => {
        const mean = list.reduce((sum, g) => sum + g.logOdds, 0) / list.length
        const equal = list.map((g) => ({ ...g, variance: list[0]!.variance }))
        const apart = equal.map((g) => ({ ...g, logOdds: mean + factor * (g.logOdds - mean) }))
        expect(boundsHalfWidth(apart)).toBeGreaterThanOrEqual(boundsHalfWidth(equal) * (1 - 1e-9))
      }),
    )
  })

  it('are never narrower than those of groups that agree', () => {
    fc.assert(
      fc.property(groups, (list) => {
        const variance = list.reduce((sum, g) => sum + g.variance, 0)
        expect(boundsHalfWidth(list)).toBeGreaterThanOrEqual(NORMAL_95 * Math.sqrt(variance))
      }),
    )
  })

  it('do not depend on the order of the groups', () => {
    fc.assert(
      fc.property(groups, (list) => {
        expect(boundsHalfWidth(list.toReversed())).toBeCloseTo(boundsHalfWidth(list), 9)
      }),
    )
  })
})

describe('distributions', () => {
  it('match published tables', () => {
    // Two-sided 90 % points of Student's t (Fisher & Yates) and normal quantiles.
    expect(studentTQuantile(0.95, 1)).toBeCloseTo(6.3138, 4)
    expect(studentTQuantile(0.95, 2)).toBeCloseTo(2.92, 4)
    expect(studentTQuantile(0.95, 10)).toBeCloseTo(1.8125, 4)
    expect(studentTQuantile(0.975, 30)).toBeCloseTo(2.0423, 4)
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 14)
    expect(normalCdf(1)).toBeCloseTo(0.8413447460685429, 15)
    expect(normalCdf(-10)).toBeCloseTo(7.61985302416052e-24, 36)
    expect(logGamma(10)).toBeCloseTo(Math.log(362880), 11)
  })

  it('quantiles invert distribution functions', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        fc.double({ min: 0.6, max: 200, noNaN: true }),
        (p, df) => {
          expect(studentTCdf(studentTQuantile(p, df), df)).toBeCloseTo(p, 9)
          expect(normalCdf(normalQuantile(p))).toBeCloseTo(p, 13)
        },
      ),
    )
  })
})
