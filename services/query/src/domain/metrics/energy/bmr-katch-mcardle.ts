import { defineCard } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

export const bmrKatchMcardle = defineCard({
  id: 'bmr_katch_mcardle',
  name: 'Resting energy expenditure (Katch–McArdle)',
  category: 'energy',
  quantity: 'resting_energy',
  required: ['weightKg', 'bodyFatPercent'],
  unit: 'kcal/day',
  decimals: 0,
  formula: '370 + 21.6 · fat-free mass  (kg)',
  citation: {
    authors: 'McArdle WD, Katch FI, Katch VL',
    year: 1996,
    journal: 'Exercise Physiology, 4th edition, Williams & Wilkins',
  },
  appliesTo: 'adult',
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ weightKg, bodyFatPercent }) => 370 + 21.6 * weightKg * (1 - bodyFatPercent / 100),
})
