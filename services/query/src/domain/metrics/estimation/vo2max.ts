import { type Citation, defineCard, type EquationCard } from '../card.ts'
import { bodyMassIndex } from '../size/body-mass-index.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

const JACKSON_1990: Citation = {
  authors: 'Jackson AS, Blair SN, Mahar MT, Wier LT, Ross RM, Stuteville JE',
  year: 1990,
  journal: 'Med Sci Sports Exerc 22:863–870',
  title: 'Prediction of functional aerobic capacity without exercise testing',
  doi: '10.1249/00005768-199012000-00021',
}

const VO2MAX = {
  category: 'estimation',
  quantity: 'vo2max',
  unit: 'mL/kg/min',
  decimals: 1,
  appliesTo: 'adult',
  suppressions: NOT_IN_PREGNANCY,
} as const

/** Aerobic capacity without an exercise test (Jackson et al. 1990). */
export const vo2maxCards: readonly EquationCard[] = [
  defineCard({
    ...VO2MAX,
    id: 'vo2max_jackson_bmi',
    name: 'VO₂max without exercise (Jackson, BMI)',
    required: ['sex', 'ageYears', 'weightKg', 'heightCm', 'activityRating'],
    formula: '56.363 + 1.921·rating − 0.381·age − 0.754·BMI + 10.987 (men)',
    citation: JACKSON_1990,
    standardError: { kind: 'absolute', value: 5.7, note: 'mL/kg/min against treadmill VO₂max' },
    compute: ({ sex, ageYears, weightKg, heightCm, activityRating }) =>
      56.363 +
      1.921 * activityRating -
      0.381 * ageYears -
      0.754 * bodyMassIndex(weightKg, heightCm) +
      (sex === 'male' ? 10.987 : 0),
  }),
  defineCard({
    ...VO2MAX,
    id: 'vo2max_jackson_fat',
    name: 'VO₂max without exercise (Jackson, body fat)',
    required: ['sex', 'ageYears', 'bodyFatPercent', 'activityRating'],
    formula: '50.513 + 1.589·rating − 0.289·age − 0.552·fat + 5.863 (men)',
    citation: JACKSON_1990,
    standardError: { kind: 'absolute', value: 5.35, note: 'mL/kg/min against treadmill VO₂max' },
    compute: ({ sex, ageYears, bodyFatPercent, activityRating }) =>
      50.513 +
      1.589 * activityRating -
      0.289 * ageYears -
      0.552 * bodyFatPercent +
      (sex === 'male' ? 5.863 : 0),
  }),
]
