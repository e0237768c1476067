import { defineCard } from '../card.ts'
import { bodyMassIndex } from '../size/bmi.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

export const bmiPrime = defineCard({
  id: 'bmi_prime',
  name: 'BMI prime',
  category: 'size',
  quantity: 'body_mass_index',
  required: ['weightKg', 'heightCm'],
  unit: '',
  decimals: 2,
  formula: 'BMI / 25',
  citation: {
    authors: 'Gadzik J',
    year: 2006,
    journal: 'Conn Med 70:81–86',
    title: '"How much should I weigh?" Quetelet\'s equation, upper weight limits, and BMI prime',
  },
  appliesTo: 'adult',
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ weightKg, heightCm }) => bodyMassIndex(weightKg, heightCm) / 25,
})
