import { ADULT_CLASS_AGE_YEARS, defineCard, SIGNED } from '../card.ts'
import { CHILD_INPUTS, whoRemark, whoScore } from './child-scores.ts'

export const lengthHeightForAgeZ = defineCard({
  id: 'length_height_for_age_z',
  name: 'Length or height for age, WHO z-score',
  category: 'growth',
  quantity: 'length_height_for_age',
  required: ['sex', 'ageYears', 'heightCm'],
  optional: CHILD_INPUTS,
  unit: 'SD',
  decimals: 2,
  formula: 'WHO LMS: ((y/M)^L − 1)/(L·S)',
  citation: {
    authors: 'World Health Organization',
    year: 2006,
    journal:
      'WHO Child Growth Standards (2006, 2007) and WHO Reference 2007 (de Onis et al., Bull World Health Organ 85:660–667)',
  },
  appliesTo: 'child',
  classes: [
    {
      system: 'WHO height for age',
      citation: {
        authors: 'World Health Organization',
        year: 2008,
        journal: 'Training course on child growth assessment, module C',
      },
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
  possible: SIGNED,
  compute: (inputs) => whoScore('length_height_for_age', inputs),
  remark: whoRemark('length_height_for_age'),
})
