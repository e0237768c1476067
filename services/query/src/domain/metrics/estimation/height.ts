import { defineCard, type EquationCard } from '../card.ts'

const HEIGHT = {
  category: 'estimation',
  quantity: 'height_estimate',
  unit: 'cm',
  decimals: 1,
  appliesTo: 'adult',
} as const

/** Height of adults who cannot stand, from a segment of the body. */
export const heightCards: readonly EquationCard[] = [
  defineCard({
    ...HEIGHT,
    id: 'height_from_knee_height',
    name: 'Height from knee height (Chumlea)',
    required: ['sex', 'ageYears', 'kneeHeightCm'],
    formula:
      'men 64.19 − 0.04·age + 2.02·knee height; women 84.88 − 0.24·age + 1.83·knee height  (years, cm)',
    citation: {
      authors: 'Chumlea WC, Roche AF, Steinbaugh ML',
      year: 1985,
      journal: 'J Am Geriatr Soc 33:116–120',
      title: 'Estimating stature from knee height for persons 60 to 90 years of age',
      doi: '10.1111/j.1532-5415.1985.tb02276.x',
    },
    limits: [
      { input: 'ageYears', min: 60, max: 90, outside: 'warn', reason: 'made for persons of 60 to 90 years' },
    ],
    compute: ({ sex, ageYears, kneeHeightCm }) =>
      sex === 'male'
        ? 64.19 - 0.04 * ageYears + 2.02 * kneeHeightCm
        : 84.88 - 0.24 * ageYears + 1.83 * kneeHeightCm,
  }),
  defineCard({
    ...HEIGHT,
    id: 'height_from_demispan',
    name: 'Height from demi-span (Bassey)',
    required: ['sex', 'demispanCm'],
    formula: 'men 1.40·demi-span + 57.8; women 1.35·demi-span + 60.1  (cm)',
    citation: {
      authors: 'Bassey EJ',
      year: 1986,
      journal: 'Ann Hum Biol 13:499–502',
      title: 'Demi-span as a measure of skeletal size',
      doi: '10.1080/03014468600008681',
    },
    compute: ({ sex, demispanCm }) => (sex === 'male' ? 1.4 * demispanCm + 57.8 : 1.35 * demispanCm + 60.1),
  }),
  defineCard({
    ...HEIGHT,
    id: 'height_from_ulna',
    name: 'Height from ulna length (BAPEN)',
    required: ['sex', 'ageYears', 'ulnaCm'],
    formula:
      'men 79.2 + 3.60·ulna (65+: 86.3 + 3.15·ulna); women 95.6 + 2.77·ulna (65+: 80.4 + 3.25·ulna)  (cm)',
    citation: {
      authors: 'Elia M (ed)',
      year: 2003,
      journal: 'British Association for Parenteral and Enteral Nutrition',
      title: 'The MUST report: Malnutrition Universal Screening Tool, alternative measurements',
    },
    compute: ({ sex, ageYears, ulnaCm }) => {
      const older = ageYears >= 65
      if (sex === 'male') return older ? 86.3 + 3.15 * ulnaCm : 79.2 + 3.6 * ulnaCm
      return older ? 80.4 + 3.25 * ulnaCm : 95.6 + 2.77 * ulnaCm
    },
  }),
]
