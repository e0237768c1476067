import { defineCard } from '../card.ts'
import { FROM_FIVE_FEET, fromFiveFeet } from './five-feet.ts'

export const idealWeightHamwi = defineCard({
  id: 'ideal_weight_hamwi',
  name: 'Ideal body weight (Hamwi)',
  category: 'lean_and_ideal_weight',
  quantity: 'ideal_weight',
  required: ['sex', 'heightCm'],
  unit: 'kg',
  decimals: 1,
  formula: 'men 48 + 2.7·in, women 45.5 + 2.2·in; in = inches above five feet',
  citation: {
    authors: 'Hamwi GJ',
    year: 1964,
    journal:
      'In: Danowski TS (ed), Diabetes mellitus: diagnosis and treatment, American Diabetes Association',
    title: 'Changing dietary concepts',
  },
  appliesTo: 'adult',
  limits: [FROM_FIVE_FEET],
  compute: ({ sex, heightCm }) =>
    sex === 'male' ? fromFiveFeet(heightCm, 48, 2.7) : fromFiveFeet(heightCm, 45.5, 2.2),
})
