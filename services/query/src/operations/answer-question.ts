import { type PipelineRequest, type PipelineResult, runPipeline } from '../domain/pipeline/run-pipeline.ts'
import type { LanguageModel, PipelineObserver } from './ports.ts'
import { type ModelBudget, type ModelUse, stageModel } from './stage-model.ts'

export interface AnswerDeps {
  readonly now: () => Date
  /** Milliseconds, only ever forward. */
  readonly clock: () => number
  /** None: every answer comes from the rules alone. */
  readonly model?: LanguageModel | undefined
  readonly budget: ModelBudget
  readonly observer: PipelineObserver
}

export interface QuestionAnswer extends PipelineResult {
  /** What the language model was asked; absent where none is configured. */
  readonly modelUse?: ModelUse
}

/** Names that every object carries from its prototype: as options they mean nothing, and must find nothing. */
const isInherited = (key: string) => key in Object.prototype

/** Takes out the options that no table of options may be asked for; they are reported like other unknown ones. */
function withoutInherited(request: PipelineRequest): { request: PipelineRequest; inherited: string[] } {
  const inherited = Object.keys(request.options ?? {}).filter(isInherited)
  if (inherited.length === 0) return { request, inherited }
  const options = Object.fromEntries(
    Object.entries(request.options ?? {}).filter(([key]) => !isInherited(key)),
  )
  return { request: { ...request, options }, inherited }
}

/** Runs a question through the pipeline and counts what it did. */
export function answerQuestion(deps: AnswerDeps) {
  const { clock, observer } = deps
  return async (given: PipelineRequest): Promise<QuestionAnswer> => {
    const { request, inherited } = withoutInherited(given)
    const started = clock()
    const assisted = deps.model && stageModel(deps.model, deps.budget)
    const done = (outcome: Parameters<PipelineObserver['response']>[0]) => {
      if (assisted && assisted.use.calls > 0) observer.model(assisted.use.model, assisted.use)
      observer.response(outcome, (clock() - started) / 1000)
    }
    try {
      const result = await runPipeline(request, {
        today: deps.now().toISOString().slice(0, 10),
        clock,
        ...(assisted ? { model: assisted.stages } : {}),
      })
      for (const { stage, outcome, durationMs } of result.stages)
        observer.stage(stage, outcome, durationMs / 1000)
      done(result.verdict === undefined ? 'stopped' : result.verdict.abstained ? 'abstained' : 'answered')
      return {
        ...result,
        unknownOptions: [...result.unknownOptions, ...inherited],
        ...(assisted ? { modelUse: assisted.use } : {}),
      }
    } catch (error) {
      done('failed')
      throw error
    }
  }
}
