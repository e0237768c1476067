import type { App } from '@assay/kit/server'
import type { runModel } from '../operations/run-model.ts'
import { presentModel } from '../wire/modeler.present.ts'
import { ModelerAnswer, ModelerBody } from '../wire/modeler.schema.ts'
import { ErrorBody } from './errors.ts'

/** Registers `POST /modeler`. */
export function modelerRoutes(
  app: App,
  deps: { runModel: ReturnType<typeof runModel>; seconds: () => number },
): void {
  app.post(
    '/modeler',
    {
      schema: {
        tags: ['modeler'],
        operationId: 'runModel',
        summary: 'Model weight over time, goals, inverse problems, growth or sensitivity',
        description:
          'Reads the person from `query` and `context`. Reads the task from `options.task` (default: from the question, when it is clear). Tasks: `weight_trajectory` (intake_change_kcal, days), `weight_goal` (target_kg, days), `inverse` (metric, target, input), `growth_projection` (index, to_age_years), `sensitivity` (metric).',
        body: ModelerBody,
        response: {
          200: ModelerAnswer,
          404: ErrorBody,
        },
      },
    },
    async (request) => {
      const started = deps.seconds()
      const answer = deps.runModel(request.body)
      return presentModel(answer, deps.seconds() - started)
    },
  )
}
