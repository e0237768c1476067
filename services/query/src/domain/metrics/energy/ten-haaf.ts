import { type Citation, defineCard, type EquationCard } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

const TEN_HAAF_2014: Citation = {
  authors: 'ten Haaf T, Weijs PJM',
  year: 2014,
  journal: 'PLoS ONE 9:e108460',
  title: 'Resting energy expenditure prediction in recreational athletes of 18–35 years',
  doi: '10.1371/journal.pone.0108460',
}

const ATHLETES = {
  category: 'energy',
  quantity: 'resting_energy',
  unit: 'kcal/day',
  decimals: 0,
  appliesTo: 'adult',
  limits: [
    {
      input: 'ageYears',
      min: 18,
      max: 35,
      outside: 'warn',
      reason: 'recreational athletes of 18 to 35 years',
    },
  ],
  suppressions: NOT_IN_PREGNANCY,
} as const

/** Resting energy of recreational athletes (ten Haaf & Weijs 2014). */
export const tenHaafCards: readonly EquationCard[] = [
  defineCard({
    ...ATHLETES,
    id: 'bmr_ten_haaf_weight',
    name: 'Resting energy expenditure (ten Haaf 2014, weight)',
    required: ['sex', 'weightKg', 'heightCm', 'ageYears'],
    formula: '11.936·weight + 587.728·height − 8.129·age + 191.027 (men) + 29.279  (kg, m, years)',
    citation: TEN_HAAF_2014,
    compute: ({ sex, weightKg, heightCm, ageYears }) =>
      11.936 * weightKg +
      587.728 * (heightCm / 100) -
      8.129 * ageYears +
      (sex === 'male' ? 191.027 : 0) +
      29.279,
  }),
  defineCard({
    ...ATHLETES,
    id: 'bmr_ten_haaf_fat_free_mass',
    name: 'Resting energy expenditure (ten Haaf 2014, fat-free mass)',
    required: ['weightKg', 'bodyFatPercent'],
    formula: '22.771 · fat-free mass + 484.264  (kg)',
    citation: TEN_HAAF_2014,
    compute: ({ weightKg, bodyFatPercent }) => 22.771 * weightKg * (1 - bodyFatPercent / 100) + 484.264,
  }),
]
