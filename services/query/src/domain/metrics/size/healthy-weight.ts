import { ADULT_CLASS_AGE_YEARS, type Citation, defineCard, type EquationCard } from '../card.ts'
import { NO_TARGET_IN_PREGNANCY } from '../suppressions.ts'

const WHO_2000: Citation = {
  authors: 'World Health Organization',
  year: 2000,
  journal: 'WHO Technical Report Series 894',
  title: 'Obesity: preventing and managing the global epidemic',
}

const HEALTHY_WEIGHT = {
  category: 'size',
  quantity: 'healthy_weight',
  required: ['heightCm'],
  unit: 'kg',
  decimals: 1,
  appliesTo: 'adult',
  suppressions: NO_TARGET_IN_PREGNANCY,
  limits: [
    {
      input: 'ageYears',
      min: ADULT_CLASS_AGE_YEARS,
      outside: 'refuse',
      reason: 'adult BMI classes start where the WHO growth reference ends',
    },
  ],
} as const

/** The ends of the range of healthy weight by BMI. */
export const healthyWeightCards: readonly EquationCard[] = [
  defineCard({
    ...HEALTHY_WEIGHT,
    id: 'healthy_weight_min',
    name: 'Healthy weight, lower end',
    formula: '18.5 · height²  (m)',
    citation: WHO_2000,
    compute: ({ heightCm }) => 18.5 * (heightCm / 100) ** 2,
  }),
  defineCard({
    ...HEALTHY_WEIGHT,
    id: 'healthy_weight_max',
    name: 'Healthy weight, upper end',
    formula: '25 · height²  (m); the range ends below this weight',
    citation: WHO_2000,
    compute: ({ heightCm }) => 25 * (heightCm / 100) ** 2,
  }),
]
