import { defineCard } from '../card.ts'
import { withinBody } from '../lean-and-ideal-weight/within-body.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

export const skeletalMuscleLeeWeight = defineCard({
  id: 'skeletal_muscle_lee_weight',
  name: 'Skeletal muscle mass (Lee, weight)',
  category: 'muscle_bone_water',
  quantity: 'skeletal_muscle_mass',
  required: ['sex', 'ageYears', 'heightCm', 'weightKg'],
  optional: ['ancestry'],
  unit: 'kg',
  decimals: 1,
  formula:
    '0.244·weight + 7.80·height + 6.6 (men) − 0.098·age + ancestry (Asian −1.2, black 1.4) − 3.3  (kg, m)',
  citation: {
    authors: 'Lee RC, Wang Z, Heo M, Ross R, Janssen I, Heymsfield SB',
    year: 2000,
    journal: 'Am J Clin Nutr 72:796–803',
    title:
      'Total-body skeletal muscle mass: development and cross-validation of anthropometric prediction models',
    doi: '10.1093/ajcn/72.3.796',
  },
  appliesTo: 'adult',
  standardError: { kind: 'absolute', value: 2.8, note: 'kg against MRI' },
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ sex, ageYears, heightCm, weightKg, ancestry }) =>
    withinBody(
      0.244 * weightKg +
        7.8 * (heightCm / 100) +
        (sex === 'male' ? 6.6 : 0) -
        0.098 * ageYears +
        (ancestry === 'asian' ? -1.2 : ancestry === 'black' ? 1.4 : 0) -
        3.3,
      weightKg,
    ),
})
