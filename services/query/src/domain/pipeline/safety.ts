import { bodyWarnings } from '../metrics/body-warnings.ts'
import { CONDITION_EFFECTS } from '../metrics/conditions.ts'
import { prepareInputs } from '../metrics/prepare.ts'
import { lossWarnings } from './loss-warnings.ts'
import type { Grounded } from './semantic-grounding.ts'
import type { Generated } from './solution-generation.ts'

/** WHO: below 18.5 kg/m² an adult is underweight (TRS 894, 2000). */
const UNDERWEIGHT_BMI = 18.5
/** WHO: from 25 kg/m² on an adult is overweight (TRS 894, 2000). */
const OVERWEIGHT_BMI = 25
/** WHO severe thinness grade 3, and the class from which obesity surgery boards work: see a clinician. */
const SEVERE_BMI: readonly [number, number] = [16, 40]
const ADULT_YEARS = 18

/** Returns warnings about harmful targets, children, pregnancy, oedema and amputation. */
export function safetyWarnings(grounded: Grounded, generated: Generated): readonly string[] {
  const warnings: string[] = []
  for (const person of grounded.people) {
    const { inputs } = person
    const bmi = generated.candidates.find((c) => c.person === person.index && c.metric.id === 'bmi')?.metric
      .value
    const child = inputs.ageYears === undefined ? inputs.isChild === true : inputs.ageYears < ADULT_YEARS
    warnings.push(...bodyWarnings(prepareInputs(inputs)), ...lossWarnings(person))
    // Somebody who is only mentioned has no figure to warn of.
    if (grounded.people.length === 1 || inputs.weightKg !== undefined || inputs.heightCm !== undefined)
      warnings.push(...person.conditions.map((condition) => CONDITION_EFFECTS[condition].note))
    if (inputs.athlete === true && bmi !== undefined)
      warnings.push('muscle raises the BMI of athletes: its class tells little about body fat')
    if (
      inputs.bodyFatPercent !== undefined &&
      inputs.athlete !== true &&
      bmi !== undefined &&
      bmi >= OVERWEIGHT_BMI &&
      !generated.candidates.some((c) => c.person === person.index && c.metric.id === 'body_fat_measured')
    )
      warnings.push(
        `body fat was measured at ${inputs.bodyFatPercent} %: it says more about fat than the BMI, which muscle raises`,
      )
    const fatOnly = inputs.bodyFatPercent !== undefined && inputs.sex === undefined
    if (
      fatOnly &&
      generated.candidates.some((c) => c.person === person.index && c.metric.id === 'body_fat_measured')
    )
      warnings.push('what body fat is healthy differs between women and men and with age: give sex and age')
    for (const solution of generated.solutions)
      if (
        solution.person === person.index &&
        solution.metric === 'bmi' &&
        !child &&
        solution.target < UNDERWEIGHT_BMI
      )
        warnings.push(
          `a BMI of ${solution.target} is below ${UNDERWEIGHT_BMI}, underweight by WHO classes: not a safe target`,
        )
    for (const goal of generated.goals) {
      if (goal.person !== person.index || inputs.heightCm === undefined) continue
      const goalBmi = goal.value / (inputs.heightCm / 100) ** 2
      if (!child && goalBmi < UNDERWEIGHT_BMI)
        warnings.push(`the goal weight is a BMI below ${UNDERWEIGHT_BMI}, underweight by WHO classes`)
    }
    if (child && (person.targets.length > 0 || grounded.asked.loss))
      warnings.push('children grow: discuss a weight goal for a child with a clinician')
    if (!child && bmi !== undefined && (bmi < SEVERE_BMI[0] || bmi >= SEVERE_BMI[1]) && !inputs.pregnant)
      warnings.push('the BMI is far from the normal range: please see a clinician')
  }
  return warnings
}
