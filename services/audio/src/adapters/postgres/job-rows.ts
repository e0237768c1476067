import type { Selectable } from 'kysely'
import type { Job, JobError, JobStatus, JobType, StoredInput, WorkOptions } from '../../domain/job.ts'
import type { JobSummary } from '../../operations/ports.ts'
import type { AudioDatabase } from './schema.ts'

/** Columns of a job without its results. */
export const SUMMARY = [
  'id',
  'owner',
  'type',
  'status',
  'progress',
  'stage',
  'input',
  'options',
  'attempts',
  'batch_id',
  'error',
  'created_at',
  'started_at',
  'completed_at',
] as const

/** Row of a job. */
export type JobRow = Selectable<AudioDatabase['job']>

/** Converts a row without results to a job summary. */
export const toSummary = (row: Omit<JobRow, 'results'>): JobSummary => ({
  id: row.id,
  owner: row.owner,
  type: row.type as JobType,
  status: row.status as JobStatus,
  progress: row.progress,
  stage: row.stage,
  input: row.input as StoredInput | null,
  options: row.options as WorkOptions,
  attempts: row.attempts,
  batchId: row.batch_id,
  error: row.error as JobError | null,
  createdAt: row.created_at,
  startedAt: row.started_at,
  completedAt: row.completed_at,
})
/** Converts a row to a job. */
export const toJob = (row: JobRow): Job => ({ ...toSummary(row), results: row.results })
