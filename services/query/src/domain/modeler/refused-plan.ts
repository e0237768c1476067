import { ADULT_AGE_YEARS } from '../metrics/card.ts'
import { computeMetrics } from '../metrics/compute-metrics.ts'
import type { Inputs } from '../metrics/inputs.ts'
import type { Concern } from '../safety/concern.ts'
import type { ModelResult } from './model-result.ts'

/** Returns a result without numbers: the plan is not made, with the reason and what to do instead. */
function refusedPlan(
  task: ModelResult['task'],
  reason: string,
  options: {
    readonly nearest?: Readonly<Record<string, number>>
    readonly warnings?: readonly string[]
    readonly answer?: string
  } = {},
): ModelResult {
  return {
    task,
    answer: options.answer ?? `No plan is made: ${reason}.`,
    summary: {},
    units: {},
    assumptions: [],
    equations: [],
    trajectories: [],
    sensitivity: [],
    feasibility: { feasible: false, reason, ...(options.nearest && { nearest: options.nearest }) },
    warnings: options.warnings ?? [],
  }
}

/** Returns the answer to a text that needs help, not a model. */
export const concernedResult = ({ kind, message }: Concern): ModelResult => ({
  ...refusedPlan('none', 'the question needs help that a model cannot give', { answer: message }),
  safety: { kind, message },
})

/** Returns whether prepared inputs are of somebody below 18 years. */
export const isChild = (inputs: Inputs): boolean =>
  inputs.ageYears === undefined ? inputs.isChild === true : inputs.ageYears < ADULT_AGE_YEARS

/**
 * Returns why no weight plan is made for this person, or undefined when one may be made: children, pregnancy, oedema and
 * amputation. Inputs must be prepared.
 */
export function refusedFor(
  task: ModelResult['task'],
  inputs: Inputs,
  targetKg?: number,
): ModelResult | undefined {
  if (isChild(inputs)) return refusedForChild(task, inputs, targetKg)
  if (inputs.pregnant === true) {
    const gain = new Map(
      computeMetrics(inputs, {
        only: new Set(['gestational_weight_gain_min', 'gestational_weight_gain_max']),
      }).computed.map(({ id, value }) => [id, value]),
    )
    return refusedPlan(task, 'weight plans are not made in pregnancy, when nobody should lose weight', {
      ...(gain.size === 2 && {
        nearest: {
          gain_min_kg: gain.get('gestational_weight_gain_min')!,
          gain_max_kg: gain.get('gestational_weight_gain_max')!,
        },
      }),
      warnings: ['pregnancy: talk to your midwife or doctor about weight gain (Institute of Medicine 2009)'],
      answer:
        'No plan is made: in pregnancy nobody should try to lose weight. Please talk to your midwife or doctor about your weight gain.',
    })
  }
  for (const [condition, reason] of [
    ['oedema', 'the weight contains fluid (oedema), which the model does not know; ask a doctor about it'],
    ['amputation', 'the model does not know the weight of somebody who has lost a limb; ask a dietitian'],
  ] as const)
    if (inputs[condition] === true) return refusedPlan(task, reason)
  return undefined
}

/** The model is for adults, and a child who should weigh less is for a clinician. */
function refusedForChild(task: ModelResult['task'], inputs: Inputs, targetKg?: number): ModelResult {
  const [bmi] = computeMetrics(inputs, { only: new Set(['bmi_for_age_z']) }).computed
  const label = bmi?.classes[0]?.label
  const now =
    bmi === undefined ? '' : ` The BMI for age is ${bmi.value.toFixed(1)} SD${label ? `, ${label}` : ''}.`
  const losing = targetKg !== undefined && inputs.weightKg !== undefined && targetKg < inputs.weightKg
  const reason = losing
    ? 'children and adolescents grow; weight loss at this age is planned with a doctor only'
    : 'the weight model is for adults; children and adolescents grow'
  return refusedPlan(task, reason, {
    warnings: ['children grow: discuss weight with a paediatrician or dietitian'],
    answer: `No plan is made: ${reason}.${now} Please talk to a paediatrician or dietitian.`,
  })
}
