import { defineCard } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

export const bmrHarrisBenedict = defineCard({
  id: 'bmr_harris_benedict',
  name: 'Resting energy expenditure (Harris–Benedict 1919)',
  category: 'energy',
  quantity: 'resting_energy',
  required: ['sex', 'weightKg', 'heightCm', 'ageYears'],
  unit: 'kcal/day',
  decimals: 0,
  formula:
    'men 66.4730 + 13.7516·weight + 5.0033·height − 6.7550·age; women 655.0955 + 9.5634·weight + 1.8496·height − 4.6756·age  (kg, cm, years)',
  citation: {
    authors: 'Harris JA, Benedict FG',
    year: 1919,
    journal: 'Carnegie Institution of Washington, publication 279',
    title: 'A biometric study of basal metabolism in man',
  },
  appliesTo: 'adult',
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ sex, weightKg, heightCm, ageYears }) =>
    sex === 'male'
      ? 66.473 + 13.7516 * weightKg + 5.0033 * heightCm - 6.755 * ageYears
      : 655.0955 + 9.5634 * weightKg + 1.8496 * heightCm - 4.6756 * ageYears,
})
