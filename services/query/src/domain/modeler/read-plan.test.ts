import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Plan, readPlan, withoutPlan } from './read-plan.ts'

const TODAY = '2026-11-15'
const LB = 0.45359237

describe('readPlan', () => {
  it.each<[string, Partial<Plan>]>([
    [
      'if I eat 500 kcal less per day what will I weigh in 6 months?',
      { intakeChangeKcal: -500, days: 182.625 },
    ],
    ['250 extra calories per day over the next two years', { intakeChangeKcal: 250, days: 730.5 }],
    ['a deficit of 2000 kJ per day for three months', { intakeChangeKcal: -2000 / 4.184, days: 91.3125 }],
    ['cut 1,000 calories a day for a year', { intakeChangeKcal: -1000, days: 365.25 }],
    ['eat 3500 kcal less per week', { intakeChangeKcal: -500 }],
    ['burn 300 kcal more a day', { intakeChangeKcal: -300 }],
    ['cut down to 1800 kcal a day', { intakeKcal: 1800 }],
    ['lose 10 kg on 1900 kcal a day, how long', { intakeKcal: 1900, changeKg: -10, asksDuration: true }],
    ['100 kg to 90 kg by June', { fromKg: 100, targetKg: 90, days: 198 }],
    ['from 82 to 75 kg in ten weeks', { fromKg: 82, targetKg: 75, days: 70 }],
    ['lose 1 lb a week for 12 weeks', { kgPerWeek: -LB, days: 84, massUnit: 'lb' }],
    ['gain half a kilo per week', { kgPerWeek: 0.5 }],
    ['losing 0.7 kg/week until 72 kg', { kgPerWeek: -0.7, targetKg: 72 }],
    ['how long until 70 kg? 85 kg', { targetKg: 70, asksDuration: true }],
    ['lose 2 stone by 1 July 2027', { changeKg: -28 * LB, days: 228, massUnit: 'st' }],
    ['lose 10% of my weight in 6 months', { changePercent: -10, days: 182.625 }],
    ['gain 5 kg by Christmas', { changeKg: 5, days: 40 }],
    ['how tall will she be at age 12? girl 6 years', { toAgeYears: 12, asksGrowth: true }],
    ['how tall will my son be as an adult', { toAgeYears: 19, asksGrowth: true }],
    ['what will she weigh when she is 10', { toAgeYears: 10 }],
  ])('%s', (text, expected) => {
    const plan = readPlan(text, TODAY)
    for (const [key, value] of Object.entries(expected)) {
      const read = plan[key as keyof Plan]
      if (typeof value === 'number') expect(read, key).toBeCloseTo(value, 6)
      else expect(read, key).toBe(value)
    }
  })

  it.each([
    'girl of 8 months, 8 kg',
    'I have lost 5 kg over the last 3 months',
    '40 years old, 180 cm, 80 kg',
    'what is my BMI? 70 kg 170 cm',
  ])('finds no plan in %s', (text) => {
    const { asksDuration: _a, asksGrowth: _g, massUnit: _m, spans, ...rest } = readPlan(text, TODAY)
    expect(rest).toEqual({})
    expect(spans).toEqual([])
  })

  it('blanks the plan and leaves the measurements in their places', () => {
    const text = 'woman, 100 kg to 90 kg in 6 months, 170 cm'
    const left = withoutPlan(text, readPlan(text, TODAY))
    expect(left).toHaveLength(text.length)
    expect(left).not.toMatch(/kg|months/)
    expect(left.indexOf('170 cm')).toBe(text.indexOf('170 cm'))
  })

  it('reads any text, in linear time', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(withoutPlan(text, readPlan(text, TODAY))).toHaveLength(text.length)
      }),
      { numRuns: 300 },
    )
    const long = 'lose 10 kg a week to '.repeat(500)
    const start = performance.now()
    readPlan(long, TODAY)
    expect(performance.now() - start).toBeLessThan(1000)
  })
})
