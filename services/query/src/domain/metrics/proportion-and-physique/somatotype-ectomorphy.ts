import { defineCard } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'
import { ectomorphyOf } from './somatotype.ts'

export const somatotypeEctomorphy = defineCard({
  id: 'somatotype_ectomorphy',
  name: 'Somatotype: ectomorphy',
  category: 'proportion_and_physique',
  quantity: 'ectomorphy',
  required: ['heightCm', 'weightKg'],
  unit: '',
  decimals: 1,
  formula: 'HWR = height/∛weight; ≥ 40.75: 0.732·HWR − 28.58; above 38.25: 0.463·HWR − 17.63; else 0.1',
  citation: {
    authors: 'Carter JEL, Heath BH',
    year: 1990,
    journal: 'Cambridge University Press',
    title: 'Somatotyping — development and applications',
  },
  appliesTo: 'any',
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ heightCm, weightKg }) => ectomorphyOf(heightCm, weightKg),
})
