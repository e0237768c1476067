import { defineCard } from '../card.ts'

export const maxHeartRateTanaka = defineCard({
  id: 'max_heart_rate_tanaka',
  name: 'Maximum heart rate (Tanaka)',
  category: 'estimation',
  quantity: 'max_heart_rate',
  required: ['ageYears'],
  unit: 'beats/min',
  decimals: 0,
  formula: '208 − 0.7·age',
  citation: {
    authors: 'Tanaka H, Monahan KD, Seals DR',
    year: 2001,
    journal: 'J Am Coll Cardiol 37:153–156',
    title: 'Age-predicted maximal heart rate revisited',
    doi: '10.1016/S0735-1097(00)01054-8',
  },
  appliesTo: 'adult',
  compute: ({ ageYears }) => 208 - 0.7 * ageYears,
})
