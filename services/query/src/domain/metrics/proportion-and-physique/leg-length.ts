import { defineCard } from '../card.ts'

export const legLength = defineCard({
  id: 'leg_length',
  name: 'Subischial leg length',
  category: 'proportion_and_physique',
  quantity: 'leg_length',
  required: ['sittingHeightCm', 'heightCm'],
  unit: 'cm',
  decimals: 1,
  formula: 'height − sitting height',
  citation: {
    authors: 'Martin R, Saller K',
    year: 1957,
    journal: 'Gustav Fischer, Stuttgart',
    title: 'Lehrbuch der Anthropologie, 3rd edition',
  },
  appliesTo: 'any',
  compute: ({ sittingHeightCm, heightCm }) => heightCm - sittingHeightCm,
})
