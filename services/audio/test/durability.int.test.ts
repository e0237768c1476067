import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@assay/kit/database'
import { migrate, readMigrations } from '@assay/kit/migrate'
import { openQueue, type Queue } from '@assay/kit/queue'
import { freshDatabase, hasServer, type TestDatabase } from '@assay/kit/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { scratchFolders } from '../src/adapters/files/scratch-folders.ts'
import { postgresJobStore } from '../src/adapters/postgres/job-store.ts'
import type { AudioDatabase } from '../src/adapters/postgres/schema.ts'
import { isOutage, Refusal } from '../src/domain/refusal.ts'
import { handOver } from '../src/http/upload.ts'
import { jobHandlers } from '../src/jobs/handlers.ts'
import { acceptWork } from '../src/operations/accept-work.ts'
import { cancelJob } from '../src/operations/cancel-job.ts'
import {
  AnswerLost,
  type FileStore,
  type JobStore,
  QUEUE_NAMES,
  type QueueData,
} from '../src/operations/ports.ts'
import { releaseInput } from '../src/operations/release-input.ts'
import { buryJob, runJob, type WorkRequest, type Works } from '../src/operations/run-job.ts'

let fresh: TestDatabase
let database: Database<AudioDatabase>
let queue: Queue<QueueData>
let jobs: JobStore

beforeAll(async () => {
  fresh = await freshDatabase('server')
  database = await fresh.open<AudioDatabase>()
  await migrate(database, readMigrations(join(import.meta.dirname, '../migrations')))
  queue = await openQueue<QueueData, AudioDatabase>(database, QUEUE_NAMES, { concurrency: 1 })
  jobs = postgresJobStore(database, queue)
})
afterAll(async () => {
  await queue?.stop()
  await fresh?.remove()
})

const input = () => ({ key: randomUUID(), filename: 'a.wav', sizeBytes: 44, sha256: '0'.repeat(64) })

function notingFiles(): { files: FileStore; removed: string[] } {
  const removed: string[] = []
  const files = {
    async remove(key: string) {
      removed.push(key)
    },
  } as unknown as FileStore
  return { files, removed }
}

test.runIf(hasServer)(
  'a commit whose answer is lost keeps its file, and the client that sends again gets its job',
  async () => {
    const { files, removed } = notingFiles()
    const lossy: JobStore = {
      ...jobs,
      async accept(submission) {
        await jobs.accept(submission)
        throw new AnswerLost(new Error('Connection terminated unexpectedly'))
      },
    }
    const request = (stored: ReturnType<typeof input>) => ({
      owner: 'studio',
      type: 'features' as const,
      options: {},
      inputs: [stored],
      batch: false,
      idempotencyKey: 'lost',
    })
    const settings = { newId: randomUUID, digest: (text: string) => text, maxOpenJobsPerClient: 0 }
    const first = input()
    await expect(
      handOver(files, [first], () => acceptWork({ jobs: lossy, ...settings })(request(first))),
    ).rejects.toThrow('Connection terminated')
    expect(removed).toEqual([])
    const second = input()
    const job = await handOver(files, [second], () => acceptWork({ jobs, ...settings })(request(second)))
    expect(job.input?.key).toBe(first.key)
    expect(removed).toEqual([second.key])
    await expect(
      handOver(files, [first], async () => {
        throw new Refusal('CONFLICT', 'no', { field: 'id', issue: 'no', provided: null })
      }),
    ).rejects.toThrow('no')
    expect(removed).toEqual([second.key, first.key])
  },
)

test.runIf(hasServer)(
  'only a failure of the commit itself leaves open whether a job was accepted',
  async () => {
    await database.inTransaction((run) =>
      run(`
      CREATE FUNCTION refuse_late() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN IF NEW.owner = 'unlucky' THEN RAISE EXCEPTION 'not at this hour'; END IF; RETURN NEW; END $$;
      CREATE CONSTRAINT TRIGGER refuse_late AFTER INSERT ON job DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION refuse_late();`),
    )
    const submission = (owner: string, id: string) => ({
      owner,
      works: [{ id, type: 'features' as const, input: input(), options: {} }],
      batchId: null,
      idempotency: null,
      maxOpenJobs: 0,
    })
    await expect(jobs.accept(submission('unlucky', randomUUID()))).rejects.toThrow(AnswerLost)
    const id = randomUUID()
    await jobs.accept(submission('studio', id))
    await expect(jobs.accept(submission('studio', id))).rejects.not.toThrow(AnswerLost)
  },
)

const storageAway = () =>
  new Refusal('SERVICE_UNAVAILABLE', 'The file storage does not answer.', {
    field: 'service',
    issue: 'storage_away',
    provided: null,
  })

test.runIf(hasServer)('storage that is away fails the delivery, not the job', async () => {
  const { files, removed } = notingFiles()
  const stored = input()
  const id = randomUUID()
  await jobs.accept({
    owner: 'studio',
    works: [{ id, type: 'features', input: stored, options: {} }],
    batchId: null,
    idempotency: null,
    maxOpenJobs: 0,
  })
  let away = true
  const works = {
    async features() {
      if (away) throw storageAway()
      return { body: { features: {} } }
    },
  } as unknown as Works
  const release = releaseInput({ files, library: { isKept: async () => false } })
  const run = runJob({ jobs, files, release, works, maxDurationSeconds: 60 })
  await expect(run(id, new AbortController().signal)).rejects.toThrow('does not answer')
  expect(await jobs.load(id)).toMatchObject({
    status: 'processing',
    progress: 0,
    stage: 'waiting for the file storage',
  })
  expect(removed).toEqual([])
  away = false
  await run(id, new AbortController().signal)
  expect((await jobs.load(id))?.status).toBe('completed')
  expect(removed).toEqual([stored.key])
})

