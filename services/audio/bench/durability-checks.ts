import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '@assay/kit/database'
import { atLeast, atMost, type Row } from '@assay/kit/testing-report'
import { sql } from 'kysely'
import type { AudioDatabase } from '../src/adapters/postgres/schema.ts'
import type { Ledger } from './durability-clients.ts'

/** Every write that completes a job leaves a line, whoever makes it: a second one cannot hide. */
export const countCompletions = (database: Database<AudioDatabase>) =>
  database.inTransaction((run) =>
    run(`
      CREATE TABLE completion (job_id uuid NOT NULL);
      CREATE FUNCTION note_completion() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO completion VALUES (NEW.id); RETURN NEW; END $$;
      CREATE TRIGGER note_completion AFTER UPDATE ON job FOR EACH ROW
        WHEN (NEW.status = 'completed') EXECUTE FUNCTION note_completion();`),
  )

/** Jobs that are not in a final state, and queue entries that some worker would still take. */
export async function openWork({ db }: Database<AudioDatabase>): Promise<{ jobs: number; entries: number }> {
  const { rows } = await sql<{ jobs: number; entries: number }>`
    SELECT (SELECT count(*) FROM job WHERE status IN ('pending', 'processing')) AS jobs,
      (SELECT count(*) FROM pgboss.job WHERE state < 'completed') AS entries`.execute(db)
  return rows[0]!
}

/** Orders, each with all its files, that are in a final state. */
export async function endedOrders({ db }: Database<AudioDatabase>): Promise<number> {
  const { ended } = await db
    .selectFrom('job')
    .select((to) => to.fn.countAll<number>().as('ended'))
    .where('batch_id', 'is', null)
    .where('completed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return ended
}

const storedFiles = (folder: string): string[] => readdirSync(folder).filter((name) => !name.startsWith('.'))

/** Files of storage that no artifact accounts for. */
export async function orphans({ db }: Database<AudioDatabase>, folder: string): Promise<string[]> {
  const rows = await db.selectFrom('artifact').select('key').execute()
  const known = new Set(rows.map(({ key }) => key))
  return storedFiles(folder).filter((key) => !known.has(key))
}

/** What must hold when everything has come to rest, as rows that can fail. */
export async function checkRest(
  database: Database<AudioDatabase>,
  { accepted, wrongAnswers }: Ledger,
  folder: string,
): Promise<Row[]> {
  const { db } = database
  const jobs = await db
    .selectFrom('job')
    .select(['id', 'type', 'status', 'batch_id', 'error', 'results'])
    .execute()
  const byId = new Map(jobs.map((job) => [job.id, job]))
  const filesOf = Map.groupBy(jobs, (job) => job.batch_id ?? job.id)
  const none = (name: string, offenders: readonly unknown[]): Row => {
    for (const offender of offenders.slice(0, 5)) console.error(`${name}: ${JSON.stringify(offender)}`)
    return atMost(name, offenders.length, 0)
  }
  const isFinal = (status: string | undefined) =>
    status === 'completed' || status === 'failed' || status === 'cancelled'

  const { rows: completions } = await sql<{ job_id: string; times: number }>`
    SELECT job_id, count(*) AS times FROM completion GROUP BY job_id`.execute(db)
  const times = new Map(completions.map((row) => [row.job_id, row.times]))
  const known = new Set(accepted.map(({ jobId }) => jobId))

  // Of each order, file by file: a good one is completed, a broken one fails, unless its client cancelled it.
  const outcomes = accepted.flatMap(({ order, jobId, cancelled }) => {
    const rows = (filesOf.get(jobId) ?? []).filter(({ type }) => type !== 'batch_analyze')
    return rows.map((job) => ({ job, order, cancelled }))
  })
  const badlyFailed = outcomes.filter(
    ({ job, order }) => job.status === 'failed' && !order.files.some(({ broken }) => broken),
  )
  const batchesAtFault = accepted.filter(({ order, jobId, cancelled }) => {
    if (order.kind !== 'batch' || cancelled) return false
    const statuses = (filesOf.get(jobId) ?? []).filter(({ id }) => id !== jobId).map(({ status }) => status)
    return byId.get(jobId)?.status !== 'completed' || statuses.sort().join() !== 'completed,completed,failed'
  })
  const brokenAtFault = outcomes.filter(
    ({ job, order, cancelled }) =>
      order.kind !== 'batch' && order.files[0]!.broken && !cancelled && job.status !== 'failed',
  )
  const cancelAtFault = accepted.filter(
    ({ jobId, cancelled }) => cancelled && byId.get(jobId)?.status !== 'cancelled',
  )

  const { rows: keys } = await sql<{ key: string }>`
    SELECT key FROM idempotency_key WHERE job_id IS NULL OR NOT EXISTS (SELECT FROM job WHERE job.id = job_id)`.execute(
    db,
  )
  const { rows: hidden } = await sql<{ id: string }>`
    SELECT entry.id FROM pgboss.job AS entry JOIN job ON job.id = (entry.data ->> 'jobId')::uuid
    WHERE entry.state = 'failed' AND job.status NOT IN ('failed', 'completed', 'cancelled')`.execute(db)
  const artifacts = await db.selectFrom('artifact').select(['key', 'size_bytes']).execute()
  const stems = jobs.filter(({ type, status }) => type === 'stems' && status === 'completed')
  const referred = stems.flatMap(({ results }) =>
    Object.values((results as { stems: { files: Record<string, string> } }).stems.files),
  )
  const artifactKeys = new Set(artifacts.map(({ key }) => key))
  const missing = artifacts.filter(({ key, size_bytes }) => {
    const found = statSync(join(folder, key, 'audio'), { throwIfNoEntry: false })
    return found?.size !== size_bytes
  })

  return [
    none(
      'accepted jobs that are not in a final state',
      accepted.filter(({ jobId }) => !isFinal(byId.get(jobId)?.status)),
    ),
    none(
      'jobs left pending or processing',
      jobs.filter(({ status }) => !isFinal(status)),
    ),
    none(
      'completed jobs whose result was not stored exactly once',
      jobs.filter(({ id, status }) => (status === 'completed' ? 1 : 0) !== (times.get(id) ?? 0)),
    ),
    none('good files whose job failed', badlyFailed),
    none('broken files whose job did not fail', brokenAtFault),
    none('batches without the outcome of each file', batchesAtFault),
    none('jobs whose cancellation was confirmed and did not hold', cancelAtFault),
    none(
      'jobs that no client knows of',
      jobs.filter(({ id, batch_id }) => !known.has(batch_id ?? id)),
    ),
    none('keys that led to two jobs, or wrong answers', wrongAnswers),
    none('keys without their job', keys),
    none('dead letters that are not visible as ended jobs', hidden),
    none('files in storage that nothing refers to', await orphans(database, folder)),
    none('artifacts without their file', missing),
    none('stems in results without an artifact, or artifacts in no result', [
      ...referred.filter((key) => !artifactKeys.has(key)),
      ...artifacts.filter(({ key }) => !referred.includes(key)),
    ]),
    atLeast(
      'jobs completed',
      jobs.filter(({ status }) => status === 'completed').length,
      Math.floor(accepted.length * 0.7),
    ),
  ]
}
