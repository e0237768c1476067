import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cdcAgeOfCompletedMonths, cdcBmi95, cdcExtendedBmiZ, cdcLms, cdcZ } from './cdc.ts'
import { decodeColumn, encodeIntegers } from './encoded-column.ts'
import { isCdcImplausible, isWhoFlagged } from './flags.ts'
import { lmsValue, lmsZ, restrictedValue, restrictedZ } from './lms.ts'
import { centileOfZ, normalCdf, normalQuantile, normalUpperQuantile, normalUpperTail } from './normal.ts'
import { whoIndexZ, whoLengthOrHeight, whoPointForAge } from './who.ts'

const sex = fc.constantFrom('male' as const, 'female' as const)
const lms = fc.record({
  // Published powers have at most nine decimals.
  l: fc.integer({ min: -3e6, max: 3e6 }).map((millionths) => millionths / 1e6),
  m: fc.double({ min: 2, max: 150, noNaN: true }),
  s: fc.double({ min: 0.03, max: 0.2, noNaN: true }),
})

describe('the normal distribution', () => {
  it.each([
    // Abramowitz & Stegun 1964, table 26.1 and 26.2
    [0, 0.5],
    [1, 0.8413447460685429],
    [1.96, 0.9750021048517795],
    [3, 0.9986501019683699],
  ])('Φ(%f) = %f', (z, p) => expect(normalCdf(z)).toBeCloseTo(p, 14))

  it('keeps its relative accuracy in the tail', () =>
    expect(normalUpperTail(8) / 6.220960574271785e-16).toBeCloseTo(1, 10))

  it('has no seam between series and fraction', () =>
    expect(normalUpperTail(2.5 - 1e-12) / normalUpperTail(2.5)).toBeCloseTo(1, 10))

  it('inverts', () =>
    fc.assert(
      fc.property(fc.double({ min: -8, max: 8, noNaN: true }), (z) => {
        const back = z > 0 ? normalUpperQuantile(normalUpperTail(z)) : normalQuantile(normalCdf(z))
        expect(back).toBeCloseTo(z, 9)
      }),
    ))
})

describe('LMS', () => {
  it('inverts, plain and restricted', () =>
    fc.assert(
      fc.property(lms, fc.double({ min: -2.9, max: 2.9, noNaN: true }), (at, z) => {
        fc.pre(1 + at.l * at.s * Math.sign(at.l) * -3.1 > 0.05)
        expect(lmsZ(lmsValue(z, at), at)).toBeCloseTo(z, 7)
        fc.pre(restrictedValue(z * 2, at) > 0)
        expect(restrictedZ(restrictedValue(z * 2, at), at)).toBeCloseTo(z * 2, 7)
      }),
    ))

  it('is continuous at L = 0', () =>
    expect(lmsZ(12, { l: 1e-9, m: 10, s: 0.1 })).toBeCloseTo(lmsZ(12, { l: 0, m: 10, s: 0.1 }), 6))
})

describe('columns', () => {
  it('come back exactly', () =>
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }), { minLength: 1 }),
        fc.constantFrom(0 as const, 1 as const, 2 as const),
        (values, order) => {
          const column = { decimals: 0, order, text: encodeIntegers(values, order) }
          expect([...decodeColumn(column)].map((v) => v + 0)).toEqual(values.map((v) => v + 0))
        },
      ),
    ))
})

