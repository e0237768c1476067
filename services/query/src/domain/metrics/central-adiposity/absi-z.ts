import { defineCard, SIGNED } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'
import { bodyShapeIndex } from './absi.ts'
import { absiReference } from './absi-reference.ts'

export const absiZ = defineCard({
  id: 'absi_z',
  name: 'A body shape index, z-score',
  category: 'central_adiposity',
  quantity: 'body_shape_index',
  required: ['sex', 'ageYears', 'waistCm', 'weightKg', 'heightCm'],
  unit: 'SD',
  decimals: 2,
  formula: '(ABSI − mean) / SD of the same age and sex (NHANES 1999–2004)',
  citation: {
    authors: 'Krakauer NY, Krakauer JC',
    year: 2012,
    journal: 'PLoS ONE 7:e39504',
    title: 'A new body shape index predicts mortality hazard independently of body mass index',
    doi: '10.1371/journal.pone.0039504',
  },
  appliesTo: 'adult',
  classes: [
    {
      system: 'Krakauer 2012 quintiles of risk',
      citation: {
        authors: 'Krakauer NY, Krakauer JC',
        year: 2012,
        journal: 'PLoS ONE 7:e39504',
        title: 'A new body shape index predicts mortality hazard independently of body mass index',
        doi: '10.1371/journal.pone.0039504',
      },
      minAgeYears: 18,
      bands: [
        { from: Number.NEGATIVE_INFINITY, label: 'very low risk' },
        { from: -0.868, label: 'low risk' },
        { from: -0.272, label: 'average risk' },
        { from: 0.229, label: 'high risk' },
        { from: 0.798, label: 'very high risk' },
      ],
    },
  ],
  suppressions: NOT_IN_PREGNANCY,
  possible: SIGNED,
  compute: ({ sex, ageYears, waistCm, weightKg, heightCm }) => {
    const { mean, sd } = absiReference(sex, ageYears)
    return (bodyShapeIndex(waistCm, weightKg, heightCm) - mean) / sd
  },
})
