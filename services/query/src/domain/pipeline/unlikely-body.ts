import { ADULT_AGE_YEARS } from '../metrics/card.ts'
import type { Inputs } from '../metrics/inputs.ts'
import type { Grounded } from './semantic-grounding.ts'

/** Adults are not known to live outside of this range for long; a wrong digit or unit is likelier. Our choice. */
const LIKELY_BMI = [13, 100] as const
/** Below this height somebody of unknown age is taken for a child. */
const CHILD_HEIGHT_CM = 125

/** Returns questions about weights and heights that do not go together, by index of the person. */
export function unlikelyBodies({ people }: Grounded): ReadonlyMap<number, string> {
  return new Map(
    people.flatMap(({ index, inputs }) => {
      const question = questionAbout(inputs)
      return question === undefined ? [] : [[index, question] as const]
    }),
  )
}

function questionAbout({ weightKg, heightCm, ageYears, isChild }: Inputs): string | undefined {
  if (weightKg === undefined || heightCm === undefined) return undefined
  const child =
    ageYears === undefined ? isChild === true || heightCm < CHILD_HEIGHT_CM : ageYears < ADULT_AGE_YEARS
  const bmi = weightKg / (heightCm / 100) ** 2
  if (child || (bmi >= LIKELY_BMI[0] && bmi <= LIKELY_BMI[1])) return undefined
  return `a weight of ${round(weightKg)} kg and a height of ${round(heightCm)} cm hardly go together: are both values and their units right? If they are, please see a doctor soon`
}

const round = (value: number): number => Math.round(value * 10) / 10
