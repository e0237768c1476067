import type { EquationCard } from '../card.ts'
import { abdominalVolumeIndex } from './abdominal-volume-index.ts'
import { absi } from './absi.ts'
import { absiZ } from './absi-z.ts'
import { bodyAdiposityIndex } from './body-adiposity-index.ts'
import { bodyRoundnessIndex } from './body-roundness-index.ts'
import { conicityIndex } from './conicity-index.ts'
import { neckCircumference } from './neck-circumference.ts'
import { waistCircumference } from './waist-circumference.ts'
import { waistToHeightRatio } from './waist-to-height-ratio.ts'
import { waistToHipRatio } from './waist-to-hip-ratio.ts'
import { weightAdjustedWaistIndex } from './weight-adjusted-waist-index.ts'

/** The cards of this category, in the order in which they are shown. */
export const centralAdiposityCards: readonly EquationCard[] = [
  waistCircumference,
  waistToHipRatio,
  waistToHeightRatio,
  absi,
  bodyRoundnessIndex,
  conicityIndex,
  bodyAdiposityIndex,
  weightAdjustedWaistIndex,
  abdominalVolumeIndex,
  neckCircumference,
  absiZ,
]
