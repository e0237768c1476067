import { defineCard } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

export const newBmi = defineCard({
  id: 'new_bmi',
  name: 'New body mass index',
  category: 'size',
  quantity: 'body_mass_index',
  required: ['weightKg', 'heightCm'],
  unit: 'kg/m²·⁵',
  decimals: 1,
  formula: '1.3 · weight / height^2.5  (kg, m)',
  citation: {
    authors: 'Trefethen N',
    year: 2013,
    journal: 'The Economist, letter of 5 January 2013',
    title: 'New body mass index (1.3 makes it equal BMI at 1.69 m)',
  },
  appliesTo: 'adult',
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ weightKg, heightCm }) => (1.3 * weightKg) / (heightCm / 100) ** 2.5,
})
