import type { Child } from '../growth/who.ts'
import type { Inputs } from '../metrics/inputs.ts'
import { prepareInputs } from '../metrics/prepare.ts'
import { Refusal } from '../refusal.ts'
import type { Task } from './choose-task.ts'
import { growthProjection } from './growth-projection.ts'
import { solveInverse } from './inverse.ts'
import type { ModelResult } from './model-result.ts'
import { modelledPerson } from './modelled-person.ts'
import { metricSensitivity } from './sensitivity.ts'
import { weightGoal } from './weight-goal.ts'
import { weightTrajectory } from './weight-trajectory.ts'

function childOf(given: Inputs): Child {
  const inputs = prepareInputs(given)
  const { sex, ageDays } = inputs
  if (sex !== undefined && ageDays !== undefined) return { ...inputs, sex, ageDays }
  const field = sex === undefined ? 'sex' : 'age_days'
  throw new Refusal('VALIDATION_ERROR', `${field} is needed by the growth model`, {
    field,
    issue: 'is needed by the growth model',
    provided: null,
  })
}

/** Runs a modelling task on one person. */
export function runTask(task: Task, inputs: Inputs): ModelResult {
  switch (task.task) {
    case 'weight_trajectory': {
      const { intakeChangeKcal, days } = task
      const { states: _states, ...result } = weightTrajectory(modelledPerson(inputs), {
        intakeChangeKcal: () => intakeChangeKcal,
        days,
      })
      return result
    }
    case 'weight_goal':
      return weightGoal(modelledPerson(inputs), task)
    case 'inverse':
      return solveInverse(inputs, task)
    case 'growth_projection':
      return growthProjection(childOf(inputs), task.index, task.toAgeDays, task.earlier)
    case 'sensitivity':
      return metricSensitivity(inputs, task.metric)
  }
}
