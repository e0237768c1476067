import { defineCard, noValue } from '../card.ts'

export const cormicIndex = defineCard({
  id: 'cormic_index',
  name: 'Cormic index',
  category: 'proportion_and_physique',
  quantity: 'cormic_index',
  required: ['sittingHeightCm', 'heightCm'],
  unit: '%',
  decimals: 1,
  formula: '100 · sitting height / height',
  citation: {
    authors: 'Martin R, Saller K',
    year: 1957,
    journal: 'Gustav Fischer, Stuttgart',
    title: 'Lehrbuch der Anthropologie, 3rd edition',
  },
  appliesTo: 'any',
  possible: { min: 0, max: 100 },
  compute: ({ sittingHeightCm, heightCm }) =>
    sittingHeightCm < heightCm
      ? (100 * sittingHeightCm) / heightCm
      : noValue('sitting height must be below height'),
})
