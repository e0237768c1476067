import { defineCard } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'

const WHO = {
  authors: 'World Health Organization',
  year: 2011,
  journal: 'Report of a WHO expert consultation, Geneva, 8–11 December 2008',
}

export const waistToHipRatio = defineCard({
  id: 'waist_to_hip_ratio',
  name: 'Waist-to-hip ratio',
  category: 'central_adiposity',
  quantity: 'waist_to_hip_ratio',
  required: ['waistCm', 'hipCm'],
  optional: ['sex'],
  unit: '',
  decimals: 2,
  formula: 'waist / hip',
  citation: {
    authors: 'World Health Organization',
    year: 2011,
    journal: 'Report of a WHO expert consultation, Geneva, 8–11 December 2008',
    title: 'Waist circumference and waist–hip ratio',
  },
  appliesTo: 'adult',
  classes: [
    {
      system: 'WHO waist–hip ratio',
      citation: WHO,
      sex: 'male',
      bands: [
        { from: 0, label: 'below the cut-off' },
        { from: 0.9, label: 'substantially increased risk' },
      ],
    },
    {
      system: 'WHO waist–hip ratio',
      citation: WHO,
      sex: 'female',
      bands: [
        { from: 0, label: 'below the cut-off' },
        { from: 0.85, label: 'substantially increased risk' },
      ],
    },
  ],
  suppressions: GIRTHS_VOIDED,
  compute: ({ waistCm, hipCm }) => waistCm / hipCm,
})
