import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Database } from '@assay/kit/database'
import { migrate, readMigrations } from '@assay/kit/migrate'
import { openQueue, type Queue } from '@assay/kit/queue'
import { engines, freshDatabase, type TestDatabase } from '@assay/kit/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postgresJobStore } from '../src/adapters/postgres/job-store.ts'
import type { AudioDatabase } from '../src/adapters/postgres/schema.ts'
import { JOB_TYPES } from '../src/domain/job.ts'
import type { FileStore, JobData, JobStore } from '../src/operations/ports.ts'
import { buryJob, runJob } from '../src/operations/run-job.ts'

const input = (filename = 'a.wav') => ({
  key: randomUUID(),
  filename,
  sizeBytes: 44,
  sha256: '0'.repeat(64),
})
const newJob = () => ({ id: randomUUID(), type: 'features' as const, input: input() })

describe.each(engines)('%s', (engine) => {
  let fresh: TestDatabase
  let database: Database<AudioDatabase>
  let queue: Queue<JobData>
  let jobs: JobStore
  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    database = await fresh.open<AudioDatabase>()
    await migrate(database, readMigrations(join(import.meta.dirname, '../migrations')))
    queue = await openQueue<JobData, AudioDatabase>(database, JOB_TYPES, { concurrency: 1 })
    jobs = postgresJobStore(database, queue)
  })
  afterAll(async () => {
    await queue?.stop()
    await fresh.remove()
  })
  const queued = async (id: string) =>
    (await sql`SELECT 1 FROM pgboss.job WHERE id = ${id}::uuid`.execute(database.db)).rows.length

  test('an accepted job is a row and a queue entry', async () => {
    const job = newJob()
    expect(await jobs.enqueue(job)).toMatchObject({ ...job, status: 'pending', progress: 0, results: null })
    expect(await queued(job.id)).toBe(1)
    expect(await jobs.find(job.id)).toMatchObject({ ...job, createdAt: expect.any(Date), startedAt: null })
  })

  test('neither row nor queue entry stays when the other cannot be written', async () => {
    const job = newJob()
    const broken = postgresJobStore(database, {
      async send(trx, name, data, options) {
        await queue.send(trx, name, data, options)
        throw new Error('the queue is away')
      },
    })
    await expect(broken.enqueue(job)).rejects.toThrow('the queue is away')
    expect(await jobs.find(job.id)).toBeUndefined()
    expect(await queued(job.id)).toBe(0)
    const taken = await jobs.enqueue(newJob())
    await expect(jobs.enqueue({ ...newJob(), id: taken.id })).rejects.toThrow(/duplicate key/)
    expect(await queued(taken.id)).toBe(1)
  })

  test('of many that finish a job at once exactly one wins, and the final state stays', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await jobs.enqueue(newJob())
      expect(
        (await Promise.all([jobs.start(id), jobs.start(id)])).every((job) => job?.status === 'processing'),
      ).toBe(true)
      const wins = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          n % 2 ? jobs.complete(id, { by: n }) : jobs.fail(id, { code: 'DECODE_FAILED', message: `by ${n}` }),
        ),
      )
      expect(wins.filter(Boolean)).toHaveLength(1)
      const winner = wins.indexOf(true)
      const after = await jobs.find(id)
      expect(after).toMatchObject(
        winner % 2
          ? { status: 'completed', progress: 1, results: { by: winner }, error: null }
          : { status: 'failed', results: null, error: { message: `by ${winner}` } },
      )
      await jobs.report(id, 0.1, 'late')
      expect(await jobs.start(id)).toBeUndefined()
      expect(await jobs.complete(id, { by: 'late' })).toBe(false)
      expect(await jobs.find(id)).toEqual(after)
    }
  })

  test('a restarted job keeps the time of its first start', async () => {
    const { id } = await jobs.enqueue(newJob())
    const first = await jobs.start(id)
    await jobs.report(id, 0.5, 'decoding')
    const again = await jobs.start(id)
    expect(again?.startedAt).toEqual(first?.startedAt)
    expect((await jobs.find(id))?.progress).toBe(0.5)
  })

  test('the list: newest first, pages without gap or repetition, by status', async () => {
    await database.db.deleteFrom('job').execute()
    const ids: string[] = []
    for (let n = 0; n < 25; n++) {
      const { id } = await jobs.enqueue(newJob())
      ids.unshift(id)
      if (n % 5 === 0) await jobs.complete(id, {})
    }
    const pages = await Promise.all(
      [0, 10, 20, 30].map((offset) => jobs.list({ status: undefined, limit: 10, offset })),
    )
    expect(pages.flatMap((page) => page.jobs.map(({ id }) => id))).toEqual(ids)
    expect(pages.map(({ total }) => total)).toEqual([25, 25, 25, 25])
    const completed = await jobs.list({ status: 'completed', limit: 100, offset: 0 })
    expect(completed.total).toBe(5)
    expect(completed.jobs.map(({ id }) => id)).toEqual(ids.filter((_, n) => (24 - n) % 5 === 0))
    expect(await jobs.list({ status: 'cancelled', limit: 100, offset: 0 })).toEqual({ jobs: [], total: 0 })
  })

  const trackedFiles = () => {
    const removed: string[] = []
    const files: FileStore = {
      save: () => Promise.reject(new Error('not used')),
      withLocalFile: (key, use) => use(`/nowhere/${key}`),
      open: async () => undefined,
      directAddress: async () => null,
      remove: async (key) => void removed.push(key),
      async *lastWrittenBefore() {},
    }
    return { files, removed }
  }
  const never = new AbortController().signal

  test('a job delivered again after its end is not done again, and the file that its dead worker left goes', async () => {
    const job = await jobs.enqueue(newJob())
    const { files, removed } = trackedFiles()
    let times = 0
    const run = runJob({
      jobs,
      files,
      analyse: async () => ({ times: ++times }),
      maxDurationSeconds: 10,
      now: () => 0,
    })
    await run(job.id, never)
    await run(job.id, never)
    expect(times).toBe(1)
    expect(removed).toEqual([job.input.key, job.input.key])
    expect((await jobs.find(job.id))?.results).toEqual({ times: 1 })
    await run(randomUUID(), never) // a job that is no longer there is no error
  })

  test('a job whose every delivery died fails visibly', async () => {
    const job = await jobs.enqueue(newJob())
    const { files, removed } = trackedFiles()
    await jobs.start(job.id)
    await buryJob({ jobs, files })(job.id)
    expect(await jobs.find(job.id)).toMatchObject({ status: 'failed', error: { code: 'INTERNAL_ERROR' } })
    expect(removed).toEqual([job.input.key])
  })
})
