import { defineCard, SIGNED } from '../card.ts'
import { WEIGHT_VOIDED } from '../suppressions.ts'
import { CHILD_INPUTS, whoRemark, whoScore } from './child-scores.ts'

export const weightForLengthHeightZ = defineCard({
  id: 'weight_for_length_height_z',
  name: 'Weight for length or height, WHO z-score',
  category: 'growth',
  quantity: 'weight_for_length_height',
  required: ['sex', 'ageYears', 'weightKg', 'heightCm'],
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
      system: 'WHO weight for length or height',
      citation: {
        authors: 'World Health Organization',
        year: 2008,
        journal: 'Training course on child growth assessment, module C',
      },
      minAgeYears: 0,
      maxAgeYears: 5.1,
      bands: [
        { from: Number.NEGATIVE_INFINITY, label: 'severely wasted' },
        { from: -3, label: 'wasted' },
        { from: -2, label: 'normal' },
        { from: 1, label: 'possible risk of overweight' },
        { from: 2, label: 'overweight' },
        { from: 3, label: 'obese' },
      ],
    },
  ],
  suppressions: WEIGHT_VOIDED,
  possible: SIGNED,
  compute: (inputs) => whoScore('weight_for_length_height', inputs),
  remark: whoRemark('weight_for_length_height'),
})
