import { defineCard } from '../card.ts'
import { WEIGHT_VOIDED } from '../suppressions.ts'

export const bsaMosteller = defineCard({
  id: 'bsa_mosteller',
  name: 'Body surface area (Mosteller)',
  category: 'body_surface',
  quantity: 'body_surface_area',
  required: ['weightKg', 'heightCm'],
  unit: 'm²',
  decimals: 2,
  formula: '√(height · weight / 3600)  (cm, kg)',
  citation: {
    authors: 'Mosteller RD',
    year: 1987,
    journal: 'N Engl J Med 317:1098',
    title: 'Simplified calculation of body-surface area',
    doi: '10.1056/NEJM198710223171717',
  },
  appliesTo: 'any',
  suppressions: WEIGHT_VOIDED,
  compute: ({ weightKg, heightCm }) => Math.sqrt((heightCm * weightKg) / 3600),
})
