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
