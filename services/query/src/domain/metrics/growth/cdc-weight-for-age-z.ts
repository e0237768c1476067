import { defineCard, SIGNED } from '../card.ts'
import { WEIGHT_VOIDED } from '../suppressions.ts'
import { CHILD_INPUTS, cdcRemark, cdcScore } from './child-scores.ts'

export const cdcWeightForAgeZ = defineCard({
  id: 'cdc_weight_for_age_z',
  name: 'Weight for age, CDC z-score',
  category: 'growth',
  quantity: 'weight_for_age',
  required: ['sex', 'ageYears', 'weightKg'],
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
  suppressions: WEIGHT_VOIDED,
  possible: SIGNED,
  compute: (inputs) => cdcScore('weight_for_age', inputs.weightKg, inputs),
  remark: (_z, inputs) => cdcRemark('weight_for_age', inputs.weightKg, inputs),
})
