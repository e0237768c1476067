import { ADULT_CLASS_AGE_YEARS, defineCard, SIGNED } from '../card.ts'
import { WEIGHT_VOIDED } from '../suppressions.ts'
import { CHILD_INPUTS, whoRemark, whoScore } from './child-scores.ts'

export const bmiForAgeZ = defineCard({
  id: 'bmi_for_age_z',
  name: 'BMI for age, WHO z-score',
  category: 'growth',
  quantity: 'bmi_for_age',
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
      system: 'WHO BMI for age, below 5 years',
      citation: {
        authors: 'World Health Organization',
        year: 2008,
        journal: 'Training course on child growth assessment, module C',
      },
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
      citation: {
        authors: 'de Onis M, Onyango AW, Borghi E, Siyam A, Nishida C, Siekmann J',
        year: 2007,
        journal: 'Bull World Health Organ 85:660–667',
        doi: '10.2471/BLT.07.043497',
      },
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
  suppressions: WEIGHT_VOIDED,
  possible: SIGNED,
  compute: (inputs) => whoScore('bmi_for_age', inputs),
  remark: whoRemark('bmi_for_age'),
})
