import { defineCard } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

export const bmrRozaShizgal = defineCard({
  id: 'bmr_roza_shizgal',
  name: 'Resting energy expenditure (Roza–Shizgal 1984)',
  category: 'energy',
  quantity: 'resting_energy',
  required: ['sex', 'weightKg', 'heightCm', 'ageYears'],
  unit: 'kcal/day',
  decimals: 0,
  formula:
    'men 88.362 + 13.397·weight + 4.799·height − 5.677·age; women 447.593 + 9.247·weight + 3.098·height − 4.330·age  (kg, cm, years)',
  citation: {
    authors: 'Roza AM, Shizgal HM',
    year: 1984,
    journal: 'Am J Clin Nutr 40:168–182',
    title: 'The Harris Benedict equation reevaluated: resting energy requirements and the body cell mass',
    doi: '10.1093/ajcn/40.1.168',
  },
  appliesTo: 'adult',
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ sex, weightKg, heightCm, ageYears }) =>
    sex === 'male'
      ? 88.362 + 13.397 * weightKg + 4.799 * heightCm - 5.677 * ageYears
      : 447.593 + 9.247 * weightKg + 3.098 * heightCm - 4.33 * ageYears,
})
