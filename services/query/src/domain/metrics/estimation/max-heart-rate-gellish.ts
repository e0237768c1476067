import { defineCard } from '../card.ts'

export const maxHeartRateGellish = defineCard({
  id: 'max_heart_rate_gellish',
  name: 'Maximum heart rate (Gellish)',
  category: 'estimation',
  quantity: 'max_heart_rate',
  required: ['ageYears'],
  unit: 'beats/min',
  decimals: 0,
  formula: '207 − 0.7·age',
  citation: {
    authors: 'Gellish RL, Goslin BR, Olson RE, McDonald A, Russi GD, Moudgil VK',
    year: 2007,
    journal: 'Med Sci Sports Exerc 39:822–829',
    title: 'Longitudinal modeling of the relationship between age and maximal heart rate',
    doi: '10.1097/mss.0b013e31803349c6',
  },
  appliesTo: 'adult',
  compute: ({ ageYears }) => 207 - 0.7 * ageYears,
})
