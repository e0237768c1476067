import { defineCard, noValue } from '../card.ts'

export const maxHeartRateGulati = defineCard({
  id: 'max_heart_rate_gulati',
  name: 'Maximum heart rate (Gulati, women)',
  category: 'estimation',
  quantity: 'max_heart_rate',
  required: ['sex', 'ageYears'],
  unit: 'beats/min',
  decimals: 0,
  formula: '206 − 0.88·age, women',
  citation: {
    authors: 'Gulati M, Shaw LJ, Thisted RA, Black HR, Bairey Merz CN, Arnsdorf MF',
    year: 2010,
    journal: 'Circulation 122:130–137',
    title: 'Heart rate response to exercise stress testing in asymptomatic women',
    doi: '10.1161/CIRCULATIONAHA.110.939249',
  },
  appliesTo: 'adult',
  limits: [{ input: 'ageYears', min: 35, outside: 'warn', reason: 'women from 35 years' }],
  compute: ({ sex, ageYears }) =>
    sex === 'female' ? 206 - 0.88 * ageYears : noValue('the equation was made from women only'),
})
