import { defineCard } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

export const bmrMueller = defineCard({
  id: 'bmr_mueller',
  name: 'Resting energy expenditure (Müller 2004)',
  category: 'energy',
  quantity: 'resting_energy',
  required: ['sex', 'weightKg', 'ageYears'],
  unit: 'kcal/day',
  decimals: 0,
  formula: '(0.047·weight + 1.009 (men) − 0.01452·age + 3.21) MJ  (kg, years)',
  citation: {
    authors: 'Müller MJ, Bosy-Westphal A, Klaus S, et al.',
    year: 2004,
    journal: 'Am J Clin Nutr 80:1379–1390',
    title:
      'World Health Organization equations have shortcomings for predicting resting energy expenditure in persons from a modern, affluent population',
    doi: '10.1093/ajcn/80.5.1379',
  },
  appliesTo: 'adult',
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ sex, weightKg, ageYears }) =>
    ((0.047 * weightKg + (sex === 'male' ? 1.009 : 0) - 0.01452 * ageYears + 3.21) * 1000) / 4.184,
})
