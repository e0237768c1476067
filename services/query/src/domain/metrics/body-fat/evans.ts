import { type Citation, defineCard, type EquationCard, noValue } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'

const EVANS_2005: Citation = {
  authors: 'Evans EM, Rowe DA, Misic MM, Prior BM, Arngrímsson SÁ',
  year: 2005,
  journal: 'Med Sci Sports Exerc 37:2006–2011',
  title: 'Skinfold prediction equation for athletes developed using a four-component model',
  doi: '10.1249/01.mss.0000176682.54071.5c',
}

const ATHLETES_FOLDS = {
  category: 'body_fat',
  quantity: 'body_fat_percent',
  optional: ['athlete', 'ancestry'],
  unit: '%',
  decimals: 1,
  appliesTo: 'adult',
  suppressions: GIRTHS_VOIDED,
  possible: { min: 0, max: 80 },
} as const

/** Body fat of athletes from three or seven skinfolds (Evans et al. 2005). */
export const evansCards: readonly EquationCard[] = [
  defineCard({
    ...ATHLETES_FOLDS,
    id: 'body_fat_evans_3',
    name: 'Body fat (Evans, athletes, 3 folds)',
    required: ['sex', 'abdominalMm', 'thighMm', 'tricepsMm'],
    formula: '8.997 + 0.24658·S − 6.343 (men) − 1.998 (black)  (mm)',
    citation: EVANS_2005,
    compute: ({ sex, abdominalMm, thighMm, tricepsMm, athlete, ancestry }) => {
      if (athlete !== true)
        return noValue(
          'the equation was made for competitive athletes',
          athlete === undefined ? 'athlete' : undefined,
        )
      const sumMm = abdominalMm + thighMm + tricepsMm
      return 8.997 + 0.24658 * sumMm - (sex === 'male' ? 6.343 : 0) - (ancestry === 'black' ? 1.998 : 0)
    },
  }),
  defineCard({
    ...ATHLETES_FOLDS,
    id: 'body_fat_evans_7',
    name: 'Body fat (Evans, athletes, 7 folds)',
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
    formula: '10.566 + 0.12077·S − 8.057 (men) − 2.545 (black)  (mm)',
    citation: EVANS_2005,
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
  }),
]
