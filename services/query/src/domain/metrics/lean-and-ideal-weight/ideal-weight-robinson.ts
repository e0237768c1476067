import { defineCard } from '../card.ts'
import { FROM_FIVE_FEET, fromFiveFeet } from './five-feet.ts'

export const idealWeightRobinson = defineCard({
  id: 'ideal_weight_robinson',
  name: 'Ideal body weight (Robinson)',
  category: 'lean_and_ideal_weight',
  quantity: 'ideal_weight',
  required: ['sex', 'heightCm'],
  unit: 'kg',
  decimals: 1,
  formula: 'men 52 + 1.9·in, women 49 + 1.7·in; in = inches above five feet',
  citation: {
    authors: 'Robinson JD, Lupkiewicz SM, Palenik L, Lopez LM, Ariet M',
    year: 1983,
    journal: 'Am J Hosp Pharm 40:1016–1019',
    title: 'Determination of ideal body weight for drug dosage calculations',
  },
  appliesTo: 'adult',
  limits: [FROM_FIVE_FEET],
  compute: ({ sex, heightCm }) =>
    sex === 'male' ? fromFiveFeet(heightCm, 52, 1.9) : fromFiveFeet(heightCm, 49, 1.7),
})
