import { cdcExtendedBmiCentile } from '../../growth/cdc.ts'
import { ADULT_CLASS_AGE_YEARS, defineCard, noValue } from '../card.ts'
import { bodyMassIndex } from '../size/bmi.ts'
import { WEIGHT_VOIDED } from '../suppressions.ts'
import { CHILD_INPUTS, cdcMonths } from './child-scores.ts'

export const cdcBmiForAgeExtendedCentile = defineCard({
  id: 'cdc_bmi_for_age_extended_centile',
  name: 'BMI for age, CDC extended centile (2022)',
  category: 'growth',
  quantity: 'bmi_for_age',
  required: ['sex', 'ageYears', 'weightKg', 'heightCm'],
  optional: CHILD_INPUTS,
  unit: 'centile',
  decimals: 1,
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
  classes: [
    {
      system: 'CDC weight status',
      citation: {
        authors: 'Barlow SE; Expert Committee',
        year: 2007,
        journal: 'Pediatrics 120 Suppl 4:S164–S192',
        doi: '10.1542/peds.2007-2329C',
      },
      minAgeYears: 2,
      maxAgeYears: ADULT_CLASS_AGE_YEARS,
      bands: [
        { from: 0, label: 'underweight' },
        { from: 5, label: 'healthy weight' },
        { from: 85, label: 'overweight' },
        { from: 95, label: 'obesity' },
      ],
    },
  ],
  suppressions: WEIGHT_VOIDED,
  possible: { min: -1e-9, max: 100.000001 },
  compute: (inputs) =>
    cdcExtendedBmiCentile(inputs.sex, cdcMonths(inputs), bodyMassIndex(inputs.weightKg, inputs.heightCm)) ??
    noValue('the CDC charts do not reach this age'),
})
