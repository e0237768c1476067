import { khamisRocheCm } from '../../growth/khamis-roche.ts'
import { defineCard, type EquationCard, noValue } from '../card.ts'
import { WEIGHT_VOIDED } from '../suppressions.ts'

const ADULT_HEIGHT = {
  category: 'growth',
  quantity: 'adult_height',
  unit: 'cm',
  decimals: 1,
  appliesTo: 'child',
} as const

/** Half the target range of Tanner, Goldstein and Whitehouse (1970), cm. */
const TARGET_RANGE_CM = 8.5

/** Expected adult height of a child, from the parents' heights and its own size. */
export const adultHeightCards: readonly EquationCard[] = [
  defineCard({
    ...ADULT_HEIGHT,
    id: 'mid_parental_height',
    name: 'Mid-parental height (Tanner)',
    required: ['sex', 'motherHeightCm', 'fatherHeightCm'],
    formula: '(mother + father ± 13) / 2, + for boys; target range ± 8.5 cm',
    citation: {
      authors: 'Tanner JM, Goldstein H, Whitehouse RH',
      year: 1970,
      journal: 'Arch Dis Child 45:755–762',
      title: "Standards for children's height at ages 2–9 years allowing for height of parents",
      doi: '10.1136/adc.45.244.755',
    },
    standardError: {
      kind: 'absolute',
      value: TARGET_RANGE_CM / 1.96,
      note: 'target range of ± 8.5 cm, taken as 95 %',
    },
    compute: ({ sex, motherHeightCm, fatherHeightCm }) =>
      (motherHeightCm + fatherHeightCm + (sex === 'male' ? 13 : -13)) / 2,
  }),
  defineCard({
    ...ADULT_HEIGHT,
    id: 'adult_height_khamis_roche',
    name: 'Adult height (Khamis–Roche)',
    required: ['sex', 'ageYears', 'heightCm', 'weightKg', 'motherHeightCm', 'fatherHeightCm'],
    formula:
      'β₀ + β₁·height + β₂·weight + β₃·mid-parent height, β by sex and half year  (in, lb); median error 2.2 cm boys, 1.7 cm girls',
    citation: {
      authors: 'Khamis HJ, Roche AF',
      year: 1994,
      journal: 'Pediatrics 94:504–507; erratum 95:457 (1995)',
      title: 'Predicting adult stature without using skeletal age: the Khamis–Roche method',
    },
    limits: [{ input: 'ageYears', min: 4, max: 17.5, outside: 'refuse', reason: 'made for 4 to 17.5 years' }],
    suppressions: WEIGHT_VOIDED,
    compute: ({ sex, ageYears, heightCm, weightKg, motherHeightCm, fatherHeightCm }) =>
      khamisRocheCm({
        sex,
        ageYears,
        heightCm,
        weightKg,
        midParentHeightCm: (motherHeightCm + fatherHeightCm) / 2,
      }) ?? noValue('made for 4 to 17.5 years'),
  }),
]
