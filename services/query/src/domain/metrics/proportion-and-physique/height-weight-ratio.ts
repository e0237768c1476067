import { defineCard } from '../card.ts'
import { WEIGHT_VOIDED } from '../suppressions.ts'

export const heightWeightRatio = defineCard({
  id: 'height_weight_ratio',
  name: 'Reciprocal ponderal index',
  category: 'proportion_and_physique',
  quantity: 'height_weight_ratio',
  required: ['heightCm', 'weightKg'],
  unit: 'cm/kg^⅓',
  decimals: 1,
  formula: 'height / ∛weight  (cm, kg)',
  citation: {
    authors: 'Carter JEL, Heath BH',
    year: 1990,
    journal: 'Cambridge University Press',
    title: 'Somatotyping — development and applications',
  },
  appliesTo: 'any',
  suppressions: WEIGHT_VOIDED,
  compute: ({ heightCm, weightKg }) => heightCm / Math.cbrt(weightKg),
})
