import { defineCard } from '../card.ts'

export const cruralIndex = defineCard({
  id: 'crural_index',
  name: 'Crural index',
  category: 'proportion_and_physique',
  quantity: 'crural_index',
  required: ['tibiaLengthCm', 'thighLengthCm'],
  unit: '%',
  decimals: 1,
  formula: '100 · lower leg length / thigh length',
  citation: {
    authors: 'Martin R, Saller K',
    year: 1957,
    journal: 'Gustav Fischer, Stuttgart',
    title: 'Lehrbuch der Anthropologie, 3rd edition',
  },
  appliesTo: 'any',
  compute: ({ tibiaLengthCm, thighLengthCm }) => (100 * tibiaLengthCm) / thighLengthCm,
})
