import type { Database } from '@assay/kit/database'
import type { Queue } from '@assay/kit/queue'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { BATCH, type Job, type JobType } from '../../domain/job.ts'
import {
  type Acceptance,
  AnswerLost,
  type JobStore,
  type QueueData,
  type Submission,
} from '../../operations/ports.ts'
import { type JobRow, toJob } from './job-rows.ts'
import type { AudioDatabase } from './schema.ts'

type Transact = Transaction<AudioDatabase>

interface NewRow {
  readonly id: string
  readonly type: JobType
  readonly input: string | null
  readonly options: string
  readonly batchId: string | null
}

/**
 * Returns the condition that the client may have that many more open jobs. Checked with the first insert, it costs no
 * round trip.
 */
const hasRoom = ({ owner, maxOpenJobs, works }: Submission) =>
  maxOpenJobs === 0 ? sql`true` : sql`has_room_for_jobs(${owner}, ${works.length}::int, ${maxOpenJobs}::int)`

/** Inserts a pending job if the condition holds. */
async function insertIf(trx: Transact, condition: RawBuilder<unknown>, owner: string, row: NewRow) {
  const { rows } = await sql<JobRow>`
    INSERT INTO job (id, owner, type, status, input, options, batch_id, created_at)
    SELECT ${row.id}::uuid, ${owner}, ${row.type}, 'pending', ${row.input}::jsonb, ${row.options}::jsonb,
      ${row.batchId}::uuid, clock_timestamp()
    WHERE ${condition} RETURNING *`.execute(trx)
  return rows[0] && toJob(rows[0])
}

/** Claims an idempotency key. Returns what it was used for before, or undefined when it is new. */
async function claimKey(trx: Transact, { owner, idempotency }: Submission) {
  if (!idempotency) return undefined
  const { key, fingerprint } = idempotency
  // Waits for another transaction with the same key and then sees its result.
  const claimed = await trx
    .insertInto('idempotency_key')
    .values({ owner, key, fingerprint })
    .onConflict((on) => on.columns(['owner', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (claimed) return undefined
  const known = await trx
    .selectFrom('idempotency_key')
    .select(['fingerprint', 'job_id'])
    .where('owner', '=', owner)
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst()
  if (known && known.fingerprint !== fingerprint) return { outcome: 'key_reused' } as const
  if (!known?.job_id) return undefined
  const row = await trx.selectFrom('job').selectAll().where('id', '=', known.job_id).executeTakeFirstOrThrow()
  return { outcome: 'repeated', job: toJob(row) } as const
}

/** Stores jobs, queue entries and the idempotency key in one transaction. */
export const acceptSubmission =
  (database: Database<AudioDatabase>, queue: Pick<Queue<QueueData>, 'send'>): JobStore['accept'] =>
  async (submission) => {
    let committing = false
    const accept = async (trx: Transact): Promise<Acceptance> => {
      const { owner, works, batchId, idempotency } = submission
      const before = await claimKey(trx, submission)
      if (before) return before
      const batch = batchId
        ? [{ id: batchId, type: BATCH, input: null, options: '{}', batchId: null } as const]
        : []
      const files = works.map(({ id, type, input, options }) => ({
        id,
        type,
        input: JSON.stringify(input),
        options: JSON.stringify(options),
        batchId,
      }))
      // The first row (the batch or the only job) decides: without it, nothing is inserted.
      let job: Job | undefined
      for (const row of [...batch, ...files]) {
        const inserted = await insertIf(trx, job ? sql`true` : hasRoom(submission), owner, row)
        if (!inserted) return { outcome: 'too_many_open' }
        job ??= inserted
        if (row.input) await queue.send(trx, 'work', { jobId: row.id }, { id: row.id, group: owner })
      }
      if (!job) throw new Error('the submission has no files')
      if (idempotency)
        await trx
          .updateTable('idempotency_key')
          .set({ job_id: job.id })
          .where('owner', '=', owner)
          .where('key', '=', idempotency.key)
          .execute()
      return { outcome: 'accepted', job }
    }
    try {
      return await database.db.transaction().execute(async (trx) => {
        const acceptance = await accept(trx)
        committing = true
        return acceptance
      })
    } catch (error) {
      throw committing ? new AnswerLost(error) : error
    }
  }
