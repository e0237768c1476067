import { defineCard, noValue } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'
import { correctedGirthCm, girthAreaCm2, NO_MUSCLE_LEFT } from './limb.ts'

export const armMuscleArea = defineCard({
  id: 'arm_muscle_area',
  name: 'Arm muscle area (Frisancho)',
  category: 'muscle_bone_water',
  quantity: 'arm_muscle_area',
  required: ['muacCm', 'tricepsMm'],
  unit: 'cm²',
  decimals: 1,
  formula: '(arm girth − π·triceps/10)² / 4π  (cm, mm)',
  citation: {
    authors: 'Frisancho AR',
    year: 1981,
    journal: 'Am J Clin Nutr 34:2540–2545',
    title: 'New norms of upper limb fat and muscle areas for assessment of nutritional status',
    doi: '10.1093/ajcn/34.11.2540',
  },
  appliesTo: 'any',
  suppressions: GIRTHS_VOIDED,
  compute: ({ muacCm, tricepsMm }) => {
    const girthCm = correctedGirthCm(muacCm, tricepsMm)
    return girthCm > 0 ? girthAreaCm2(girthCm) : noValue(NO_MUSCLE_LEFT)
  },
})
