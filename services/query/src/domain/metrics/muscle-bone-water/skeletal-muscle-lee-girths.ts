import { defineCard, noValue } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'
import { correctedGirthCm, NO_MUSCLE_LEFT } from './limb.ts'

export const skeletalMuscleLeeGirths = defineCard({
  id: 'skeletal_muscle_lee_girths',
  name: 'Skeletal muscle mass (Lee, girths)',
  category: 'muscle_bone_water',
  quantity: 'skeletal_muscle_mass',
  required: ['sex', 'ageYears', 'heightCm', 'muacCm', 'tricepsMm', 'thighCm', 'thighMm', 'calfCm', 'calfMm'],
  optional: ['ancestry'],
  unit: 'kg',
  decimals: 1,
  formula:
    'height·(0.00744·CAG² + 0.00088·CTG² + 0.00441·CCG²) + 2.4 (men) − 0.048·age + ancestry (Asian −2.0, black 1.1) + 7.8; corrected girths in cm, height in m',
  citation: {
    authors: 'Lee RC, Wang Z, Heo M, Ross R, Janssen I, Heymsfield SB',
    year: 2000,
    journal: 'Am J Clin Nutr 72:796–803',
    title:
      'Total-body skeletal muscle mass: development and cross-validation of anthropometric prediction models',
    doi: '10.1093/ajcn/72.3.796',
  },
  appliesTo: 'adult',
  standardError: { kind: 'absolute', value: 2.2, note: 'kg against MRI' },
  suppressions: GIRTHS_VOIDED,
  compute: ({ sex, ageYears, heightCm, muacCm, tricepsMm, thighCm, thighMm, calfCm, calfMm, ancestry }) => {
    const arm = correctedGirthCm(muacCm, tricepsMm)
    const thigh = correctedGirthCm(thighCm, thighMm)
    const calf = correctedGirthCm(calfCm, calfMm)
    if (Math.min(arm, thigh, calf) <= 0) return noValue(NO_MUSCLE_LEFT)
    return (
      (heightCm / 100) * (0.00744 * arm ** 2 + 0.00088 * thigh ** 2 + 0.00441 * calf ** 2) +
      (sex === 'male' ? 2.4 : 0) -
      0.048 * ageYears +
      (ancestry === 'asian' ? -2 : ancestry === 'black' ? 1.1 : 0) +
      7.8
    )
  },
})
