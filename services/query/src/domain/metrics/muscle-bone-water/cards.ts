import type { EquationCard } from '../card.ts'
import { armFatArea } from './arm-fat-area.ts'
import { armMuscleArea } from './arm-muscle-area.ts'
import { armMuscleAreaBoneFree } from './arm-muscle-area-bone-free.ts'
import { armMuscleCircumference } from './arm-muscle-circumference.ts'
import { bloodVolumeNadler } from './blood-volume-nadler.ts'
import { boneMassRocha } from './bone-mass-rocha.ts'
import { calfCircumference } from './calf-circumference.ts'
import { muscleMassHeymsfield } from './muscle-mass-heymsfield.ts'
import { muscleMassMartin } from './muscle-mass-martin.ts'
import { skeletalMuscleLeeGirths } from './skeletal-muscle-lee-girths.ts'
import { skeletalMuscleLeeWeight } from './skeletal-muscle-lee-weight.ts'
import { skeletalMusclePoortmans } from './skeletal-muscle-poortmans.ts'
import { totalBodyWaterHumeWeyers } from './total-body-water-hume-weyers.ts'
import { totalBodyWaterWatson } from './total-body-water-watson.ts'

/** The cards of this category, in the order in which they are shown. */
export const muscleBoneWaterCards: readonly EquationCard[] = [
  skeletalMuscleLeeGirths,
  skeletalMuscleLeeWeight,
  skeletalMusclePoortmans,
  muscleMassMartin,
  boneMassRocha,
  totalBodyWaterWatson,
  totalBodyWaterHumeWeyers,
  bloodVolumeNadler,
  armMuscleCircumference,
  armMuscleArea,
  armMuscleAreaBoneFree,
  armFatArea,
  muscleMassHeymsfield,
  calfCircumference,
]
