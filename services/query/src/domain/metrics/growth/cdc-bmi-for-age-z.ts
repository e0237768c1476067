import { defineCard, SIGNED } from '../card.ts'
import { bodyMassIndex } from '../size/bmi.ts'
import { WEIGHT_VOIDED } from '../suppressions.ts'
import { CHILD_INPUTS, cdcRemark, cdcScore } from './child-scores.ts'

export const cdcBmiForAgeZ = defineCard({
  id: 'cdc_bmi_for_age_z',
  name: 'BMI for age, CDC z-score (2000)',
  category: 'growth',
  quantity: 'bmi_for_age',
  required: ['sex', 'ageYears', 'weightKg', 'heightCm'],
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
  compute: (inputs) => cdcScore('bmi_for_age', bodyMassIndex(inputs.weightKg, inputs.heightCm), inputs),
  remark: (_z, inputs) => cdcRemark('bmi_for_age', bodyMassIndex(inputs.weightKg, inputs.heightCm), inputs),
})
