import { defineCard, noValue } from '../card.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'
import { mifflinStJeor } from './bmr-mifflin-st-jeor.ts'

/** Physical activity level that stands for each activity class (Institute of Medicine 2005). */
const TYPICAL_PAL = { sedentary: 1.25, low_active: 1.5, active: 1.75, very_active: 2.2 } as const

export const totalEnergyByActivity = defineCard({
  id: 'total_energy_by_activity',
  name: 'Total energy expenditure by activity',
  category: 'energy',
  quantity: 'total_energy',
  required: ['sex', 'weightKg', 'heightCm', 'ageYears'],
  optional: ['physicalActivityLevel', 'activityLevel'],
  unit: 'kcal/day',
  decimals: 0,
  formula: 'PAL · resting energy (Mifflin–St Jeor); PAL as given, or 1.25, 1.5, 1.75, 2.2 by activity class',
  citation: {
    authors: 'FAO/WHO/UNU',
    year: 2004,
    journal: 'FAO Food and Nutrition Technical Report Series 1',
    title: 'Human energy requirements (factorial method); typical PAL by class: Institute of Medicine 2005',
  },
  appliesTo: 'adult',
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ sex, weightKg, heightCm, ageYears, physicalActivityLevel, activityLevel }) => {
    const pal =
      physicalActivityLevel ?? (activityLevel === undefined ? undefined : TYPICAL_PAL[activityLevel])
    if (pal === undefined)
      return noValue('needs physical_activity_level or activity_level', 'physicalActivityLevel')
    return pal * mifflinStJeor(sex, weightKg, heightCm, ageYears)
  },
})
