import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processQuery } from './query-processor.ts'
import type { Person } from './structured-query.ts'

const read = (text: string) => processQuery(text, { today: '2026-06-15' })
const only = (text: string): Person => {
  const { people } = read(text)
  expect(people, text).toHaveLength(1)
  return people[0]!
}

const kg = fc.integer({ min: 45, max: 140 })
const cm = fc.integer({ min: 145, max: 205 })
const pick = (...forms: string[]) => fc.constantFrom(...forms)

describe('polarity of composed clauses', () => {
  const facts = fc.constantFrom(
    { fact: 'pregnant' as const, noun: 'pregnancy', state: 'pregnant' },
    { fact: 'oedema' as const, noun: 'oedema', state: 'oedematous' },
    { fact: 'athlete' as const, noun: 'athlete', state: 'an athlete' },
    { fact: 'amputation' as const, noun: 'amputation', state: 'an amputee' },
  )
  const denials: ((noun: string, state: string) => string)[] = [
    (_noun, state) => `She is not ${state}`,
    (_noun, state) => `she isn't ${state}`,
    (_noun, state) => `never been ${state}`,
    (_noun, state) => `neither ${state} nor diabetic`,
    (_noun, state) => `certainly not ${state}`,
    (noun) => `${noun}: no`,
    (noun) => `${noun} (-)`,
    (noun) => `${noun} was ruled out`,
    (noun) => `no fever, rash or ${noun}`,
    (noun) => `the patient denies ${noun}`,
    (noun) => `without ${noun}`,
    (noun) => `${noun} absent`,
    (_noun, state) => `no longer ${state}`,
  ]
  const statements: ((noun: string, state: string) => string)[] = [
    (_noun, state) => `She is ${state}`,
    (_noun, state) => `currently ${state}`,
    (_noun, state) => `not diabetic but ${state}`,
    (noun) => `${noun}: yes`,
    (noun) => `no fever. Has ${noun}`,
  ]
  const around = fc.tuple(fc.constantFrom(', ', '. ', '; ', ': '), kg, cm, fc.boolean())
  const texts = (forms: typeof denials) =>
    fc.tuple(facts, fc.constantFrom(...forms), around).map(([entry, form, [join, weight, height, first]]) => {
      const clause = form(entry.noun, entry.state)
      const values = `${weight} kg, ${height} cm`
      return { ...entry, weight, height, text: first ? `${clause}${join}${values}` : `${values}. ${clause}.` }
    })

  it('a denied condition is false and a stated one is true, wherever the clause stands', () => {
    const law = (forms: typeof denials, holds: boolean) =>
      fc.assert(
        fc.property(texts(forms), ({ fact, text, weight, height }) => {
          const person = only(text)
          expect(person.facts[fact], text).toBe(holds)
          expect(person.values.weightKg?.value, text).toBe(weight)
          expect(person.values.heightCm?.value, text).toBe(height)
        }),
        { numRuns: 300 },
      )
    law(denials, false)
    law(statements, true)
  })

  it('says nothing of what is only planned or feared', () => {
    for (const text of ['trying to get pregnant, 60 kg, 165 cm', 'at risk of amputation, 80 kg, 180 cm'])
      expect(only(text).facts, text).toEqual({})
  })
})

describe('time of composed clauses', () => {
  it('keeps a former value as history and the present one as the value', () => {
    const forms = pick(
      'I was {a} kg last year, now I am {b} kg, {h} cm',
      'two years ago {a} kg, today {b} kg; {h} cm',
      '{h} cm, {b} kg (was {a} kg)',
      'I used to weigh {a} kg. These days {b} kg. {h} cm',
      'went from {a} kg to {b} kg, height {h} cm',
      'height {h} cm; {a} kg before, {b} kg now',
      'In March I weighed {a} kg, currently {b} kg at {h} cm',
    )
    fc.assert(
      fc.property(forms, kg, fc.integer({ min: 2, max: 12 }), cm, (form, a, less, h) => {
        const b = a - less
        const text = form.replace('{a}', `${a}`).replace('{b}', `${b}`).replace('{h}', `${h}`)
        const person = only(text)
        expect(person.values.weightKg?.value, text).toBe(b)
        expect(
          person.past?.map((past) => past.value),
          text,
        ).toContain(a)
      }),
      { numRuns: 200 },
    )
  })

  it('computes what is supposed and aims at what is wished', () => {
    fc.assert(
      fc.property(kg, fc.integer({ min: 2, max: 12 }), cm, (a, less, h) => {
        const b = a - less
        expect(
          only(`I am ${a} kg and ${h} cm. If I get to ${b} kg, what is my BMI?`).values.weightKg?.value,
        ).toBe(b)
        const wish = only(`I want to weigh ${b} kg; now ${a} kg, ${h} cm`)
        expect(wish.values.weightKg?.value).toBe(a)
        expect(wish.targets).toMatchObject([{ of: 'weightKg', value: b }])
      }),
    )
  })

  it('works a loss out from the weight now', () => {
    fc.assert(
      fc.property(
        kg,
        fc.integer({ min: 2, max: 15 }),
        fc.integer({ min: 1, max: 12 }),
        (now, lost, months) => {
          const { values } = only(`lost ${lost} kg in ${months} months, now ${now} kg, 170 cm, 75 y`)
          expect(values.weightKg?.value).toBe(now)
          expect(values.weightLossPercent?.value).toBeCloseTo((100 * lost) / (now + lost), 9)
          expect(values.weightLossMonths?.value).toBeCloseTo(months, 9)
        },
      ),
    )
  })

  it('takes a value back, in either order', () => {
    const forms = pick(
      '{a} kg, sorry, {b} kg; {h} cm',
      'weight {a} kg, my mistake, {b} kg. {h} cm',
      '{b} kg, not {a} kg, and {h} cm',
      'not {a} kg but {b} kg, {h} cm',
      'the nurse wrote {a} kg but it is {b} kg; {h} cm',
      '{a} kg (typo, should be {b} kg), {h} cm',
    )
    fc.assert(
      fc.property(forms, kg, fc.integer({ min: 2, max: 12 }), cm, (form, a, more, h) => {
        const b = a + more
        const text = form.replace('{a}', `${a}`).replace('{b}', `${b}`).replace('{h}', `${h}`)
        const person = only(text)
        expect(person.values.weightKg?.value, text).toBe(b)
        expect(person.values.heightCm?.value, text).toBe(h)
      }),
      { numRuns: 200 },
    )
  })

  it('states a metric and never takes it for an age', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 14, max: 45 }),
        pick('my BMI is ', 'BMI of ', 'her BMI came out at '),
        (bmi, form) => {
          const person = only(`${form}${bmi}. Is that fine?`)
          expect(person.stated).toMatchObject([{ topic: 'bmi', value: bmi }])
          expect(person.values.ageYears).toBeUndefined()
        },
      ),
    )
  })
})
