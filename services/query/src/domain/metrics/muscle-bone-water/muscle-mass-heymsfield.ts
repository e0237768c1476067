import { defineCard, noValue } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'
import { ARM_BONE_CM2, correctedGirthCm, girthAreaCm2, NO_MUSCLE_LEFT } from './limb.ts'

export const muscleMassHeymsfield = defineCard({
  id: 'muscle_mass_heymsfield',
  name: 'Muscle mass (Heymsfield)',
  category: 'muscle_bone_water',
  quantity: 'skeletal_muscle_mass',
  required: ['sex', 'heightCm', 'muacCm', 'tricepsMm'],
  unit: 'kg',
  decimals: 1,
  formula: 'height · (0.0264 + 0.0029 · bone-free arm muscle area)  (cm, cm²)',
  citation: {
    authors: 'Heymsfield SB, McManus C, Smith J, Stevens V, Nixon DW',
    year: 1982,
    journal: 'Am J Clin Nutr 36:680–690',
    title:
      'Anthropometric measurement of muscle mass: revised equations for calculating bone-free arm muscle area',
    doi: '10.1093/ajcn/36.4.680',
  },
  appliesTo: 'adult',
  suppressions: GIRTHS_VOIDED,
  compute: ({ sex, heightCm, muacCm, tricepsMm }) => {
    const girthCm = correctedGirthCm(muacCm, tricepsMm)
    if (girthCm <= 0) return noValue(NO_MUSCLE_LEFT)
    return heightCm * (0.0264 + 0.0029 * (girthAreaCm2(girthCm) - ARM_BONE_CM2[sex]))
  },
})
