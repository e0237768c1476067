import { cdcExtendedBmiZ } from '../../growth/cdc.ts'
import { defineCard, noValue, SIGNED } from '../card.ts'
import { bodyMassIndex } from '../size/bmi.ts'
import { WEIGHT_VOIDED } from '../suppressions.ts'
import { CHILD_INPUTS, cdcMonths } from './child-scores.ts'

export const cdcBmiForAgeExtendedZ = defineCard({
  id: 'cdc_bmi_for_age_extended_z',
  name: 'BMI for age, CDC extended z-score (2022)',
  category: 'growth',
  quantity: 'bmi_for_age',
  required: ['sex', 'ageYears', 'weightKg', 'heightCm'],
  optional: CHILD_INPUTS,
  unit: 'SD',
  decimals: 2,
  formula:
    'up to the 95th centile LMS; above, centile = 90 + 10·Φ((BMI − P95)/σ), σ boys 0.3728 + 0.5196·y − 0.0091·y², girls 0.8334 + 0.3712·y − 0.0011·y²',
  citation: {
    authors: 'National Center for Health Statistics (Hales CM, Freedman DS, Akinbami L, Wei R, Ogden CL)',
    year: 2022,
    journal: 'Vital Health Stat 2(197):1–42',
    title:
      'Evaluation of alternative body mass index (BMI) metrics to monitor weight status in children and adolescents with extremely high BMI using CDC growth charts',
  },
  appliesTo: 'child',
  suppressions: WEIGHT_VOIDED,
  possible: SIGNED,
  compute: (inputs) =>
    cdcExtendedBmiZ(inputs.sex, cdcMonths(inputs), bodyMassIndex(inputs.weightKg, inputs.heightCm)) ??
    noValue('the CDC charts do not reach this age'),
})
