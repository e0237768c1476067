import Type from 'typebox'
import { MAX_QUERY_LENGTH } from '../domain/language/query-processor.ts'

const freeForm = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description })

/** Returns the body schema of /query, /query/process and /modeler. */
export const questionBody = (example: { query: string; context?: object; options?: object }) =>
  Type.Object(
    {
      query: Type.String({ maxLength: MAX_QUERY_LENGTH, description: 'The question, in plain words' }),
      context: Type.Optional(
        freeForm(
          'Additional measurements: any parameter of /metrics by name. Unknown keys are listed in metadata.',
        ),
      ),
      options: Type.Optional(freeForm('Options of the answer. Unknown keys are listed in metadata.')),
    },
    {
      additionalProperties: false,
      description: 'A question with additional measurements',
      examples: [example],
    },
  )

export const QueryBody = questionBody({
  query: 'I am a 30 year old man, 180 cm and 80 kg. What is my BMI?',
  options: { trace: true },
})
export const ProcessBody = questionBody({ query: 'woman, 5\'4", 11 st 4 lb, waist 31 in. Body fat?' })

const Citation = Type.Object({
  authors: Type.String(),
  year: Type.Integer(),
  journal: Type.String(),
  title: Type.Optional(Type.String()),
  doi: Type.Optional(Type.String()),
})
const interval = (description: string) =>
  Type.Optional(Type.Array(Type.Number(), { minItems: 2, maxItems: 2, description }))

const AnsweredMetric = Type.Object({
  metric: Type.String(),
  person: Type.Integer({ description: 'Index into `people` of /query/process' }),
  name: Type.String(),
  value: Type.Number({ description: 'Unrounded' }),
  unit: Type.String(),
  score: Type.Number({ description: 'Validity × precision × completeness, 0 to 1' }),
  equation: Type.String(),
  citation: Citation,
  inputs_used: Type.Record(Type.String(), Type.Unknown(), { description: 'Parameters of the equation' }),
  within_limits: Type.Boolean(),
  notes: Type.Array(Type.String()),
  interpretation: Type.Array(Type.Object({ system: Type.String(), label: Type.String() })),
  interval: interval('95 % from the published standard error'),
  measurement_interval: interval('95 % from the usual errors of measurement'),
})

const StageTrace = Type.Object({
  stage: Type.String(),
  duration_ms: Type.Number(),
  outcome: Type.String({ description: 'done, model, fell_back or abstained' }),
  changed: Type.Array(Type.String()),
  fallback: Type.Optional(
    Type.String({ description: 'Reason why the answer of the language model was not used' }),
  ),
})

const questionMetadata = {
  query_length: Type.Integer({ description: 'Characters of the question' }),
  unknown_options: Type.Array(Type.String()),
}

const Ambiguity = Type.Object({
  field: Type.String({ description: 'Parameter, or `?` when the parameter itself is unclear' }),
  kind: Type.String(),
  message: Type.String(),
  text: Type.String({ description: 'The words of the question' }),
  candidates: Type.Optional(Type.Array(Type.Number())),
  person: Type.Optional(Type.Integer()),
})

export const QueryAnswer = Type.Object({
  status: Type.String(),
  data: Type.Object({
    answer: Type.String({
      description: 'The answer in sentences; empty when the pipeline was stopped early',
    }),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    abstained: Type.Boolean({ description: 'True when too little is known to answer' }),
    metrics: Type.Array(AnsweredMetric, { description: 'Every number of the answer with its provenance' }),
    alternatives: Type.Array(AnsweredMetric, { description: 'Other equations for the same quantities' }),
    solutions: Type.Array(
      Type.Object({
        person: Type.Integer(),
        metric: Type.String(),
        target: Type.Number(),
        parameter: Type.String(),
        value: Type.Number(),
        unit: Type.String(),
        feasible: Type.Boolean(),
      }),
      { description: 'Inputs that bring a metric to a target' },
    ),
    comparisons: Type.Array(
      Type.Object({
        person: Type.Integer(),
        quantity: Type.String(),
        unit: Type.String(),
        metrics: Type.Array(Type.String()),
        lowest: Type.Number(),
        highest: Type.Number(),
        consensus: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
        outliers: Type.Array(
          Type.Object({ metric: Type.String(), value: Type.Number(), reason: Type.String() }),
        ),
        explanation: Type.String(),
      }),
    ),
    missing_inputs: Type.Array(
      Type.Object({
        parameter: Type.String(),
        label: Type.String(),
        unlocks: Type.Integer({ description: 'Number of metrics that it would allow' }),
        person: Type.Integer(),
      }),
      { description: 'Missing inputs, most useful first' },
    ),
    ambiguities: Type.Array(Ambiguity),
    warnings: Type.Array(Type.String()),
  }),
  processing_time: Type.Number({ description: 'Seconds' }),
  metadata: Type.Object({
    pipeline_stages: Type.Array(Type.String(), { description: 'Stages that ran, in order' }),
    ...questionMetadata,
    unknown_context: Type.Array(Type.String()),
    trace: Type.Optional(Type.Array(StageTrace)),
    language_model: Type.Optional(
      Type.Object({
        model: Type.String(),
        calls: Type.Integer(),
        failures: Type.Integer(),
        input_tokens: Type.Integer(),
        output_tokens: Type.Integer(),
        fallbacks: Type.Array(Type.String(), { description: 'Stages that fell back to the rules' }),
      }),
    ),
  }),
})

export const ProcessAnswer = Type.Object({
  status: Type.String(),
  data: Type.Object({
    people: Type.Array(
      Type.Object({
        label: Type.String(),
        sex: Type.Optional(Type.String()),
        population: Type.Optional(Type.String()),
        parameters: Type.Record(
          Type.String(),
          Type.Object({
            value: Type.Unknown({ description: 'In the unit of the parameter' }),
            text: Type.Optional(Type.String({ description: 'The words it was read from' })),
            start: Type.Optional(Type.Integer()),
            end: Type.Optional(Type.Integer()),
            low: Type.Optional(Type.Number()),
            high: Type.Optional(Type.Number()),
            approximate: Type.Optional(Type.Boolean()),
            assumption: Type.Optional(Type.String()),
          }),
        ),
        targets: Type.Array(Type.Object({ of: Type.String(), value: Type.Number(), text: Type.String() })),
      }),
    ),
    topics: Type.Array(Type.String()),
    intents: Type.Array(Type.String()),
    ambiguities: Type.Array(Ambiguity),
    ignored: Type.Array(Type.Object({ text: Type.String(), reason: Type.String() })),
  }),
  processing_time: Type.Number({ description: 'Seconds' }),
  metadata: Type.Object({ stage: Type.String({ examples: ['query_processor'] }), ...questionMetadata }),
})
