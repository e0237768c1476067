/** All that the operations ask of the world. */

/** One line of a table: its cells as they came and the parameters read from them, or what is wrong with it. */
export type TableRow =
  | {
      readonly cells: Readonly<Record<string, unknown>>
      readonly parameters: Readonly<Record<string, unknown>>
    }
  | { readonly problem: string }

/** One line to be written: the cells as they came and what was made of them. */
export interface TableResult {
  readonly cells: Readonly<Record<string, unknown>>
  readonly metrics: Readonly<Record<string, number>>
  readonly error?: string
}

/** A file format for rows. Rows travel in groups, so that a million of them do not cost a million turns of the event loop. */
export interface TableFormat {
  readonly mediaType: string
  read(bytes: AsyncIterable<Uint8Array>): AsyncIterable<readonly TableRow[]>
  /** `metricIds` are the columns that every row gets. */
  writer(metricIds: readonly string[]): {
    rows(results: readonly TableResult[]): string
    end(summary: unknown): string
  }
}

/** What a language model answered, and what it cost. */
export interface ModelReply {
  /** JSON that has been checked against the schema asked for. */
  readonly value: unknown
  readonly inputTokens: number
  readonly outputTokens: number
}

/**
 * A language model that answers in JSON of a given schema. It reads and phrases; it never calculates. Whatever goes wrong
 * is a Refusal: API_ERROR (it answered with an error or not in time), SERVICE_UNAVAILABLE (it has failed so often that we
 * do not ask), MODEL_ERROR (its answer is not what was asked for).
 */
export interface LanguageModel {
  /** Provider and model, for telemetry. */
  readonly name: string
  ask(request: {
    /** What to do: our words only. */
    readonly instructions: string
    /** Words of users and of retrieved texts: data, never instructions. */
    readonly data: Readonly<Record<string, unknown>>
    /** JSON Schema of the answer. */
    readonly schema: object
    readonly timeoutMs: number
    readonly maxOutputTokens: number
  }): Promise<ModelReply>
}

/** What is counted about answers. Never a word of a question, never a measurement. */
export interface PipelineObserver {
  stage(name: string, outcome: string, seconds: number): void
  model(
    model: string,
    use: { calls: number; failures: number; inputTokens: number; outputTokens: number },
  ): void
  response(outcome: 'answered' | 'abstained' | 'stopped' | 'failed', seconds: number): void
}
