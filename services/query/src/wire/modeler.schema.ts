import Type from 'typebox'
import { answer, assumed, Citation, freeForm, intendedUse, names } from './answer.schema.ts'
import { Safety } from './query.schema.ts'
import { questionBody } from './question.schema.ts'

export const ModelerBody = questionBody({
  title: 'ModelRequest',
  description: 'Person and modelling task',
  examples: [
    {
      query: 'man, 40 years, 180 cm, 100 kg',
      options: { task: 'weight_trajectory', intake_change_kcal: -500, days: 365 },
    },
  ],
})

const CitedEquation = Type.Object(
  { name: Type.String(), equation: Type.String(), citation: Citation },
  { title: 'CitedEquation', description: 'Equation of a model and its publication' },
)

const Trajectory = Type.Object(
  {
    name: Type.String(),
    unit: Type.String(),
    points: Type.Array(
      Type.Object(
        {
          day: Type.Number(),
          value: Type.Number(),
          low: Type.Optional(Type.Number()),
          high: Type.Optional(Type.Number()),
        },
        { title: 'TrajectoryPoint', description: 'Value on a day, with its band where one is known' },
      ),
    ),
  },
  { title: 'Trajectory', description: 'One quantity over time' },
)

const Influence = Type.Object(
  {
    parameter: Type.String(),
    per_unit: Type.Number({ description: 'Change of the answer per unit of the parameter' }),
    measurement_error: Type.Number({ description: 'Usual measurement error, in the unit of the parameter' }),
    effect: Type.Number({ description: 'Change of the answer for one usual measurement error' }),
  },
  { title: 'Influence', description: 'Sensitivity of the answer to one parameter' },
)

const Feasibility = Type.Object(
  {
    feasible: Type.Boolean(),
    reason: Type.Optional(Type.String()),
    nearest: Type.Optional(
      Type.Record(Type.String(), Type.Number(), { description: 'Nearest values that are feasible' }),
    ),
  },
  { title: 'Feasibility', description: 'Whether the goal can be reached' },
)

const ModelResult = Type.Object(
  {
    task: Type.String({
      description:
        'weight_trajectory, weight_goal, inverse, growth_projection or sensitivity; none when the text needs help',
    }),
    answer: Type.Optional(
      Type.String({ description: 'Sentence that answers the question, in the units of the asker' }),
    ),
    safety: Type.Optional(Safety),
    summary: Type.Record(Type.String(), Type.Number(), { description: 'The main numbers of the answer' }),
    units: Type.Record(Type.String(), Type.String(), { description: 'Unit of each number of `summary`' }),
    assumptions: names('Assumptions, in sentences'),
    equations: Type.Array(CitedEquation),
    trajectory: Type.Array(Trajectory, { description: 'Values over time, with their bands' }),
    sensitivity: Type.Array(Influence),
    feasibility: Feasibility,
    warnings: Type.Array(Type.String()),
  },
  { title: 'ModelResult', description: 'Result of a modelling task' },
)

export const ModelerAnswer = answer(
  { title: 'ModelAnswer', description: 'The result of the model with its assumptions' },
  Type.Object({ model_result: ModelResult }),
  Type.Object({
    model_type: Type.String({ examples: ['domain_expert'] }),
    inputs: freeForm('Inputs of the model'),
    unknown_context: names('Unknown keys of `context`'),
    unknown_options: names('Unknown keys of `options`'),
    assumed,
    intended_use: intendedUse,
  }),
)
