import { ADULT_CLASS_AGE_YEARS, defineCard } from '../card.ts'

export const healthyWeightMax = defineCard({
  id: 'healthy_weight_max',
  name: 'Healthy weight, upper end',
  category: 'size',
  quantity: 'healthy_weight',
  required: ['heightCm'],
  unit: 'kg',
  decimals: 1,
  formula: '25 · height²  (m); the range ends below this weight',
  citation: {
    authors: 'World Health Organization',
    year: 2000,
    journal: 'WHO Technical Report Series 894',
    title: 'Obesity: preventing and managing the global epidemic',
  },
  appliesTo: 'adult',
  limits: [
    {
      input: 'ageYears',
      min: ADULT_CLASS_AGE_YEARS,
      outside: 'refuse',
      reason: 'adult BMI classes start where the WHO growth reference ends',
    },
  ],
  compute: ({ heightCm }) => 25 * (heightCm / 100) ** 2,
})
