import { defineCard } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

export const conicityIndex = defineCard({
  id: 'conicity_index',
  name: 'Conicity index',
  category: 'central_adiposity',
  quantity: 'conicity_index',
  required: ['waistCm', 'weightKg', 'heightCm'],
  unit: '',
  decimals: 2,
  formula: 'waist / (0.109 · √(weight/height))  (m, kg)',
  citation: {
    authors: 'Valdez R',
    year: 1991,
    journal: 'J Clin Epidemiol 44:955–956',
    title: 'A simple model-based index of abdominal adiposity',
    doi: '10.1016/0895-4356(91)90059-I',
  },
  appliesTo: 'adult',
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ waistCm, weightKg, heightCm }) =>
    waistCm / 100 / (0.109 * Math.sqrt(weightKg / (heightCm / 100))),
})
