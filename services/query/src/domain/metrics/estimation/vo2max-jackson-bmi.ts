import { defineCard } from '../card.ts'
import { bodyMassIndex } from '../size/bmi.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

export const vo2maxJacksonBmi = defineCard({
  id: 'vo2max_jackson_bmi',
  name: 'VO₂max without exercise (Jackson, BMI)',
  category: 'estimation',
  quantity: 'vo2max',
  required: ['sex', 'ageYears', 'weightKg', 'heightCm', 'activityRating'],
  unit: 'mL/kg/min',
  decimals: 1,
  formula: '56.363 + 1.921·rating − 0.381·age − 0.754·BMI + 10.987 (men)',
  citation: {
    authors: 'Jackson AS, Blair SN, Mahar MT, Wier LT, Ross RM, Stuteville JE',
    year: 1990,
    journal: 'Med Sci Sports Exerc 22:863–870',
    title: 'Prediction of functional aerobic capacity without exercise testing',
    doi: '10.1249/00005768-199012000-00021',
  },
  appliesTo: 'adult',
  standardError: { kind: 'absolute', value: 5.7, note: 'mL/kg/min against treadmill VO₂max' },
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ sex, ageYears, weightKg, heightCm, activityRating }) =>
    56.363 +
    1.921 * activityRating -
    0.381 * ageYears -
    0.754 * bodyMassIndex(weightKg, heightCm) +
    (sex === 'male' ? 10.987 : 0),
})
