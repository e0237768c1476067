import { defineCard } from '../card.ts'
import { CHILD_INPUTS, whoCentile } from './child-scores.ts'

export const headCircumferenceForAgeCentile = defineCard({
  id: 'head_circumference_for_age_centile',
  name: 'Head circumference for age, WHO centile',
  category: 'growth',
  quantity: 'head_circumference_for_age',
  required: ['sex', 'ageYears', 'headCm'],
  optional: CHILD_INPUTS,
  unit: 'centile',
  decimals: 1,
  formula: '100·Φ(z); WHO LMS: ((y/M)^L − 1)/(L·S)',
  citation: {
    authors: 'World Health Organization',
    year: 2006,
    journal:
      'WHO Child Growth Standards (2006, 2007) and WHO Reference 2007 (de Onis et al., Bull World Health Organ 85:660–667)',
  },
  appliesTo: 'child',
  possible: { min: -1e-9, max: 100.000001 },
  compute: (inputs) => whoCentile('head_circumference_for_age', inputs),
})
