import { defineCard } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

export const weightAdjustedWaistIndex = defineCard({
  id: 'weight_adjusted_waist_index',
  name: 'Weight-adjusted waist index',
  category: 'central_adiposity',
  quantity: 'weight_adjusted_waist_index',
  required: ['waistCm', 'weightKg'],
  unit: 'cm/√kg',
  decimals: 2,
  formula: 'waist / √weight  (cm, kg)',
  citation: {
    authors: 'Park Y, Kim NH, Kwon TY, Kim SG',
    year: 2018,
    journal: 'Sci Rep 8:16753',
    title:
      'A novel adiposity index as an integrated predictor of cardiometabolic disease morbidity and mortality',
    doi: '10.1038/s41598-018-35073-4',
  },
  appliesTo: 'adult',
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ waistCm, weightKg }) => waistCm / Math.sqrt(weightKg),
})
