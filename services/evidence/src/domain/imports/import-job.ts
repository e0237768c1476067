import type { ImportFormat } from './import-format.ts'
import type { LineError } from './import-record.ts'

/** States of an import. */
export const IMPORT_STATUSES = ['receiving', 'queued', 'running', 'completed', 'failed'] as const
/** State of an import. */
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

/** Import as shown to clients. */
export interface ImportJob {
  readonly id: string
  /** Scope of the observation ids; null while the file is received. */
  readonly runId: string | null
  readonly format: ImportFormat
  /** Layout of the tool, or the format where it has one layout only. */
  readonly layout: string
  readonly status: ImportStatus
  readonly receivedBytes: number
  /** Share of the file that was read, in [0, 1]. */
  readonly progress: number
  readonly linesRead: number
  readonly itemsRead: number
  /** Number of items that were not kept before. */
  readonly itemsAdded: number
  readonly errorCount: number
  readonly errors: readonly LineError[]
  /** Reasons why rows and cells are not evidence, with their numbers. */
  readonly notes: readonly { readonly reason: string; readonly count: number }[]
  readonly failure: string | null
  readonly createdAt: Date
  readonly completedAt: Date | null
}
