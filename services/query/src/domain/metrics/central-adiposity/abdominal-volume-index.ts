import { defineCard } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'

export const abdominalVolumeIndex = defineCard({
  id: 'abdominal_volume_index',
  name: 'Abdominal volume index',
  category: 'central_adiposity',
  quantity: 'abdominal_volume_index',
  required: ['waistCm', 'hipCm'],
  unit: 'L',
  decimals: 1,
  formula: '(2·waist² + 0.7·(waist − hip)²) / 1000  (cm)',
  citation: {
    authors: 'Guerrero-Romero F, Rodríguez-Morán M',
    year: 2003,
    journal: 'Arch Med Res 34:428–432',
    title: 'Abdominal volume index: an anthropometry-based index for estimation of obesity',
    doi: '10.1016/S0188-4409(03)00073-0',
  },
  appliesTo: 'adult',
  suppressions: GIRTHS_VOIDED,
  compute: ({ waistCm, hipCm }) => (2 * waistCm ** 2 + 0.7 * (waistCm - hipCm) ** 2) / 1000,
})
