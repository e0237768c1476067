import type { WhoIndex } from '../../growth/who.ts'
import {
  ADULT_CLASS_AGE_YEARS,
  type Citation,
  type ClassScheme,
  defineCard,
  type EquationCard,
  SIGNED,
  type Suppression,
} from '../card.ts'
import type { InputName } from '../inputs.ts'
import { WEIGHT_VOIDED } from '../suppressions.ts'
import { CENTILE_RANGE, CHILD_INPUTS, whoCentile, whoRemark, whoScore } from './child-scores.ts'

export const WHO_2006: Citation = {
  authors: 'World Health Organization',
  year: 2006,
  journal:
    'WHO Child Growth Standards (2006, 2007) and WHO Reference 2007 (de Onis et al., Bull World Health Organ 85:660–667)',
}
const WHO_2008: Citation = {
  authors: 'World Health Organization',
  year: 2008,
  journal: 'Training course on child growth assessment, module C',
}
const DE_ONIS_2007: Citation = {
  authors: 'de Onis M, Onyango AW, Borghi E, Siyam A, Nishida C, Siekmann J',
  year: 2007,
  journal: 'Bull World Health Organ 85:660–667',
  doi: '10.2471/BLT.07.043497',
}

const LMS = 'WHO LMS: ((y/M)^L − 1)/(L·S)'
/** Indices with a skewed distribution: the standards replace the far tails by steps of constant width. */
const LMS_RESTRICTED = `${LMS}, beyond ±3 in steps of the distance from 2 to 3 SD`

/** One index of the standards: its z-score and its centile are a card each and differ only in the scale. */
type IndexDefinition = {
  readonly index: WhoIndex
  readonly ids: { readonly z: string; readonly centile: string }
  readonly name: string
  readonly measures: readonly InputName[]
  readonly formula: string
  readonly suppressions?: readonly Suppression[]
  /** Classes of the z-score; centiles carry none. */
  readonly classes?: readonly ClassScheme[]
}

const INDICES: readonly IndexDefinition[] = [
  {
    index: 'weight_for_age',
    ids: { z: 'weight_for_age_z', centile: 'weight_for_age_centile' },
    name: 'Weight for age',
    measures: ['weightKg'],
    formula: LMS_RESTRICTED,
    suppressions: WEIGHT_VOIDED,
    classes: [
      {
        system: 'WHO weight for age',
        citation: WHO_2008,
        minAgeYears: 0,
        maxAgeYears: 10.2,
        bands: [
          { from: Number.NEGATIVE_INFINITY, label: 'severely underweight' },
          { from: -3, label: 'underweight' },
          { from: -2, label: 'not underweight' },
        ],
      },
    ],
  },
  {
    index: 'length_height_for_age',
    ids: { z: 'length_height_for_age_z', centile: 'length_height_for_age_centile' },
    name: 'Length or height for age',
    measures: ['heightCm'],
    formula: LMS,
    classes: [
      {
        system: 'WHO height for age',
        citation: WHO_2008,
        minAgeYears: 0,
        maxAgeYears: ADULT_CLASS_AGE_YEARS,
        bands: [
          { from: Number.NEGATIVE_INFINITY, label: 'severely stunted' },
          { from: -3, label: 'stunted' },
          { from: -2, label: 'normal' },
          { from: 3, label: 'very tall' },
        ],
      },
    ],
  },
  {
    index: 'weight_for_length_height',
    ids: { z: 'weight_for_length_height_z', centile: 'weight_for_length_height_centile' },
    name: 'Weight for length or height',
    measures: ['weightKg', 'heightCm'],
    formula: LMS_RESTRICTED,
    suppressions: WEIGHT_VOIDED,
    classes: [
      {
        system: 'WHO weight for length or height',
        citation: WHO_2008,
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
  },
  {
    index: 'bmi_for_age',
    ids: { z: 'bmi_for_age_z', centile: 'bmi_for_age_centile' },
    name: 'BMI for age',
    measures: ['weightKg', 'heightCm'],
    formula: LMS_RESTRICTED,
    suppressions: WEIGHT_VOIDED,
    classes: [
      {
        system: 'WHO BMI for age, below 5 years',
        citation: WHO_2008,
        minAgeYears: 0,
        maxAgeYears: 5,
        bands: [
          { from: Number.NEGATIVE_INFINITY, label: 'severely wasted' },
          { from: -3, label: 'wasted' },
          { from: -2, label: 'normal' },
          { from: 1, label: 'possible risk of overweight' },
          { from: 2, label: 'overweight' },
          { from: 3, label: 'obese' },
        ],
      },
      {
        system: 'WHO BMI for age, 5–19 years',
        citation: DE_ONIS_2007,
        minAgeYears: 5,
        maxAgeYears: ADULT_CLASS_AGE_YEARS,
        bands: [
          { from: Number.NEGATIVE_INFINITY, label: 'severe thinness' },
          { from: -3, label: 'thinness' },
          { from: -2, label: 'normal' },
          { from: 1, label: 'overweight' },
          { from: 2, label: 'obesity' },
        ],
      },
    ],
  },
  {
    index: 'head_circumference_for_age',
    ids: { z: 'head_circumference_for_age_z', centile: 'head_circumference_for_age_centile' },
    name: 'Head circumference for age',
    measures: ['headCm'],
    formula: LMS,
  },
  {
    index: 'arm_circumference_for_age',
    ids: { z: 'arm_circumference_for_age_z', centile: 'arm_circumference_for_age_centile' },
    name: 'Arm circumference for age',
    measures: ['muacCm'],
    formula: LMS_RESTRICTED,
  },
  {
    index: 'triceps_skinfold_for_age',
    ids: { z: 'triceps_skinfold_for_age_z', centile: 'triceps_skinfold_for_age_centile' },
    name: 'Triceps skinfold for age',
    measures: ['tricepsMm'],
    formula: LMS_RESTRICTED,
  },
  {
    index: 'subscapular_skinfold_for_age',
    ids: { z: 'subscapular_skinfold_for_age_z', centile: 'subscapular_skinfold_for_age_centile' },
    name: 'Subscapular skinfold for age',
    measures: ['subscapularMm'],
    formula: LMS_RESTRICTED,
  },
]

function cardsOf({ index, ids, name, measures, formula, suppressions = [], classes = [] }: IndexDefinition) {
  const required: readonly InputName[] = ['sex', 'ageYears', ...measures]
  const both = {
    category: 'growth',
    quantity: index,
    required,
    optional: CHILD_INPUTS,
    citation: WHO_2006,
    appliesTo: 'child',
    correctsAge: true,
    suppressions,
  } as const
  return [
    defineCard({
      ...both,
      id: ids.z,
      name: `${name}, WHO z-score`,
      unit: 'SD',
      decimals: 2,
      formula,
      classes,
      possible: SIGNED,
      compute: (inputs) => whoScore(index, inputs),
      remark: whoRemark(index),
    }),
    defineCard({
      ...both,
      id: ids.centile,
      name: `${name}, WHO centile`,
      unit: 'centile',
      decimals: 1,
      formula: `100·Φ(z); ${formula}`,
      possible: CENTILE_RANGE,
      compute: (inputs) => whoCentile(index, inputs),
    }),
  ]
}

/** z-score and centile of every index of the WHO growth standards and the WHO reference 2007. */
export const whoStandardCards: readonly EquationCard[] = INDICES.flatMap(cardsOf)
