import type { ImportFormat } from './import-lines.ts'

export const IMPORT_STATUSES = ['receiving', 'queued', 'running', 'completed', 'failed'] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

/** What clients see of an import. */
export interface ImportJob {
  readonly id: string
  readonly format: ImportFormat
  readonly status: ImportStatus
  readonly receivedBytes: number
  /** Share of the file that is done, in [0, 1]. */
  readonly progress: number
  readonly linesRead: number
  readonly itemsRead: number
  /** Items that were not kept before. */
  readonly itemsAdded: number
  readonly errorCount: number
  readonly errors: readonly { readonly line: number; readonly field: string; readonly issue: string }[]
  readonly failure: string | null
  readonly createdAt: Date
  readonly completedAt: Date | null
}
