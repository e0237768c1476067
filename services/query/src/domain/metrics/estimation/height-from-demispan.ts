import { defineCard } from '../card.ts'

export const heightFromDemispan = defineCard({
  id: 'height_from_demispan',
  name: 'Height from demi-span (Bassey)',
  category: 'estimation',
  quantity: 'height_estimate',
  required: ['sex', 'demispanCm'],
  unit: 'cm',
  decimals: 1,
  formula: 'men 1.40·demi-span + 57.8; women 1.35·demi-span + 60.1  (cm)',
  citation: {
    authors: 'Bassey EJ',
    year: 1986,
    journal: 'Ann Hum Biol 13:499–502',
    title: 'Demi-span as a measure of skeletal size',
    doi: '10.1080/03014468600008681',
  },
  appliesTo: 'adult',
  compute: ({ sex, demispanCm }) => (sex === 'male' ? 1.4 * demispanCm + 57.8 : 1.35 * demispanCm + 60.1),
})
