import { ADULT_CLASS_AGE_YEARS } from '../metrics/card.ts'
import { TARGET_METRICS } from '../modeler/target-metrics.ts'
import type { Grounded, GroundedPerson } from './semantic-grounding.ts'

/** One input that is to bring one metric of one person to a target. */
export type InverseTask = {
  readonly person: number
  readonly metric: string
  readonly target: number
  readonly input: 'weightKg' | 'waistCm' | 'heightCm'
  /** What the target is, where the question names it and not its number. */
  readonly name?: string
}

/** Adult classes of BMI have no meaning for a child. */
const isAdult = ({ inputs }: GroundedPerson): boolean =>
  inputs.isChild !== true && (inputs.ageYears ?? ADULT_CLASS_AGE_YEARS) >= ADULT_CLASS_AGE_YEARS

/** NICE NG246 and Ashwell 2012: keep the waist below half of the height. */
const HALF = 0.5

/** Inputs to solve for one person: targets, limits of classes, and what follows from a metric that was stated. */
export function inverseTasks(person: GroundedPerson, { asked }: Grounded): readonly InverseTask[] {
  const { index, inputs } = person
  const tasks: InverseTask[] = person.targets.flatMap((target): InverseTask[] => {
    const solve = TARGET_METRICS[target.of]
    if (solve === undefined) return []
    // "BMI 41.2, 118 kg: height?": what is not known is what is asked for.
    const isHeight = target.of === 'bmi' && inputs.heightCm === undefined && inputs.weightKg !== undefined
    return [{ person: index, ...solve, ...(isHeight && { input: 'heightCm' }), target: target.value }]
  })
  const isTarget = (topic: string, value: number): boolean =>
    person.targets.some((target) => target.of === topic && target.value === value)
  for (const { topic, value } of person.stated) {
    const solve = TARGET_METRICS[topic]
    if (solve === undefined || isTarget(topic, value)) continue
    if (inputs.heightCm !== undefined && inputs[solve.input] === undefined)
      tasks.push({ person: index, ...solve, target: value })
    else if (topic === 'bmi' && inputs.weightKg !== undefined && inputs.heightCm === undefined)
      tasks.push({ person: index, metric: 'bmi', input: 'heightCm', target: value })
  }
  if (
    tasks.length === 0 &&
    asked.bmiLimit &&
    inputs.heightCm !== undefined &&
    isAdult(person) &&
    !inputs.pregnant
  )
    tasks.push({
      person: index,
      metric: 'bmi',
      input: 'weightKg',
      target: asked.bmiLimit.value,
      name: asked.bmiLimit.name,
    })
  const { centile } = asked
  if (centile && inputs.sex !== undefined && inputs.ageYears !== undefined)
    for (const input of centile.of)
      if (inputs[input] === undefined)
        tasks.push({
          person: index,
          metric: input === 'heightCm' ? 'length_height_for_age_centile' : 'weight_for_age_centile',
          input,
          target: centile.value,
          name: `centile ${centile.value} of the WHO growth reference`,
        })
  if (asked.waistLimit && inputs.heightCm !== undefined && (inputs.waistCm === undefined || asked.loss))
    tasks.push({
      person: index,
      metric: 'waist_to_height_ratio',
      input: 'waistCm',
      target: HALF,
      name: 'half of the height',
    })
  return tasks
}
