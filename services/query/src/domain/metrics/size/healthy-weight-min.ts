import { ADULT_CLASS_AGE_YEARS, defineCard } from '../card.ts'

export const healthyWeightMin = defineCard({
  id: 'healthy_weight_min',
  name: 'Healthy weight, lower end',
  category: 'size',
  quantity: 'healthy_weight',
  required: ['heightCm'],
  unit: 'kg',
  decimals: 1,
  formula: '18.5 · height²  (m)',
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
  compute: ({ heightCm }) => 18.5 * (heightCm / 100) ** 2,
})
