import Type from 'typebox'
import { questionBody } from './query.schema.ts'

export const ModelerBody = questionBody({
  query: 'man, 40 years, 180 cm, 100 kg',
  options: { task: 'weight_trajectory', intake_change_kcal: -500, days: 365 },
})

const Citation = Type.Object({
  authors: Type.String(),
  year: Type.Integer(),
  journal: Type.String(),
  title: Type.Optional(Type.String()),
  doi: Type.Optional(Type.String()),
})

const ModelResultBody = Type.Object({
  task: Type.String({
    description: 'weight_trajectory, weight_goal, inverse, growth_projection or sensitivity',
  }),
  summary: Type.Record(Type.String(), Type.Number(), { description: 'The main numbers of the answer' }),
  units: Type.Record(Type.String(), Type.String()),
  assumptions: Type.Array(Type.String(), { description: 'Assumptions, in sentences' }),
  equations: Type.Array(Type.Object({ name: Type.String(), equation: Type.String(), citation: Citation })),
  trajectory: Type.Array(
    Type.Object({
      name: Type.String(),
      unit: Type.String(),
      points: Type.Array(
        Type.Object({
          day: Type.Number(),
          value: Type.Number(),
          low: Type.Optional(Type.Number()),
          high: Type.Optional(Type.Number()),
        }),
      ),
    }),
    { description: 'Values over time, with their bands' },
  ),
  sensitivity: Type.Array(
    Type.Object({
      parameter: Type.String(),
      per_unit: Type.Number(),
      measurement_error: Type.Number(),
      effect: Type.Number({ description: 'Change of the answer for one usual measurement error' }),
    }),
  ),
  feasibility: Type.Object({
    feasible: Type.Boolean(),
    reason: Type.Optional(Type.String()),
    nearest: Type.Optional(Type.Record(Type.String(), Type.Number())),
  }),
  warnings: Type.Array(Type.String()),
})

export const ModelerAnswer = Type.Object({
  status: Type.String(),
  data: Type.Object({ model_result: ModelResultBody }),
  processing_time: Type.Number({ description: 'Seconds' }),
  metadata: Type.Object({
    model_type: Type.String({ examples: ['domain_expert'] }),
    inputs: Type.Record(Type.String(), Type.Unknown(), { description: 'Inputs of the model' }),
    unknown_context: Type.Array(Type.String()),
    unknown_options: Type.Array(Type.String()),
  }),
})
