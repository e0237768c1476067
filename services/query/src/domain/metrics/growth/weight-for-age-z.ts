import { defineCard, SIGNED } from '../card.ts'
import { WEIGHT_VOIDED } from '../suppressions.ts'
import { CHILD_INPUTS, whoRemark, whoScore } from './child-scores.ts'

export const weightForAgeZ = defineCard({
  id: 'weight_for_age_z',
  name: 'Weight for age, WHO z-score',
  category: 'growth',
  quantity: 'weight_for_age',
  required: ['sex', 'ageYears', 'weightKg'],
  optional: CHILD_INPUTS,
  unit: 'SD',
  decimals: 2,
  formula: 'WHO LMS: ((y/M)^L − 1)/(L·S), beyond ±3 in steps of the distance from 2 to 3 SD',
  citation: {
    authors: 'World Health Organization',
    year: 2006,
    journal:
      'WHO Child Growth Standards (2006, 2007) and WHO Reference 2007 (de Onis et al., Bull World Health Organ 85:660–667)',
  },
  appliesTo: 'child',
  classes: [
    {
      system: 'WHO weight for age',
      citation: {
        authors: 'World Health Organization',
        year: 2008,
        journal: 'Training course on child growth assessment, module C',
      },
      minAgeYears: 0,
      maxAgeYears: 10.2,
      bands: [
        { from: Number.NEGATIVE_INFINITY, label: 'severely underweight' },
        { from: -3, label: 'underweight' },
        { from: -2, label: 'not underweight' },
      ],
    },
  ],
  suppressions: WEIGHT_VOIDED,
  possible: SIGNED,
  compute: (inputs) => whoScore('weight_for_age', inputs),
  remark: whoRemark('weight_for_age'),
})
