import { khamisRocheCm } from '../../growth/khamis-roche.ts'
import { defineCard, noValue } from '../card.ts'
import { WEIGHT_VOIDED } from '../suppressions.ts'

export const adultHeightKhamisRoche = defineCard({
  id: 'adult_height_khamis_roche',
  name: 'Adult height (Khamis–Roche)',
  category: 'growth',
  quantity: 'adult_height',
  required: ['sex', 'ageYears', 'heightCm', 'weightKg', 'motherHeightCm', 'fatherHeightCm'],
  unit: 'cm',
  decimals: 1,
  formula:
    'β₀ + β₁·height + β₂·weight + β₃·mid-parent height, β by sex and half year  (in, lb); median error 2.2 cm boys, 1.7 cm girls',
  citation: {
    authors: 'Khamis HJ, Roche AF',
    year: 1994,
    journal: 'Pediatrics 94:504–507; erratum 95:457 (1995)',
    title: 'Predicting adult stature without using skeletal age: the Khamis–Roche method',
  },
  appliesTo: 'child',
  limits: [{ input: 'ageYears', min: 4, max: 17.5, outside: 'refuse', reason: 'made for 4 to 17.5 years' }],
  suppressions: WEIGHT_VOIDED,
  compute: ({ sex, ageYears, heightCm, weightKg, motherHeightCm, fatherHeightCm }) =>
    khamisRocheCm({
      sex,
      ageYears,
      heightCm,
      weightKg,
      midParentHeightCm: (motherHeightCm + fatherHeightCm) / 2,
    }) ?? noValue('made for 4 to 17.5 years'),
})
