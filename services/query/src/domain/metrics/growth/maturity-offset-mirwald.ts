import { mirwaldOffsetYears } from '../../growth/maturity.ts'
import { defineCard, SIGNED } from '../card.ts'
import { WEIGHT_VOIDED } from '../suppressions.ts'

export const maturityOffsetMirwald = defineCard({
  id: 'maturity_offset_mirwald',
  name: 'Maturity offset (Mirwald)',
  category: 'growth',
  quantity: 'maturity_offset',
  required: ['sex', 'ageYears', 'heightCm', 'sittingHeightCm', 'weightKg'],
  unit: 'years',
  decimals: 2,
  formula:
    'boys −9.236 + 0.0002708·leg·sitting − 0.001663·age·leg + 0.007216·age·sitting + 0.02292·100·weight/height; girls −9.376 + 0.0001882·leg·sitting + 0.0022·age·leg + 0.005841·age·sitting − 0.002658·age·weight + 0.07693·100·weight/height',
  citation: {
    authors: 'Mirwald RL, Baxter-Jones ADG, Bailey DA, Beunen GP',
    year: 2002,
    journal: 'Med Sci Sports Exerc 34:689–694',
    title: 'An assessment of maturity from anthropometric measurements',
    doi: '10.1097/00005768-200204000-00020',
  },
  appliesTo: 'child',
  limits: [{ input: 'ageYears', min: 8, max: 16, outside: 'warn', reason: 'ages of the sample' }],
  standardError: {
    kind: 'absolute',
    value: { male: 0.592, female: 0.569 },
    note: 'years against observed peak height velocity',
  },
  suppressions: WEIGHT_VOIDED,
  possible: SIGNED,
  compute: mirwaldOffsetYears,
})
