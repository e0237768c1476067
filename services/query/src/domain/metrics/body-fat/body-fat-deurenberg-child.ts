import { defineCard } from '../card.ts'
import { bodyMassIndex } from '../size/bmi.ts'
import { WEIGHT_VOIDED } from '../suppressions.ts'

export const bodyFatDeurenbergChild = defineCard({
  id: 'body_fat_deurenberg_child',
  name: 'Body fat (Deurenberg, children)',
  category: 'body_fat',
  quantity: 'body_fat_percent',
  required: ['sex', 'ageYears', 'weightKg', 'heightCm'],
  unit: '%',
  decimals: 1,
  formula: '1.51·BMI − 0.70·age − 3.6 (boys) + 1.4',
  citation: {
    authors: 'Deurenberg P, Weststrate JA, Seidell JC',
    year: 1991,
    journal: 'Br J Nutr 65:105–114',
    title: 'Body mass index as a measure of body fatness: age- and sex-specific prediction formulas',
    doi: '10.1079/BJN19910073',
  },
  appliesTo: 'child',
  limits: [
    {
      input: 'ageYears',
      min: 7,
      max: 15.999,
      outside: 'refuse',
      reason: 'made for children of 7 to 15 years',
    },
  ],
  standardError: { kind: 'absolute', value: 4.4, note: 'percentage points against densitometry' },
  suppressions: WEIGHT_VOIDED,
  possible: { min: 0, max: 80 },
  compute: ({ sex, ageYears, weightKg, heightCm }) =>
    1.51 * bodyMassIndex(weightKg, heightCm) - 0.7 * ageYears - (sex === 'male' ? 3.6 : 0) + 1.4,
})
