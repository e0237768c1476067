import { defineCard } from '../card.ts'
import { WEIGHT_VOIDED } from '../suppressions.ts'

export const bsaDuBois = defineCard({
  id: 'bsa_du_bois',
  name: 'Body surface area (Du Bois)',
  category: 'body_surface',
  quantity: 'body_surface_area',
  required: ['weightKg', 'heightCm'],
  unit: 'm²',
  decimals: 2,
  formula: '0.007184 · weight^0.425 · height^0.725  (kg, cm)',
  citation: {
    authors: 'Du Bois D, Du Bois EF',
    year: 1916,
    journal: 'Arch Intern Med 17:863–871',
    title: 'A formula to estimate the approximate surface area if height and weight be known',
    doi: '10.1001/archinte.1916.00080130010002',
  },
  appliesTo: 'any',
  suppressions: WEIGHT_VOIDED,
  compute: ({ weightKg, heightCm }) => 0.007184 * weightKg ** 0.425 * heightCm ** 0.725,
})
