import { defineCard } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'
import { withinBody } from './within-body.ts'

export const leanMassHume = defineCard({
  id: 'lean_mass_hume',
  name: 'Lean body mass (Hume)',
  category: 'lean_and_ideal_weight',
  quantity: 'lean_mass',
  required: ['sex', 'weightKg', 'heightCm'],
  unit: 'kg',
  decimals: 1,
  formula:
    'men 0.32810·weight + 0.33929·height − 29.5336; women 0.29569·weight + 0.41813·height − 43.2933  (kg, cm)',
  citation: {
    authors: 'Hume R',
    year: 1966,
    journal: 'J Clin Pathol 19:389–391',
    title: 'Prediction of lean body mass from height and weight',
    doi: '10.1136/jcp.19.4.389',
  },
  appliesTo: 'adult',
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ sex, weightKg, heightCm }) =>
    withinBody(
      sex === 'male'
        ? 0.3281 * weightKg + 0.33929 * heightCm - 29.5336
        : 0.29569 * weightKg + 0.41813 * heightCm - 43.2933,
      weightKg,
    ),
})
