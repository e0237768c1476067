import type { EquationCard } from '../card.ts'
import { adjustedWeight } from './adjusted-weight.ts'
import { fatFreeMass } from './fat-free-mass.ts'
import { fatFreeMassIndex } from './fat-free-mass-index.ts'
import { fatFreeMassIndexNormalised } from './fat-free-mass-index-normalised.ts'
import { fatMass } from './fat-mass.ts'
import { fatMassIndex } from './fat-mass-index.ts'
import { idealWeightBroca } from './ideal-weight-broca.ts'
import { idealWeightDevine } from './ideal-weight-devine.ts'
import { idealWeightHamwi } from './ideal-weight-hamwi.ts'
import { idealWeightLemmens } from './ideal-weight-lemmens.ts'
import { idealWeightMiller } from './ideal-weight-miller.ts'
import { idealWeightRobinson } from './ideal-weight-robinson.ts'
import { leanMassBoer } from './lean-mass-boer.ts'
import { leanMassHume } from './lean-mass-hume.ts'
import { leanMassJames } from './lean-mass-james.ts'
import { leanMassJanmahasatian } from './lean-mass-janmahasatian.ts'

/** The cards of this category, in the order in which they are shown. */
export const leanAndIdealWeightCards: readonly EquationCard[] = [
  leanMassBoer,
  leanMassJames,
  leanMassHume,
  leanMassJanmahasatian,
  fatFreeMass,
  fatMass,
  fatFreeMassIndex,
  fatFreeMassIndexNormalised,
  fatMassIndex,
  idealWeightDevine,
  idealWeightRobinson,
  idealWeightMiller,
  idealWeightHamwi,
  idealWeightBroca,
  idealWeightLemmens,
  adjustedWeight,
]
