import { describe, expect, it } from 'vitest'
import { askedBeyond } from './asked.ts'
import { runPipeline } from './run-pipeline.ts'

const ask = async (query: string) =>
  (await runPipeline({ query }, { today: '2026-01-01', clock: () => 0 })).verdict!

const LB = 0.45359237
const round = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_key, one) => (typeof one === 'number' ? Number(one.toFixed(6)) : one))

describe('what is asked beyond a metric', () => {
  it.each([
    ['my WHtR came out as 0.61, is that high?', /0\.61 is classed as high/],
    ['BMI before and after: 110 kg before, 84 kg after, 1.76 m', /35\.5.*27\.1.*8\.4 kg\/m² lower/],
    ['which weight is the limit between overweight and obesity at 1.58 m?', /74\.9 kg/],
    ['how many pounds must I lose to reach a BMI of 25? 5\'6" 190 lb', /35\.1 lb .*less than now/],
    ['the BMI is 24 and I am 170 cm, how much do I weigh?', /69\.4 kg/],
    ['BMI 41.2, weight 118 kg: how tall?', /169\.2 cm/],
    ['lose 0.5 kg per week until 72 kg: man 50, 182 cm, 90 kg. How long?', /about 36 weeks/],
    [
      'can I get to 60 kg in a month from 75 kg? woman 30, 165 cm',
      /3\.4 kg a week.*faster than is usually safe/,
    ],
    ['I want to lose 2 stone in 4 weeks. woman 30, 165 cm, 80 kg, BMI?', /3\.2 kg a week.*faster/],
    ['Pt 80 F, 41.5kg, 1.52m, MUST step 1?', /18\.0 kg\/m².*MUST score.*not decided here/s],
    ['pre-pregnancy 58 kg at 165 cm, how much should I put on?', /11\.5 kg.*16\.0 kg/s],
    ['what would I weigh at 15 % fat? now 90 kg with 25 % body fat', /79\.4 kg/],
    ['largest waist in inches that is half of my height; I am 5 ft 10', /35\.0 in/],
    ['how tall is a girl of 5 years on the 50th percentile?', /109\.4 cm/],
  ])('%s', async (query, expected) => {
    const { answer, abstained } = await ask(query)
    expect(answer).toMatch(expected)
    expect(abstained).toBe(false)
  })
  it.each([
    ['How many calories should I eat in a day to lose 10 kg? man 30, 80 kg, 175 cm', /kg a week/],
    ['I must step up my exercise: 80 kg, 180 cm, BMI?', /MUST score/],
    ['I want to drop to 10 stone in 6 months. woman 40, 5 ft 6, 11 stone', /kg a week/],
    ['I want to lose weight by 21st June, in 6 weeks. 80 kg 165 cm bmi', /kg a week/],
  ])('reads no more than is said: %s', async (query, unexpected) => {
    expect((await ask(query)).answer).not.toMatch(unexpected)
  })
  it.each([
    ['lose 10 kg before the wedding in 3 weeks?', 3],
    ['can I lose 6 kg in a week?', 1],
    ['get to 60 in a fortnight', 2],
    ['In a week I train twice, I want to lose 4 kg in 5 weeks', 5],
    ['how many calories should I eat in a day to lose 10 kg?', undefined],
    ['lose 10 kg, how much should I lose in a week?', undefined],
    ['I turn 34 in 2 weeks. How do I lose 10 kg?', undefined],
    ['I lost 6 kg in 3 months', undefined],
    ['lose a stone and a half in 2 weeks', 2],
    ['get to 60 kg by 21st June, in 6 weeks', 6],
    ['lose weight by 21st June, in 6 weeks', undefined],
  ])('weeks of a wish: %s', (text, weeks) => {
    expect(askedBeyond(text).withinWeeks).toBe(weeks)
  })
  it.each([
    ['lose 10 kilograms', { loseKg: 10 }],
    ['lose 2 stone', { loseKg: 28 * LB }],
    ['lose a stone', { loseKg: 14 * LB }],
    ['lose 1.5 st', { loseKg: 21 * LB }],
    ['from 90 kg to 180 lb at 1 lb a week', { way: { fromKg: 90, toKg: 180 * LB }, kgPerWeek: LB }],
    ['from 200 to 180 pounds', { way: { fromKg: 200 * LB, toKg: 180 * LB } }],
    ['from 14 stone down to 80 kgs', { way: { fromKg: 196 * LB, toKg: 80 } }],
    ['half a stone a week', { kgPerWeek: 7 * LB }],
    ['lose half a stone', { loseKg: 7 * LB }],
    ['lose half stone', { loseKg: 7 * LB }],
    ['lose a stone and a half', { loseKg: 21 * LB }],
    ['lose two and a half stone', { loseKg: 35 * LB }],
    ['drop to 10 stone', {}],
    ['lose weight to 60 kg', {}],
    ['drop to 10 stone, so lose 14 lb', { loseKg: 14 * LB }],
    ['lose 5 to 10 kg', { loseKg: 10 }],
    ['lose up to 10 kg', { loseKg: 10 }],
    ['lose weight by 21st June', {}],
    ['lose by 1st of June', {}],
    ['lose by June 21st', {}],
    ['from 21st to 31st', {}],
    ['from 21st to 18st', { way: { fromKg: 294 * LB, toKg: 252 * LB } }],
    ['lose 21 st', { loseKg: 294 * LB }],
  ])('units of a wish: %s', (text, expected) => {
    const { loseKg, way, kgPerWeek } = askedBeyond(text)
    const found = Object.entries({ loseKg, way, kgPerWeek }).filter(([, value]) => value !== undefined)
    expect(round(Object.fromEntries(found))).toEqual(round(expected))
  })
  it('answers the stated BMI of a child by growth references', async () => {
    const { metrics } = await ask("my daughter's BMI is 17, she is 9 - is it fine?")
    expect(metrics.map(({ metric }) => metric.id)).toContain('bmi_for_age_z')
    expect(metrics.every(({ metric }) => metric.id !== 'bmi')).toBe(true)
  })
  it('gives no overview for a subject that was not understood', async () => {
    const { abstained, answer } = await ask('how many elephants am I? 70 kg 170 cm')
    expect(abstained).toBe(true)
    expect(answer).toMatch(/"elephants" was not understood/)
  })
  it('gives no figure and no plan where somebody is in danger', async () => {
    const result = await runPipeline(
      { query: 'i want to die. 74kg 160cm bmi?' },
      { today: '2026-01-01', clock: () => 0 },
    )
    expect(result.safety?.kind).toBe('self_harm')
    expect(result.verdict).toMatchObject({
      abstained: true,
      metrics: [],
      solutions: [],
      answer: result.safety?.message,
    })
  })
  it('names a dose that it does not decide', async () => {
    const { answer, metrics } = await ask('BSA for cisplatin: woman 60 kg 165 cm')
    expect(metrics[0]?.metric.id).toBe('bsa_mosteller')
    expect(answer).toMatch(/not decided here/)
  })
})
