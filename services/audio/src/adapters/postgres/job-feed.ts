import { type Kysely, sql } from 'kysely'
import type { JobError, JobStatus, JobType } from '../../domain/job.ts'
import type { JobFeed, JobState } from '../../operations/ports/library.ts'
import { TRACK_ID } from './job-rows.ts'
import type { AudioDatabase } from './schema.ts'

const STATE = [
  'id',
  'owner',
  'type',
  'status',
  'progress',
  'stage',
  sql<string | null>`input ->> 'filename'`.as('filename'),
  'batch_id',
  TRACK_ID,
  'error',
  'created_at',
] as const

interface Row {
  readonly id: string
  readonly owner: string
  readonly type: string
  readonly status: string
  readonly progress: number
  readonly stage: string | null
  readonly filename: string | null
  readonly batch_id: string | null
  readonly track_id: string | null
  readonly error: unknown
  readonly created_at: Date
}

const toState = (row: Row): JobState => ({
  id: row.id,
  owner: row.owner,
  type: row.type as JobType,
  status: row.status as JobStatus,
  progress: row.progress,
  stage: row.stage,
  filename: row.filename,
  batchId: row.batch_id,
  trackId: row.track_id,
  error: row.error as JobError | null,
  createdAt: row.created_at,
})

/** Reads the states of jobs. Pending jobs do not change, so a look reads few rows however many wait. */
export const postgresJobFeed = (db: Kysely<AudioDatabase>): JobFeed => ({
  async open(owner, endedSince, limit) {
    const rows = await db
      .selectFrom('job')
      .select(STATE)
      .where('owner', '=', owner)
      .where((where) =>
        where.or([
          where('status', 'in', ['pending', 'processing']),
          ...(endedSince ? [where('completed_at', '>=', endedSince)] : []),
        ]),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    return rows.map(toState)
  },
  async changing(owners, lastMs) {
    if (owners.length === 0) return []
    const since = sql<Date>`now() - make_interval(secs => ${lastMs / 1000}::float8)`
    const rows = await db
      .selectFrom('job')
      .select(STATE)
      .where('owner', 'in', owners)
      .where((where) =>
        where.or([
          where('status', '=', 'processing'),
          where('created_at', '>=', since),
          where('completed_at', '>=', since),
        ]),
      )
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map(toState)
  },
  async now() {
    const { rows } = await sql<{ now: Date }>`SELECT now() AS now`.execute(db)
    return rows[0]!.now
  },
})
