import type { EquationCard } from '../card.ts'
import { bmrCunningham1980 } from './bmr-cunningham-1980.ts'
import { bmrCunningham1991 } from './bmr-cunningham-1991.ts'
import { bmrHarrisBenedict } from './bmr-harris-benedict.ts'
import { bmrHenry } from './bmr-henry.ts'
import { bmrKatchMcardle } from './bmr-katch-mcardle.ts'
import { bmrLivingston } from './bmr-livingston.ts'
import { bmrMifflinStJeor } from './bmr-mifflin-st-jeor.ts'
import { bmrOwen } from './bmr-owen.ts'
import { bmrRozaShizgal } from './bmr-roza-shizgal.ts'
import { bmrSchofield } from './bmr-schofield.ts'
import { bmrTenHaafFatFreeMass } from './bmr-ten-haaf-fat-free-mass.ts'
import { bmrTenHaafWeight } from './bmr-ten-haaf-weight.ts'
import { energyRequirementAdult } from './energy-requirement-adult.ts'
import { energyRequirementChild } from './energy-requirement-child.ts'
import { totalEnergyByActivity } from './total-energy-by-activity.ts'

/** The cards of this category, in the order in which they are shown. */
export const energyCards: readonly EquationCard[] = [
  bmrMifflinStJeor,
  bmrHarrisBenedict,
  bmrRozaShizgal,
  bmrSchofield,
  bmrHenry,
  bmrKatchMcardle,
  bmrCunningham1980,
  bmrCunningham1991,
  bmrOwen,
  bmrLivingston,
  bmrTenHaafWeight,
  bmrTenHaafFatFreeMass,
  energyRequirementAdult,
  energyRequirementChild,
  totalEnergyByActivity,
]
