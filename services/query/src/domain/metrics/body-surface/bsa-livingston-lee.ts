import { defineCard } from '../card.ts'
import { WEIGHT_VOIDED } from '../suppressions.ts'

export const bsaLivingstonLee = defineCard({
  id: 'bsa_livingston_lee',
  name: 'Body surface area (Livingston–Lee)',
  category: 'body_surface',
  quantity: 'body_surface_area',
  required: ['weightKg'],
  unit: 'm²',
  decimals: 2,
  formula: '0.1173 · weight^0.6466  (kg)',
  citation: {
    authors: 'Livingston EH, Lee S',
    year: 2001,
    journal: 'Am J Physiol Endocrinol Metab 281:E586–E591',
    title: 'Body surface area prediction in normal-weight and obese patients',
    doi: '10.1152/ajpendo.2001.281.3.E586',
  },
  appliesTo: 'any',
  suppressions: WEIGHT_VOIDED,
  compute: ({ weightKg }) => 0.1173 * weightKg ** 0.6466,
})
