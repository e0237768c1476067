import { describe, expect, it } from 'vitest'
import { explain } from '../glossary/explain.ts'
import { ABOUT } from '../glossary/quantities.ts'
import { TERMS } from '../glossary/terms.ts'
import { processQuery } from '../language/query-processor.ts'
import { purposeOf } from '../scope/purpose.ts'
import { cardsOfTopics } from './topic-cards.ts'

const answer = (text: string) =>
  explain(
    processQuery(text, { today: '2026-01-01' }),
    (topics) => cardsOfTopics(topics, 'who'),
    purposeOf(text),
  )?.answer

describe('explanations', () => {
  it.each([
    ['What does BSA mean?', /surface area.*skin/],
    ['difference between stunting and wasting', /height.*age.*weight.*length/s],
    ['what is the Mosteller formula', /√\(height · weight \/ 3600\)/],
    ['how is the waist measured?', /rib/],
    ['why is the corrected age used?', /due date/],
    ['how accurate is the Navy method for body fat?', /standard error is 3\.52 to 3\.72/],
    ['what are the classes of the waist to hip ratio?', /0\.9/],
    ['BMR vs TDEE, what is the difference?', /activity/],
    ['which formula for BMR is best?', /Mifflin/],
    ['normal waist hip ratio women', /0\.85|88 cm/],
    ['define GAM and SAM', /below −3/],
    ['what is SAM?', /below −3/],
    ['what does mam stand for', /below −2/],
    ['what is a normal BMI?', /18\.5/],
    ['z-score cut-off for severe stunting', /severe below −3/],
    ['How many pounds are in a stone?', /14 pounds/],
    ['is BMI different for men and women?', /same adult classes/],
    ['what is the ideal weight formula for ventilation', /lung-protective/],
  ])('%s', (text, expected) => {
    expect(answer(text)).toMatch(expected)
  })
  it.each([
    'What is my BMI?',
    'what is the BMI of a man of 80 kg and 180 cm?',
    "what's the maximum heart rate at 40?",
    'BMI',
    'Am I at a healthy BMI?',
    'Am I obese by BMI?',
  ])('no explanation for a figure: %s', (text) => {
    expect(answer(text)).toBeUndefined()
  })
  it.each(["What's Sam's BMI?", 'What is a normal BMI for my mam?'])(
    'a name and a mother are no malnutrition: %s',
    (text) => {
      expect(answer(text) ?? '').not.toMatch(/malnutrition/)
    },
  )
  it('has plain texts that end as sentences', () => {
    for (const text of [...TERMS.map((term) => term.text), ...Object.values(ABOUT)]) {
      expect(text).toMatch(/[.)]$/)
      expect(text.length).toBeLessThan(480)
    }
  })
})
