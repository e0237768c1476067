import { defineCard } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'
import { correctedGirthCm } from './limb.ts'

export const armMuscleCircumference = defineCard({
  id: 'arm_muscle_circumference',
  name: 'Arm muscle circumference',
  category: 'muscle_bone_water',
  quantity: 'arm_muscle_circumference',
  required: ['muacCm', 'tricepsMm'],
  unit: 'cm',
  decimals: 1,
  formula: 'arm girth − π·triceps/10  (cm, mm)',
  citation: {
    authors: 'Jelliffe DB',
    year: 1966,
    journal: 'WHO Monograph Series 53',
    title: 'The assessment of the nutritional status of the community',
  },
  appliesTo: 'any',
  suppressions: GIRTHS_VOIDED,
  compute: ({ muacCm, tricepsMm }) => correctedGirthCm(muacCm, tricepsMm),
})
