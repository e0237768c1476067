/** Ports: everything that the operations need from outside. */

import type { Population } from '../domain/metrics/card.ts'
import type { ReadingOptions } from '../domain/metrics/read-inputs.ts'
import type { ColumnOptions } from '../domain/survey/columns.ts'
import type { PlaceCells } from '../domain/survey/place.ts'
import type { SurveyOptions, SurveySummary } from '../domain/survey/survey.ts'

/** One line of a table: its cells, which only the format understands, and the parameters read from them or what is wrong. */
export type TableRow =
  | {
      readonly cells: unknown
      readonly parameters: Readonly<Record<string, unknown>>
      /** Cells of the columns that say where the child stands in a survey. */
      readonly place?: PlaceCells
      /** How the values of this table are read. */
      readonly reading?: ReadingOptions
    }
  | { readonly cells?: unknown; readonly problem: string }

/** One line to be written: the cells as they came and what was made of them. */
export interface TableResult {
  readonly cells?: unknown
  readonly metrics: Readonly<Record<string, number>>
  readonly error?: string
}

/** How a table was read: what its columns were taken for, and what was assumed. */
export interface TableDescription {
  readonly layout?: string | undefined
  readonly encoding?: string | undefined
  readonly delimiter?: string | undefined
  readonly decimalComma?: boolean | undefined
  /** Column → parameter or place. */
  readonly read: Readonly<Record<string, string>>
  readonly unread: readonly string[]
  readonly assumed: readonly string[]
}

/** Survey of a table, and how the table was read. */
export interface TableSummary extends SurveySummary {
  readonly table: TableDescription
}

/** One table on its way in and out. Rows travel in groups: a million of them are not a million turns of the event loop. */
interface Table {
  read(bytes: AsyncIterable<Uint8Array>): AsyncIterable<readonly TableRow[]>
  rows(results: readonly TableResult[]): string
  end(summary: unknown): string
  /** Complete once the table has been read. */
  describe(): TableDescription
}

/** A file format for rows. */
export interface TableFormat {
  readonly mediaType: string
  /** Format of the rows that are written, where it is another one. */
  readonly outputType?: string
  /** `metricIds` are the columns that every row gets. */
  open(metricIds: readonly string[], options?: ColumnOptions): Table
}

/** What to make of a table: plain data, so that it can be sent to a thread. */
export interface TableTask extends ColumnOptions {
  readonly survey?: SurveyOptions | undefined
  readonly mediaType: string
  readonly metrics?: readonly string[] | undefined
  readonly population?: Population | undefined
  readonly output: 'rows' | 'summary'
}

/** Computes whole tables away from whoever answers other requests. Ending the iteration ends the computation. */
export interface TableComputer {
  /** The table with its metrics as UTF-8, piece by piece, no faster than it is read. */
  rows(task: TableTask, table: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined>
  summary(task: TableTask, table: AsyncIterable<Uint8Array>): Promise<TableSummary>
}

/** The answer of a language model and the tokens it used. */
interface ModelReply {
  /** JSON that has been checked against the schema asked for. */
  readonly value: unknown
  readonly inputTokens: number
  readonly outputTokens: number
}

/**
 * A language model that answers in JSON of a given schema. It reads and phrases; it never calculates. Failures are
 * Refusals: API_ERROR (error or timeout), SERVICE_UNAVAILABLE (the circuit breaker is open), MODEL_ERROR (the answer
 * does not match the schema), CONFIG_ERROR (the key is missing).
 */
export interface LanguageModel {
  /** Provider and model, for telemetry. */
  readonly name: string
  ask(request: {
    /** Instructions, written by this service only. */
    readonly instructions: string
    /** Text of users and retrieved text, sent as data and never as instructions. */
    readonly data: Readonly<Record<string, unknown>>
    /** JSON Schema of the answer. */
    readonly schema: object
    readonly timeoutMs: number
    readonly maxOutputTokens: number
  }): Promise<ModelReply>
}

/** Metrics about answers. Never contains a word of a question or a measurement. */
export interface PipelineObserver {
  stage(name: string, outcome: string, seconds: number): void
  model(
    model: string,
    use: { calls: number; failures: number; inputTokens: number; outputTokens: number },
  ): void
  response(outcome: 'answered' | 'abstained' | 'stopped' | 'failed', seconds: number): void
}
