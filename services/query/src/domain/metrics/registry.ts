import { durninWomersleyCards } from './body-fat/durnin-womersley.ts'
import { evansCards } from './body-fat/evans.ts'
import { bodyFatFromBmiCards } from './body-fat/from-bmi.ts'
import { bodyFatNavy, bodyFatRelativeFatMass } from './body-fat/from-girths.ts'
import { bodyFatMeasured } from './body-fat/healthy-ranges.ts'
import { jacksonPollockCards } from './body-fat/jackson-pollock.ts'
import { slaughterCards } from './body-fat/slaughter.ts'
import { bodySurfaceAreaCards } from './body-surface/body-surface-area.ts'
import type { EquationCard } from './card.ts'
import { absi, absiZ } from './central-adiposity/body-shape-index.ts'
import { neckCircumference, waistCards } from './central-adiposity/girths.ts'
import { waistIndexCards } from './central-adiposity/waist-indices.ts'
import { restingByAgeBandCards } from './energy/resting-by-age-band.ts'
import { restingFromFatFreeMassCards } from './energy/resting-from-fat-free-mass.ts'
import { restingFromHeightCards } from './energy/resting-from-height.ts'
import { restingFromWeightCards } from './energy/resting-from-weight.ts'
import { tenHaafCards } from './energy/ten-haaf.ts'
import { totalEnergyCards } from './energy/total-energy.ts'
import { heightCards } from './estimation/height.ts'
import { maxHeartRateCards } from './estimation/max-heart-rate.ts'
import { vo2maxCards } from './estimation/vo2max.ts'
import { adultHeightCards } from './growth/adult-height.ts'
import { cdcChartCards } from './growth/cdc-charts.ts'
import { correctedAge } from './growth/corrected-age.ts'
import { maturityCards } from './growth/maturity.ts'
import { muac } from './growth/muac.ts'
import { whoStandardCards } from './growth/who-standards.ts'
import { fatAndFatFreeMassCards } from './lean-and-ideal-weight/fat-and-fat-free-mass.ts'
import { idealWeightCards } from './lean-and-ideal-weight/ideal-weight.ts'
import { leanMassCards } from './lean-and-ideal-weight/lean-mass.ts'
import { armAndCalfCards } from './muscle-bone-water/arm-and-calf.ts'
import { bodyFluidCards } from './muscle-bone-water/body-fluids.ts'
import { muscleAndBoneMassCards } from './muscle-bone-water/muscle-and-bone-mass.ts'
import { proportionCards } from './proportion-and-physique/proportions.ts'
import { somatotypeCards } from './proportion-and-physique/somatotype.ts'
import { weightBeforeAmputation } from './size/amputation.ts'
import { bodyMassIndexCards } from './size/body-mass-index.ts'
import { gestationalWeightGainCards } from './size/gestational-weight-gain.ts'
import { healthyWeightCards } from './size/healthy-weight.ts'
import { weightLossCards } from './size/weight-loss.ts'

/** Every equation card of the service, by category, in the order in which they are shown. */
export const ALL_CARDS: readonly EquationCard[] = [
  // Size
  ...bodyMassIndexCards,
  ...healthyWeightCards,
  weightBeforeAmputation,
  ...weightLossCards,
  ...gestationalWeightGainCards,
  // Central adiposity
  ...waistCards,
  absi,
  ...waistIndexCards,
  neckCircumference,
  absiZ,
  // Body surface
  ...bodySurfaceAreaCards,
  // Lean and ideal weight
  ...leanMassCards,
  ...fatAndFatFreeMassCards,
  ...idealWeightCards,
  // Body fat
  bodyFatMeasured,
  bodyFatNavy,
  ...bodyFatFromBmiCards,
  bodyFatRelativeFatMass,
  ...durninWomersleyCards,
  ...jacksonPollockCards,
  ...slaughterCards,
  ...evansCards,
  // Muscle, bone and water
  ...muscleAndBoneMassCards,
  ...bodyFluidCards,
  ...armAndCalfCards,
  // Energy
  ...restingFromHeightCards,
  ...restingByAgeBandCards,
  ...restingFromFatFreeMassCards,
  ...restingFromWeightCards,
  ...tenHaafCards,
  ...totalEnergyCards,
  // Proportion and physique
  ...somatotypeCards,
  ...proportionCards,
  // Growth
  ...whoStandardCards,
  ...cdcChartCards,
  ...adultHeightCards,
  ...maturityCards,
  muac,
  correctedAge,
  // Estimation
  ...heightCards,
  ...maxHeartRateCards,
  ...vo2maxCards,
]

/** All cards, body fat first: when it was not measured, an estimate is the input of the cards that need it. */
export const CARDS_IN_ORDER: readonly EquationCard[] = [
  ...ALL_CARDS.filter((card) => card.category === 'body_fat'),
  ...ALL_CARDS.filter((card) => card.category !== 'body_fat'),
]

/** Estimates that replace measured body fat, best first: skinfolds, then girths, then BMI. */
export const BODY_FAT_PREFERENCE: readonly string[] = [
  'body_fat_jackson_pollock_7_siri',
  'body_fat_jackson_pollock_3_siri',
  'body_fat_durnin_womersley_siri',
  'body_fat_slaughter_subscapular',
  'body_fat_slaughter_calf',
  'body_fat_navy',
  'body_fat_relative_fat_mass',
  'body_fat_cun_bae',
  'body_fat_deurenberg',
  'body_fat_deurenberg_child',
]

const CARD_BY_ID: ReadonlyMap<string, EquationCard> = new Map(ALL_CARDS.map((card) => [card.id, card]))

/** Returns the card of a metric name; undefined when there is none. */
export const cardById = (id: string): EquationCard | undefined => CARD_BY_ID.get(id)
