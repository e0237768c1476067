import { defineCard } from '../card.ts'
import { WEIGHT_VOIDED } from '../suppressions.ts'

export const bsaShuterAslani = defineCard({
  id: 'bsa_shuter_aslani',
  name: 'Body surface area (Shuter–Aslani)',
  category: 'body_surface',
  quantity: 'body_surface_area',
  required: ['weightKg', 'heightCm'],
  unit: 'm²',
  decimals: 2,
  formula: '0.00949 · weight^0.441 · height^0.655  (kg, cm)',
  citation: {
    authors: 'Shuter B, Aslani A',
    year: 2000,
    journal: 'Eur J Appl Physiol 82:250–254',
    title: 'Body surface area: Du Bois and Du Bois revisited',
    doi: '10.1007/s004210050679',
  },
  appliesTo: 'any',
  suppressions: WEIGHT_VOIDED,
  compute: ({ weightKg, heightCm }) => 0.00949 * weightKg ** 0.441 * heightCm ** 0.655,
})