describe('WHO', () => {
  it('has the published medians', () => {
    expect(whoPointForAge('weight_for_age', 'male', 0)?.lms.m).toBe(3.3464)
    expect(whoPointForAge('length_height_for_age', 'female', 1826)?.lms.m).toBeCloseTo(109.4, 1)
    expect(whoPointForAge('bmi_for_age', 'male', Math.round(228 * 30.4375), 228)?.lms.m).toBeCloseTo(
      22.1883,
      4,
    )
  })

  it('hands over from 2006 to 2007 after 1 826 days and ends at 19 years', () => {
    expect(whoPointForAge('bmi_for_age', 'male', 1826)?.reference).toBe('WHO 2006')
    expect(whoPointForAge('bmi_for_age', 'male', 1827)?.reference).toBe('WHO 2007')
    expect(whoPointForAge('bmi_for_age', 'male', 7000)).toBeUndefined()
    expect(whoPointForAge('weight_for_age', 'male', 4000)).toBeUndefined()
    expect(whoPointForAge('triceps_skinfold_for_age', 'male', 90)).toBeUndefined()
  })

  it('adds or takes 0.7 cm at 731 days', () => {
    expect(whoLengthOrHeight(85, 730, 'standing')).toBeCloseTo(85.7, 12)
    expect(whoLengthOrHeight(85, 730, 'lying')).toBe(85)
    expect(whoLengthOrHeight(85, 731, 'lying')).toBeCloseTo(84.3, 12)
    expect(whoLengthOrHeight(85, 731, undefined)).toBe(85)
  })

  it('voids weight-based indices in oedema, not height', () => {
    const child = { sex: 'male', ageDays: 500, weightKg: 10, heightCm: 80, oedema: true } as const
    expect(whoIndexZ('weight_for_age', child)).toBeUndefined()
    expect(whoIndexZ('bmi_for_age', child)).toBeUndefined()
    expect(whoIndexZ('weight_for_length_height', child)).toBeUndefined()
    expect(whoIndexZ('length_height_for_age', child)).toBeTypeOf('number')
  })

  it('rises with weight, is never NaN', () =>
    fc.assert(
      fc.property(
        sex,
        fc.integer({ min: 0, max: 3600 }),
        fc.double({ min: 0.5, max: 100, noNaN: true }),
        fc.double({ min: 0.01, max: 5, noNaN: true }),
        (who, ageDays, weightKg, more) => {
          const z = whoIndexZ('weight_for_age', { sex: who, ageDays, weightKg })!
          expect(Number.isFinite(z)).toBe(true)
          expect(
            whoIndexZ('weight_for_age', { sex: who, ageDays, weightKg: weightKg + more })!,
          ).toBeGreaterThan(z)
        },
      ),
    ))

  it('flags beyond its limits only', () => {
    expect(isWhoFlagged('weight_for_age', 5)).toBe(false)
    expect(isWhoFlagged('weight_for_age', 5.01)).toBe(true)
    expect(isWhoFlagged('length_height_for_age', -6.01)).toBe(true)
  })
})

describe('CDC', () => {
  it('adds half a month to completed months', () => expect(cdcAgeOfCompletedMonths(36)).toBe(36.5))

  it('has no BMI below 24 months', () => expect(cdcZ('bmi_for_age', 'male', 23.9, 17)).toBeUndefined())

  it('extends BMI without a seam at the 95th centile', () =>
    fc.assert(
      fc.property(sex, fc.double({ min: 24, max: 239.9, noNaN: true }), (who, months) => {
        const p95 = cdcBmi95(who, months)!
        expect(cdcExtendedBmiZ(who, months, p95 - 1e-9)!).toBeCloseTo(1.6448536, 5)
        expect(cdcExtendedBmiZ(who, months, p95 + 1e-9)!).toBeCloseTo(1.6448536, 5)
        expect(cdcExtendedBmiZ(who, months, 150)!).toBeGreaterThan(4)
        expect(Number.isFinite(cdcExtendedBmiZ(who, months, 150)!)).toBe(true)
      }),
    ))

  it('calls a boy of 10 with 200 kg implausible and with 60 kg not', () => {
    const at = cdcLms('weight_for_age', 'male', 120)!
    expect(isCdcImplausible('weight_for_age', 200, at)).toBe(true)
    expect(isCdcImplausible('weight_for_age', 60, at)).toBe(false)
  })

  it('puts the median at the 50th centile', () => expect(centileOfZ(0)).toBeCloseTo(50, 12))
})
