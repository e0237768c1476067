import Type from 'typebox'
import {
  answer,
  assumed,
  Citation,
  freeForm,
  Interpretation,
  intendedUse,
  interval,
  names,
} from './answer.schema.ts'
import { questionBody } from './question.schema.ts'

/** Body of /query and of /query/process. */
export const QuestionBody = questionBody({
  title: 'Question',
  description: 'A question with additional measurements',
  examples: [
    {
      query: 'I am a 30 year old man, 180 cm and 80 kg. What is my BMI?',
      options: { trace: true },
    },
    { query: 'woman, 5\'4", 11 st 4 lb, waist 31 in. Body fat?' },
  ],
})

const person = Type.Integer({ description: 'Index into `people` of /query/process' })

export const AnsweredMetric = Type.Object(
  {
    metric: Type.String(),
    person,
    name: Type.String(),
    value: Type.Number({ description: 'Unrounded' }),
    unit: Type.String(),
    score: Type.Number({ description: 'Validity × precision × completeness, 0 to 1' }),
    equation: Type.String(),
    citation: Citation,
    inputs_used: freeForm('Parameters of the equation'),
    within_limits: Type.Boolean(),
    notes: Type.Array(Type.String()),
    interpretation: Type.Array(Interpretation),
    interval: Type.Optional(interval('95 % from the published standard error')),
    measurement_interval: Type.Optional(interval('95 % from the usual errors of measurement')),
  },
  { title: 'AnsweredMetric', description: 'A number of an answer with its provenance' },
)

const StageTrace = Type.Object(
  {
    stage: Type.String(),
    duration_ms: Type.Number(),
    outcome: Type.String({ description: 'done, model, fell_back or abstained' }),
    changed: Type.Array(Type.String()),
    fallback: Type.Optional(
      Type.String({ description: 'Reason why the answer of the language model was not used' }),
    ),
  },
  { title: 'StageTrace', description: 'What one stage of the pipeline did' },
)

const questionMetadata = {
  query_length: Type.Integer({ description: 'Characters of the question' }),
  unknown_options: names('Unknown keys of `options`'),
}

export const AmbiguityBody = Type.Object(
  {
    field: Type.String({ description: 'Parameter, or `?` when the parameter itself is unclear' }),
    kind: Type.String(),
    message: Type.String(),
    text: Type.String({ description: 'The words of the question' }),
    candidates: Type.Optional(Type.Array(Type.Number())),
    person: Type.Optional(Type.Integer()),
  },
  { title: 'Ambiguity', description: 'Number of the question that cannot be used before it is made clear' },
)

const Solution = Type.Object(
  {
    person,
    metric: Type.String(),
    target: Type.Number(),
    parameter: Type.String(),
    value: Type.Number(),
    unit: Type.String(),
    feasible: Type.Boolean(),
  },
  { title: 'Solution', description: 'Input that brings a metric to a target' },
)

const Comparison = Type.Object(
  {
    person,
    quantity: Type.String(),
    unit: Type.String(),
    metrics: Type.Array(Type.String()),
    lowest: Type.Number(),
    highest: Type.Number(),
    consensus: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
    outliers: Type.Array(
      Type.Object(
        { metric: Type.String(), value: Type.Number(), reason: Type.String() },
        { title: 'Outlier', description: 'Metric that disagrees with the others' },
      ),
    ),
    explanation: Type.String(),
  },
  { title: 'Comparison', description: 'Equations for the same quantity beside one another' },
)

const MissingInput = Type.Object(
  {
    parameter: Type.String(),
    label: Type.String(),
    unlocks: Type.Integer({ description: 'Number of metrics that it would allow' }),
    person,
  },
  { title: 'MissingInput', description: 'Measurement that would allow more metrics' },
)

const LanguageModelUse = Type.Object(
  {
    model: Type.String(),
    calls: Type.Integer(),
    failures: Type.Integer(),
    input_tokens: Type.Integer(),
    output_tokens: Type.Integer(),
    fallbacks: names('Stages that fell back to the rules'),
  },
  { title: 'LanguageModelUse', description: 'Calls to the language model for one answer' },
)

const scope = Type.String({
  description: 'in_scope, or out_of_scope when the asked quantity is none of this service',
})

export const Safety = Type.Object(
  {
    kind: Type.String({ description: 'emergency, self_harm, eating_disorder or abuse' }),
    message: Type.String({ description: 'What was understood and where to find help' }),
  },
  { title: 'Safety', description: 'Present when somebody may be in danger; nothing is computed then' },
)

export const QueryAnswer = answer(
  { title: 'QueryAnswer', description: 'The answer and the provenance of every number' },
  Type.Object({
    answer: Type.String({
      description: 'The answer in sentences; empty when the pipeline was stopped early',
    }),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    abstained: Type.Boolean({ description: 'True when too little is known to answer' }),
    metrics: Type.Array(AnsweredMetric, { description: 'Every number of the answer with its provenance' }),
    alternatives: Type.Array(AnsweredMetric, { description: 'Other equations for the same quantities' }),
    solutions: Type.Array(Solution, { description: 'Inputs that bring a metric to a target' }),
    comparisons: Type.Array(Comparison),
    missing_inputs: Type.Array(MissingInput, { description: 'Missing inputs, most useful first' }),
    ambiguities: Type.Array(AmbiguityBody),
    warnings: Type.Array(Type.String()),
    scope,
    safety: Type.Optional(Safety),
  }),
  Type.Object({
    pipeline_stages: names('Stages that ran, in order'),
    ...questionMetadata,
    unknown_context: names('Unknown keys of `context`'),
    assumed,
    intended_use: intendedUse,
    trace: Type.Optional(Type.Array(StageTrace)),
    language_model: Type.Optional(LanguageModelUse),
  }),
)

const ReadParameter = Type.Object(
  {
    value: Type.Unknown({ description: 'In the unit of the parameter' }),
    text: Type.Optional(Type.String({ description: 'The words it was read from' })),
    start: Type.Optional(Type.Integer({ description: 'First character of the words in the question' })),
    end: Type.Optional(Type.Integer({ description: 'Character after the words in the question' })),
    low: Type.Optional(Type.Number()),
    high: Type.Optional(Type.Number()),
    approximate: Type.Optional(Type.Boolean()),
    assumption: Type.Optional(Type.String()),
  },
  { title: 'ReadParameter', description: 'Parameter as it was read from the question' },
)

export const ReadPerson = Type.Object(
  {
    label: Type.String(),
    sex: Type.Optional(Type.String()),
    population: Type.Optional(Type.String()),
    parameters: Type.Record(Type.String(), ReadParameter),
    targets: Type.Array(
      Type.Object(
        { of: Type.String(), value: Type.Number(), text: Type.String() },
        { title: 'Target', description: 'Value that the person wants to reach' },
      ),
    ),
  },
  { title: 'ReadPerson', description: 'Person of the question with measurements and targets' },
)

export const ProcessAnswer = answer(
  { title: 'ReadingAnswer', description: 'The structured reading of the question' },
  Type.Object({
    people: Type.Array(ReadPerson),
    topics: Type.Array(Type.String()),
    intents: Type.Array(Type.String()),
    ambiguities: Type.Array(AmbiguityBody),
    ignored: Type.Array(
      Type.Object(
        { text: Type.String(), reason: Type.String() },
        { title: 'IgnoredNumber', description: 'Number of the question that was ignored' },
      ),
    ),
    scope,
    safety: Type.Optional(Safety),
  }),
  Type.Object({
    stage: Type.String({ examples: ['query_processor'] }),
    ...questionMetadata,
    intended_use: intendedUse,
  }),
)
