import type { EquationCard } from '../card.ts'
import { heightFromDemispan } from './height-from-demispan.ts'
import { heightFromKneeHeight } from './height-from-knee-height.ts'
import { heightFromUlna } from './height-from-ulna.ts'
import { maxHeartRateGellish } from './max-heart-rate-gellish.ts'
import { maxHeartRateGulati } from './max-heart-rate-gulati.ts'
import { maxHeartRateTanaka } from './max-heart-rate-tanaka.ts'
import { vo2maxJacksonBmi } from './vo2max-jackson-bmi.ts'
import { vo2maxJacksonFat } from './vo2max-jackson-fat.ts'

/** The cards of this category, in the order in which they are shown. */
export const estimationCards: readonly EquationCard[] = [
  heightFromKneeHeight,
  heightFromDemispan,
  heightFromUlna,
  maxHeartRateTanaka,
  maxHeartRateGellish,
  maxHeartRateGulati,
  vo2maxJacksonBmi,
  vo2maxJacksonFat,
]
