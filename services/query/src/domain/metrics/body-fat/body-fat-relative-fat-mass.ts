import { defineCard } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'

export const bodyFatRelativeFatMass = defineCard({
  id: 'body_fat_relative_fat_mass',
  name: 'Body fat (relative fat mass)',
  category: 'body_fat',
  quantity: 'body_fat_percent',
  required: ['sex', 'heightCm', 'waistCm'],
  unit: '%',
  decimals: 1,
  formula: '64 − 20·height/waist + 12 (women)',
  citation: {
    authors: 'Woolcott OO, Bergman RN',
    year: 2018,
    journal: 'Sci Rep 8:10980',
    title: 'Relative fat mass (RFM) as a new estimator of whole-body fat percentage',
    doi: '10.1038/s41598-018-29362-1',
  },
  appliesTo: 'adult',
  limits: [{ input: 'ageYears', min: 20, outside: 'warn', reason: 'ages of the sample' }],
  suppressions: GIRTHS_VOIDED,
  possible: { min: 0, max: 80 },
  compute: ({ sex, heightCm, waistCm }) => 64 - (20 * heightCm) / waistCm + (sex === 'male' ? 0 : 12),
})
