import type { Intent } from '../language/structured-query.ts'
import type { Inputs } from '../metrics/inputs.ts'

/** Age from which the criteria of malnutrition in adults apply. */
const ADULT_YEARS = 18

/**
 * Returns topics that follow from what a person is, not from a name in the question: weight gain in pregnancy, measured
 * body fat, the criteria of malnutrition after a weight loss, and the index of growth that a child is judged by.
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
  // "Is he obese? 98 kg, 175 cm, 31 % fat" asks for the class of the weight too; the fat then says how to take it.
  const hasSize = people.every(({ inputs }) => inputs.weightKg !== undefined && inputs.heightCm !== undefined)
  if (hasFat && topics.length === 0 && hasSize && (TOO_HEAVY.test(text) || TOO_LIGHT.test(text)))
    found.push('bmi')
  if (hasFat && topics.length === 0) found.push('body_fat_measured')
  const hasLost = people.some(
    ({ inputs }) => inputs.weightLossPercent !== undefined && (inputs.ageYears ?? ADULT_YEARS) >= ADULT_YEARS,
  )
  if (hasLost && (topics.length === 0 || intents.includes('classify')))
    found.push('weight_loss', ...(topics.length === 0 ? ['bmi'] : []))
  if (topics.every((topic) => topic === 'growth' || ADULT_TARGETS.has(topic)))
    found.push(
      ...childTopics(
        people,
        text,
        topics.some((topic) => ADULT_TARGETS.has(topic)),
      ),
    )
  return found
}

/** Weights to aim at, which children do not have: they are judged by BMI for age. */
const ADULT_TARGETS = new Set(['healthy_weight', 'ideal_weight'])

/** Below this age a size is judged by growth references. */
const CHILD_YEARS = 19
/** WHO has weight for length or height below 5 years and weight for age to 10 years. */
const FIVE_YEARS = 5
const TEN_YEARS = 10

/** Words that ask for one index of growth. */
const TOO_HEAVY = /\b(overweight|obese|obesity|fat|chubby|too heavy)\b/i
const TOO_LIGHT = /\b(underweight|thin|skinny|too light|malnourished)\b/i
const TOO_SHORT = /\b(stunted|stunting|too short|short for|tall for|too tall|too small)\b/i
const WASTED = /\b(wasted|wasting)\b/i

/** The indices that answer "is she obese", "is he stunted"; none when they cannot be computed, or nothing is named. */
function childTopics(
  people: readonly { readonly inputs: Inputs }[],
  text: string,
  asksTarget: boolean,
): readonly string[] {
  const [first] = people
  const years = first?.inputs.ageYears
  if (people.length !== 1 || years === undefined || years >= CHILD_YEARS) return []
  const { weightKg, heightCm } = first!.inputs
  const both = weightKg !== undefined && heightCm !== undefined
  const build = both ? [...(years < FIVE_YEARS ? ['growth_weight_height'] : []), 'growth_bmi'] : []
  const weight = weightKg !== undefined && years < TEN_YEARS ? ['growth_weight'] : []
  if (TOO_SHORT.test(text)) return heightCm === undefined ? [] : ['growth_height']
  if (WASTED.test(text)) return both && years < FIVE_YEARS ? ['growth_weight_height'] : []
  if (TOO_LIGHT.test(text)) return [...weight, ...build]
  if (TOO_HEAVY.test(text) || asksTarget) return both ? build : weight
  return []
}
