import { mirwaldOffsetYears } from '../../growth/maturity.ts'
import { defineCard } from '../card.ts'
import { WEIGHT_VOIDED } from '../suppressions.ts'

export const ageAtPeakHeightVelocity = defineCard({
  id: 'age_at_peak_height_velocity',
  name: 'Age at peak height velocity (Mirwald)',
  category: 'growth',
  quantity: 'maturity_offset',
  required: ['sex', 'ageYears', 'heightCm', 'sittingHeightCm', 'weightKg'],
  unit: 'years',
  decimals: 1,
  formula: 'age − maturity offset',
  citation: {
    authors: 'Mirwald RL, Baxter-Jones ADG, Bailey DA, Beunen GP',
    year: 2002,
    journal: 'Med Sci Sports Exerc 34:689–694',
    title: 'An assessment of maturity from anthropometric measurements',
    doi: '10.1097/00005768-200204000-00020',
  },
  appliesTo: 'child',
  limits: [{ input: 'ageYears', min: 8, max: 16, outside: 'warn', reason: 'ages of the sample' }],
  standardError: {
    kind: 'absolute',
    value: { male: 0.592, female: 0.569 },
    note: 'years against observed peak height velocity',
  },
  suppressions: WEIGHT_VOIDED,
  compute: (inputs) => inputs.ageYears - mirwaldOffsetYears(inputs),
})
