import { type Selectable, sql } from 'kysely'
import type { Job, JobError, JobStatus, JobType, StoredInput, WorkOptions } from '../../domain/job.ts'
import type { JobSummary } from '../../operations/ports.ts'
import type { AudioDatabase } from './schema.ts'

/** The track that a job is for, or made. Only results of this type are small; others are not read. */
export const TRACK_ID = sql<
  string | null
>`coalesce(CASE WHEN type = 'tracks' THEN results ->> 'track_id' END, options ->> 'trackId')`.as('track_id')

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
  TRACK_ID,
  'error',
  'created_at',
  'started_at',
  'completed_at',
] as const

/** Row of a job. */
export type JobRow = Selectable<AudioDatabase['job']>

/** Converts a row without results to a job summary. */
export const toSummary = (
  row: Omit<JobRow, 'results'> & { readonly track_id: string | null },
): JobSummary => ({
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
  trackId: row.track_id,
  error: row.error as JobError | null,
  createdAt: row.created_at,
  startedAt: row.started_at,
  completedAt: row.completed_at,
})

/** Returns the track that the job of a row is for, or made. */
function trackIdOf({ type, results, options }: JobRow): string | null {
  const made = type === 'tracks' ? (results as { readonly track_id?: string } | null)?.track_id : undefined
  return made ?? (options as WorkOptions).trackId ?? null
}

/** Converts a row to a job. */
export const toJob = (row: JobRow): Job => ({
  ...toSummary({ ...row, track_id: trackIdOf(row) }),
  results: row.results,
})
