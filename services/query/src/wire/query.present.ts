import type { Static } from 'typebox'
import type { Ambiguity, Person } from '../domain/language/structured-query.ts'
import { type InputName, wireNameOf } from '../domain/metrics/inputs.ts'
import type { Scored } from '../domain/pipeline/response-scoring.ts'
import type { QuestionAnswer } from '../operations/answer-question.ts'
import { INTENDED_USE } from './intended-use.ts'
import type { AmbiguityBody, AnsweredMetric, ProcessAnswer, QueryAnswer, ReadPerson } from './query.schema.ts'

const wireOf = (field: string): string => (field === '?' ? field : wireNameOf(field as InputName))

const presentAmbiguity = ({
  field,
  kind,
  message,
  text,
  candidates,
  person,
}: Ambiguity): Static<typeof AmbiguityBody> => ({
  field: wireOf(field),
  kind,
  message,
  text,
  ...(candidates === undefined ? {} : { candidates: [...candidates] }),
  ...(person === undefined ? {} : { person }),
})

const presentScored = ({
  person,
  metric,
  inputs,
  score,
  measurementInterval,
}: Scored): Static<typeof AnsweredMetric> => ({
  metric: metric.id,
  person,
  name: metric.card.name,
  value: metric.value,
  unit: metric.card.unit,
  score,
  equation: metric.card.formula,
  citation: metric.card.citation,
  inputs_used: Object.fromEntries(metric.inputsUsed.map((name) => [wireNameOf(name), inputs[name]])),
  within_limits: metric.withinLimits,
  notes: [...metric.notes],
  interpretation: metric.classes.map(({ system, label }) => ({ system, label })),
  ...(metric.interval === undefined ? {} : { interval: [...metric.interval] }),
  ...(measurementInterval === undefined ? {} : { measurement_interval: [...measurementInterval] }),
})

const presentModelUse = ({ modelUse, stages }: QuestionAnswer) =>
  modelUse === undefined
    ? {}
    : {
        language_model: {
          model: modelUse.model,
          calls: modelUse.calls,
          failures: modelUse.failures,
          input_tokens: modelUse.inputTokens,
          output_tokens: modelUse.outputTokens,
          fallbacks: stages.filter(({ outcome }) => outcome === 'fell_back').map(({ stage }) => stage),
        },
      }

const presentTrace = ({ stages, options }: QuestionAnswer) =>
  options.trace
    ? {
        trace: stages.map(({ stage, durationMs, outcome, changed, fallback }) => ({
          stage,
          duration_ms: durationMs,
          outcome,
          changed: [...changed],
          ...(fallback === undefined ? {} : { fallback }),
        })),
      }
    : {}

const presentDecisions = ({ safety, scope }: QuestionAnswer) => ({
  scope: safety === undefined ? scope.kind : 'out_of_scope',
  ...(safety === undefined ? {} : { safety: { kind: safety.kind, message: safety.message } }),
})

/** Presents an answer of the pipeline, or of the stages that the options allow. */
export function presentAnswer(result: QuestionAnswer, processingSeconds: number): Static<typeof QueryAnswer> {
  const { verdict, structured, comparisons = [] } = result
  return {
    status: 'success',
    data: {
      answer: verdict?.answer ?? '',
      confidence: verdict?.confidence ?? 0,
      abstained: verdict?.abstained ?? false,
      metrics: verdict?.metrics.map(presentScored) ?? [],
      alternatives: verdict?.alternatives.map(presentScored) ?? [],
      solutions:
        verdict?.solutions.map(({ person, metric, target, input, value, unit, feasible }) => ({
          person,
          metric,
          target,
          parameter: wireNameOf(input),
          value,
          unit,
          feasible,
        })) ?? [],
      comparisons: comparisons.map(
        ({ person, quantity, unit, ids, lowest, highest, consensus, outliers, explanation }) => ({
          person,
          quantity,
          unit,
          metrics: [...ids],
          lowest,
          highest,
          consensus: [...consensus],
          outliers: outliers.map(({ id, value, reason }) => ({ metric: id, value, reason })),
          explanation,
        }),
      ),
      missing_inputs:
        verdict?.missing.map(({ wire, label, unlocks, person }) => ({
          parameter: wire,
          label,
          unlocks,
          person,
        })) ?? [],
      ambiguities: structured.ambiguities.map(presentAmbiguity),
      warnings: [...(verdict?.warnings ?? [])],
      ...presentDecisions(result),
    },
    processing_time: processingSeconds,
    metadata: {
      pipeline_stages: result.stages.map(({ stage }) => stage),
      query_length: structured.text.length,
      unknown_options: [...result.unknownOptions],
      unknown_context: [...(result.grounded?.unknownContext ?? [])],
      assumed: [...(result.grounded?.assumed ?? [])],
      intended_use: INTENDED_USE,
      ...presentTrace(result),
      ...presentModelUse(result),
    },
  }
}

function presentPerson(person: Person): Static<typeof ReadPerson> {
  const facts = Object.entries(person.facts).map(([name, value]) => [wireOf(name), { value }] as const)
  const values = Object.entries(person.values).map(([name, read]) => [wireOf(name), { ...read }] as const)
  return {
    label: person.label,
    ...(person.sex === undefined ? {} : { sex: person.sex }),
    ...(person.population === undefined ? {} : { population: person.population }),
    parameters: Object.fromEntries([...facts, ...values]),
    targets: person.targets.map(({ of, value, text }) => ({ of, value, text })),
  }
}

/** Presents the structured reading of a question. */
export const presentReading = (
  result: QuestionAnswer,
  processingSeconds: number,
): Static<typeof ProcessAnswer> => ({
  status: 'success',
  data: {
    people: result.structured.people.map(presentPerson),
    topics: [...result.structured.topics],
    intents: [...result.structured.intents],
    ambiguities: result.structured.ambiguities.map(presentAmbiguity),
    ignored: result.structured.ignored.map(({ text, reason }) => ({ text, reason })),
    ...presentDecisions(result),
  },
  processing_time: processingSeconds,
  metadata: {
    stage: 'query_processor',
    query_length: result.structured.text.length,
    unknown_options: [...result.unknownOptions],
    intended_use: INTENDED_USE,
  },
})