/** Jobs on a queue of their own with short delays, whose storage is away until it is brought back. */
async function workWithoutStorage(rest: TestDatabase) {
  const own = await rest.open<AudioDatabase>()
  await migrate(own, readMigrations(join(import.meta.dirname, '../migrations')))
  const entries = await openQueue<QueueData, AudioDatabase>(own, QUEUE_NAMES, {
    concurrency: 1,
    isOutage,
    maxRetryDelaySeconds: 1,
    outagePauseMs: 10,
  })
  const store = postgresJobStore(own, entries)
  const state = { away: true, tries: 0, removed: [] as string[] }
  const files = {
    async remove(key: string) {
      if (state.away) throw storageAway()
      state.removed.push(key)
    },
  } as unknown as FileStore
  const works = {
    async features({ onProgress }: WorkRequest) {
      state.tries += 1
      onProgress?.(0.9, 'listening')
      if (state.away) throw storageAway()
      return { body: { features: {} } }
    },
  } as unknown as Works
  const release = releaseInput({ files, library: { isKept: async () => false } })
  const run = runJob({ jobs: store, files, release, works, maxDurationSeconds: 60 })
  const bury = buryJob({ jobs: store, release })
  await entries.work(jobHandlers(run), ({ jobId }) => bury(jobId))
  const accept = async () => {
    const id = randomUUID()
    const work = { id, type: 'features' as const, input: input(), options: {} }
    await store.accept({ owner: 'studio', works: [work], batchId: null, idempotency: null, maxOpenJobs: 0 })
    return { id, key: work.input.key }
  }
  return { store, state, accept, cancel: cancelJob({ jobs: store, files, release }), stop: entries.stop }
}

test.runIf(hasServer)(
  'jobs outlive a storage that is away longer than the limit of retries; cancelled meanwhile, they end at once',
  async () => {
    const rest = await freshDatabase('server')
    const { store, state, accept, cancel, stop } = await workWithoutStorage(rest)
    try {
      const kept = await accept()
      await vi.waitFor(() => expect(state.tries).toBeGreaterThan(8), { timeout: 200_000 })
      const waiting = {
        status: 'processing',
        progress: 0,
        stage: 'waiting for the file storage',
        error: null,
      }
      await vi.waitFor(async () => expect(await store.load(kept.id)).toMatchObject(waiting))
      const unwanted = await accept()
      const tries = state.tries
      await vi.waitFor(() => expect(state.tries).toBeGreaterThan(tries + 2), { timeout: 200_000 })
      expect(await cancel(unwanted.id, 'studio')).toMatchObject({ status: 'cancelled' })
      expect(state.removed).toEqual([])
      state.away = false
      await vi.waitFor(
        async () => {
          expect(await store.load(kept.id)).toMatchObject({ status: 'completed', progress: 1 })
          // The upload of the cancelled job is removed by a worker, because the request could not.
          expect(state.removed.toSorted()).toEqual([kept.key, unwanted.key].toSorted())
        },
        { timeout: 200_000 },
      )
      expect(await store.load(unwanted.id)).toMatchObject({ status: 'cancelled', results: null })
    } finally {
      await stop()
      await rest.remove()
    }
  },
)

test.runIf(hasServer)(
  'a batch that is cancelled while a file of it ends: neither waits for the other for ever',
  async () => {
    const batchId = randomUUID()
    const works = Array.from({ length: 3 }, () => ({
      id: randomUUID(),
      type: 'features' as const,
      input: input(),
      options: {},
    }))
    await jobs.accept({ owner: 'studio', works, batchId, idempotency: null, maxOpenJobs: 0 })
    let cancelling: Promise<readonly string[] | undefined> | undefined
    // As `complete` does it, with a pause in the middle: first the file, then its batch.
    await database.db.transaction().execute(async (trx) => {
      await trx.updateTable('job').set({ stage: 'ending' }).where('id', '=', works[1]!.id).execute()
      cancelling = jobs.cancel(batchId, 'studio')
      await sleep(300)
      await trx.selectFrom('job').select('id').where('id', '=', batchId).forUpdate().execute()
    })
    expect(new Set(await cancelling)).toEqual(new Set(works.map((work) => work.input.key)))
    expect((await jobs.load(batchId))?.status).toBe('cancelled')
  },
)

test.runIf(hasServer)('the folder of a worker that died goes, one that is written to stays', async () => {
  const before = new Date(Date.now() - 3_600_000)
  const longAgo = new Date(Date.now() - 7_200_000)
  const dead = mkdtempSync(join(tmpdir(), 'assay-audio-'))
  const alive = mkdtempSync(join(tmpdir(), 'assay-audio-'))
  try {
    for (const folder of [dead, alive]) writeFileSync(join(folder, 'drums.wav'), 'RIFF')
    utimesSync(join(dead, 'drums.wav'), longAgo, longAgo)
    for (const folder of [dead, alive]) utimesSync(folder, longAgo, longAgo)
    expect(await scratchFolders.removeWrittenBefore(before)).toBeGreaterThanOrEqual(1)
    expect(() => mkdirSync(dead)).not.toThrow()
    expect(() => mkdirSync(alive)).toThrow(/EEXIST/)
  } finally {
    for (const folder of [dead, alive]) rmSync(folder, { recursive: true, force: true })
  }
})
