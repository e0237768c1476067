import { cdcBmi95 } from '../../growth/cdc.ts'
import { ADULT_CLASS_AGE_YEARS, defineCard, noValue } from '../card.ts'
import { bodyMassIndex } from '../size/bmi.ts'
import { WEIGHT_VOIDED } from '../suppressions.ts'
import { CHILD_INPUTS, cdcMonths } from './child-scores.ts'

export const cdcBmiPercentOfP95 = defineCard({
  id: 'cdc_bmi_percent_of_p95',
  name: 'BMI as a percentage of the 95th centile, CDC',
  category: 'growth',
  quantity: 'bmi_for_age',
  required: ['sex', 'ageYears', 'weightKg', 'heightCm'],
  optional: CHILD_INPUTS,
  unit: '%',
  decimals: 1,
  formula: '100 · BMI / P95 of the CDC 2000 chart',
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
      system: 'Severe obesity classes',
      citation: {
        authors: 'Skinner AC, Skelton JA',
        year: 2014,
        journal: 'JAMA Pediatr 168:561–566',
        doi: '10.1001/jamapediatrics.2014.21',
      },
      minAgeYears: 2,
      maxAgeYears: ADULT_CLASS_AGE_YEARS,
      bands: [
        { from: 0, label: 'below the 95th centile' },
        { from: 100, label: 'obesity class 1' },
        { from: 120, label: 'obesity class 2' },
        { from: 140, label: 'obesity class 3' },
      ],
    },
  ],
  suppressions: WEIGHT_VOIDED,
  possible: { min: 0, max: 1000 },
  compute: (inputs) => {
    const p95 = cdcBmi95(inputs.sex, cdcMonths(inputs))
    return p95 === undefined
      ? noValue('the CDC charts do not reach this age')
      : (100 * bodyMassIndex(inputs.weightKg, inputs.heightCm)) / p95
  },
})
