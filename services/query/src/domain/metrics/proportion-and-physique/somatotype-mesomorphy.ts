import { defineCard } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'
import { mesomorphyOf } from './somatotype.ts'

export const somatotypeMesomorphy = defineCard({
  id: 'somatotype_mesomorphy',
  name: 'Somatotype: mesomorphy',
  category: 'proportion_and_physique',
  quantity: 'mesomorphy',
  required: [
    'humerusBreadthCm',
    'femurBreadthCm',
    'flexedArmCm',
    'tricepsMm',
    'calfCm',
    'calfMm',
    'heightCm',
  ],
  unit: '',
  decimals: 1,
  formula:
    '0.858·humerus + 0.601·femur + 0.188·(arm − triceps/10) + 0.161·(calf − fold/10) − 0.131·height + 4.5',
  citation: {
    authors: 'Carter JEL, Heath BH',
    year: 1990,
    journal: 'Cambridge University Press',
    title: 'Somatotyping — development and applications',
  },
  appliesTo: 'any',
  suppressions: GIRTHS_VOIDED,
  compute: mesomorphyOf,
})
