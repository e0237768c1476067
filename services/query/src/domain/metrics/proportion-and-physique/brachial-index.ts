import { defineCard } from '../card.ts'

export const brachialIndex = defineCard({
  id: 'brachial_index',
  name: 'Brachial index',
  category: 'proportion_and_physique',
  quantity: 'brachial_index',
  required: ['forearmLengthCm', 'upperArmLengthCm'],
  unit: '%',
  decimals: 1,
  formula: '100 · forearm length / upper arm length',
  citation: {
    authors: 'Martin R, Saller K',
    year: 1957,
    journal: 'Gustav Fischer, Stuttgart',
    title: 'Lehrbuch der Anthropologie, 3rd edition',
  },
  appliesTo: 'any',
  compute: ({ forearmLengthCm, upperArmLengthCm }) => (100 * forearmLengthCm) / upperArmLengthCm,
})
