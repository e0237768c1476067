import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@assay/kit/database'
import { migrate, readMigrations } from '@assay/kit/migrate'
import { engines, freshDatabase, type TestDatabase } from '@assay/kit/testing'
import { timerWithoutClient } from '@assay/kit/waiting-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { postgresArtifactStore } from '../src/adapters/postgres/artifact-store.ts'
import { postgresJobStore } from '../src/adapters/postgres/job-store.ts'
import { postgresResultCache } from '../src/adapters/postgres/result-cache.ts'
import type { AudioDatabase } from '../src/adapters/postgres/schema.ts'
import { sharedSecret } from '../src/adapters/postgres/shared-secret.ts'
import { postgresUploadMeter } from '../src/adapters/postgres/upload-meter.ts'
import type { Job } from '../src/domain/job.ts'
import { admitUpload } from '../src/operations/admit-upload.ts'
import { analyseOnce } from '../src/operations/analyse-once.ts'
import type { FileStore, JobStore, JobSummary } from '../src/operations/ports.ts'
import { watchJobs } from '../src/operations/watch-jobs.ts'

const TODAY = '2026-11-15'
const NOON = new Date(`${TODAY}T12:00:00Z`)

describe.each(engines)('on the %s database', (engine) => {
  let fresh: TestDatabase
  let database: Database<AudioDatabase>
  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    database = await fresh.open<AudioDatabase>()
    await migrate(database, readMigrations(join(import.meta.dirname, '../migrations')))
  })
  afterAll(() => fresh?.remove())
  beforeEach(async () => {
    for (const table of ['cached_result', 'upload_usage', 'artifact', 'job'] as const)
      await database.db.deleteFrom(table).execute()
  })

  describe('the meter of uploads', () => {
    test('of twenty at once exactly those fit that fit, and what is refused does not count', async () => {
      const meter = postgresUploadMeter(database.db)
      const admitted = await Promise.all(
        Array.from({ length: 20 }, () => meter.admit('studio', TODAY, 100, 1050)),
      )
      expect(admitted.filter(Boolean)).toHaveLength(10)
      expect(await meter.used('studio', TODAY)).toBe(1000)
      expect(await meter.admit('studio', TODAY, 51, 1050)).toBe(false)
      expect(await meter.admit('studio', TODAY, 50, 1050)).toBe(true)
      expect(await meter.used('studio', TODAY)).toBe(1050)
    })

    test('clients and days have meters of their own; one that is too large is never admitted', async () => {
      const meter = postgresUploadMeter(database.db)
      const large = 5_000_000_000
      expect(await meter.admit('studio', TODAY, large, 2 * large)).toBe(true)
      expect(await meter.admit('rival', TODAY, large + 1, large)).toBe(false)
      expect(await meter.used('rival', TODAY)).toBe(0)
      expect(await meter.used('studio', '2026-11-16')).toBe(0)
      expect(await meter.admit('studio', TODAY, large, 2 * large)).toBe(true)
      expect(await meter.used('studio', TODAY)).toBe(2 * large)
    })

    test('a refusal says when the next day begins; without a quota nothing is counted', async () => {
      const meter = postgresUploadMeter(database.db)
      const admit = admitUpload({ meter, quotaBytesPerDay: 100, now: () => NOON })
      await admit.count('studio', 100)
      const refusal = { code: 'RATE_LIMITED', details: { retryAfterSeconds: 12 * 3600 } }
      await expect(admit.announce('studio', 1)).rejects.toMatchObject(refusal)
      await expect(admit.count('studio', 1)).rejects.toMatchObject(refusal)
      await admit.announce('rival', 100)
      const free = admitUpload({ meter, quotaBytesPerDay: 0, now: () => NOON })
      await free.count('rival', 1e12)
      expect(await meter.used('rival', TODAY)).toBe(0)
    })
  })

  describe('results by content', () => {
    const key = { owner: 'studio', sha256: 'abc', analysis: 'full', engineVersion: '1' }

    test('are found by whoever had them made, by nobody else, for no other analysis or engine', async () => {
      const cache = postgresResultCache(database.db)
      await cache.save(key, { made: 'first' })
      await cache.save(key, { made: 'second' })
      expect(await cache.find(key)).toEqual({ made: 'first' })
      for (const other of [
        { owner: 'rival' },
        { sha256: 'abd' },
        { analysis: 'rhythm' },
        { engineVersion: '2' },
      ])
        expect(await cache.find({ ...key, ...other })).toBeUndefined()
    })

    test('come back with their fields in the order they had, however deep', async () => {
      const cache = postgresResultCache(database.db)
      const body = { z: 1, a: { y: [1.5, { c: null, b: 'ü🎵' }], x: -0.1 }, m: 1e-7, '2': true }
      await cache.save(key, body)
      expect(JSON.stringify(await cache.find(key))).toBe(JSON.stringify(body))
    })

    test('spare the second analysis, not that of another client', async () => {
      let fetched = 0
      const files = {
        withLocalFile: (_key: string, use: (path: string) => Promise<unknown>) => {
          fetched += 1
          return use('somewhere')
        },
      } as unknown as FileStore
      const once = analyseOnce({ cache: postgresResultCache(database.db), files, engineVersion: '1' })
      const input = { key: randomUUID(), filename: 'a', sizeBytes: 1, sha256: 'abc' }
      let made = 0
      const ask = (owner: string) => once('full', { owner, input }, async () => ({ made: ++made }))
      expect([await ask('studio'), await ask('studio')]).toEqual([{ made: 1 }, { made: 1 }])
      expect([await ask('rival'), await ask('rival')]).toEqual([{ made: 2 }, { made: 2 }])
      expect(fetched).toBe(2)
      const failing = once('rhythm', { owner: 'studio', input }, () => Promise.reject(new Error('broken')))
      await expect(failing).rejects.toThrow('broken')
      expect(await once('rhythm', { owner: 'studio', input }, async () => ({ made: 0 }))).toEqual({ made: 0 })
    })
  })

  test('an artifact is found until it expires', async () => {
    const store = postgresArtifactStore(database.db)
    const file = (key: string) => ({
      key,
      filename: 'a.wav',
      mediaType: 'audio/wav',
      sizeBytes: 5_000_000_000,
    })
    const [valid, expired] = [randomUUID(), randomUUID()]
    const inAnHour = new Date(Date.now() + 3_600_000)
    await store.keep('studio', { files: [file(valid)], expiresAt: inAnHour })
    await store.keep('studio', { files: [file(expired)], expiresAt: new Date(Date.now() - 1000) })
    expect(await store.find(valid)).toEqual({ ...file(valid), owner: 'studio', expiresAt: inAnHour })
    expect(await store.find(expired)).toBeUndefined()
    expect(await store.find(randomUUID())).toBeUndefined()
  })

  test('of many that propose a secret at once, all get the same', async () => {
    const secrets = await Promise.all(
      Array.from({ length: 10 }, (_, n) => sharedSecret(database.db, 'test', () => `proposal ${n}`)),
    )
    expect(new Set(secrets).size).toBe(1)
    expect(await sharedSecret(database.db, 'test', () => 'late')).toBe(secrets[0])
    expect(await sharedSecret(database.db, 'another', () => 'own')).toBe('own')
  })

  describe('watching', () => {
    let jobs: JobStore
    let looks = 0
    const watch = () =>
      watchJobs({
        jobs: {
          ...jobs,
          summaries: (ids) => {
            looks += 1
            return jobs.summaries(ids)
          },
        },
        later: timerWithoutClient(20),
        onError: (error) => {
          throw error
        },
      })
    const accepted = async (): Promise<Job> => {
      const id = randomUUID()
      const input = { key: randomUUID(), filename: 'a', sizeBytes: 1, sha256: '0' }
      const works = [{ id, type: 'features' as const, input, options: {} }]
      await jobs.accept({ owner: 'studio', works, batchId: null, idempotency: null, maxOpenJobs: 0 })
      return (await jobs.load(id))!
    }
    const collect = async (changes: AsyncGenerator<JobSummary | null>) => {
      const seen: string[] = []
      for await (const job of changes) seen.push(job ? `${job.status} ${job.progress}` : 'idle')
      return seen
    }
    const never = new AbortController().signal
    beforeAll(() => {
      jobs = postgresJobStore(database, { send: async () => {} })
    })

    test('a hundred watchers cost one look at a time, all see the end, and then nobody looks', async () => {
      const job = await accepted()
      const watchJob = watch()
      looks = 0
      const started = performance.now()
      const watchers = Array.from({ length: 100 }, () =>
        collect(watchJob(job, { idleMs: 60_000, signal: never })),
      )
      await jobs.start(job.id)
      await sleep(100)
      await jobs.report(job.id, 0.5, 'decoding')
      await sleep(100)
      await jobs.complete(job.id, { body: {} })
      const seen = await Promise.all(watchers)
      expect(looks).toBeLessThanOrEqual((performance.now() - started) / 20 + 1)
      for (const each of seen) {
        expect(each[0]).toBe('pending 0')
        expect(each.at(-1)).toBe('completed 1')
      }
      const before = looks
      await sleep(100)
      expect(looks - before).toBeLessThanOrEqual(1)
    })

    test('who leaves is not waited for and no longer looked for', async () => {
      const job = await accepted()
      const leaving = new AbortController()
      const changes = collect(watch()(job, { idleMs: 60_000, signal: leaving.signal }))
      await sleep(60)
      leaving.abort()
      expect(await changes).toEqual(['pending 0'])
      await sleep(40)
      const before = looks
      await sleep(100)
      expect(looks).toBe(before)
      const gone = AbortSignal.abort()
      expect(await collect(watch()(job, { idleMs: 60_000, signal: gone }))).toEqual(['pending 0'])
    })

    test('a quiet job says that it is there; one that is removed ends its stream; an ended one says so once', async () => {
      const quiet = await accepted()
      const changes = watch()(quiet, { idleMs: 50, signal: never })
      expect((await changes.next()).value).toMatchObject({ id: quiet.id })
      expect((await changes.next()).value).toBeNull()
      await database.db.deleteFrom('job').where('id', '=', quiet.id).execute()
      expect(await collect(changes)).not.toContain('completed 1')
      const ended = await accepted()
      await jobs.fail(ended.id, { code: 'DECODE_FAILED', message: 'no' })
      const signal = never
      expect(await collect(watch()((await jobs.load(ended.id))!, { idleMs: 50, signal }))).toEqual([
        'failed 0',
      ])
    })
  })
})
