import { defineCard, noValue } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'
import { correctedGirthCm, girthAreaCm2, NO_MUSCLE_LEFT } from './limb.ts'

export const armFatArea = defineCard({
  id: 'arm_fat_area',
  name: 'Arm fat area (Frisancho)',
  category: 'muscle_bone_water',
  quantity: 'arm_fat_area',
  required: ['muacCm', 'tricepsMm'],
  unit: 'cm²',
  decimals: 1,
  formula: 'arm area − arm muscle area',
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
    return girthCm > 0 ? girthAreaCm2(muacCm) - girthAreaCm2(girthCm) : noValue(NO_MUSCLE_LEFT)
  },
})
