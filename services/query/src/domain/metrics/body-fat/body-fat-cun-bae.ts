import { defineCard } from '../card.ts'
import { bodyMassIndex } from '../size/bmi.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

export const bodyFatCunBae = defineCard({
  id: 'body_fat_cun_bae',
  name: 'Body fat (CUN-BAE)',
  category: 'body_fat',
  quantity: 'body_fat_percent',
  required: ['sex', 'ageYears', 'weightKg', 'heightCm'],
  unit: '%',
  decimals: 1,
  formula:
    '−44.988 + 0.503·age + 10.689·f + 3.172·BMI − 0.026·BMI² + 0.181·BMI·f − 0.02·BMI·age − 0.005·BMI²·f + 0.00021·BMI²·age, f = 1 for women',
  citation: {
    authors: 'Gómez-Ambrosi J, Silva C, Catalán V, et al.',
    year: 2012,
    journal: 'Diabetes Care 35:383–388',
    title: 'Clinical usefulness of a new equation for estimating body fat',
    doi: '10.2337/dc11-1334',
  },
  appliesTo: 'adult',
  limits: [{ input: 'ageYears', min: 18, max: 80, outside: 'warn', reason: 'ages of the sample' }],
  suppressions: NOT_IN_PREGNANCY,
  possible: { min: 0, max: 80 },
  compute: ({ sex, ageYears, weightKg, heightCm }) => {
    const bmi = bodyMassIndex(weightKg, heightCm)
    const both =
      -44.988 +
      0.503 * ageYears +
      3.172 * bmi -
      0.026 * bmi ** 2 -
      0.02 * bmi * ageYears +
      0.00021 * bmi ** 2 * ageYears
    return sex === 'male' ? both : both + 10.689 + 0.181 * bmi - 0.005 * bmi ** 2
  },
})
