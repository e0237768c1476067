import { defineCard } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

export const bmrTenHaafFatFreeMass = defineCard({
  id: 'bmr_ten_haaf_fat_free_mass',
  name: 'Resting energy expenditure (ten Haaf 2014, fat-free mass)',
  category: 'energy',
  quantity: 'resting_energy',
  required: ['weightKg', 'bodyFatPercent'],
  unit: 'kcal/day',
  decimals: 0,
  formula: '22.771 · fat-free mass + 484.264  (kg)',
  citation: {
    authors: 'ten Haaf T, Weijs PJM',
    year: 2014,
    journal: 'PLoS ONE 9:e108460',
    title: 'Resting energy expenditure prediction in recreational athletes of 18–35 years',
    doi: '10.1371/journal.pone.0108460',
  },
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
  compute: ({ weightKg, bodyFatPercent }) => 22.771 * weightKg * (1 - bodyFatPercent / 100) + 484.264,
})
