/** The entry of a compute thread: pure functions of the domain, nothing to wire. */
import type { ThreadAnswer, ThreadTask } from './adapters/threads/messages.ts'
import { learnModel } from './domain/learn-combination.ts'
import { countTables } from './domain/learn-tables.ts'
import { untrainedModel } from './domain/learned-model.ts'
import { optimise } from './domain/optimise.ts'
import { Refusal } from './domain/refusal.ts'
import { crossValidatedScores, scoreObservations } from './domain/score-labels.ts'
import { sensitivity } from './domain/sensitivity.ts'

function compute(task: ThreadTask) {
  switch (task.kind) {
    case 'optimise': {
      const { items, request, context } = task
      const { evaluated, ...optimisation } = optimise(items, request, context)
      return {
        optimisation,
        sensitivity: sensitivity(items, { ...optimisation, evaluated }, request, context),
      }
    }
    case 'learn': {
      const { observations, nowMs } = task
      return {
        // The store gives the version.
        model: learnModel(observations, countTables(observations), untrainedModel.version),
        untrained: scoreObservations(observations, untrainedModel, nowMs),
        crossValidated: crossValidatedScores(observations, nowMs),
      }
    }
  }
}

export default function run(task: ThreadTask): ThreadAnswer {
  try {
    return { result: compute(task) }
  } catch (error) {
    if (error instanceof Refusal)
      return { refusal: { code: error.code, message: error.message, details: error.details } }
    throw error
  }
}
