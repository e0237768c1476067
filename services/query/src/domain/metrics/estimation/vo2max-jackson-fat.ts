import { defineCard } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

export const vo2maxJacksonFat = defineCard({
  id: 'vo2max_jackson_fat',
  name: 'VO₂max without exercise (Jackson, body fat)',
  category: 'estimation',
  quantity: 'vo2max',
  required: ['sex', 'ageYears', 'bodyFatPercent', 'activityRating'],
  unit: 'mL/kg/min',
  decimals: 1,
  formula: '50.513 + 1.589·rating − 0.289·age − 0.552·fat + 5.863 (men)',
  citation: {
    authors: 'Jackson AS, Blair SN, Mahar MT, Wier LT, Ross RM, Stuteville JE',
    year: 1990,
    journal: 'Med Sci Sports Exerc 22:863–870',
    title: 'Prediction of functional aerobic capacity without exercise testing',
    doi: '10.1249/00005768-199012000-00021',
  },
  appliesTo: 'adult',
  standardError: { kind: 'absolute', value: 5.35, note: 'mL/kg/min against treadmill VO₂max' },
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ sex, ageYears, bodyFatPercent, activityRating }) =>
    50.513 +
    1.589 * activityRating -
    0.289 * ageYears -
    0.552 * bodyFatPercent +
    (sex === 'male' ? 5.863 : 0),
})
