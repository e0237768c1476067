/** The eight stages of the pipeline, in order. */
export const STAGES = [
  'query_processor',
  'semantic_grounding',
  'domain_knowledge',
  'reasoning_optimization',
  'solution_generation',
  'response_scoring',
  'response_comparison',
  'threshold_verification',
] as const
export type StageName = (typeof STAGES)[number]

/** `done`: by the rules alone. `model`: a model helped. `fell_back`: a model failed and the rules answered. */
export type StageOutcome = 'done' | 'model' | 'fell_back' | 'abstained'

export type StageRecord = {
  readonly stage: StageName
  readonly durationMs: number
  readonly outcome: StageOutcome
  /** What the stage added or changed, in words. */
  readonly changed: readonly string[]
  /** Why the answer of the model was not used. */
  readonly fallback?: string
}
