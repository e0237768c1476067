import { explain } from '../glossary/explain.ts'
import { processQuery } from '../language/query-processor.ts'
import type { StructuredQuery } from '../language/structured-query.ts'
import { Refusal } from '../refusal.ts'
import { type Concern, type Danger, judgeDanger } from '../safety/concern.ts'
import { givenBeside } from '../safety/given-beside.ts'
import { purposeOf } from '../scope/purpose.ts'
import { type Scope, scopeOf } from '../scope/scope-of.ts'
import { conversionOf } from './conversion.ts'
import { type Knowledge, knowledgeFor } from './domain-knowledge.ts'
import type { StageModel } from './llm-port.ts'
import {
  addExtracted,
  addProse,
  addRephrased,
  applyRelevance,
  chosenCards,
  explained as explainedByModel,
  plannedOrder,
} from './model-variants.ts'
import { type PipelineOptions, readOptions } from './options.ts'
import { makePlan, type Plan } from './reasoning-optimization.ts'
import { type Comparison, compareCandidates } from './response-comparison.ts'
import { type Scored, scoreCandidates } from './response-scoring.ts'
import { type Grounded, groundQuery } from './semantic-grounding.ts'
import { type Generated, generateSolutions } from './solution-generation.ts'
import { STAGES, type StageName, type StageOutcome, type StageRecord } from './stages.ts'
import { inWords, type Verdict, verify, withCare, withheld } from './threshold-verification.ts'
import { cardsOfTopics } from './topic-cards.ts'

export type PipelineRequest = {
  readonly query: string
  readonly context?: Readonly<Record<string, unknown>>
  readonly options?: Readonly<Record<string, unknown>>
}

/** External dependencies of the pipeline. */
export type PipelineDeps = {
  /** The day for which ages are computed, YYYY-MM-DD. */
  readonly today: string
  /** Monotonic clock in milliseconds, used for durations only. */
  readonly clock: () => number
  readonly model?: StageModel
}

export type PipelineResult = {
  readonly stages: readonly StageRecord[]
  readonly options: PipelineOptions
  readonly unknownOptions: readonly string[]
  readonly structured: StructuredQuery
  /** Somebody may be in danger: the stages end here, and its message is the answer. */
  readonly safety?: Concern
  /** Whether the asked quantity is one of ours. */
  readonly scope: Scope
  readonly grounded?: Grounded
  readonly knowledge?: Knowledge
  readonly plan?: Plan
  readonly generated?: Generated
  readonly scored?: readonly Scored[]
  readonly comparisons?: readonly Comparison[]
  /** Absent when the options stop the pipeline before its last stage. */
  readonly verdict?: Verdict
}

/** One stage: its result, what it changed, and the variant with a model. */
type Step<T> = {
  readonly run: () => T
  readonly changed: (result: T) => readonly string[]
  readonly abstained?: (result: T) => boolean
  readonly model?: ((result: T) => Promise<T>) | undefined
}

/**
 * Runs a question through the stages. Without a model the result is complete and deterministic. With a model, every
 * answer of the model is checked, and its failure falls back to the rules unless the options require the model.
 */
