import type { EquationCard } from '../card.ts'
import { adultHeightKhamisRoche } from './adult-height-khamis-roche.ts'
import { ageAtPeakHeightVelocity } from './age-at-peak-height-velocity.ts'
import { armCircumferenceForAgeCentile } from './arm-circumference-for-age-centile.ts'
import { armCircumferenceForAgeZ } from './arm-circumference-for-age-z.ts'
import { bmiForAgeCentile } from './bmi-for-age-centile.ts'
import { bmiForAgeZ } from './bmi-for-age-z.ts'
import { cdcBmiForAgeExtendedCentile } from './cdc-bmi-for-age-extended-centile.ts'
import { cdcBmiForAgeExtendedZ } from './cdc-bmi-for-age-extended-z.ts'
import { cdcBmiForAgeZ } from './cdc-bmi-for-age-z.ts'
import { cdcBmiPercentOfP95 } from './cdc-bmi-percent-of-p95.ts'
import { cdcHeadCircumferenceForAgeZ } from './cdc-head-circumference-for-age-z.ts'
import { cdcStatureForAgeZ } from './cdc-stature-for-age-z.ts'
import { cdcWeightForAgeZ } from './cdc-weight-for-age-z.ts'
import { cdcWeightForStatureZ } from './cdc-weight-for-stature-z.ts'
import { headCircumferenceForAgeCentile } from './head-circumference-for-age-centile.ts'
import { headCircumferenceForAgeZ } from './head-circumference-for-age-z.ts'
import { lengthHeightForAgeCentile } from './length-height-for-age-centile.ts'
import { lengthHeightForAgeZ } from './length-height-for-age-z.ts'
import { maturityOffsetMirwald } from './maturity-offset-mirwald.ts'
import { maturityOffsetMoore } from './maturity-offset-moore.ts'
import { midParentalHeight } from './mid-parental-height.ts'
import { muac } from './muac.ts'
import { subscapularSkinfoldForAgeCentile } from './subscapular-skinfold-for-age-centile.ts'
import { subscapularSkinfoldForAgeZ } from './subscapular-skinfold-for-age-z.ts'
import { tricepsSkinfoldForAgeCentile } from './triceps-skinfold-for-age-centile.ts'
import { tricepsSkinfoldForAgeZ } from './triceps-skinfold-for-age-z.ts'
import { weightForAgeCentile } from './weight-for-age-centile.ts'
import { weightForAgeZ } from './weight-for-age-z.ts'
import { weightForLengthHeightCentile } from './weight-for-length-height-centile.ts'
import { weightForLengthHeightZ } from './weight-for-length-height-z.ts'

/** The cards of this category, in the order in which they are shown. */
export const growthCards: readonly EquationCard[] = [
  weightForAgeZ,
  weightForAgeCentile,
  lengthHeightForAgeZ,
  lengthHeightForAgeCentile,
  weightForLengthHeightZ,
  weightForLengthHeightCentile,
  bmiForAgeZ,
  bmiForAgeCentile,
  headCircumferenceForAgeZ,
  headCircumferenceForAgeCentile,
  armCircumferenceForAgeZ,
  armCircumferenceForAgeCentile,
  tricepsSkinfoldForAgeZ,
  tricepsSkinfoldForAgeCentile,
  subscapularSkinfoldForAgeZ,
  subscapularSkinfoldForAgeCentile,
  cdcWeightForAgeZ,
  cdcStatureForAgeZ,
  cdcBmiForAgeZ,
  cdcBmiForAgeExtendedZ,
  cdcBmiForAgeExtendedCentile,
  cdcBmiPercentOfP95,
  cdcHeadCircumferenceForAgeZ,
  cdcWeightForStatureZ,
  midParentalHeight,
  adultHeightKhamisRoche,
  maturityOffsetMirwald,
  ageAtPeakHeightVelocity,
  maturityOffsetMoore,
  muac,
]
