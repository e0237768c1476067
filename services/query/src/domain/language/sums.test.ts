import { describe, expect, test } from 'vitest'
import { joinNumbers } from './number-words.ts'
import { parseQuantity } from './parse-quantity.ts'
import { processQuery } from './query-processor.ts'
import { amountOrSum } from './sums.ts'
import { tokenize } from './tokens.ts'

const kg = (text: string) => parseQuantity(text, 'mass')
const cm = (text: string) => parseQuantity(text, 'length')
const POUND = 0.45359237
const STONE = 14 * POUND

describe('sums of stated amounts', () => {
  test('hold for every amount, relation and number', () => {
    for (const stones of [8, 11, 15])
      for (const pounds of [1, 2, 7, 13])
        for (const [words, sign] of [
          ['over', 1],
          ['above', 1],
          ['more than', 1],
          ['on top of', 1],
          ['under', -1],
          ['below', -1],
          ['short of', -1],
          ['shy of', -1],
          ['less than', -1],
        ] as const) {
          const sum = stones * STONE + sign * pounds * POUND
          expect(kg(`${pounds} lb ${words} ${stones} stone`)).toBeCloseTo(sum, 9)
          expect(kg(`${pounds} pounds ${words} ${stones} st`)).toBeCloseTo(sum, 9)
        }
  })

  test('undo each other, and equal the compound of both', () => {
    for (const pounds of [1, 5, 11]) {
      expect(kg(`${pounds} lb over 11 stone`) + kg(`${pounds} lb under 11 stone`)).toBeCloseTo(22 * STONE, 9)
      expect(kg(`11 stone plus ${pounds} lb`)).toBeCloseTo(kg(`11 stone ${pounds} lb`), 9)
      expect(kg(`11 stone minus ${pounds} lb`)).toBeCloseTo(kg(`${pounds} lb under 11 stone`), 9)
    }
  })

  test.each([
    ['half a stone over 12 stone', 12.5 * STONE],
    ['twelve stone and a half', 12.5 * STONE],
    ['a stone and a half under 15 stone', 13.5 * STONE],
    ['3 kg short of 90', 87],
    ['a kilo off 80 kg', 79],
    ['a couple of pounds over 13 stone', 13 * STONE + 2 * POUND],
  ])('%s', (text, expected) => {
    expect(kg(text)).toBeCloseTo(expected, 9)
  })

  test.each([
    ['an inch shy of six foot', 71 * 2.54],
    ['an inch and a half under six foot', 70.5 * 2.54],
    ['an inch under six', 71 * 2.54],
    ['2 cm off 1.80', 178],
    ['six foot minus an inch', 71 * 2.54],
  ])('%s', (text, expected) => {
    expect(cm(text)).toBeCloseTo(expected, 9)
  })

  test.each([
    'lost 5 kg over 2 months',
    '5 kg over my goal',
    '12 kg over 10',
    '80 kg plus 180 cm',
    '80 kg minus 2 kg',
  ])('"%s" is no sum', (text) => {
    const tokens = joinNumbers(tokenize(text))
    const at = tokens.findIndex(({ number }) => number !== undefined)
    expect(amountOrSum(tokens, at)?.amount).toBe(tokens[at]!.number!.value)
  })
})

describe('ages and heights as people say them', () => {
  const first = (text: string) => processQuery(text, { today: '2026-01-01' }).people[0]!
  test.each([
    ['five eleven and 80 kg', { heightCm: 180.34, weightKg: 80 }],
    ['five three and a half, ten stone six', { heightCm: 161.29, weightKg: 146 * POUND }],
    ['170-ish cm, 80-odd kilos', { heightCm: 170, weightKg: 80 }],
    ['72 000 g and 1 760 mm', { heightCm: 176, weightKg: 72 }],
    ['29 m 77kg 1.75m', { ageYears: 29, heightCm: 175, weightKg: 77 }],
    ["he'll be 5 in two weeks, boy, 18 kg", { ageYears: 5 - 14 / 365.25, weightKg: 18 }],
    ['up 6 kg to 83, 176 tall', { heightCm: 176, weightKg: 83 }],
    ['was 104 kg at new year, down to 91 today, 1.84m', { heightCm: 184, weightKg: 91 }],
    ["I'm 1.86 and 94, bmi", { heightCm: 186, weightKg: 94 }],
  ])('%s', (text, expected) => {
    const { values } = first(text)
    for (const [name, value] of Object.entries(expected))
      expect(values[name as 'heightCm']?.value, name).toBeCloseTo(value, 6)
  })

  test('two bare numbers stay a question where a second reading is possible', () => {
    for (const text of ['bmi 150 150', 'bmi 180 150', 'bmi 170 12'])
      expect(processQuery(text, { today: '2026-01-01' }).people).toEqual([])
  })

  test('what is said of all children holds for those who are named after it', () => {
    const { people } = processQuery('Both my sons are 7. Leo weighs 23 kg, Max 27 kg.', {
      today: '2026-01-01',
    })
    expect(people.map(({ sex, values }) => [sex, values.ageYears?.value, values.weightKg?.value])).toEqual([
      ['male', 7, 23],
      ['male', 7, 27],
    ])
  })
})
