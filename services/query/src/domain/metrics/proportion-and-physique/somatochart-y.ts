import { defineCard, SIGNED } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'
import { somatotypeCategory } from './somatotype.ts'
import { somatotypeOf } from './somatotype-of.ts'

export const somatochartY = defineCard({
  id: 'somatochart_y',
  name: 'Somatochart y',
  category: 'proportion_and_physique',
  quantity: 'somatochart',
  required: [
    'heightCm',
    'weightKg',
    'tricepsMm',
    'subscapularMm',
    'supraspinaleMm',
    'calfMm',
    'humerusBreadthCm',
    'femurBreadthCm',
    'flexedArmCm',
    'calfCm',
  ],
  unit: '',
  decimals: 1,
  formula: '2·mesomorphy − (endomorphy + ectomorphy); the class is the somatotype category',
  citation: {
    authors: 'Carter JEL, Heath BH',
    year: 1990,
    journal: 'Cambridge University Press',
    title: 'Somatotyping — development and applications',
  },
  appliesTo: 'any',
  suppressions: NOT_IN_PREGNANCY,
  possible: SIGNED,
  compute: (inputs) => {
    const { endomorphy, mesomorphy, ectomorphy } = somatotypeOf(inputs)
    return 2 * mesomorphy - (endomorphy + ectomorphy)
  },
  classify: (_value, inputs) => somatotypeCategory(somatotypeOf(inputs)),
})
