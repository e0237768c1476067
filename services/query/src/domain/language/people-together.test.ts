import { describe, expect, it } from 'vitest'
import { processQuery } from './query-processor.ts'

/** Weight and height of everybody in a text. */
const bodiesIn = (text: string): readonly (readonly (number | undefined)[])[] =>
  processQuery(text, { today: '2026-01-01' }).people.map(({ values }) => [
    values.weightKg?.value,
    values.heightCm?.value,
  ])

describe('people who are named together', () => {
  it.each([
    'bride and groom, 58 kg and 81 kg, 166 cm and 183 cm. BMI for both',
    'Ines and Tarek are 166 and 183 cm tall and weigh 58 and 81 kg respectively. BMIs?',
  ])('get the values of a list in order: %s', (text) => {
    expect(bodiesIn(text)).toEqual([
      [58, 166],
      [81, 183],
    ])
  })
})

describe('people who are named apart', () => {
  it.each([
    [
      'a pronoun finds somebody whose sex was not said',
      'I weigh 58 kg, my partner 81 kg. I am 166 cm tall, he is 183 cm.',
    ],
    [
      '"mine are" is said of the speaker',
      'mine are 58 kg and 166 cm, my husband weighs 81 kg and is 183 cm tall. BMIs',
    ],
    ['a letter and a measure open an entry', 'patient A 58 kg 166 cm, patient B 81 kg 183 cm: BMI'],
    [
      'a name and a label open an entry',
      'Kim: height 166 cm, weight 58 kg. Rob: height 183 cm, weight 81 kg. BMIs',
    ],
    ['bullets open entries', '- Me 1.66 m, 58 kg\n- Dad 1.83 m, 81 kg\nBMI of both'],
  ])('%s', (_cause, text) => {
    expect(bodiesIn(text)).toEqual([
      [58, 166],
      [81, 183],
    ])
  })
})

describe('a number that corrects', () => {
  it.each([
    '90 kg, 172 cm. Sorry, scratch that, the scale says 84. BMI?',
    'bmi 84kg 165cm, oh wait, without shoes it is 172',
  ])('changes the measure that it is near to: %s', (text) => {
    expect(bodiesIn(text)).toEqual([[84, 172]])
  })
})
