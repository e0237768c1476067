import { describe, expect, it } from 'vitest'
import { runModel } from './run-model.ts'

const ask = runModel({ now: () => new Date('2026-11-15T12:00:00Z') })
const model = (query: string) => ask({ query }).result

describe('a plan in words', () => {
  it.each([
    ['an underweight target', 'woman, 31 years, 166 cm, 59 kg, wants 45 kg in 12 months', /underweight/],
    ['a loss that is too fast', 'man, 29 years, 180 cm, 100 kg, lose 12 kg in 8 weeks', /too fast/],
    ['too little food', '40 year old man 180 cm 100kg eating 900 kcal for 3 months', /below 1500/],
    ['a BMI below 18.5', 'what weight gives a bmi of 17? 170 cm, 60 kg, woman 30 years', /underweight/],
    ['a child', 'girl 12 years 150 cm 45 kg, lose 10 kg in 2 months', /children/],
  ])('refuses %s and says why', (_what, query, reason) => {
    const { feasibility, answer } = model(query)
    expect(feasibility.feasible).toBe(false)
    expect(feasibility.reason).toMatch(reason)
    expect(answer).toMatch(/doctor|dietitian|paediatrician|not safe/i)
  })

  it('answers a text that needs help with help and no model', () => {
    const { safety, summary, trajectories, feasibility, answer } = model(
      'I want to starve myself to 40 kg, 165 cm, 50 kg, female 22',
    )
    expect(safety?.kind).toBe('eating_disorder')
    expect([summary, trajectories, feasibility.feasible]).toEqual([{}, [], false])
    expect(answer).toBe(safety?.message)
  })
})

describe('the answer', () => {
  it('is in the units of the asker and states the activity level', () => {
    const pounds = model('lose 1 lb a week for 12 weeks, 200 lb, male, 40 years, 5 ft 10 in')
    expect(pounds.answer).toMatch(/188\.0 lb/)
    expect(pounds.answer).toMatch(/activity level \(PAL\) 1\.5, not given/)
    expect(model('15 stone to 13 stone by 1 July 2027, 5 ft 6 in, 44 year old woman').answer).toMatch(/13 st/)
    const active = model('male, 35 years, 183 cm, 92 kg, very active, down to 85 kg in 6 months')
    expect(active.assumptions[0]).toMatch(/2\.2, typical of the stated activity/)
  })

  it('tells how long an intake takes to reach a weight', () => {
    const { summary, answer } = model(
      'how long will it take to lose 10 kg on 1900 kcal a day? male, 40 years, 180 cm, 100 kg',
    )
    expect(summary.end_weight_kg).toBeLessThanOrEqual(90)
    expect(summary.days_to_target).toBe(summary.days)
    expect(answer).toMatch(/weeks|days/)
  })

  it('reaches the age that is asked for', () => {
    const { summary, answer } = model('how tall will my son be as an adult? he is 8 years old, 130 cm')
    expect(summary.age_then_days).toBe(6939)
    expect(answer).toMatch(/180\.1 cm at 19 years/)
  })
})
