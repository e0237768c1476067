import type { StructuredQuery } from '../language/structured-query.ts'
import { findPattern, pattern } from '../wording/patterns.ts'
import { wordsOf } from '../wording/words.ts'
import { CONCEPTS } from './concepts.ts'

/** Ways to ask for a loss of weight. */
const LOSS = [
  'lose|losing|drop|dropping|shed|slim|reduce|reducing ~4 weight|kg|lb|lbs|pounds|stone|fat|#1-60',
  'weight|fat loss',
  'slim|slimming down|diet|plan',
  'kcal|calorie|calories deficit',
  'diet|diets|dieting',
].map((source) => pattern(source, CONCEPTS))

const ADULT_YEARS = 18

/** NICE NG246 (2025) and AAP (Hampl 2023): weight of children is managed in a programme for the family. */
const ADVICE =
  'a child or teenager should not follow a plan to lose weight without a paediatrician or a dietitian: most should grow into their weight. No plan and no calorie deficit is given here; please talk to them'

/** Returns advice when a loss of weight is asked for somebody below 18 years, or undefined. */
export function childLossAdvice({ text, people }: StructuredQuery): string | undefined {
  const child = people.some(({ values, facts }) =>
    values.ageYears === undefined ? facts.isChild === true : values.ageYears.value < ADULT_YEARS,
  )
  if (!child) return undefined
  const words = wordsOf(text)
  return LOSS.some((one) => findPattern(one, words) !== undefined) ? ADVICE : undefined
}
