import type { Static } from 'typebox'
import { type InputName, type Inputs, wireNameOf } from '../domain/metrics/inputs.ts'
import type { ModelAnswer } from '../operations/run-model.ts'
import { INTENDED_USE } from './intended-use.ts'
import type { ModelerAnswer } from './modeler.schema.ts'

/** Canonical inputs by their wire names. */
const presentInputs = (inputs: Inputs): Record<string, unknown> =>
  Object.fromEntries(Object.entries(inputs).map(([name, value]) => [wireNameOf(name as InputName), value]))

/** Presents the result of a modelling task. */
export const presentModel = (
  answer: ModelAnswer,
  processingSeconds: number,
): Static<typeof ModelerAnswer> => {
  const { trajectories, sensitivity, feasibility, ...result } = answer.result
  return {
    status: 'success',
    data: {
      model_result: {
        ...result,
        assumptions: [...result.assumptions],
        equations: [...result.equations],
        trajectory: trajectories.map(({ name, unit, points }) => ({ name, unit, points: [...points] })),
        sensitivity: sensitivity.map(({ input, perUnit, measurementError, effect }) => ({
          parameter: input,
          per_unit: perUnit,
          measurement_error: measurementError,
          effect,
        })),
        feasibility,
        warnings: [...result.warnings],
      },
    },
    processing_time: processingSeconds,
    metadata: {
      model_type: 'domain_expert',
      inputs: presentInputs(answer.inputs),
      unknown_context: [...answer.unknownContext],
      unknown_options: [...answer.unknownOptions],
      assumed: [...answer.assumed],
      intended_use: INTENDED_USE,
    },
  }
}
