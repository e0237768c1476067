import { defineCard } from '../card.ts'
import { WEIGHT_VOIDED } from '../suppressions.ts'

export const bsaHaycock = defineCard({
  id: 'bsa_haycock',
  name: 'Body surface area (Haycock)',
  category: 'body_surface',
  quantity: 'body_surface_area',
  required: ['weightKg', 'heightCm'],
  unit: 'm²',
  decimals: 2,
  formula: '0.024265 · weight^0.5378 · height^0.3964  (kg, cm)',
  citation: {
    authors: 'Haycock GB, Schwartz GJ, Wisotsky DH',
    year: 1978,
    journal: 'J Pediatr 93:62–66',
    title: 'Geometric method for measuring body surface area',
    doi: '10.1016/S0022-3476(78)80601-5',
  },
  appliesTo: 'any',
  suppressions: WEIGHT_VOIDED,
  compute: ({ weightKg, heightCm }) => 0.024265 * weightKg ** 0.5378 * heightCm ** 0.3964,
})
