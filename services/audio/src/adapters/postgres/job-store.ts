import type { Database } from '@assay/kit/database'
import type { Queue } from '@assay/kit/queue'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { BatchOutcome, JobError, JobStatus, StoredInput } from '../../domain/job.ts'
import type { Completion, JobStore, QueueData, WorkResult } from '../../operations/ports.ts'
import { acceptSubmission } from './accept-submission.ts'
import { artifactRows } from './artifact-store.ts'
import { SUMMARY, toJob, toSummary } from './job-rows.ts'
import { replaceStems } from './remove-kept.ts'
import type { AudioDatabase } from './schema.ts'

const OPEN = ['pending', 'processing'] as const

const now = sql<Date>`now()`

/**
 * A condition that is always true and lets this commit return before it is flushed to disk. Only for updates that a
 * crash may undo: the queue delivers a job again when its start was lost. Every later flushed commit also flushes this
 * one.
 */
const unflushed = sql<boolean>`set_config('synchronous_commit', 'off', true) = 'off'`

/**
 * Counts one ended file of a batch and ends the batch with the last one. The row is locked, so exactly one file is the
 * last.
 */
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

/** Rolls a transaction back whose track is gone. */
class TrackGone extends Error {}

/** Runs a transaction that ends a job. */
async function undone(run: () => Promise<Completion>): Promise<Completion> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof TrackGone) return { outcome: 'track_gone' }
    throw error
  }
}

/** Creates the job store in PostgreSQL. Queue entries are written in the same transaction as their jobs. */
export function postgresJobStore(
  database: Database<AudioDatabase>,
  queue: Pick<Queue<QueueData>, 'send'>,
): JobStore {
  const { db } = database

  /** Returns the one conditional statement that ends a job. */
  const ending = (
    on: Kysely<AudioDatabase>,
    id: string,
    values: { status: 'completed' | 'failed'; results?: string; error?: string },
  ) =>
    on
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

  /** Ends a job with what belongs to it. Files of a batch need a transaction, which takes three more round trips. */
  const finish = async (
    id: string,
    values: Parameters<typeof ending>[2],
    { artifacts, trackStems }: Omit<WorkResult, 'body'> = {},
  ): Promise<Completion> => {
    const isAlone = !artifacts && !trackStems
    if (isAlone && (await ending(db, id, values).where('batch_id', 'is', null).executeTakeFirst()))
      return { outcome: 'stored', superseded: [] }
    return undone(() =>
      db.transaction().execute(async (trx): Promise<Completion> => {
        const ended = await ending(trx, id, values).executeTakeFirst()
        if (!ended) return { outcome: 'ended' }
        // A cancelled job changes no track: the stems and the end of their job are stored together.
        const superseded = trackStems ? await replaceStems(trx, ended.owner, trackStems) : []
        if (!superseded) throw new TrackGone()
        if (artifacts) await trx.insertInto('artifact').values(artifactRows(ended.owner, artifacts)).execute()
        if (ended.batch_id) await advanceBatch(trx, ended.batch_id)
        return { outcome: 'stored', superseded }
      }),
    )
  }

  return {
    accept: acceptSubmission(database, queue),
    async accepted(owner, { key, fingerprint }) {
      const row = await db
        .selectFrom('job')
        .innerJoin('idempotency_key', 'idempotency_key.job_id', 'job.id')
        .selectAll('job')
        .where('idempotency_key.owner', '=', owner)
        .where('key', '=', key)
        .where('fingerprint', '=', fingerprint)
        .executeTakeFirst()
      return row && toJob(row)
    },
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
        // Files before their batch, in the same order as when a file ends; otherwise the two could deadlock.
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
        .where(unflushed)
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
        .where(unflushed)
        .returning('id')
        .execute()
      return open.length > 0
    },
    async isOpen(id) {
      const row = await db.selectFrom('job').select('status').where('id', '=', id).executeTakeFirst()
      return row !== undefined && (OPEN as readonly string[]).includes(row.status)
    },
    complete: (id, { body, ...rest }) =>
      finish(id, { status: 'completed', results: JSON.stringify(body) }, rest),
    async fail(id, error) {
      const { outcome } = await finish(id, { status: 'failed', error: JSON.stringify(error) })
      return outcome === 'stored'
    },
  }
}
