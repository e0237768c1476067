import { defineCard } from '../card.ts'
import { bodyMassIndex } from '../size/bmi.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'
import { withinBody } from './within-body.ts'

export const leanMassJanmahasatian = defineCard({
  id: 'lean_mass_janmahasatian',
  name: 'Lean body weight (Janmahasatian)',
  category: 'lean_and_ideal_weight',
  quantity: 'lean_mass',
  required: ['sex', 'weightKg', 'heightCm'],
  unit: 'kg',
  decimals: 1,
  formula: '9270·weight / (6680 + 216·BMI) men, / (8780 + 244·BMI) women  (kg)',
  citation: {
    authors: 'Janmahasatian S, Duffull SB, Ash S, Ward LC, Byrne NM, Green B',
    year: 2005,
    journal: 'Clin Pharmacokinet 44:1051–1065',
    title: 'Quantification of lean bodyweight',
    doi: '10.2165/00003088-200544100-00004',
  },
  appliesTo: 'adult',
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ sex, weightKg, heightCm }) => {
    const bmi = bodyMassIndex(weightKg, heightCm)
    return withinBody((9270 * weightKg) / (sex === 'male' ? 6680 + 216 * bmi : 8780 + 244 * bmi), weightKg)
  },
})
