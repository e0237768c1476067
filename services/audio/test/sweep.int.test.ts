import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Database } from '@assay/kit/database'
import { migrate, readMigrations } from '@assay/kit/migrate'
import { engines, freshDatabase, type TestDatabase } from '@assay/kit/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { postgresJobStore } from '../src/adapters/postgres/job-store.ts'
import { postgresRetention } from '../src/adapters/postgres/retention.ts'
import type { AudioDatabase } from '../src/adapters/postgres/schema.ts'
import type { StoredInput } from '../src/domain/job.ts'
import type { JobStore, ScratchFolders } from '../src/operations/ports.ts'
import { sweep } from '../src/operations/sweep.ts'
import { folderStorage, type Storage } from './storage.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const RETENTION_DAYS = 30
const OWNER = 'studio'
const inFuture = (ms: number) => new Date(Date.now() + ms)

/** Folders of the machine are shared with whoever else tests now: not swept here. */
const scratch: ScratchFolders = {
  withFolder: () => Promise.reject(new Error('not used')),
  removeWrittenBefore: async () => 0,
  read: () => Readable.from([]),
}

describe.each(engines)('sweeping on the %s database', (engine) => {
  let fresh: TestDatabase
  let database: Database<AudioDatabase>
  let jobs: JobStore
  let storage: Storage
  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    database = await fresh.open<AudioDatabase>()
    await migrate(database, readMigrations(join(import.meta.dirname, '../migrations')))
    jobs = postgresJobStore(database, { send: async () => {} })
  })
  afterAll(() => fresh?.remove())
  beforeEach(async () => {
    storage = await folderStorage()
  })
  afterEach(async () => {
    await storage.close()
    for (const table of ['idempotency_key', 'cached_result', 'upload_usage', 'artifact', 'job'] as const)
      await database.db.deleteFrom(table).execute()
  })

  const sweepBy = (clocks: { database?: Date; machine: Date }, abandonedAfterMinutes = 120) => {
    const retention = postgresRetention(database.db)
    return sweep({
      files: storage.store,
      retention: { ...retention, now: async () => clocks.database ?? retention.now() },
      scratch,
      now: () => clocks.machine,
      retentionDays: RETENTION_DAYS,
      abandonedAfterMinutes,
    })()
  }
  /** A sweep at this time. */
  const sweepAt = (time: Date) => sweepBy({ database: time, machine: time })
  const save = (filename = 'a.wav') =>
    storage.store.save(Readable.from([Buffer.from('audio')]), { filename, maxBytes: 10 })
  const accept = async (input: StoredInput, key?: string) => {
    const id = randomUUID()
    const acceptance = await jobs.accept({
      owner: OWNER,
      works: [{ id, type: 'features', input, options: {} }],
      batchId: null,
      idempotency: key ? { key, fingerprint: 'f' } : null,
      maxOpenJobs: 0,
    })
    expect(acceptance.outcome).toBe('accepted')
    return id
  }
  const keep = (key: string, expiresAt: Date) =>
    database.db
      .insertInto('artifact')
      .values({
        key,
        owner: OWNER,
        filename: 'a.wav',
        media_type: 'audio/wav',
        size_bytes: 5,
        expires_at: expiresAt,
      })
      .execute()
  const kept = async () => (await storage.kept()).sort()

  test('files that nothing refers to go when they are old, half-done uploads too; what is needed stays', async () => {
    const [orphan, pending, processing, ended, artifact] = [
      await save(),
      await save(),
      await save(),
      await save(),
      await save(),
    ]
    await accept(pending)
    await jobs.start(await accept(processing))
    const done = await accept(ended)
    await jobs.complete(done, { body: {} })
    await keep(artifact.key, inFuture(20 * DAY_MS))
    const half = randomUUID()
    await storage.leaveHalfDone(half)
    const all = [orphan, pending, processing, ended, artifact].map(({ key }) => key)

    expect(await sweepAt(inFuture(HOUR_MS))).toEqual({ jobs: 0, artifacts: 0, orphans: 0, scratch: 0 })
    expect(await kept()).toEqual([...all, half].sort())
    expect(await sweepAt(inFuture(3 * HOUR_MS))).toEqual({ jobs: 0, artifacts: 0, orphans: 3, scratch: 0 })
    const needed = [pending, processing, artifact].map(({ key }) => key).sort()
    expect(await kept()).toEqual(needed)
    // However late: an open job never loses its file.
    await keep(randomUUID(), inFuture(900 * DAY_MS))
    expect(await sweepAt(inFuture(10 * DAY_MS))).toMatchObject({ orphans: 0 })
    expect(await kept()).toEqual(needed)
  })

  test('a clock that has stepped removes nothing: neither that of the machine nor that of the database', async () => {
    const upload = await save()
    const stems = await save()
    await keep(stems.key, inFuture(HOUR_MS))
    const done = await accept(await save())
    await jobs.complete(done, { body: {} })
    const nothing = { jobs: 0, artifacts: 0, orphans: 0, scratch: 0 }
    expect(await sweepBy({ machine: inFuture(40 * DAY_MS) })).toEqual(nothing)
    expect(await jobs.load(done)).toBeDefined()
    expect(await sweepBy({ database: inFuture(HOUR_MS / 2), machine: new Date(0) })).toEqual(nothing)
    expect(await sweepBy({ database: inFuture(40 * DAY_MS), machine: new Date() })).toMatchObject({
      orphans: 0,
    })
    expect(await kept()).toContain(upload.key)
  })

  test('an artifact goes with its row when it has expired, and not a moment before', async () => {
    const [late, early] = [await save(), await save()]
    await keep(late.key, inFuture(HOUR_MS))
    await keep(early.key, inFuture(HOUR_MS - 1000))
    const keysOf = async () =>
      (await database.db.selectFrom('artifact').select('key').execute()).map(({ key }) => key)
    expect(await sweepAt(inFuture(HOUR_MS - 500))).toMatchObject({ artifacts: 1, orphans: 0 })
    expect([await kept(), await keysOf()]).toEqual([[late.key], [late.key]])
    expect(await sweepAt(inFuture(2 * HOUR_MS))).toMatchObject({ artifacts: 1 })
    expect([await kept(), await keysOf()]).toEqual([[], []])
  })

  test('more than one batch of expired artifacts goes at once, also those whose file is gone', async () => {
    const rows = Array.from({ length: 1001 }, () => ({
      key: randomUUID(),
      owner: OWNER,
      filename: 'a',
      media_type: 'audio/wav',
      size_bytes: 1,
      expires_at: new Date(0),
    }))
    await database.db.insertInto('artifact').values(rows).execute()
    expect(await sweepAt(new Date())).toMatchObject({ artifacts: 1001 })
    expect(await sweepAt(new Date())).toMatchObject({ artifacts: 0 })
  })

  test('what was kept for so many days goes, everything else stays', async () => {
    const { db } = database
    const old = await accept(await save(), 'old')
    await jobs.complete(old, { body: {} })
    const open = await accept(await save(), 'open')
    const recent = await accept(await save(), 'recent')
    await jobs.complete(recent, { body: {} })
    const batchId = randomUUID()
    const works = [{ id: randomUUID(), type: 'analyze' as const, input: await save(), options: {} }]
    await jobs.accept({ owner: OWNER, works, batchId, idempotency: null, maxOpenJobs: 0 })
    await jobs.cancel(batchId, OWNER)
    const later = inFuture((RETENTION_DAYS + 1) * DAY_MS)
    const yesterday = new Date(later.getTime() - DAY_MS)
    await db.updateTable('job').set({ completed_at: yesterday }).where('id', '=', recent).execute()
    for (const key of ['old at once', 'recent at once']) await jobs.remember(OWNER, { key, fingerprint: 'f' })
    await db
      .updateTable('idempotency_key')
      .set({ created_at: yesterday })
      .where('key', '=', 'recent at once')
      .execute()
    const cached = (analysis: string, created_at: Date) => ({
      owner: OWNER,
      content_sha256: '0',
      analysis,
      engine_version: '1',
      body: '{}',
      created_at,
    })
    await db
      .insertInto('cached_result')
      .values([cached('old', new Date()), cached('recent', yesterday)])
      .execute()
    const day = (time: Date) => time.toISOString().slice(0, 10)
    await db
      .insertInto('upload_usage')
      .values([new Date(), yesterday].map((time) => ({ owner: OWNER, day: day(time), bytes: 1 })))
      .execute()

    // The old job, the batch and its file.
    expect((await sweepAt(later)).jobs).toBeGreaterThanOrEqual(2)
    const left = await db.selectFrom('job').select('id').execute()
    expect(left.map(({ id }) => id).sort()).toEqual([open, recent].sort())
    const keys = await db.selectFrom('idempotency_key').select('key').execute()
    expect(keys.map(({ key }) => key).sort()).toEqual(['open', 'recent', 'recent at once'])
    const analyses = await db.selectFrom('cached_result').select('analysis').execute()
    expect(analyses.map(({ analysis }) => analysis)).toEqual(['recent'])
    expect(await db.selectFrom('upload_usage').select('bytes').execute()).toHaveLength(1)
    expect(await sweepAt(later)).toMatchObject({ jobs: 0, orphans: 0 })
  })

  test('the key of an open job outlives its days: a request sent again must not start the work again', async () => {
    const open = await accept(await save(), 'open')
    await sweepAt(inFuture((RETENTION_DAYS + 1) * DAY_MS))
    const again = await jobs.accept({
      owner: OWNER,
      works: [{ id: randomUUID(), type: 'features', input: await save(), options: {} }],
      batchId: null,
      idempotency: { key: 'open', fingerprint: 'f' },
      maxOpenJobs: 0,
    })
    expect(again).toMatchObject({ outcome: 'repeated', job: { id: open } })
  })

  test('five sweeps at once do each other no harm and take nothing that is needed', async () => {
    const needed: string[] = []
    for (let n = 0; n < 20; n++) {
      const input = await save()
      if (n % 4 === 0) await accept(input)
      else if (n % 4 === 1) await keep(input.key, inFuture(50 * DAY_MS))
      else if (n % 4 === 2) await keep(input.key, new Date(0))
      if (n % 4 < 2) needed.push(input.key)
      if (n % 5 === 0) await storage.leaveHalfDone(randomUUID())
    }
    const swept = await Promise.all(Array.from({ length: 5 }, () => sweepAt(inFuture(3 * HOUR_MS))))
    expect(await kept()).toEqual(needed.sort())
    expect(Math.max(...swept.map(({ artifacts }) => artifacts))).toBe(5)
    expect(await sweepAt(inFuture(3 * HOUR_MS))).toMatchObject({ artifacts: 0, orphans: 0 })
  })
})
