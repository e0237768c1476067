import { mirwaldOffsetYears } from '../../growth/maturity.ts'
import { type Citation, defineCard, type EquationCard, noValue, SIGNED } from '../card.ts'
import { WEIGHT_VOIDED } from '../suppressions.ts'

const MIRWALD_2002: Citation = {
  authors: 'Mirwald RL, Baxter-Jones ADG, Bailey DA, Beunen GP',
  year: 2002,
  journal: 'Med Sci Sports Exerc 34:689–694',
  title: 'An assessment of maturity from anthropometric measurements',
  doi: '10.1097/00005768-200204000-00020',
}

const MATURITY = {
  category: 'growth',
  quantity: 'maturity_offset',
  unit: 'years',
  appliesTo: 'child',
} as const

/** Years from peak height velocity, from size and age. */
export const maturityCards: readonly EquationCard[] = [
  defineCard({
    ...MATURITY,
    id: 'maturity_offset_mirwald',
    name: 'Maturity offset (Mirwald)',
    required: ['sex', 'ageYears', 'heightCm', 'sittingHeightCm', 'weightKg'],
    decimals: 2,
    formula:
      'boys −9.236 + 0.0002708·leg·sitting − 0.001663·age·leg + 0.007216·age·sitting + 0.02292·100·weight/height; girls −9.376 + 0.0001882·leg·sitting + 0.0022·age·leg + 0.005841·age·sitting − 0.002658·age·weight + 0.07693·100·weight/height',
    citation: MIRWALD_2002,
    limits: [{ input: 'ageYears', min: 8, max: 16, outside: 'warn', reason: 'ages of the sample' }],
    standardError: {
      kind: 'absolute',
      value: { male: 0.592, female: 0.569 },
      note: 'years against observed peak height velocity',
    },
    suppressions: WEIGHT_VOIDED,
    possible: SIGNED,
    compute: mirwaldOffsetYears,
  }),
  defineCard({
    ...MATURITY,
    id: 'age_at_peak_height_velocity',
    name: 'Age at peak height velocity (Mirwald)',
    required: ['sex', 'ageYears', 'heightCm', 'sittingHeightCm', 'weightKg'],
    decimals: 1,
    formula: 'age − maturity offset',
    citation: MIRWALD_2002,
    limits: [{ input: 'ageYears', min: 8, max: 16, outside: 'warn', reason: 'ages of the sample' }],
    standardError: {
      kind: 'absolute',
      value: { male: 0.592, female: 0.569 },
      note: 'years against observed peak height velocity',
    },
    suppressions: WEIGHT_VOIDED,
    compute: (inputs) => inputs.ageYears - mirwaldOffsetYears(inputs),
  }),
  defineCard({
    ...MATURITY,
    id: 'maturity_offset_moore',
    name: 'Maturity offset (Moore)',
    required: ['sex', 'ageYears'],
    optional: ['heightCm', 'sittingHeightCm'],
    decimals: 2,
    formula: 'boys −8.128741 + 0.0070346·age·sitting height; girls −7.709133 + 0.0042232·age·height',
    citation: {
      authors: 'Moore SA, McKay HA, Macdonald H, et al.',
      year: 2015,
      journal: 'Med Sci Sports Exerc 47:1755–1764',
      title: 'Enhancing a somatic maturity prediction model',
      doi: '10.1249/MSS.0000000000000588',
    },
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
  }),
]
