import { defineCard, type EquationCard, noValue } from '../card.ts'

const MAX_HEART_RATE = {
  category: 'estimation',
  quantity: 'max_heart_rate',
  unit: 'beats/min',
  decimals: 0,
  appliesTo: 'adult',
} as const

/** Maximum heart rate from age. */
export const maxHeartRateCards: readonly EquationCard[] = [
  defineCard({
    ...MAX_HEART_RATE,
    id: 'max_heart_rate_tanaka',
    name: 'Maximum heart rate (Tanaka)',
    required: ['ageYears'],
    formula: '208 − 0.7·age',
    citation: {
      authors: 'Tanaka H, Monahan KD, Seals DR',
      year: 2001,
      journal: 'J Am Coll Cardiol 37:153–156',
      title: 'Age-predicted maximal heart rate revisited',
      doi: '10.1016/S0735-1097(00)01054-8',
    },
    compute: ({ ageYears }) => 208 - 0.7 * ageYears,
  }),
  defineCard({
    ...MAX_HEART_RATE,
    id: 'max_heart_rate_gellish',
    name: 'Maximum heart rate (Gellish)',
    required: ['ageYears'],
    formula: '207 − 0.7·age',
    citation: {
      authors: 'Gellish RL, Goslin BR, Olson RE, McDonald A, Russi GD, Moudgil VK',
      year: 2007,
      journal: 'Med Sci Sports Exerc 39:822–829',
      title: 'Longitudinal modeling of the relationship between age and maximal heart rate',
      doi: '10.1097/mss.0b013e31803349c6',
    },
    compute: ({ ageYears }) => 207 - 0.7 * ageYears,
  }),
  defineCard({
    ...MAX_HEART_RATE,
    id: 'max_heart_rate_gulati',
    name: 'Maximum heart rate (Gulati, women)',
    required: ['sex', 'ageYears'],
    formula: '206 − 0.88·age, women',
    citation: {
      authors: 'Gulati M, Shaw LJ, Thisted RA, Black HR, Bairey Merz CN, Arnsdorf MF',
      year: 2010,
      journal: 'Circulation 122:130–137',
      title: 'Heart rate response to exercise stress testing in asymptomatic women',
      doi: '10.1161/CIRCULATIONAHA.110.939249',
    },
    limits: [{ input: 'ageYears', min: 35, outside: 'warn', reason: 'women from 35 years' }],
    compute: ({ sex, ageYears }) =>
      sex === 'female' ? 206 - 0.88 * ageYears : noValue('the equation was made from women only'),
  }),
]
