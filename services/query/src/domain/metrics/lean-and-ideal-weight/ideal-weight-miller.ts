import { defineCard } from '../card.ts'
import { FROM_FIVE_FEET, fromFiveFeet } from './five-feet.ts'

export const idealWeightMiller = defineCard({
  id: 'ideal_weight_miller',
  name: 'Ideal body weight (Miller)',
  category: 'lean_and_ideal_weight',
  quantity: 'ideal_weight',
  required: ['sex', 'heightCm'],
  unit: 'kg',
  decimals: 1,
  formula: 'men 56.2 + 1.41·in, women 53.1 + 1.36·in; in = inches above five feet',
  citation: {
    authors: 'Miller DR, Carlson JD, Lloyd BJ, Day BJ',
    year: 1983,
    journal: 'Am J Hosp Pharm 40:1622–1625',
    title: 'Determining ideal body weight (and mass)',
  },
  appliesTo: 'adult',
  limits: [FROM_FIVE_FEET],
  compute: ({ sex, heightCm }) =>
    sex === 'male' ? fromFiveFeet(heightCm, 56.2, 1.41) : fromFiveFeet(heightCm, 53.1, 1.36),
})
