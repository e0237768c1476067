import { defineCard } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

export const bmrTenHaafWeight = defineCard({
  id: 'bmr_ten_haaf_weight',
  name: 'Resting energy expenditure (ten Haaf 2014, weight)',
  category: 'energy',
  quantity: 'resting_energy',
  required: ['sex', 'weightKg', 'heightCm', 'ageYears'],
  unit: 'kcal/day',
  decimals: 0,
  formula: '11.936·weight + 587.728·height − 8.129·age + 191.027 (men) + 29.279  (kg, m, years)',
  citation: {
    authors: 'ten Haaf T, Weijs PJM',
    year: 2014,
    journal: 'PLoS ONE 9:e108460',
    title: 'Resting energy expenditure prediction in recreational athletes of 18–35 years',
    doi: '10.1371/journal.pone.0108460',
  },
  appliesTo: 'adult',
  limits: [
    {
      input: 'ageYears',
      min: 18,
      max: 35,
      outside: 'warn',
      reason: 'recreational athletes of 18 to 35 years',
    },
  ],
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ sex, weightKg, heightCm, ageYears }) =>
    11.936 * weightKg +
    587.728 * (heightCm / 100) -
    8.129 * ageYears +
    (sex === 'male' ? 191.027 : 0) +
    29.279,
})
