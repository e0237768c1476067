import { describe, expect, it } from 'vitest'
import { processQuery } from '../language/query-processor.ts'
import { scopeOf } from './scope-of.ts'
import { FOREIGN } from './subjects.ts'

const judge = (text: string) => scopeOf(processQuery(text, { today: '2026-01-01' }))

/** Texts of our own, by the subject that they ask for. */
const FOREIGN_TEXTS: Readonly<Record<string, readonly string[]>> = {
  animal: ['my cat weighs 6 kg and is 25 cm tall, bmi?', 'ideal weight of a labrador dog of 3 years'],
  kidney: ['eGFR of a woman of 70, creatinine 110, 62 kg', 'creatinine clearance, 80 kg man, 66 years'],
  must: ['MUST score: BMI 19.1', 'which MUST category is a BMI of 18?', 'MUST step 1 at BMI 18'],
  fluids: ['maintenance fluids for a child of 15 kg', 'is 30 ml/h urine output enough at 80 kg?'],
  dose: [
    'how much amoxicillin for a boy of 5 years, 18 kg?',
    'can I take ibuprofen, 60 kg, 30 F',
    'insulin units for 90 kg man',
    'vancomycin loading 25 mg/kg, 77 kg patient of 50',
    'paracetamol dose for 12 kg toddler',
  ],
  laboratory: ['is my cholesterol of 6.1 too high? 45 M 80kg', 'sodium 128, F 80, 50 kg, what now'],
  circulation: ['blood pressure 150/95 at 100 kg, is that high?', 'QTc of 470 in a woman of 60'],
  score: [
    'Apgar of 7 at 5 minutes, 3.2 kg boy',
    'Wells score for a man of 60, 90 kg',
    'GCS 12 after a fall, 75 kg',
  ],
  cycle: ['when am I ovulating? 29 y 60 kg', 'what is my due date, last period in March, 65 kg'],
  diagnosis: [
    'do I have PCOS? 28 F 85 kg 165 cm',
    'does my son have asthma, 7 y 25 kg',
    'do I qualify for a gastric bypass, 120kg 170 cm',
  ],
  alcohol: [
    'how many beers can I drink and still drive, 90 kg',
    'blood alcohol after 3 glasses of wine, 60 kg F',
  ],
  food: [
    'how many calories are in a banana',
    'how much protein should I eat at 80 kg?',
    'recipe for a low fat lasagne',
  ],
  exercise: ['how many calories do I burn running 10 km at 70 kg?', 'what marathon pace for 65 kg 35 M'],
  clothes: ['what size shirt for 180 cm and 80 kg?', 'bike frame size for 175 cm'],
  other: [
    'what is the weather in Paris tomorrow?',
    'write a poem about my weight of 80 kg',
    'translate hello to French',
  ],
}

const OWN_TEXTS: readonly string[] = [
  'BSA for chemo dose: 70 kg 175 cm',
  'ideal body weight for tidal volume, man 180 cm',
  'adjusted weight for gentamicin, 110 kg F 165 cm',
  'on metformin. BMI at 95 kg and 170 cm?',
  'fasting glucose 5.0, blood pressure fine, 70 kg 172 cm: BMI',
  'I take warfarin, am I overweight? 90 kg, 175 cm',
  'max heart rate at 50',
  'total body water for a sodium problem: F 70 60 kg 160 cm',
  'how many calories do I need a day, 30 F 60 kg 165 cm, sedentary',
  'my dog ate my scale but I am 70 kg and 175 cm, bmi?',
  'I walk my dog daily, 70 kg 175 cm bmi',
  'body frame size: wrist 17 cm, 178 cm, man',
  'I am 80 kg and 180 cm',
  'BP 125/80, HR 62, weight 82 kg, height 181 cm',
  'LDL 130, HDL 45; man 55 y 95 kg 178 cm waist 108 cm',
  'what is BMI prime of 82 kg and 178 cm',
  'blood volume of a donor, 70 kg 175 cm male',
]

describe('scope', () => {
  for (const [subject, texts] of Object.entries(FOREIGN_TEXTS))
    it.each(texts)(`${subject}: %s`, (text) => {
      expect(judge(text)).toMatchObject({ kind: 'out_of_scope', subject })
    })
  it.each(OWN_TEXTS)('ours: %s', (text) => {
    expect(judge(text).kind).toBe('in_scope')
  })
  it('covers every subject by a text', () => {
    expect(Object.keys(FOREIGN_TEXTS).sort()).toEqual(FOREIGN.map(({ id }) => id).sort())
  })
  it('names a dose that is not decided here next to a metric of ours', () => {
    expect(judge('BSA for a cisplatin dose: 70 kg 175 cm')).toMatchObject({
      aside: expect.stringMatching(/dose/),
    })
  })
})
