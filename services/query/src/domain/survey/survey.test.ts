import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accumulateDigits } from './digit-preference.ts'
import { accumulateMoments } from './moments.ts'
import { proportion } from './proportion.ts'
import { accumulateSurvey } from './survey.ts'

const values = fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { minLength: 5, maxLength: 200 })

describe('moments', () => {
  it('equals the two-pass definition', () => {
    fc.assert(
      fc.property(values, (xs) => {
        const accumulator = accumulateMoments()
        for (const x of xs) accumulator.add(x)
        const mean = xs.reduce((a, b) => a + b, 0) / xs.length
        const central = (k: number) => xs.reduce((sum, x) => sum + (x - mean) ** k, 0) / xs.length
        const { count, ...result } = accumulator.result()
        expect(count).toBe(xs.length)
        expect(result.mean).toBeCloseTo(mean, 8)
        fc.pre(central(2) > 1e-3)
        expect(result.standardDeviation).toBeCloseTo(Math.sqrt((central(2) * xs.length) / (xs.length - 1)), 6)
        expect(result.skewness).toBeCloseTo(central(3) / central(2) ** 1.5, 5)
        expect(result.excessKurtosis).toBeCloseTo(central(4) / central(2) ** 2 - 3, 5)
      }),
    )
  })
})

describe('proportion', () => {
  it('holds the share within its interval and the interval within 0 and 100', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.integer({ min: 1, max: 500 }), (a, n) => {
        const share = proportion(Math.min(a, n), n)
        expect(share.low).toBeGreaterThanOrEqual(0)
        expect(share.high).toBeLessThanOrEqual(100)
        expect(share.low).toBeLessThanOrEqual(share.percent + 1e-9)
        expect(share.high).toBeGreaterThanOrEqual(share.percent - 1e-9)
      }),
    )
  })
  it('gives the published Wilson interval for 81 of 263 (Newcombe 1998: 0.2553 to 0.3662)', () => {
    const share = proportion(81, 263)
    expect(share.low / 100).toBeCloseTo(0.2553, 4)
    expect(share.high / 100).toBeCloseTo(0.3662, 4)
  })
})

describe('digit preference', () => {
  it('is 0 for equally frequent digits and 100 for one digit only', () => {
    const even = accumulateDigits()
    const heaped = accumulateDigits()
    for (let i = 0; i < 1000; i++) {
      even.add(60 + i / 10)
      heaped.add(60 + i)
    }
    expect(even.result().score).toBeCloseTo(0, 9)
    expect(heaped.result().score).toBeCloseTo(100, 9)
  })
})

describe('survey', () => {
  it('leaves flagged z-scores out of every share and counts them apart', () => {
    const survey = accumulateSurvey()
    survey.add({ sex: 'male' }, { length_height_for_age: -2.5 })
    survey.add({ sex: 'female' }, { length_height_for_age: -7 })
    survey.add({ sex: 'female' }, { length_height_for_age: 0 })
    survey.refuse()
    const summary = survey.summary()
    expect(summary).toMatchObject({ rows: 4, refusedRows: 1, boys: 1, girls: 2 })
    expect(summary.named.stunting).toMatchObject({ count: 1, of: 2, percent: 50 })
    expect(summary.indices.length_height_for_age.flagged).toMatchObject({ count: 1, of: 3 })
  })
  it('does not depend on the order of the rows', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -4, max: 4, noNaN: true }), { minLength: 1, maxLength: 50 }),
        (zs) => {
          const run = (order: readonly number[]) => {
            const survey = accumulateSurvey()
            for (const z of order) survey.add({}, { weight_for_age: z })
            return survey.summary().indices.weight_for_age.shares
          }
          expect(run(zs)).toEqual(run([...zs].reverse()))
        },
      ),
    )
  })
})
