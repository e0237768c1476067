import { defineCard } from '../card.ts'
import { WEIGHT_VOIDED } from '../suppressions.ts'

export const bsaSchlich = defineCard({
  id: 'bsa_schlich',
  name: 'Body surface area (Schlich)',
  category: 'body_surface',
  quantity: 'body_surface_area',
  required: ['sex', 'weightKg', 'heightCm'],
  unit: 'm²',
  decimals: 2,
  formula:
    'men 0.000579479 · weight^0.38 · height^1.24; women 0.000975482 · weight^0.46 · height^1.08  (kg, cm)',
  citation: {
    authors: 'Schlich E, Schumm M, Schlich M',
    year: 2010,
    journal: 'Ernährungs Umschau 57:178–183',
    title: '3-D body scan as anthropometric method for determination of body surface',
  },
  appliesTo: 'adult',
  suppressions: WEIGHT_VOIDED,
  compute: ({ sex, weightKg, heightCm }) =>
    sex === 'male'
      ? 0.000579479 * weightKg ** 0.38 * heightCm ** 1.24
      : 0.000975482 * weightKg ** 0.46 * heightCm ** 1.08,
})
