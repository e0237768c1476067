import type { Static } from 'typebox'
import { runName } from '../domain/evidence/observed-evidence.ts'
import type { ImportJob } from '../domain/imports/import-job.ts'
import type { Understanding } from '../domain/imports/understand.ts'
import type { ImportAnswer, ImportUnderstanding } from './imports.schema.ts'

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

/** Presents how a file would be imported. */
export const presentUnderstanding = (file: Understanding): Static<typeof ImportUnderstanding> => ({
  format: file.format,
  layout: file.layout,
  title: file.title,
  tool: file.tool ?? null,
  decimal_comma: file.decimalComma,
  scales: { ...file.scales },
  columns: file.columns.map(({ column, card }) => ({
    column,
    score_card: card.id,
    kind: card.kind,
    type: card.type ?? null,
    transform: card.type === undefined ? null : card.transform.text,
    note: card.note ?? null,
  })),
  ignored_columns: file.ignored.map((column) => ({ ...column })),
  lines: file.counts.lines,
  observations: file.counts.observations,
  candidates: file.counts.candidates,
  items: file.counts.items,
  cells: file.counts.cells,
  refused_cells: file.counts.refused,
  refusals: file.refusals.map((error) => ({ ...error })),
  notes: file.notes.map((note) => ({ ...note })),
  empty_because: file.emptyBecause ?? null,
})
