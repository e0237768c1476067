import { defineCard, SIGNED } from '../card.ts'
import { CHILD_INPUTS, cdcRemark, cdcScore } from './child-scores.ts'

export const cdcStatureForAgeZ = defineCard({
  id: 'cdc_stature_for_age_z',
  name: 'Length or stature for age, CDC z-score',
  category: 'growth',
  quantity: 'length_height_for_age',
  required: ['sex', 'ageYears', 'heightCm'],
  optional: CHILD_INPUTS,
  unit: 'SD',
  decimals: 2,
  formula: 'CDC LMS: ((y/M)^L − 1)/(L·S); length chart when lying and below 36 months',
  citation: {
    authors: 'Kuczmarski RJ, Ogden CL, Guo SS, et al.',
    year: 2002,
    journal: 'Vital Health Stat 11(246):1–190',
    title: '2000 CDC growth charts for the United States: methods and development',
  },
  appliesTo: 'child',
  possible: SIGNED,
  compute: (inputs) => cdcScore('stature', inputs.heightCm, inputs),
  remark: (_z, inputs) => cdcRemark('stature', inputs.heightCm, inputs),
})
