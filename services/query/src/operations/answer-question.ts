import { type PipelineRequest, type PipelineResult, runPipeline } from '../domain/pipeline/run-pipeline.ts'
import type { LanguageModel, PipelineObserver } from './ports.ts'
import { type ModelBudget, type ModelUse, stageModel } from './stage-model.ts'

export interface AnswerDeps {
  readonly now: () => Date
  /** Monotonic clock in milliseconds. */
  readonly clock: () => number
  /** Language model. Default: none, and every answer comes from the rules. */
  readonly model?: LanguageModel | undefined
  readonly budget: ModelBudget
  readonly observer: PipelineObserver
}

export interface QuestionAnswer extends PipelineResult {
  /** Use of the language model; absent when none is configured. */
  readonly modelUse?: ModelUse
}

/** Runs a question through the pipeline and records metrics about it. */
export function answerQuestion(deps: AnswerDeps) {
  const { clock, observer } = deps
  return async (request: PipelineRequest): Promise<QuestionAnswer> => {
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
      return assisted ? { ...result, modelUse: assisted.use } : result
    } catch (error) {
      done('failed')
      throw error
    }
  }
}
