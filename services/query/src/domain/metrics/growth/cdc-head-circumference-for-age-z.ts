import { defineCard, SIGNED } from '../card.ts'
import { CHILD_INPUTS, cdcScore } from './child-scores.ts'

export const cdcHeadCircumferenceForAgeZ = defineCard({
  id: 'cdc_head_circumference_for_age_z',
  name: 'Head circumference for age, CDC z-score',
  category: 'growth',
  quantity: 'head_circumference_for_age',
  required: ['sex', 'ageYears', 'headCm'],
  optional: CHILD_INPUTS,
  unit: 'SD',
  decimals: 2,
  formula: 'CDC LMS: ((y/M)^L − 1)/(L·S)',
  citation: {
    authors: 'Kuczmarski RJ, Ogden CL, Guo SS, et al.',
    year: 2002,
    journal: 'Vital Health Stat 11(246):1–190',
    title: '2000 CDC growth charts for the United States: methods and development',
  },
  appliesTo: 'child',
  possible: SIGNED,
  compute: (inputs) => cdcScore('head_circumference_for_age', inputs.headCm, inputs),
})
