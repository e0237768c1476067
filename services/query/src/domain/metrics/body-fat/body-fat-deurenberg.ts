import { defineCard } from '../card.ts'
import { bodyMassIndex } from '../size/bmi.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

export const bodyFatDeurenberg = defineCard({
  id: 'body_fat_deurenberg',
  name: 'Body fat (Deurenberg, adults)',
  category: 'body_fat',
  quantity: 'body_fat_percent',
  required: ['sex', 'ageYears', 'weightKg', 'heightCm'],
  unit: '%',
  decimals: 1,
  formula: '1.20·BMI + 0.23·age − 10.8 (men) − 5.4',
  citation: {
    authors: 'Deurenberg P, Weststrate JA, Seidell JC',
    year: 1991,
    journal: 'Br J Nutr 65:105–114',
    title: 'Body mass index as a measure of body fatness: age- and sex-specific prediction formulas',
    doi: '10.1079/BJN19910073',
  },
  appliesTo: 'adult',
  standardError: { kind: 'absolute', value: 4.1, note: 'percentage points against densitometry' },
  suppressions: NOT_IN_PREGNANCY,
  possible: { min: 0, max: 80 },
  compute: ({ sex, ageYears, weightKg, heightCm }) =>
    1.2 * bodyMassIndex(weightKg, heightCm) + 0.23 * ageYears - (sex === 'male' ? 10.8 : 0) - 5.4,
})
