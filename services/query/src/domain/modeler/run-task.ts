import type { Child } from '../growth/who.ts'
import type { Inputs } from '../metrics/inputs.ts'
import { prepareInputs } from '../metrics/prepare.ts'
import { pretermAge } from '../metrics/preterm.ts'
import { Refusal } from '../refusal.ts'
import type { Task } from './choose-task.ts'
import { growthProjection } from './growth-projection.ts'
import { solveInverse } from './inverse.ts'
import type { ModelResult } from './model-result.ts'
import { modelledPerson } from './modelled-person.ts'
import { planTrajectory } from './plan-trajectory.ts'
import { isChild, refusedFor } from './refused-plan.ts'
import {
  LOWEST_BMI,
  lowestHealthyKg,
  SEE_CLINICIAN,
  USUAL_GAIN_KG_PER_WEEK,
  USUAL_LOSS_KG_PER_WEEK,
} from './safe-plan.ts'
import { metricSensitivity } from './sensitivity.ts'
import { weightGoal } from './weight-goal.ts'
import { MAX_DAYS } from './weight-trajectory.ts'

/** Child of the growth model; a preterm child at its corrected age. */
function childOf(given: Inputs): Child {
  const prepared = prepareInputs(given)
  const preterm = pretermAge(prepared)
  if (preterm !== undefined && preterm.kind !== 'corrected')
    throw new Refusal('VALIDATION_ERROR', `gestational_age_weeks: ${preterm.reason}`, {
      field: 'gestational_age_weeks',
      issue: preterm.reason,
      provided: given.gestationalAgeWeeks ?? null,
    })
  const inputs = preterm?.inputs ?? prepared
  const { sex, ageDays } = inputs
  if (sex !== undefined && ageDays !== undefined) return { ...inputs, sex, ageDays }
  const field = sex === undefined ? 'sex' : 'age_days'
  throw new Refusal('VALIDATION_ERROR', `${field} is needed by the growth model`, {
    field,
    issue: 'is needed by the growth model',
    provided: null,
  })
}

/** Runs a modelling task on one person. Plans that would harm come back as not feasible, with the nearest safe one. */
export function runTask(task: Task, given: Inputs): ModelResult {
  const inputs = prepareInputs(given)
  switch (task.task) {
    case 'weight_trajectory':
      return refusedFor(task.task, inputs) ?? planTrajectory(modelledPerson(inputs), task)
    case 'weight_goal': {
      const refused = refusedFor(task.task, inputs, task.targetKg)
      if (refused !== undefined) return refused
      const person = modelledPerson(inputs)
      return weightGoal(person, { ...task, days: task.days ?? usualDays(person.weightKg, task) })
    }
    case 'inverse':
      return checkedInverse(inputs, task)
    case 'growth_projection':
      return growthProjection(childOf(inputs), task.index, task.toAgeDays, task.earlier)
    case 'sensitivity':
      return metricSensitivity(inputs, task.metric)
  }
}

/** Days to a weight at the rate that the question names, or at the usual one. */
function usualDays(
  weightKg: number,
  { targetKg, kgPerWeek }: { targetKg: number; kgPerWeek?: number },
): number {
  const usual = targetKg < weightKg ? USUAL_LOSS_KG_PER_WEEK : USUAL_GAIN_KG_PER_WEEK
  const rate = kgPerWeek === undefined || kgPerWeek === 0 ? usual : Math.abs(kgPerWeek)
  return Math.min(MAX_DAYS, Math.max(1, Math.ceil((Math.abs(targetKg - weightKg) / rate) * 7)))
}

/** A weight that brings an adult's BMI below 18.5 is not a target. */
function checkedInverse(inputs: Inputs, task: Extract<Task, { task: 'inverse' }>): ModelResult {
  const result = solveInverse(inputs, task)
  const lowers = task.metric === 'bmi' && task.input === 'weightKg' && task.target < LOWEST_BMI
  if (!lowers || inputs.heightCm === undefined || isChild(inputs)) return result
  const reason = `a BMI of ${task.target} is underweight (below ${LOWEST_BMI}, WHO): not a safe target`
  const nearest = { weight_kg: lowestHealthyKg(inputs.heightCm), bmi: LOWEST_BMI }
  return inputs.weightKg === undefined
    ? { ...result, warnings: [...result.warnings, reason] }
    : {
        ...result,
        summary: nearest,
        feasibility: { feasible: false, reason, nearest },
        warnings: [...result.warnings, SEE_CLINICIAN],
      }
}
