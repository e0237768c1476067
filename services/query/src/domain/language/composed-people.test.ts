import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processQuery } from './query-processor.ts'

const read = (text: string) => processQuery(text, { today: '2026-06-15' })
type Body = { readonly kg: number; readonly cm: number }
const body = fc.record({ kg: fc.integer({ min: 45, max: 140 }), cm: fc.integer({ min: 145, max: 205 }) })

const expectBodies = (text: string, bodies: readonly Body[]): void => {
  const { people, ambiguities } = read(text)
  expect(ambiguities, text).toEqual([])
  expect(
    people.map(({ values }) => ({ kg: values.weightKg?.value, cm: values.heightCm?.value })),
    text,
  ).toEqual(bodies)
}

describe('several people', () => {
  const pairs: ((a: Body, b: Body) => string)[] = [
    (a, b) => `My wife is ${a.kg} kg and ${a.cm} cm, I am ${b.kg} kg and ${b.cm} cm. BMI of both?`,
    (a, b) => `Anna: ${a.kg} kg, ${a.cm} cm. Ben: ${b.kg} kg, ${b.cm} cm`,
    (a, b) => `one is ${a.kg} kg and ${a.cm} cm, the other ${b.kg} kg and ${b.cm} cm`,
    (a, b) => `first ${a.kg} kg / ${a.cm} cm, second ${b.kg} kg / ${b.cm} cm`,
    (a, b) => `my husband, ${a.kg} kg, ${a.cm} cm, and me, ${b.kg} kg, ${b.cm} cm`,
    (a, b) => `1) ${a.kg} kg ${a.cm} cm 2) ${b.kg} kg ${b.cm} cm`,
    (a, b) => `mother ${a.kg} kg ${a.cm} cm, father ${b.kg} kg ${b.cm} cm`,
    (a, b) => `patient A: ${a.kg} kg ${a.cm} cm; patient B: ${b.kg} kg ${b.cm} cm`,
  ]
  it('each keeps the own values, and nobody is invented', () => {
    fc.assert(
      fc.property(fc.constantFrom(...pairs), body, body, (form, a, b) => expectBodies(form(a, b), [a, b])),
      { numRuns: 300 },
    )
  })

  it('reads lists of values of twins, triplets and siblings in order', () => {
    const list = (values: readonly number[], unit: string) =>
      `${values
        .slice(0, -1)
        .map((value) => `${value} ${unit}`)
        .join(', ')} and ${values.at(-1)} ${unit}`
    fc.assert(
      fc.property(
        fc.array(fc.record({ kg: fc.integer({ min: 10, max: 19 }), cm: fc.integer({ min: 85, max: 110 }) }), {
          minLength: 2,
          maxLength: 3,
        }),
        (bodies) => {
          const noun = bodies.length === 2 ? 'twins' : 'triplets'
          const text = `${noun} aged 4: ${list(
            bodies.map((one) => one.kg),
            'kg',
          )}; ${list(
            bodies.map((one) => one.cm),
            'cm',
          )}`
          expectBodies(text, bodies)
          for (const { values } of read(text).people) expect(values.ageYears?.value).toBe(4)
        },
      ),
    )
  })
})

describe('pasted tables', () => {
  const delimiters = fc.constantFrom(
    { head: 'name\tweight (kg)\theight (cm)', row: (n: string, b: Body) => `${n}\t${b.kg}\t${b.cm}` },
    { head: 'id,weight_kg,height_cm', row: (n: string, b: Body) => `${n},${b.kg},${b.cm}` },
    {
      head: '| patient | kg | cm |\n|---|---|---|',
      row: (n: string, b: Body) => `| ${n} | ${b.kg} | ${b.cm} |`,
    },
    { head: 'Name;Wt;Ht', row: (n: string, b: Body) => `${n};${b.kg},0 kg;${b.cm} cm` },
  )
  it('become one person per row, between any words', () => {
    fc.assert(
      fc.property(
        delimiters,
        fc.array(body, { minLength: 1, maxLength: 6 }),
        fc.constantFrom('', 'BMI please:\n'),
        fc.constantFrom('', '\nBMI of each row?'),
        ({ head, row }, bodies, before, after) => {
          const rows = bodies.map((one, i) => row(`P${i + 1}`, one))
          expectBodies(`${before}${head}\n${rows.join('\n')}${after}`, bodies)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('reads sex, age in months and dates by their heads', () => {
    const { people } = read('id,sex,age_months,weight_kg\n1,F,14,8.9\n2,M,30,12.2')
    expect(people.map(({ sex, values }) => [sex, values.weightKg?.value])).toEqual([
      ['female', 8.9],
      ['male', 12.2],
    ])
    expect(people[0]!.values.ageYears?.value).toBeCloseTo(14 / 12, 9)
    const dated = read('dob,sex,weight_kg,date\n2023-01-05,F,12.1,2025-01-05').people[0]!
    expect(dated.facts).toMatchObject({ birthDate: '2023-01-05', measurementDate: '2025-01-05' })
    expect(dated.values.ageYears?.value).toBeCloseTo(2, 2)
  })
})

describe('births', () => {
  it('tells gestation from age and pregnancy, however it is written', () => {
    const weeks = fc.integer({ min: 24, max: 36 })
    const forms: ((w: number) => string)[] = [
      (w) => `born at ${w} weeks, now 5 months, 5.2 kg, girl`,
      (w) => `${w} wk preemie, now 5 months, 5.2 kg, girl`,
      (w) => `my ${w} weeker is 5 months old, girl, 5.2 kg`,
      (w) => `ex-prem ${w}/40, girl, 5/12 old, 5.2 kg`,
      (w) => `GA ${w} weeks, girl, now 5 months, 5.2 kg`,
      (w) => `born ${40 - w} weeks early, now 5 months, 5.2 kg girl`,
      (w) => `girl of ${w} weeks gestation, 5 months old, 5.2 kg`,
    ]
    fc.assert(
      fc.property(fc.constantFrom(...forms), weeks, (form, w) => {
        const [child] = read(form(w)).people
        expect(child?.values.gestationalAgeWeeks?.value, form(w)).toBeCloseTo(w, 6)
        expect(child?.values.ageYears?.value, form(w)).toBeCloseTo(5 / 12, 6)
      }),
    )
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 41 }), (w) => {
        const [mother] = read(`I am ${w} weeks pregnant, 30 years old, 70 kg, 165 cm`).people
        expect(mother?.values.pregnancyWeeks?.value).toBeCloseTo(w, 6)
        expect(mother?.values.ageYears?.value).toBe(30)
      }),
    )
  })

  it('computes the age on the day of the measurement and refuses one before the birth', () => {
    const read1 = read('DOB: 17 Aug 2022. On 1 Dec 2022 she weighed 5.62 kg.').people[0]!
    expect(read1.values.ageYears?.value).toBeCloseTo(106 / 365.25, 9)
    const before = read('born 2024-01-10, measured 2023-12-01, girl 9 kg')
    expect(before.people[0]!.values.ageYears).toBeUndefined()
    expect(before.ambiguities).toMatchObject([{ field: 'measurementDate', kind: 'invalid' }])
  })
})
