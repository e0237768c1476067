import { defineCard } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'
import { endomorphyOf } from './somatotype.ts'

export const somatotypeEndomorphy = defineCard({
  id: 'somatotype_endomorphy',
  name: 'Somatotype: endomorphy',
  category: 'proportion_and_physique',
  quantity: 'endomorphy',
  required: ['tricepsMm', 'subscapularMm', 'supraspinaleMm', 'heightCm'],
  unit: '',
  decimals: 1,
  formula: '−0.7182 + 0.1451·X − 0.00068·X² + 0.0000014·X³, X = sum of three folds · 170.18/height',
  citation: {
    authors: 'Carter JEL, Heath BH',
    year: 1990,
    journal: 'Cambridge University Press',
    title: 'Somatotyping — development and applications',
  },
  appliesTo: 'any',
  suppressions: GIRTHS_VOIDED,
  compute: ({ tricepsMm, subscapularMm, supraspinaleMm, heightCm }) =>
    endomorphyOf(tricepsMm + subscapularMm + supraspinaleMm, heightCm),
})
