import { defineCard } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

export const bmrOwen = defineCard({
  id: 'bmr_owen',
  name: 'Resting energy expenditure (Owen)',
  category: 'energy',
  quantity: 'resting_energy',
  required: ['sex', 'weightKg'],
  unit: 'kcal/day',
  decimals: 0,
  formula: 'men 879 + 10.2·weight; women 795 + 7.18·weight  (kg)',
  citation: {
    authors: "Owen OE, Kavle E, Owen RS, et al.; Owen OE, Holup JL, D'Alessio DA, et al.",
    year: 1987,
    journal: 'Am J Clin Nutr 44:1–19 (1986, women) and 46:875–885 (1987, men)',
    title: 'A reappraisal of caloric requirements',
  },
  appliesTo: 'adult',
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ sex, weightKg }) => (sex === 'male' ? 879 + 10.2 * weightKg : 795 + 7.18 * weightKg),
})
