import { defineCard } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'
import { withinBody } from './within-body.ts'

export const leanMassBoer = defineCard({
  id: 'lean_mass_boer',
  name: 'Lean body mass (Boer)',
  category: 'lean_and_ideal_weight',
  quantity: 'lean_mass',
  required: ['sex', 'weightKg', 'heightCm'],
  unit: 'kg',
  decimals: 1,
  formula: 'men 0.407·weight + 0.267·height − 19.2; women 0.252·weight + 0.473·height − 48.3  (kg, cm)',
  citation: {
    authors: 'Boer P',
    year: 1984,
    journal: 'Am J Physiol 247:F632–F636',
    title: 'Estimated lean body mass as an index for normalization of body fluid volumes in humans',
    doi: '10.1152/ajprenal.1984.247.4.F632',
  },
  appliesTo: 'adult',
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ sex, weightKg, heightCm }) =>
    withinBody(
      sex === 'male'
        ? 0.407 * weightKg + 0.267 * heightCm - 19.2
        : 0.252 * weightKg + 0.473 * heightCm - 48.3,
      weightKg,
    ),
})
