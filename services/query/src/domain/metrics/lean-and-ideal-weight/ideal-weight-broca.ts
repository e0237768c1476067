import { defineCard } from '../card.ts'

export const idealWeightBroca = defineCard({
  id: 'ideal_weight_broca',
  name: 'Ideal body weight (Broca)',
  category: 'lean_and_ideal_weight',
  quantity: 'ideal_weight',
  required: ['heightCm'],
  unit: 'kg',
  decimals: 1,
  formula: 'height − 100  (cm)',
  citation: { authors: 'Broca P', year: 1871, journal: "Mémoires d'anthropologie, Paris" },
  appliesTo: 'adult',
  limits: [
    {
      input: 'heightCm',
      min: 130,
      max: 200,
      outside: 'warn',
      reason: 'the rule of thumb fails at the extremes of height',
    },
  ],
  compute: ({ heightCm }) => heightCm - 100,
})
