import { describe, expect, it } from 'vitest'
import { processQuery } from '../language/query-processor.ts'
import { conversionOf } from './conversion.ts'

const converted = (text: string) => conversionOf(processQuery(text, { today: '2026-01-01' }))

describe('a question about another unit', () => {
  it.each([
    ['whats 12 stone 3 in kg', '12 stone 3 is 77.6 kg.'],
    ['how many pounds is 70 kg', '70 kg is 154.3 lb.'],
    ['60 kg in stone and pounds', '60 kg is 9 st 6.3 lb.'],
    ['convert 170 cm to feet and inches', '170 cm is 5 ft 6.9 in.'],
    ['80kg=?lb', '80kg is 176.4 lb.'],
    ['baby weighs 7lb 6oz how many kg', '7lb 6oz is 3.35 kg.'],
    ['how many kg is 20 oz', '20 oz is 0.567 kg.'],
    ["i'm 5'4 and 10 stone 2, what's that in cm and kg", "5'4 is 162.6 cm. 10 stone 2 is 64.4 kg."],
  ])('%s', (text, answer) => {
    expect(converted(text)).toBe(answer)
  })

  it.each([
    'BMI of 12 stone 3 at 170 cm, in kg please',
    'I weigh 80 kg, how many pounds should I lose?',
    'healthy weight in stone at 170 cm',
    '80 kg, how many kg should I weigh?',
    'lost 5 kg off 90 kg, how many pounds is that?',
  ])('is not this one: %s', (text) => {
    expect(converted(text)).toBeUndefined()
  })
})
