import { defineCard } from '../card.ts'

export const heightFromKneeHeight = defineCard({
  id: 'height_from_knee_height',
  name: 'Height from knee height (Chumlea)',
  category: 'estimation',
  quantity: 'height_estimate',
  required: ['sex', 'ageYears', 'kneeHeightCm'],
  unit: 'cm',
  decimals: 1,
  formula: 'men 64.19 − 0.04·age + 2.02·knee height; women 84.88 − 0.24·age + 1.83·knee height  (years, cm)',
  citation: {
    authors: 'Chumlea WC, Roche AF, Steinbaugh ML',
    year: 1985,
    journal: 'J Am Geriatr Soc 33:116–120',
    title: 'Estimating stature from knee height for persons 60 to 90 years of age',
    doi: '10.1111/j.1532-5415.1985.tb02276.x',
  },
  appliesTo: 'adult',
  limits: [
    { input: 'ageYears', min: 60, max: 90, outside: 'warn', reason: 'made for persons of 60 to 90 years' },
  ],
  compute: ({ sex, ageYears, kneeHeightCm }) =>
    sex === 'male'
      ? 64.19 - 0.04 * ageYears + 2.02 * kneeHeightCm
      : 84.88 - 0.24 * ageYears + 1.83 * kneeHeightCm,
})
