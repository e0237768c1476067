import { defineCard, noValue } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'

export const bodyFatEvans7 = defineCard({
  id: 'body_fat_evans_7',
  name: 'Body fat (Evans, athletes, 7 folds)',
  category: 'body_fat',
  quantity: 'body_fat_percent',
  required: [
    'sex',
    'chestMm',
    'midaxillaryMm',
    'tricepsMm',
    'subscapularMm',
    'abdominalMm',
    'suprailiacMm',
    'thighMm',
  ],
  optional: ['athlete', 'ancestry'],
  unit: '%',
  decimals: 1,
  formula: '10.566 + 0.12077·S − 8.057 (men) − 2.545 (black)  (mm)',
  citation: {
    authors: 'Evans EM, Rowe DA, Misic MM, Prior BM, Arngrímsson SÁ',
    year: 2005,
    journal: 'Med Sci Sports Exerc 37:2006–2011',
    title: 'Skinfold prediction equation for athletes developed using a four-component model',
    doi: '10.1249/01.mss.0000176682.54071.5c',
  },
  appliesTo: 'adult',
  suppressions: GIRTHS_VOIDED,
  possible: { min: 0, max: 80 },
  compute: ({
    sex,
    chestMm,
    midaxillaryMm,
    tricepsMm,
    subscapularMm,
    abdominalMm,
    suprailiacMm,
    thighMm,
    athlete,
    ancestry,
  }) => {
    if (athlete !== true)
      return noValue(
        'the equation was made for competitive athletes',
        athlete === undefined ? 'athlete' : undefined,
      )
    const sumMm = chestMm + midaxillaryMm + tricepsMm + subscapularMm + abdominalMm + suprailiacMm + thighMm
    return 10.566 + 0.12077 * sumMm - (sex === 'male' ? 8.057 : 0) - (ancestry === 'black' ? 2.545 : 0)
  },
})
