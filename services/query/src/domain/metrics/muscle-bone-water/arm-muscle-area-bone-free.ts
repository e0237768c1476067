import { defineCard, noValue } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'
import { ARM_BONE_CM2, correctedGirthCm, girthAreaCm2, NO_MUSCLE_LEFT } from './limb.ts'

export const armMuscleAreaBoneFree = defineCard({
  id: 'arm_muscle_area_bone_free',
  name: 'Arm muscle area without bone (Heymsfield)',
  category: 'muscle_bone_water',
  quantity: 'arm_muscle_area',
  required: ['sex', 'muacCm', 'tricepsMm'],
  unit: 'cm²',
  decimals: 1,
  formula: '(arm girth − π·triceps/10)² / 4π − 10 (men) or 6.5 (women)  (cm, mm)',
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
  compute: ({ sex, muacCm, tricepsMm }) => {
    const girthCm = correctedGirthCm(muacCm, tricepsMm)
    return girthCm > 0 ? girthAreaCm2(girthCm) - ARM_BONE_CM2[sex] : noValue(NO_MUSCLE_LEFT)
  },
})
