import { defineCard } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

export const bmrLivingston = defineCard({
  id: 'bmr_livingston',
  name: 'Resting energy expenditure (Livingston–Kohlstadt 2005)',
  category: 'energy',
  quantity: 'resting_energy',
  required: ['sex', 'weightKg', 'ageYears'],
  unit: 'kcal/day',
  decimals: 0,
  formula: 'men 293·weight^0.4330 − 5.92·age; women 248·weight^0.4356 − 5.09·age  (kg, years)',
  citation: {
    authors: 'Livingston EH, Kohlstadt I',
    year: 2005,
    journal: 'Obes Res 13:1255–1262',
    title: 'Simplified resting metabolic rate-predicting formulas for normal-sized and obese individuals',
    doi: '10.1038/oby.2005.149',
  },
  appliesTo: 'adult',
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ sex, weightKg, ageYears }) =>
    sex === 'male' ? 293 * weightKg ** 0.433 - 5.92 * ageYears : 248 * weightKg ** 0.4356 - 5.09 * ageYears,
})
