import { defineCard } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'

export const bodyAdiposityIndex = defineCard({
  id: 'body_adiposity_index',
  name: 'Body adiposity index',
  category: 'central_adiposity',
  quantity: 'body_fat_percent',
  required: ['hipCm', 'heightCm'],
  unit: '%',
  decimals: 1,
  formula: 'hip / height^1.5 − 18  (cm, m)',
  citation: {
    authors: 'Bergman RN, Stefanovski D, Buchanan TA, et al.',
    year: 2011,
    journal: 'Obesity 19:1083–1089',
    title: 'A better index of body adiposity',
    doi: '10.1038/oby.2011.38',
  },
  appliesTo: 'adult',
  suppressions: GIRTHS_VOIDED,
  possible: { min: 0, max: 80 },
  compute: ({ hipCm, heightCm }) => hipCm / (heightCm / 100) ** 1.5 - 18,
})
