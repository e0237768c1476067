import type { Intent } from '../language/structured-query.ts'
import type { Inputs } from '../metrics/inputs.ts'

/** Age from which the criteria of malnutrition in adults apply. */
const ADULT_YEARS = 18

/**
 * Returns topics that follow from what a person is, not from a name in the question: weight gain in pregnancy, measured
 * body fat, and the criteria of malnutrition after a weight loss.
 */
export function bodyTopics(
  people: readonly { readonly inputs: Inputs }[],
  text: string,
  topics: readonly string[],
  intents: readonly Intent[],
): readonly string[] {
  const found: string[] = []
  const isPregnant = people.some(
    ({ inputs }) =>
      inputs.pregnant === true || (inputs.pregnancyWeeks !== undefined && inputs.pregnant !== false),
  )
  const asksWeight = topics.includes('healthy_weight') || topics.includes('ideal_weight')
  if (isPregnant && (asksWeight || /\bgain/i.test(text))) found.push('pregnancy_gain')
  const hasFat = people.some(
    ({ inputs }) => inputs.bodyFatPercent !== undefined || inputs.fatFreeMassKg !== undefined,
  )
  if (hasFat && topics.length === 0) found.push('body_fat_measured')
  const hasLost = people.some(
    ({ inputs }) => inputs.weightLossPercent !== undefined && (inputs.ageYears ?? ADULT_YEARS) >= ADULT_YEARS,
  )
  if (hasLost && (topics.length === 0 || intents.includes('classify')))
    found.push('weight_loss', ...(topics.length === 0 ? ['bmi'] : []))
  return found
}
