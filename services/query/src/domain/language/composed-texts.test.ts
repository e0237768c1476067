import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processQuery } from './query-processor.ts'
import type { NumericInput } from './structured-query.ts'

/** A way to write a number, and the canonical number that it states. */
type Written = { readonly text: string; readonly value: number }
const CM_PER_INCH = 2.54
const KG_PER_POUND = 0.45359237

const lengths: ((cm: number) => Written)[] = [
  (cm) => ({ text: `${cm} cm`, value: cm }),
  (cm) => ({ text: `${cm}cm`, value: cm }),
  (cm) => ({ text: `${cm},5 cm`, value: cm + 0.5 }),
  (cm) => ({
    text: `${Math.round(cm / CM_PER_INCH)} inches`,
    value: Math.round(cm / CM_PER_INCH) * CM_PER_INCH,
  }),
  (cm) => ({ text: `${Math.round(cm / CM_PER_INCH)}"`, value: Math.round(cm / CM_PER_INCH) * CM_PER_INCH }),
]
const feet = (cm: number, write: (feet: number, inches: number) => string): Written => {
  const inches = Math.round(cm / CM_PER_INCH)
  return { text: write(Math.trunc(inches / 12), inches % 12), value: inches * CM_PER_INCH }
}
const heights: ((cm: number) => Written)[] = [
  (cm) => ({ text: `${cm} cm`, value: cm }),
  (cm) => ({ text: `${(cm / 100).toFixed(2)} m`, value: cm }),
  (cm) => ({ text: `${(cm / 100).toFixed(2).replace('.', ',')}m`, value: cm }),
  (cm) => ({ text: `${Math.trunc(cm / 100)}m${String(cm % 100).padStart(2, '0')}`, value: cm }),
  (cm) => feet(cm, (f, i) => `${f}'${i}"`),
  (cm) => feet(cm, (f, i) => `${f}’${i}”`),
  (cm) => feet(cm, (f, i) => `${f} ft ${i} in`),
  (cm) => feet(cm, (f, i) => `${f} foot ${i}`),
]
const pounds = (kg: number): number => Math.round(kg / KG_PER_POUND)
const weights: ((kg: number) => Written)[] = [
  (kg) => ({ text: `${kg} kg`, value: kg }),
  (kg) => ({ text: `${kg}.5kg`, value: kg + 0.5 }),
  (kg) => ({ text: `${kg},5 kilos`, value: kg + 0.5 }),
  (kg) => ({ text: `${pounds(kg)} lb`, value: pounds(kg) * KG_PER_POUND }),
  (kg) => ({ text: `${pounds(kg)} pounds`, value: pounds(kg) * KG_PER_POUND }),
  (kg) => ({
    text: `${Math.trunc(pounds(kg) / 14)} st ${pounds(kg) % 14} lb`,
    value: pounds(kg) * KG_PER_POUND,
  }),
]
const ages: ((years: number) => Written)[] = [
  (years) => ({ text: `${years} years old`, value: years }),
  (years) => ({ text: `aged ${years}`, value: years }),
  (years) => ({ text: `${years} y/o`, value: years }),
  (years) => ({ text: `age: ${years}`, value: years }),
]

const part = (
  name: NumericInput,
  labels: readonly string[],
  forms: readonly ((n: number) => Written)[],
  min: number,
  max: number,
) =>
  fc
    .tuple(fc.constantFrom(...labels), fc.constantFrom(...forms), fc.integer({ min, max }))
    .map(([label, form, amount]) => {
      const { text, value } = form(amount)
      return { name, text: label + text, value }
    })

const person = fc
  .tuple(
    part('heightCm', ['', 'height ', 'height: ', 'I am ', 'my height is '], heights, 145, 205),
    part('weightKg', ['', 'weight ', 'weight: ', 'I weigh ', 'my weight is '], weights, 45, 140),
    part('ageYears', [''], ages, 19, 90),
    part('waistCm', ['waist ', 'waist: ', 'my waist is ', 'waist circumference of '], lengths, 60, 140),
    part('neckCm', ['neck ', 'neck = '], lengths, 30, 50),
  )
  .chain((parts) => fc.shuffledSubarray(parts, { minLength: 2 }))

const joins = fc.constantFrom(', ', '; ', ' and ', '. ', '\n', ' | ', ', and ')
const openings = fc.constantFrom('', 'Hi! ', 'Hello doctor, ', 'Quick question: ', 'FYI ')
const endings = fc.constantFrom(
  '',
  ' Thanks!',
  ' What is my BMI?',
  ' I run 5 km twice a week.',
  ' My bike weighs 9 kg.',
  ' BP 120/80.',
  ' I slept 7 hours.',
)

describe('texts composed of known statements', () => {
  it('are read as stated: every number that is accepted is the one that was written', () => {
    fc.assert(
      fc.property(person, joins, openings, endings, (parts, join, opening, ending) => {
        const text = `${opening}${parts.map((p) => p.text).join(join)}.${ending}`
        const { people } = processQuery(text, { today: '2026-06-15' })
        expect(people).toHaveLength(1)
        const truth = new Map<string, number>(parts.map(({ name, value }) => [name, value]))
        for (const [name, read] of Object.entries(people[0]!.values))
          expect(read.value).toBeCloseTo(truth.get(name) ?? Number.NaN, 6)
        expect(Object.keys(people[0]!.values).sort()).toEqual([...truth.keys()].sort())
      }),
      { numRuns: 600 },
    )
  })
})
