import { defineCard, noValue, SIGNED } from '../card.ts'

export const maturityOffsetMoore = defineCard({
  id: 'maturity_offset_moore',
  name: 'Maturity offset (Moore)',
  category: 'growth',
  quantity: 'maturity_offset',
  required: ['sex', 'ageYears'],
  optional: ['heightCm', 'sittingHeightCm'],
  unit: 'years',
  decimals: 2,
  formula: 'boys −8.128741 + 0.0070346·age·sitting height; girls −7.709133 + 0.0042232·age·height',
  citation: {
    authors: 'Moore SA, McKay HA, Macdonald H, et al.',
    year: 2015,
    journal: 'Med Sci Sports Exerc 47:1755–1764',
    title: 'Enhancing a somatic maturity prediction model',
    doi: '10.1249/MSS.0000000000000588',
  },
  appliesTo: 'child',
  limits: [{ input: 'ageYears', min: 8, max: 18, outside: 'warn', reason: 'ages of the sample' }],
  possible: SIGNED,
  compute: ({ sex, ageYears, heightCm, sittingHeightCm }) => {
    if (sex === 'female')
      return heightCm === undefined
        ? noValue('girls need the height', 'heightCm')
        : -7.709133 + 0.0042232 * ageYears * heightCm
    return sittingHeightCm === undefined
      ? noValue('boys need the sitting height', 'sittingHeightCm')
      : -8.128741 + 0.0070346 * ageYears * sittingHeightCm
  },
})
