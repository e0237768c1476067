import { defineCard, noValue } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'

export const bodyFatEvans3 = defineCard({
  id: 'body_fat_evans_3',
  name: 'Body fat (Evans, athletes, 3 folds)',
  category: 'body_fat',
  quantity: 'body_fat_percent',
  required: ['sex', 'abdominalMm', 'thighMm', 'tricepsMm'],
  optional: ['athlete', 'ancestry'],
  unit: '%',
  decimals: 1,
  formula: '8.997 + 0.24658·S − 6.343 (men) − 1.998 (black)  (mm)',
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
  compute: ({ sex, abdominalMm, thighMm, tricepsMm, athlete, ancestry }) => {
    if (athlete !== true)
      return noValue(
        'the equation was made for competitive athletes',
        athlete === undefined ? 'athlete' : undefined,
      )
    const sumMm = abdominalMm + thighMm + tricepsMm
    return 8.997 + 0.24658 * sumMm - (sex === 'male' ? 6.343 : 0) - (ancestry === 'black' ? 1.998 : 0)
  },
})
