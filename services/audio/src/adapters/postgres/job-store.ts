import type { Database } from '@assay/kit/database'
import type { Queue } from '@assay/kit/queue'
import { type Selectable, sql } from 'kysely'
import type { Job, JobError, JobStatus, JobType, StoredInput } from '../../domain/job.ts'
import type { JobData, JobStore } from '../../operations/ports.ts'
import type { AudioDatabase } from './schema.ts'

const toJob = (row: Selectable<AudioDatabase['job']>): Job => ({
  id: row.id,
  type: row.type as JobType,
  status: row.status as JobStatus,
  progress: row.progress,
  stage: row.stage,
  input: row.input as StoredInput,
  results: row.results,
  error: row.error as JobError | null,
  createdAt: row.created_at,
  startedAt: row.started_at,
  completedAt: row.completed_at,
})

const OPEN = ['pending', 'processing'] as const

/** Job rows in PostgreSQL, their queue entries beside them in the same transaction. */
export function postgresJobStore(
  database: Database<AudioDatabase>,
  queue: Pick<Queue<JobData>, 'send'>,
): JobStore {
  const { db } = database
  const finish = async (
    id: string,
    values: { status: 'completed' | 'failed'; results?: string; error?: string },
  ) => {
    const changed = await db
      .updateTable('job')
      .set({
        ...values,
        completed_at: sql<Date>`now()`,
        stage: null,
        ...(values.status === 'completed' ? { progress: 1 } : {}),
      })
      .where('id', '=', id)
      .where('status', 'in', OPEN)
      .returning('id')
      .execute()
    return changed.length > 0
  }
  return {
    enqueue: (job) =>
      db.transaction().execute(async (trx) => {
        const row = await trx
          .insertInto('job')
          .values({ id: job.id, type: job.type, status: 'pending', input: JSON.stringify(job.input) })
          .returningAll()
          .executeTakeFirstOrThrow()
        await queue.send(trx, job.type, { jobId: job.id }, { id: job.id })
        return toJob(row)
      }),
    async find(id) {
      const row = await db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toJob(row)
    },
    async list({ status, limit, offset }) {
      const matching = status ? db.selectFrom('job').where('status', '=', status) : db.selectFrom('job')
      const [rows, count] = await Promise.all([
        matching
          .selectAll()
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .offset(offset)
          .execute(),
        matching.select((to) => to.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      ])
      return { jobs: rows.map(toJob), total: count.total }
    },
    async start(id) {
      const row = await db
        .updateTable('job')
        .set({ status: 'processing', started_at: sql<Date>`coalesce(started_at, now())`, stage: 'starting' })
        .where('id', '=', id)
        .where('status', 'in', OPEN)
        .returningAll()
        .executeTakeFirst()
      return row && toJob(row)
    },
    async report(id, progress, stage) {
      await db
        .updateTable('job')
        .set({ progress, stage })
        .where('id', '=', id)
        .where('status', '=', 'processing')
        .execute()
    },
    complete: (id, results) => finish(id, { status: 'completed', results: JSON.stringify(results) }),
    fail: (id, error) => finish(id, { status: 'failed', error: JSON.stringify(error) }),
  }
}
