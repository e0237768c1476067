import type { Static } from 'typebox'
import { runName } from '../domain/evidence/observed-evidence.ts'
import type { ImportJob } from '../domain/imports/import-job.ts'
import type { ImportAnswer } from './imports.schema.ts'

/** Presents an import. */
export const presentImport = (job: ImportJob): Static<typeof ImportAnswer> => ({
  import_id: job.id,
  run_id: job.runId === null ? null : runName(job.runId),
  format: job.format,
  layout: job.layout,
  status: job.status,
  progress: job.progress,
  received_bytes: job.receivedBytes,
  lines_read: job.linesRead,
  items_read: job.itemsRead,
  items_added: job.itemsAdded,
  error_count: job.errorCount,
  errors: job.errors.map((error) => ({ ...error })),
  notes: job.notes.map((note) => ({ ...note })),
  failure: job.failure,
  created_at: job.createdAt.toISOString(),
  completed_at: job.completedAt?.toISOString() ?? null,
})
