import type { ImportFormat } from './import-format.ts'

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
  readonly status: ImportStatus
  readonly receivedBytes: number
  /** Share of the file that was read, in [0, 1]. */
  readonly progress: number
  readonly linesRead: number
  readonly itemsRead: number
  /** Number of items that were not kept before. */
  readonly itemsAdded: number
  readonly errorCount: number
  readonly errors: readonly { readonly line: number; readonly field: string; readonly issue: string }[]
  readonly failure: string | null
  readonly createdAt: Date
  readonly completedAt: Date | null
}
