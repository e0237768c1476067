import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@assay/kit/database'
import { migrate, readMigrations } from '@assay/kit/migrate'
import { openQueue, type Queue } from '@assay/kit/queue'
import { engines, freshDatabase, type TestDatabase } from '@assay/kit/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { postgresJobStore } from '../src/adapters/postgres/job-store.ts'
import type { AudioDatabase } from '../src/adapters/postgres/schema.ts'
import { type Job, WORK_TYPES } from '../src/domain/job.ts'
import {
  type Acceptance,
  type FileStore,
  type JobStore,
  QUEUE_NAMES,
  type QueueData,
  type Submission,
} from '../src/operations/ports.ts'
import { releaseInput } from '../src/operations/release-input.ts'
import { buryJob, runJob, type Work, type Works } from '../src/operations/run-job.ts'

const OWNER = 'studio'

const newWork = (filename = 'a.wav') => ({
  id: randomUUID(),
  type: 'features' as const,
  input: { key: randomUUID(), filename, sizeBytes: 44, sha256: '0'.repeat(64) },
  options: {},
})
const submission = (changes: Partial<Submission> = {}): Submission => ({
  owner: OWNER,
  works: [newWork()],
  batchId: null,
  idempotency: null,
  maxOpenJobs: 0,
  ...changes,
})

function jobOf(acceptance: Acceptance): Job {
  if (!('job' in acceptance)) throw new Error(`not accepted: ${acceptance.outcome}`)
  return acceptance.job
}

/** The same work for every type. */
const everyWork = (work: Work) =>
  Object.fromEntries(WORK_TYPES.map((type) => [type, work])) as unknown as Works

