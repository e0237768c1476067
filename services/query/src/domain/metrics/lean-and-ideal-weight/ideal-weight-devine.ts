import { defineCard } from '../card.ts'
import { FROM_FIVE_FEET, fromFiveFeet } from './five-feet.ts'

export const idealWeightDevine = defineCard({
  id: 'ideal_weight_devine',
  name: 'Ideal body weight (Devine)',
  category: 'lean_and_ideal_weight',
  quantity: 'ideal_weight',
  required: ['sex', 'heightCm'],
  unit: 'kg',
  decimals: 1,
  formula: 'men 50 + 2.3·in, women 45.5 + 2.3·in; in = inches above five feet',
  citation: {
    authors: 'Devine BJ',
    year: 1974,
    journal: 'Drug Intell Clin Pharm 8:650–655',
    title: 'Gentamicin therapy',
  },
  appliesTo: 'adult',
  limits: [FROM_FIVE_FEET],
  compute: ({ sex, heightCm }) =>
    sex === 'male' ? fromFiveFeet(heightCm, 50, 2.3) : fromFiveFeet(heightCm, 45.5, 2.3),
})
