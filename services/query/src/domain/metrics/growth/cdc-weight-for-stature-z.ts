import { cdcStatureChart } from '../../growth/cdc.ts'
import { defineCard, noValue, SIGNED } from '../card.ts'
import { WEIGHT_VOIDED } from '../suppressions.ts'
import { CHILD_INPUTS, cdcMonths, cdcScore } from './child-scores.ts'

export const cdcWeightForStatureZ = defineCard({
  id: 'cdc_weight_for_stature_z',
  name: 'Weight for length or stature, CDC z-score',
  category: 'growth',
  quantity: 'weight_for_length_height',
  required: ['sex', 'ageYears', 'weightKg', 'heightCm'],
  optional: CHILD_INPUTS,
  unit: 'SD',
  decimals: 2,
  formula: 'CDC LMS: ((y/M)^L − 1)/(L·S); by length when lying or below 24 months',
  citation: {
    authors: 'Kuczmarski RJ, Ogden CL, Guo SS, et al.',
    year: 2002,
    journal: 'Vital Health Stat 11(246):1–190',
    title: '2000 CDC growth charts for the United States: methods and development',
  },
  appliesTo: 'child',
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
})