describe.each(engines)('%s', (engine) => {
  let fresh: TestDatabase
  let database: Database<AudioDatabase>
  let queue: Queue<QueueData>
  let jobs: JobStore
  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    database = await fresh.open<AudioDatabase>()
    await migrate(database, readMigrations(join(import.meta.dirname, '../migrations')))
    queue = await openQueue<QueueData, AudioDatabase>(database, QUEUE_NAMES, { concurrency: 1 })
    jobs = postgresJobStore(database, queue)
  })
  beforeEach(async () => {
    await database.db.deleteFrom('idempotency_key').execute()
    await database.db.deleteFrom('job').execute()
  })
  afterAll(async () => {
    await queue?.stop()
    await fresh.remove()
  })
  const queued = async (id: string) =>
    (await sql`SELECT 1 FROM pgboss.job WHERE id = ${id}::uuid`.execute(database.db)).rows.length
  const accepted = async (changes: Partial<Submission> = {}) => jobOf(await jobs.accept(submission(changes)))

  test('an accepted job is a row and a queue entry', async () => {
    const work = newWork()
    const job = await accepted({ works: [work] })
    expect(job).toMatchObject({ ...work, owner: OWNER, status: 'pending', progress: 0, results: null })
    expect(await queued(job.id)).toBe(1)
    expect(await jobs.find(job.id, OWNER)).toEqual(job)
  })

  test('neither row nor queue entry stays when the other cannot be written', async () => {
    const work = newWork()
    const broken = postgresJobStore(database, {
      async send(trx, name, data, options) {
        await queue.send(trx, name, data, options)
        throw new Error('the queue is away')
      },
    })
    const idempotency = { key: 'k', fingerprint: 'f' }
    await expect(broken.accept(submission({ works: [work], idempotency }))).rejects.toThrow(
      'the queue is away',
    )
    expect(await jobs.load(work.id)).toBeUndefined()
    expect(await queued(work.id)).toBe(0)
    expect(await accepted({ works: [work], idempotency })).toMatchObject({ id: work.id })
    await expect(jobs.accept(submission({ works: [work] }))).rejects.toThrow(/duplicate key/)
    expect(await queued(work.id)).toBe(1)
  })

  test('of many that finish a job at once exactly one wins, and the final state stays', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await accepted()
      expect(
        (await Promise.all([jobs.start(id), jobs.start(id)])).every((job) => job?.status === 'processing'),
      ).toBe(true)
      const wins = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          n % 2
            ? jobs.complete(id, { body: { by: n } }).then(({ outcome }) => outcome === 'stored')
            : jobs.fail(id, { code: 'DECODE_FAILED', message: `by ${n}` }),
        ),
      )
      expect(wins.filter(Boolean)).toHaveLength(1)
      const winner = wins.indexOf(true)
      const after = await jobs.load(id)
      expect(after).toMatchObject(
        winner % 2
          ? { status: 'completed', progress: 1, results: { by: winner }, error: null }
          : { status: 'failed', results: null, error: { message: `by ${winner}` } },
      )
      expect(await jobs.report(id, 0.1, 'late')).toBe(false)
      expect(await jobs.start(id)).toBeUndefined()
      expect(await jobs.complete(id, { body: { by: 'late' } })).toEqual({ outcome: 'ended' })
      expect(await jobs.cancel(id, OWNER)).toBeUndefined()
      expect(await jobs.load(id)).toEqual(after)
    }
  })

  test('a restarted job keeps the time of its first start and counts its attempts', async () => {
    const { id } = await accepted()
    const first = await jobs.start(id)
    expect(await jobs.report(id, 0.5, 'decoding')).toBe(true)
    const again = await jobs.start(id)
    expect(again).toMatchObject({ startedAt: first?.startedAt, attempts: 2, progress: 0.5 })
  })

  test('the list: newest first, pages without gap or repetition, by status, by cursor', async () => {
    const ids: string[] = []
    for (let n = 0; n < 25; n++) {
      const { id } = await accepted()
      ids.unshift(id)
      if (n % 5 === 0) await jobs.complete(id, { body: { large: true } })
    }
    const pages = await Promise.all(
      [0, 10, 20, 30].map((offset) => jobs.list({ owner: OWNER, limit: 10, from: { offset } })),
    )
    expect(pages.flatMap((page) => page.map(({ id }) => id))).toEqual(ids)
    expect(pages.flat().every((job) => !('results' in job))).toBe(true)
    expect(await jobs.count({ owner: OWNER })).toBe(25)
    const status = 'completed'
    const completed = await jobs.list({ owner: OWNER, status, limit: 100, from: { offset: 0 } })
    expect(completed.map(({ id }) => id)).toEqual(ids.filter((_, n) => (24 - n) % 5 === 0))
    expect(await jobs.count({ owner: OWNER, status })).toBe(5)
    expect(await jobs.list({ owner: OWNER, status: 'cancelled', limit: 9, from: { offset: 0 } })).toEqual([])
    // Jobs that come in while a client walks by cursor neither shift nor repeat anything.
    const walked: string[] = []
    for (let after: string | undefined; ; ) {
      const from = after ? { after } : { offset: 0 }
      const page = await jobs.list({ owner: OWNER, limit: 7, from })
      if (page.length === 0) break
      walked.push(...page.map(({ id }) => id))
      after = page.at(-1)!.id
      await accepted()
    }
    expect(walked).toEqual(ids)
  })

  test('one client sees, lists, cancels and continues nothing of another', async () => {
    const { id } = await accepted()
    const other = 'rival'
    expect(await jobs.find(id, other)).toBeUndefined()
    expect(await jobs.list({ owner: other, limit: 10, from: { offset: 0 } })).toEqual([])
    expect(await jobs.list({ owner: other, limit: 10, from: { after: id } })).toEqual([])
    expect(await jobs.count({ owner: other })).toBe(0)
    expect(await jobs.cancel(id, other)).toBeUndefined()
    expect((await jobs.find(id, OWNER))?.status).toBe('pending')
    const idempotency = { key: 'same', fingerprint: 'a' }
    const mine = await accepted({ idempotency })
    const theirs = await accepted({ owner: other, idempotency: { ...idempotency, fingerprint: 'b' } })
    expect(theirs.id).not.toBe(mine.id)
    expect(await jobs.remember(other, { key: 'same', fingerprint: 'a' })).toBe(false)
  })

  test('one idempotency key is one job, also for requests at the same time', async () => {
    const idempotency = { key: 'k1', fingerprint: 'f1' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => jobs.accept(submission({ idempotency }))),
    )
    expect(new Set(answers.map((answer) => jobOf(answer).id)).size).toBe(1)
    expect(answers.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(1)
    expect(await jobs.count({ owner: OWNER })).toBe(1)
    const changed = { ...idempotency, fingerprint: 'f2' }
    expect(await jobs.accept(submission({ idempotency: changed }))).toEqual({ outcome: 'key_reused' })
    expect(await jobs.remember(OWNER, changed)).toBe(false)
    expect(await jobs.remember(OWNER, idempotency)).toBe(true)
  })

  test('a batch ends with the last of its files, whoever ends them and in whatever order', async () => {
    const works = Array.from({ length: 6 }, (_, n) => newWork(`${n}.wav`))
    const batch = await accepted({ works, batchId: randomUUID() })
    expect(batch).toMatchObject({ type: 'batch_analyze', status: 'pending', input: null })
    expect(await queued(batch.id)).toBe(0)
    await Promise.all(
      works.slice(0, 5).map(async ({ id }, n) => {
        await jobs.start(id)
        if (n === 2) await jobs.fail(id, { code: 'DECODE_FAILED', message: 'no' })
        else if (n === 3) await jobs.cancel(id, OWNER)
        else await jobs.complete(id, { body: {} })
      }),
    )
    expect(await jobs.load(batch.id)).toMatchObject({ status: 'processing', progress: expect.closeTo(5 / 6) })
    await jobs.complete(works[5]!.id, { body: {} })
    expect(await jobs.load(batch.id)).toMatchObject({ status: 'completed', progress: 1 })
    const outcomes = await jobs.outcomes(batch.id)
    expect(outcomes.map(({ filename }) => filename)).toEqual(works.map(({ input }) => input.filename))
    expect(outcomes.map(({ status }) => status)).toEqual([
      'completed',
      'completed',
      'failed',
      'cancelled',
      'completed',
      'completed',
    ])
  })

  test('files of a batch that end at the same time end it exactly once', async () => {
    for (let round = 0; round < 5; round++) {
      const works = Array.from({ length: 4 }, () => newWork())
      const batch = await accepted({ works, batchId: randomUUID() })
      await Promise.all(works.map(({ id }) => jobs.complete(id, { body: {} })))
      expect(await jobs.load(batch.id)).toMatchObject({ status: 'completed', progress: 1 })
    }
  })

  test('cancelling a batch cancels what is open of it and frees those files only', async () => {
    const works = [newWork(), newWork(), newWork()]
    const batch = await accepted({ works, batchId: randomUUID() })
    await jobs.complete(works[0]!.id, { body: {} })
    const freed = await jobs.cancel(batch.id, OWNER)
    expect([...freed!].sort()).toEqual([works[1]!.input.key, works[2]!.input.key].sort())
    expect(await jobs.load(batch.id)).toMatchObject({ status: 'cancelled' })
    expect((await jobs.outcomes(batch.id)).map(({ status }) => status).sort()).toEqual([
      'cancelled',
      'cancelled',
      'completed',
    ])
  })

  const trackedFiles = () => {
    const removed: string[] = []
    const files: FileStore = {
      save: () => Promise.reject(new Error('not used')),
      withLocalFile: (key, use) => use(`/nowhere/${key}`),
      open: async () => undefined,
      directAddress: async () => null,
      sizeOf: async () => undefined,
      remove: async (key) => void removed.push(key),
      async *lastWrittenBefore() {},
    }
    return { files, removed }
  }
  const releaseOf = (files: FileStore) => releaseInput({ files, library: { isKept: async () => false } })
  const never = new AbortController().signal

  test('a job delivered again after its end is not done again, and the file that its dead worker left goes', async () => {
    const job = await accepted()
    const { files, removed } = trackedFiles()
    let times = 0
    const works = everyWork(async () => ({ body: { times: ++times } }))
    const run = runJob({ jobs, files, release: releaseOf(files), works, maxDurationSeconds: 10 })
    await run(job.id, never)
    await run(job.id, never)
    expect(times).toBe(1)
    expect(removed).toEqual([job.input!.key, job.input!.key])
    expect((await jobs.load(job.id))?.results).toEqual({ times: 1 })
    await run(randomUUID(), never) // a job that is no longer there is no error
  })

  test('work on a job that is cancelled meanwhile is aborted within two seconds and keeps no file', async () => {
    const job = await accepted()
    const { files, removed } = trackedFiles()
    let abortedAt = 0
    const works = everyWork(async ({ signal }) => {
      await sleep(60_000, undefined, { signal }).finally(() => {
        abortedAt = performance.now()
      })
      return { body: {} }
    })
    const running = runJob({ jobs, files, release: releaseOf(files), works, maxDurationSeconds: 10 })(
      job.id,
      never,
    )
    await sleep(100)
    const cancelledAt = performance.now()
    await jobs.cancel(job.id, OWNER)
    await running
    expect(abortedAt - cancelledAt).toBeLessThan(2000)
    expect(removed).toEqual([job.input!.key])
    expect((await jobs.load(job.id))?.status).toBe('cancelled')
  })

  test('files of a result that came too late are removed', async () => {
    const job = await accepted()
    const { files, removed } = trackedFiles()
    const key = randomUUID()
    const artifact = { key, filename: 'x.wav', mediaType: 'audio/wav', sizeBytes: 1 }
    const works = everyWork(async () => {
      await jobs.cancel(job.id, OWNER)
      return { body: {}, artifacts: { files: [artifact], expiresAt: new Date() } }
    })
    await runJob({ jobs, files, release: releaseOf(files), works, maxDurationSeconds: 10 })(job.id, never)
    expect(removed).toEqual([key, job.input!.key])
    expect(await database.db.selectFrom('artifact').selectAll().execute()).toEqual([])
  })

  test('a job whose every delivery died fails visibly', async () => {
    const job = await accepted()
    const { files, removed } = trackedFiles()
    await jobs.start(job.id)
    await buryJob({ jobs, release: releaseOf(files) })(job.id)
    expect(await jobs.load(job.id)).toMatchObject({ status: 'failed', error: { code: 'INTERNAL_ERROR' } })
    expect(removed).toEqual([job.input!.key])
  })
})
