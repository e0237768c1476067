import { defineCard, noValue } from '../card.ts'
import { bodyMassIndex } from '../size/bmi.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

export const bodyFatGallagher = defineCard({
  id: 'body_fat_gallagher',
  name: 'Body fat (Gallagher)',
  category: 'body_fat',
  quantity: 'body_fat_percent',
  required: ['sex', 'ageYears', 'weightKg', 'heightCm'],
  optional: ['ancestry'],
  unit: '%',
  decimals: 1,
  formula: '64.5 − 848/BMI + 0.079·age; men − 16.4 + 0.05·age + 39.0/BMI  (not for Asian ancestry)',
  citation: {
    authors: 'Gallagher D, Heymsfield SB, Heo M, Jebb SA, Murgatroyd PR, Sakamoto Y',
    year: 2000,
    journal: 'Am J Clin Nutr 72:694–701',
    title:
      'Healthy percentage body fat ranges: an approach for developing guidelines based on body mass index',
    doi: '10.1093/ajcn/72.3.694',
  },
  appliesTo: 'adult',
  limits: [{ input: 'ageYears', min: 20, max: 79, outside: 'warn', reason: 'ages of the sample' }],
  suppressions: NOT_IN_PREGNANCY,
  possible: { min: 0, max: 80 },
  compute: ({ sex, ageYears, weightKg, heightCm, ancestry }) => {
    if (ancestry === 'asian') return noValue('this form of the equation is not for Asian ancestry')
    const bmi = bodyMassIndex(weightKg, heightCm)
    const women = 64.5 - 848 / bmi + 0.079 * ageYears
    return sex === 'male' ? women - 16.4 + 0.05 * ageYears + 39 / bmi : women
  },
})
