import type { InputName } from '../metrics/inputs.ts'

/**
 * What a language model may do in each stage. It reads and phrases; it never calculates. All answers are checked:
 * numbers must be literal spans of the question, ids must be among those offered, prose has slots instead of numbers.
 * An implementation throws a `Refusal` (MODEL_ERROR, API_ERROR, SERVICE_UNAVAILABLE) when it cannot answer.
 */
export type StageModel = {
  /** query_processor: measures that the rules did not see, each as a literal span of the question. */
  readonly extract?: (ask: {
    readonly text: string
    readonly inputs: readonly InputName[]
    readonly known: readonly string[]
  }) => Promise<readonly { readonly input: string; readonly literal: string; readonly person: number }[]>
  /** semantic_grounding: the question in plain words; only its topics are read, never its numbers. */
  readonly rephrase?: (ask: { readonly text: string }) => Promise<string>
  /** domain_knowledge: ids out of those offered. */
  readonly chooseCards?: (ask: {
    readonly text: string
    readonly cards: readonly { readonly id: string; readonly name: string }[]
  }) => Promise<readonly string[]>
  /** reasoning_optimization: an order over the computable ids. */
  readonly plan?: (ask: {
    readonly text: string
    readonly ids: readonly string[]
  }) => Promise<readonly string[]>
  /** solution_generation: prose with `{{slot}}` for every number. */
  readonly writeProse?: (ask: {
    readonly text: string
    readonly slots: readonly { readonly slot: string; readonly meaning: string }[]
  }) => Promise<string>
  /** response_scoring: relevance 0–1 by metric id. */
  readonly relevance?: (ask: {
    readonly text: string
    readonly ids: readonly string[]
  }) => Promise<Readonly<Record<string, number>>>
  /** response_comparison: why equations disagree, without any figure. */
  readonly explain?: (ask: {
    readonly quantity: string
    readonly equations: readonly string[]
  }) => Promise<string>
}
