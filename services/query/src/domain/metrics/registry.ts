import { bsaMosteller } from './body-surface/bsa-mosteller.ts'
import type { EquationCard } from './card.ts'
import { bmrMifflinStJeor } from './energy/bmr-mifflin-st-jeor.ts'
import { bmi } from './size/bmi.ts'

/** Every equation card of the service, by category. */
export const ALL_CARDS: readonly EquationCard[] = [bmi, bsaMosteller, bmrMifflinStJeor]

/** Body fat is computed first: where it was not measured, an estimate feeds the cards that need it. */
export const CARDS_IN_ORDER: readonly EquationCard[] = [
  ...ALL_CARDS.filter((card) => card.category === 'body_fat'),
  ...ALL_CARDS.filter((card) => card.category !== 'body_fat'),
]

/** Which estimate stands in for measured body fat, best first (skinfolds, then girths, then BMI). */
export const BODY_FAT_PREFERENCE: readonly string[] = []

const CARD_BY_ID: ReadonlyMap<string, EquationCard> = new Map(ALL_CARDS.map((card) => [card.id, card]))

/** The card of a metric name; undefined when there is none. */
export const cardById = (id: string): EquationCard | undefined => CARD_BY_ID.get(id)
