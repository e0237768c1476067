import { cdcBmi95, cdcExtendedBmiCentile, cdcExtendedBmiZ, cdcStatureChart } from '../../growth/cdc.ts'
import {
  ADULT_CLASS_AGE_YEARS,
  type Citation,
  defineCard,
  type EquationCard,
  noValue,
  SIGNED,
} from '../card.ts'
import { bodyMassIndex } from '../size/body-mass-index.ts'
import { WEIGHT_VOIDED } from '../suppressions.ts'
import { CENTILE_RANGE, CHILD_INPUTS, cdcMonths, cdcRemark, cdcScore } from './child-scores.ts'

export const KUCZMARSKI_2002: Citation = {
  authors: 'Kuczmarski RJ, Ogden CL, Guo SS, et al.',
  year: 2002,
  journal: 'Vital Health Stat 11(246):1–190',
  title: '2000 CDC growth charts for the United States: methods and development',
}

const NCHS_2022: Citation = {
  authors: 'National Center for Health Statistics (Hales CM, Freedman DS, Akinbami L, Wei R, Ogden CL)',
  year: 2022,
  journal: 'Vital Health Stat 2(197):1–42',
  title:
    'Evaluation of alternative body mass index (BMI) metrics to monitor weight status in children and adolescents with extremely high BMI using CDC growth charts',
}

const CDC = {
  category: 'growth',
  optional: CHILD_INPUTS,
  appliesTo: 'child',
  correctsAge: true,
} as const

/** Scores of children on the CDC 2000 charts and their extension of 2022. */
export const cdcChartCards: readonly EquationCard[] = [
  defineCard({
    ...CDC,
    id: 'cdc_weight_for_age_z',
    name: 'Weight for age, CDC z-score',
    quantity: 'weight_for_age',
    required: ['sex', 'ageYears', 'weightKg'],
    unit: 'SD',
    decimals: 2,
    formula: 'CDC LMS: ((y/M)^L − 1)/(L·S)',
    citation: KUCZMARSKI_2002,
    suppressions: WEIGHT_VOIDED,
    possible: SIGNED,
    compute: (inputs) => cdcScore('weight_for_age', inputs.weightKg, inputs),
    remark: (_z, inputs) => cdcRemark('weight_for_age', inputs.weightKg, inputs),
  }),
  defineCard({
    ...CDC,
    id: 'cdc_stature_for_age_z',
    name: 'Length or stature for age, CDC z-score',
    quantity: 'length_height_for_age',
    required: ['sex', 'ageYears', 'heightCm'],
    unit: 'SD',
    decimals: 2,
    formula: 'CDC LMS: ((y/M)^L − 1)/(L·S); length chart when lying and below 36 months',
    citation: KUCZMARSKI_2002,
    possible: SIGNED,
    compute: (inputs) => cdcScore('stature', inputs.heightCm, inputs),
    remark: (_z, inputs) => cdcRemark('stature', inputs.heightCm, inputs),
  }),
  defineCard({
    ...CDC,
    id: 'cdc_bmi_for_age_z',
    name: 'BMI for age, CDC z-score (2000)',
    quantity: 'bmi_for_age',
    required: ['sex', 'ageYears', 'weightKg', 'heightCm'],
    unit: 'SD',
    decimals: 2,
    formula: 'CDC LMS: ((y/M)^L − 1)/(L·S)',
    citation: KUCZMARSKI_2002,
    suppressions: WEIGHT_VOIDED,
    possible: SIGNED,
    compute: (inputs) => cdcScore('bmi_for_age', bodyMassIndex(inputs.weightKg, inputs.heightCm), inputs),
    remark: (_z, inputs) => cdcRemark('bmi_for_age', bodyMassIndex(inputs.weightKg, inputs.heightCm), inputs),
  }),
  defineCard({
    ...CDC,
    id: 'cdc_bmi_for_age_extended_z',
    name: 'BMI for age, CDC extended z-score (2022)',
    quantity: 'bmi_for_age',
    required: ['sex', 'ageYears', 'weightKg', 'heightCm'],
    unit: 'SD',
    decimals: 2,
    formula:
      'up to the 95th centile LMS; above, centile = 90 + 10·Φ((BMI − P95)/σ), σ boys 0.3728 + 0.5196·y − 0.0091·y², girls 0.8334 + 0.3712·y − 0.0011·y²',
    citation: NCHS_2022,
    suppressions: WEIGHT_VOIDED,
    possible: SIGNED,
    compute: (inputs) =>
      cdcExtendedBmiZ(inputs.sex, cdcMonths(inputs), bodyMassIndex(inputs.weightKg, inputs.heightCm)) ??
      noValue('the CDC charts do not reach this age'),
  }),
  defineCard({
    ...CDC,
    id: 'cdc_bmi_for_age_extended_centile',
    name: 'BMI for age, CDC extended centile (2022)',
    quantity: 'bmi_for_age',
    required: ['sex', 'ageYears', 'weightKg', 'heightCm'],
    unit: 'centile',
    decimals: 1,
    formula:
      'up to the 95th centile LMS; above, centile = 90 + 10·Φ((BMI − P95)/σ), σ boys 0.3728 + 0.5196·y − 0.0091·y², girls 0.8334 + 0.3712·y − 0.0011·y²',
    citation: NCHS_2022,
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
    possible: CENTILE_RANGE,
    compute: (inputs) =>
      cdcExtendedBmiCentile(inputs.sex, cdcMonths(inputs), bodyMassIndex(inputs.weightKg, inputs.heightCm)) ??
      noValue('the CDC charts do not reach this age'),
  }),
  defineCard({
    ...CDC,
    id: 'cdc_bmi_percent_of_p95',
    name: 'BMI as a percentage of the 95th centile, CDC',
    quantity: 'bmi_for_age',
    required: ['sex', 'ageYears', 'weightKg', 'heightCm'],
    unit: '%',
    decimals: 1,
    formula: '100 · BMI / P95 of the CDC 2000 chart',
    citation: NCHS_2022,
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
  }),
  defineCard({
    ...CDC,
    id: 'cdc_head_circumference_for_age_z',
    name: 'Head circumference for age, CDC z-score',
    quantity: 'head_circumference_for_age',
    required: ['sex', 'ageYears', 'headCm'],
    unit: 'SD',
    decimals: 2,
    formula: 'CDC LMS: ((y/M)^L − 1)/(L·S)',
    citation: KUCZMARSKI_2002,
    possible: SIGNED,
    compute: (inputs) => cdcScore('head_circumference_for_age', inputs.headCm, inputs),
  }),
  defineCard({
    ...CDC,
    id: 'cdc_weight_for_stature_z',
    name: 'Weight for length or stature, CDC z-score',
    quantity: 'weight_for_length_height',
    required: ['sex', 'ageYears', 'weightKg', 'heightCm'],
    unit: 'SD',
    decimals: 2,
    formula: 'CDC LMS: ((y/M)^L − 1)/(L·S); by length when lying or below 24 months',
    citation: KUCZMARSKI_2002,
    suppressions: WEIGHT_VOIDED,
    possible: SIGNED,
    compute: (inputs) => {
      const months = cdcMonths(inputs)
      if (months >= 72) return noValue('weight for stature is for children below 6 years')
      const chart =
        cdcStatureChart(months, inputs.position) === 'length_for_age'
          ? 'weight_for_length'
          : 'weight_for_stature'
      return cdcScore(chart, inputs.weightKg, inputs, inputs.heightCm)
    },
  }),
]
