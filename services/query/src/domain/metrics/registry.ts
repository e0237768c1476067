import { bodyFatCards } from './body-fat/cards.ts'
import { bodySurfaceCards } from './body-surface/cards.ts'
import type { EquationCard } from './card.ts'
import { centralAdiposityCards } from './central-adiposity/cards.ts'
import { energyCards } from './energy/cards.ts'
import { estimationCards } from './estimation/cards.ts'
import { growthCards } from './growth/cards.ts'
import { leanAndIdealWeightCards } from './lean-and-ideal-weight/cards.ts'
import { muscleBoneWaterCards } from './muscle-bone-water/cards.ts'
import { proportionAndPhysiqueCards } from './proportion-and-physique/cards.ts'
import { sizeCards } from './size/cards.ts'

/** Every equation card of the service, by category. */
export const ALL_CARDS: readonly EquationCard[] = [
  ...sizeCards,
  ...centralAdiposityCards,
  ...bodySurfaceCards,
  ...leanAndIdealWeightCards,
  ...bodyFatCards,
  ...muscleBoneWaterCards,
  ...energyCards,
  ...proportionAndPhysiqueCards,
  ...growthCards,
  ...estimationCards,
]

/** Body fat is computed first: where it was not measured, an estimate feeds the cards that need it. */
export const CARDS_IN_ORDER: readonly EquationCard[] = [
  ...ALL_CARDS.filter((card) => card.category === 'body_fat'),
  ...ALL_CARDS.filter((card) => card.category !== 'body_fat'),
]

/** Which estimate stands in for measured body fat, best first: skinfolds, then girths, then BMI. */
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

/** The card of a metric name; undefined when there is none. */
export const cardById = (id: string): EquationCard | undefined => CARD_BY_ID.get(id)
