import { defineCard } from '../card.ts'

export const midParentalHeight = defineCard({
  id: 'mid_parental_height',
  name: 'Mid-parental height (Tanner)',
  category: 'growth',
  quantity: 'adult_height',
  required: ['sex', 'motherHeightCm', 'fatherHeightCm'],
  unit: 'cm',
  decimals: 1,
  formula: '(mother + father ± 13) / 2, + for boys; target range ± 8.5 cm',
  citation: {
    authors: 'Tanner JM, Goldstein H, Whitehouse RH',
    year: 1970,
    journal: 'Arch Dis Child 45:755–762',
    title: "Standards for children's height at ages 2–9 years allowing for height of parents",
    doi: '10.1136/adc.45.244.755',
  },
  appliesTo: 'child',
  compute: ({ sex, motherHeightCm, fatherHeightCm }) =>
    (motherHeightCm + fatherHeightCm + (sex === 'male' ? 13 : -13)) / 2,
})
