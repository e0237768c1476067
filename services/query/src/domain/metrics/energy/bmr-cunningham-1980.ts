import { defineCard } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

export const bmrCunningham1980 = defineCard({
  id: 'bmr_cunningham_1980',
  name: 'Resting energy expenditure (Cunningham 1980)',
  category: 'energy',
  quantity: 'resting_energy',
  required: ['weightKg', 'bodyFatPercent'],
  unit: 'kcal/day',
  decimals: 0,
  formula: '500 + 22 · fat-free mass  (kg)',
  citation: {
    authors: 'Cunningham JJ',
    year: 1980,
    journal: 'Am J Clin Nutr 33:2372–2374',
    title: 'A reanalysis of the factors influencing basal metabolic rate in normal adults',
    doi: '10.1093/ajcn/33.11.2372',
  },
  appliesTo: 'adult',
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ weightKg, bodyFatPercent }) => 500 + 22 * weightKg * (1 - bodyFatPercent / 100),
})
