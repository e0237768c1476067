import { defineCard } from '../card.ts'
import { WEIGHT_VOIDED } from '../suppressions.ts'

export const bsaGehanGeorge = defineCard({
  id: 'bsa_gehan_george',
  name: 'Body surface area (Gehan–George)',
  category: 'body_surface',
  quantity: 'body_surface_area',
  required: ['weightKg', 'heightCm'],
  unit: 'm²',
  decimals: 2,
  formula: '0.0235 · weight^0.51456 · height^0.42246  (kg, cm)',
  citation: {
    authors: 'Gehan EA, George SL',
    year: 1970,
    journal: 'Cancer Chemother Rep 54:225–235',
    title: 'Estimation of human body surface area from height and weight',
  },
  appliesTo: 'any',
  suppressions: WEIGHT_VOIDED,
  compute: ({ weightKg, heightCm }) => 0.0235 * weightKg ** 0.51456 * heightCm ** 0.42246,
})
