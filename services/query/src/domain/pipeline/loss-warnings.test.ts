import { expect, test } from 'vitest'
import { processQuery } from '../language/query-processor.ts'
import { lossWarnings } from './loss-warnings.ts'
import type { GroundedPerson } from './semantic-grounding.ts'

const person = (inputs: GroundedPerson['inputs'], before?: number, longAgo?: true): GroundedPerson => ({
  index: 0,
  label: 'person',
  inputs,
  sources: {},
  population: 'general',
  conditions: [],
  targets: [],
  stated: [],
  past:
    before === undefined
      ? []
      : [{ of: 'weightKg', value: before, text: '', start: 0, end: 0, ...(longAgo && { longAgo }) }],
})
const DAY = 1 / 365.25

test('sends a newborn to a midwife above a tenth of the birth weight', () => {
  expect(lossWarnings(person({ ageYears: 6 * DAY, weightKg: 2.95 }, 3.6))[0]).toContain('18 %')
  expect(lossWarnings(person({ ageYears: 4 * DAY, weightKg: 3.3 }, 3.6))).toEqual([])
  expect(lossWarnings(person({ ageYears: 22 * DAY, weightKg: 3.5 }, 3.6))[0]).toContain('three weeks')
  expect(lossWarnings(person({ ageYears: 22 * DAY, weightKg: 3.8 }, 3.6))).toEqual([])
})

test('names a doctor for an adult who lost much, and for nobody else', () => {
  const adult = { ageYears: 47, weightKg: 61 }
  expect(lossWarnings(person({ ...adult, weightLossMonths: 1.2 }, 72))[0]).toContain('15 %')
  expect(lossWarnings(person({ ...adult, weightLossMonths: 5 }, 63))).toEqual([])
  expect(lossWarnings(person(adult, 66))).toEqual([])
  expect(lossWarnings(person(adult, 70))).toHaveLength(1)
  expect(lossWarnings(person(adult, 55))).toEqual([])
  expect(lossWarnings(person(adult))).toEqual([])
  expect(lossWarnings(person({ ageYears: 9, weightKg: 25 }, 30))).toEqual([])
  expect(lossWarnings(person({ weightKg: 60, pregnant: true }, 70))).toEqual([])
})

test('judges a loss with its time by itself, and a former weight of long ago by the longer limit', () => {
  const adult = { ageYears: 47, weightKg: 70 }
  const told = (weightLossPercent: number, weightLossMonths: number, before?: number, longAgo?: true) =>
    lossWarnings(person({ ...adult, weightLossPercent, weightLossMonths }, before, longAgo)).join()
  expect(told(10.3, 3, 100)).toContain('by 30 %')
  expect(told(3, 3, 100, true)).toContain('by 30 %')
  expect(told(3, 3, 76, true)).toBe('')
  expect(told(3, 3, 76)).toContain('by 8 %')
  expect(told(3, 9, 76)).toBe('')
  expect(told(7.9, 3, 60)).toContain('by 8 %')
  expect(told(7.9, 9)).toBe('')
})

test.each([
  ['I was 80 kg in June, I am 74 kg now, lost 3 kg in 4 weeks', undefined],
  ['usual weight 80 kg, now 70 kg, lost 4 kg in 4 weeks', undefined],
  ['I was 80 kg in 2025, I am 74 kg now', undefined],
  ['I was 80 kg in 2010, I am 74 kg now', true],
  ['In 2010 I was 80 kg. I am 74 kg now', true],
  ['I was 80 kg 10 years ago, I am 74 kg now', true],
])('dates a former weight: %s', (text, longAgo) => {
  const [former] = processQuery(text, { today: '2026-01-01' }).people[0]!.past!
  expect(former).toMatchObject({ value: 80 })
  expect(former!.longAgo).toBe(longAgo)
})