export async function runPipeline(request: PipelineRequest, deps: PipelineDeps): Promise<PipelineResult> {
  const { options, unknown } = readOptions(request.options)
  const model = options.llm === 'off' ? undefined : deps.model
  if (options.llm === 'required' && model === undefined)
    throw new Refusal('SERVICE_UNAVAILABLE', 'a language model is required but none is configured', {
      field: 'options.llm',
      issue: 'no language model is configured',
      provided: 'required',
    })
  const stages: StageRecord[] = []
  const stage = async <T>(name: StageName, step: Step<T>): Promise<T> => {
    const start = deps.clock()
    let outcome: StageOutcome = 'done'
    let fallback: string | undefined
    let result = guarded(name, step.run)
    if (step.model) {
      try {
        result = await step.model(result)
        outcome = 'model'
      } catch (error) {
        if (options.llm === 'required') throw asModelError(name, error)
        outcome = 'fell_back'
        fallback = error instanceof Refusal ? error.code : 'MODEL_ERROR'
      }
    }
    if (step.abstained?.(result)) outcome = 'abstained'
    const changed = step.changed(result)
    stages.push({
      stage: name,
      durationMs: deps.clock() - start,
      outcome,
      changed,
      ...(fallback && { fallback }),
    })
    return result
  }
  const last = STAGES.indexOf(options.stopAfter)
  const past = (name: StageName): boolean => STAGES.indexOf(name) > last
  const text = request.query
  const base = { stages, options, unknownOptions: unknown }

  let danger: Danger = {}
  const structured = await stage('query_processor', {
    run: () => {
      const read = processQuery(text, { today: deps.today, ...(options.units && { units: options.units }) })
      danger = judgeDanger(text, {
        people: read.people,
        unread: read.unread?.length ?? 0,
        given: givenBeside(request.context, deps.today),
      })
      return read
    },
    // A text about danger is sent to no model.
    model: model?.extract && (async (read) => (danger.concern ? read : addExtracted(read, model))),
    changed: ({ people, ambiguities, topics }) => [
      `${people.length} people`,
      `${ambiguities.length} ambiguities`,
      `${topics.length} topics`,
    ],
  })
  const scope = scopeOf(structured)
  const read = { ...base, structured, scope }
  const { concern: safety, care } = danger
  if (safety) return { ...read, safety, verdict: withheld(safety.message) }
  if (past('semantic_grounding')) return read
  if (scope.kind === 'out_of_scope') return { ...read, verdict: withCare(withheld(scope.message), care) }
  const given = Object.keys(request.context ?? {}).length > 0 || options.metrics !== undefined
  const converted = given ? undefined : conversionOf(structured)
  if (converted && !past('threshold_verification'))
    return { ...read, verdict: withCare(inWords(converted), care) }
  const explained = given
    ? undefined
    : explain(structured, (topics) => cardsOfTopics(topics, options.references), purposeOf(text))
  if (explained && !past('threshold_verification'))
    return { ...read, verdict: withCare(inWords(explained.answer), care) }

  const grounded = await stage('semantic_grounding', {
    run: () => groundQuery(structured, request.context ?? {}, options, deps.today),
    model: model?.rephrase && ((read) => addRephrased(read, structured, model, options)),
    changed: ({ people, wanted }) => [
      `${wanted.length} metrics asked for`,
      `${people.reduce((n, p) => n + Object.keys(p.inputs).length, 0)} inputs`,
    ],
  })
  if (past('domain_knowledge')) return { ...read, grounded }

  const knowledge = await stage('domain_knowledge', {
    run: () => knowledgeFor(structured, grounded),
    model: model?.chooseCards && ((found) => chosenCards(found, text, model)),
    changed: ({ candidates, how }) => [`${candidates.length} cards ${how}`],
  })
  if (past('reasoning_optimization')) return { ...read, grounded, knowledge }

  const plan = await stage('reasoning_optimization', {
    run: () => makePlan(grounded, knowledge),
    model: model?.plan && ((made) => plannedOrder(made, text, model)),
    changed: ({ people, inverse }) => [
      `${people.reduce((n, p) => n + p.computable.length, 0)} computable`,
      `${inverse.length} inverse`,
    ],
  })
  if (past('solution_generation')) return { ...read, grounded, knowledge, plan }

  const generated = await stage('solution_generation', {
    run: () => generateSolutions(grounded, knowledge, plan),
    model: model?.writeProse && ((made) => addProse(made, text, grounded.display, model)),
    changed: ({ candidates, solutions }) => [
      `${candidates.length} candidates`,
      `${solutions.length} solutions`,
    ],
  })
  if (past('response_scoring')) return { ...read, grounded, knowledge, plan, generated }

  const scored = await stage('response_scoring', {
    run: () => scoreCandidates(generated.candidates, grounded, options.seed),
    model: model?.relevance && ((list) => applyRelevance(list, text, model)),
    changed: (list) => [`${list.length} scored`],
  })
  if (past('response_comparison')) return { ...read, grounded, knowledge, plan, generated, scored }

  const comparisons = await stage('response_comparison', {
    run: () => compareCandidates(scored),
    model: model?.explain && ((list) => explainedByModel(list, model)),
    changed: (list) => [
      `${list.length} quantities compared`,
      `${list.reduce((n, c) => n + c.outliers.length, 0)} outliers`,
    ],
  })
  if (past('threshold_verification'))
    return { ...read, grounded, knowledge, plan, generated, scored, comparisons }

  const gate = { structured, scope, grounded, knowledge, plan, generated, scored, comparisons, options }
  const verdict = await stage('threshold_verification', {
    run: () => withCare(verify(gate), care),
    abstained: (ruled) => ruled.abstained,
    changed: ({ metrics, missing, warnings }) => [
      `${metrics.length} metrics passed`,
      `${missing.length} missing`,
      `${warnings.length} warnings`,
    ],
  })
  return { ...gate, stages, unknownOptions: unknown, verdict }
}

/** A fault of our own in a stage is said with the stage's name and nothing else; the cause is for the log. */
function guarded<T>(name: StageName, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof Refusal) throw error
    const refusal = new Refusal('STAGE_EXECUTION_ERROR', `the stage ${name} failed`, {
      field: 'query',
      issue: `the stage ${name} failed on our side`,
      provided: null,
      stage: name,
    })
    refusal.cause = error
    throw refusal
  }
}

const asModelError = (name: StageName, error: unknown): Refusal =>
  error instanceof Refusal
    ? error
    : new Refusal('MODEL_ERROR', `the language model failed in the stage ${name}`, {
        field: 'options.llm',
        issue: `failed in the stage ${name}`,
        provided: null,
        stage: name,
      })
