import type { EquationCard } from '../card.ts'
import { bmi } from './bmi.ts'
import { bmiPrime } from './bmi-prime.ts'
import { healthyWeightMax } from './healthy-weight-max.ts'
import { healthyWeightMin } from './healthy-weight-min.ts'
import { newBmi } from './new-bmi.ts'
import { ponderalIndex } from './ponderal-index.ts'

/** The cards of this category, in the order in which they are shown. */
export const sizeCards: readonly EquationCard[] = [
  bmi,
  newBmi,
  bmiPrime,
  ponderalIndex,
  healthyWeightMin,
  healthyWeightMax,
]
