import { defineCard, SIGNED } from '../card.ts'
import { CHILD_INPUTS, whoRemark, whoScore } from './child-scores.ts'

export const armCircumferenceForAgeZ = defineCard({
  id: 'arm_circumference_for_age_z',
  name: 'Arm circumference for age, WHO z-score',
  category: 'growth',
  quantity: 'arm_circumference_for_age',
  required: ['sex', 'ageYears', 'muacCm'],
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
  possible: SIGNED,
  compute: (inputs) => whoScore('arm_circumference_for_age', inputs),
  remark: whoRemark('arm_circumference_for_age'),
})
