import { defineCard } from '../card.ts'
import { WEIGHT_VOIDED } from '../suppressions.ts'

export const bsaBoyd = defineCard({
  id: 'bsa_boyd',
  name: 'Body surface area (Boyd)',
  category: 'body_surface',
  quantity: 'body_surface_area',
  required: ['weightKg', 'heightCm'],
  unit: 'm²',
  decimals: 2,
  formula: '0.0003207 · height^0.3 · g^(0.7285 − 0.0188·log₁₀ g), g = weight in grams  (cm)',
  citation: {
    authors: 'Boyd E',
    year: 1935,
    journal: 'University of Minnesota Press, Minneapolis',
    title: 'The growth of the surface area of the human body',
  },
  appliesTo: 'any',
  suppressions: WEIGHT_VOIDED,
  compute: ({ weightKg, heightCm }) =>
    0.0003207 * heightCm ** 0.3 * (weightKg * 1000) ** (0.7285 - 0.0188 * Math.log10(weightKg * 1000)),
})
