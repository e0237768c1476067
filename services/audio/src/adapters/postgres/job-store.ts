import type { Database } from '@assay/kit/database'
import type { Queue } from '@assay/kit/queue'
import { type Selectable, sql, type Transaction } from 'kysely'
import {
  BATCH,
  type BatchOutcome,
  type Job,
  type JobError,
  type JobStatus,
  type JobType,
  type StoredInput,
  type WorkOptions,
} from '../../domain/job.ts'
import type { JobStore, JobSummary, QueueData, Submission } from '../../operations/ports.ts'
import { artifactRows } from './artifact-store.ts'
import type { AudioDatabase } from './schema.ts'

const OPEN = ['pending', 'processing'] as const

const SUMMARY = [
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

type Row = Selectable<AudioDatabase['job']>

const toSummary = (row: Omit<Row, 'results'>): JobSummary => ({
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
const toJob = (row: Row): Job => ({ ...toSummary(row), results: row.results })

const now = sql<Date>`now()`

/** Tells a batch that one of its files has ended; the last one ends the batch. Its row is locked, so that one is the last. */
async function advanceBatch(trx: Transaction<AudioDatabase>, batchId: string): Promise<void> {
  await trx.selectFrom('job').select('id').where('id', '=', batchId).forUpdate().execute()
  const { total, open } = await trx
    .selectFrom('job')
    .select((to) => [
      to.fn.countAll<number>().as('total'),
      to.fn.countAll<number>().filterWhere('status', 'in', OPEN).as('open'),
    ])
    .where('batch_id', '=', batchId)
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('job')
    .set(
      open === 0
        ? { status: 'completed', progress: 1, stage: null, results: '{}', completed_at: now }
        : { status: 'processing', progress: (total - open) / total, stage: `${open} of ${total} files left` },
    )
    .set({ started_at: sql<Date>`coalesce(started_at, now())` })
    .where('id', '=', batchId)
    .where('status', 'in', OPEN)
    .execute()
}

/** Job rows in PostgreSQL, their queue entries beside them in the same transaction. */
export function postgresJobStore(
  database: Database<AudioDatabase>,
  queue: Pick<Queue<QueueData>, 'send'>,
): JobStore {
  const { db } = database

  /** One conditional statement; for a file of a batch, in one transaction with what that means for the batch. */
  const finish = (
    id: string,
    values: { status: 'completed' | 'failed'; results?: string; error?: string },
    also: (trx: Transaction<AudioDatabase>, owner: string) => Promise<void> = async () => {},
  ) =>
    db.transaction().execute(async (trx) => {
      const ended = await trx
        .updateTable('job')
        .set({
          ...values,
          completed_at: now,
          stage: null,
          ...(values.status === 'completed' ? { progress: 1 } : {}),
        })
        .where('id', '=', id)
        .where('status', 'in', OPEN)
        .returning(['owner', 'batch_id'])
        .executeTakeFirst()
      if (!ended) return false
      await also(trx, ended.owner)
      if (ended.batch_id) await advanceBatch(trx, ended.batch_id)
      return true
    })

  const isFull = async (trx: Transaction<AudioDatabase>, { owner, maxOpenJobs, works }: Submission) => {
    if (maxOpenJobs === 0) return false
    const open = await trx
      .selectFrom('job')
      .select('id')
      .where('owner', '=', owner)
      .where('status', 'in', OPEN)
      .where('type', '!=', BATCH)
      .limit(maxOpenJobs)
      .execute()
    return open.length + works.length > maxOpenJobs
  }

  const jobOf = async (trx: Transaction<AudioDatabase>, id: string) =>
    toJob(await trx.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

  return {
    accept: (submission) =>
      db.transaction().execute(async (trx) => {
        const { owner, works, batchId, idempotency } = submission
        const jobId = batchId ?? works[0]!.id
        if (idempotency) {
          const { key, fingerprint } = idempotency
          // Waits for another transaction with the same key, then sees what that one decided.
          const claimed = await trx
            .insertInto('idempotency_key')
            .values({ owner, key, fingerprint })
            .onConflict((on) => on.columns(['owner', 'key']).doNothing())
            .returning('key')
            .executeTakeFirst()
          if (!claimed) {
            const known = await trx
              .selectFrom('idempotency_key')
              .select(['fingerprint', 'job_id'])
              .where('owner', '=', owner)
              .where('key', '=', key)
              .forUpdate()
              .executeTakeFirst()
            if (known && known.fingerprint !== fingerprint) return { outcome: 'key_reused' }
            if (known?.job_id) return { outcome: 'repeated', job: await jobOf(trx, known.job_id) }
          }
        }
        if (await isFull(trx, submission)) return { outcome: 'too_many_open' }
        const common = { owner, status: 'pending' }
        if (batchId)
          await trx
            .insertInto('job')
            .values({ ...common, id: batchId, type: BATCH, options: '{}' })
            .execute()
        for (const { id, type, input, options } of works) {
          const values = { id, type, input: JSON.stringify(input), options: JSON.stringify(options) }
          await trx
            .insertInto('job')
            .values({ ...common, ...values, batch_id: batchId, created_at: sql<Date>`clock_timestamp()` })
            .execute()
          await queue.send(trx, 'work', { jobId: id }, { id, group: owner })
        }
        if (idempotency)
          await trx
            .updateTable('idempotency_key')
            .set({ job_id: jobId })
            .where('owner', '=', owner)
            .where('key', '=', idempotency.key)
            .execute()
        return { outcome: 'accepted', job: await jobOf(trx, jobId) }
      }),
    async remember(owner, { key, fingerprint }) {
      await db
        .insertInto('idempotency_key')
        .values({ owner, key, fingerprint })
        .onConflict((on) => on.columns(['owner', 'key']).doNothing())
        .execute()
      const known = await db
        .selectFrom('idempotency_key')
        .select('fingerprint')
        .where('owner', '=', owner)
        .where('key', '=', key)
        .executeTakeFirst()
      return known === undefined || known.fingerprint === fingerprint
    },
    async find(id, owner) {
      const row = await db
        .selectFrom('job')
        .selectAll()
        .where('id', '=', id)
        .where('owner', '=', owner)
        .executeTakeFirst()
      return row && toJob(row)
    },
    async list({ owner, status, limit, from }) {
      let matching = db.selectFrom('job').select(SUMMARY).where('owner', '=', owner)
      if (status) matching = matching.where('status', '=', status)
      matching =
        'after' in from
          ? matching.where(
              sql<boolean>`(created_at, id) < (SELECT created_at, id FROM job WHERE id = ${from.after}::uuid AND owner = ${owner})`,
            )
          : matching.offset(from.offset)
      const rows = await matching.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
      return rows.map(toSummary)
    },
    async count({ owner, status }) {
      const all = db.selectFrom('job').where('owner', '=', owner)
      const { total } = await (status ? all.where('status', '=', status) : all)
        .select((to) => to.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return total
    },
    async outcomes(batchId) {
      const rows = await db
        .selectFrom('job')
        .select(['id', 'input', 'status', 'error'])
        .where('batch_id', '=', batchId)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(
        (row): BatchOutcome => ({
          jobId: row.id,
          filename: (row.input as StoredInput).filename,
          status: row.status as JobStatus,
          error: row.error as JobError | null,
        }),
      )
    },
    async summaries(ids) {
      if (ids.length === 0) return []
      const rows = await db.selectFrom('job').select(SUMMARY).where('id', 'in', ids).execute()
      return rows.map(toSummary)
    },
    cancel: (id, owner) =>
      db.transaction().execute(async (trx) => {
        const cancelled = trx
          .updateTable('job')
          .set({ status: 'cancelled', completed_at: now, stage: null })
          .where('owner', '=', owner)
          .where('status', 'in', OPEN)
          .returning(['input', 'batch_id'])
        // Files before their batch, as when a file ends: in another order the two would wait for each other for ever.
        const files = await cancelled.where('batch_id', '=', id).execute()
        const one = await cancelled.where('id', '=', id).executeTakeFirst()
        if (!one) return undefined
        if (one.batch_id) await advanceBatch(trx, one.batch_id)
        return [...files, one].flatMap(({ input }) => (input ? [(input as StoredInput).key] : []))
      }),
    async start(id) {
      const row = await db
        .updateTable('job')
        .set({
          status: 'processing',
          started_at: sql<Date>`coalesce(started_at, now())`,
          attempts: sql<number>`attempts + 1`,
          stage: 'starting',
        })
        .where('id', '=', id)
        .where('status', 'in', OPEN)
        .returningAll()
        .executeTakeFirst()
      return row && toJob(row)
    },
    async load(id) {
      const row = await db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toJob(row)
    },
    async report(id, progress, stage) {
      const open = await db
        .updateTable('job')
        .set({ progress, stage })
        .where('id', '=', id)
        .where('status', '=', 'processing')
        .returning('id')
        .execute()
      return open.length > 0
    },
    async isOpen(id) {
      const row = await db.selectFrom('job').select('status').where('id', '=', id).executeTakeFirst()
      return row !== undefined && (OPEN as readonly string[]).includes(row.status)
    },
    complete: (id, { body, artifacts }) =>
      finish(id, { status: 'completed', results: JSON.stringify(body) }, async (trx, owner) => {
        if (artifacts) await trx.insertInto('artifact').values(artifactRows(owner, artifacts)).execute()
      }),
    fail: (id, error) => finish(id, { status: 'failed', error: JSON.stringify(error) }),
  }
}
