import { defineCard } from '../card.ts'
import { WEIGHT_VOIDED } from '../suppressions.ts'

export const bsaTakahira = defineCard({
  id: 'bsa_takahira',
  name: 'Body surface area (Takahira)',
  category: 'body_surface',
  quantity: 'body_surface_area',
  required: ['weightKg', 'heightCm'],
  unit: 'm²',
  decimals: 2,
  formula: '0.007241 · weight^0.425 · height^0.725  (kg, cm)',
  citation: {
    authors: 'Takahira H',
    year: 1925,
    journal: 'Rep Imp Gov Inst Nutr Tokyo 1:61–95',
    title: 'Metabolism of the Japanese',
  },
  appliesTo: 'any',
  suppressions: WEIGHT_VOIDED,
  compute: ({ weightKg, heightCm }) => 0.007241 * weightKg ** 0.425 * heightCm ** 0.725,
})
