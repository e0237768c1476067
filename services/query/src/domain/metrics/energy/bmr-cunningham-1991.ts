import { defineCard } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

export const bmrCunningham1991 = defineCard({
  id: 'bmr_cunningham_1991',
  name: 'Resting energy expenditure (Cunningham 1991)',
  category: 'energy',
  quantity: 'resting_energy',
  required: ['weightKg', 'bodyFatPercent'],
  unit: 'kcal/day',
  decimals: 0,
  formula: '370 + 21.6 · fat-free mass  (kg)',
  citation: {
    authors: 'Cunningham JJ',
    year: 1991,
    journal: 'Am J Clin Nutr 54:963–969',
    title:
      'Body composition as a determinant of energy expenditure: a synthetic review and a proposed general prediction equation',
    doi: '10.1093/ajcn/54.6.963',
  },
  appliesTo: 'adult',
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ weightKg, bodyFatPercent }) => 370 + 21.6 * weightKg * (1 - bodyFatPercent / 100),
})
