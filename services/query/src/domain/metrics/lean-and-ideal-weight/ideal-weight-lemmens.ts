import { defineCard } from '../card.ts'

export const idealWeightLemmens = defineCard({
  id: 'ideal_weight_lemmens',
  name: 'Ideal body weight (Lemmens)',
  category: 'lean_and_ideal_weight',
  quantity: 'ideal_weight',
  required: ['heightCm'],
  unit: 'kg',
  decimals: 1,
  formula: '22 · height²  (m)',
  citation: {
    authors: 'Lemmens HJM, Brodsky JB, Bernstein DP',
    year: 2005,
    journal: 'Obes Surg 15:1082–1083',
    title: 'Estimating ideal body weight — a new formula',
    doi: '10.1381/0960892054621350',
  },
  appliesTo: 'adult',
  compute: ({ heightCm }) => 22 * (heightCm / 100) ** 2,
})
