import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { migrate, readMigrations } from '@assay/kit/migrate'
import { openQueue } from '@assay/kit/queue'
import { engines, freshDatabase } from '@assay/kit/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postgresJobStore } from '../src/adapters/postgres/job-store.ts'
import type { AudioDatabase } from '../src/adapters/postgres/schema.ts'
import { type JobStore, QUEUE_NAMES, type QueueData } from '../src/operations/ports.ts'

const newWork = () => ({
  id: randomUUID(),
  type: 'features' as const,
  input: { key: randomUUID(), filename: 'a.wav', sizeBytes: 44, sha256: '0'.repeat(64) },
  options: {},
})

interface Sent {
  readonly owner: string
  readonly maxOpenJobs: number
  /** More than one makes a batch. */
  readonly files?: number
}

/** The outcome of sending files that nobody works on. */
const send = async (jobs: JobStore, { owner, maxOpenJobs, files = 1 }: Sent): Promise<string> => {
  const works = Array.from({ length: files }, newWork)
  const batchId = files > 1 ? randomUUID() : null
  return (await jobs.accept({ owner, works, batchId, idempotency: null, maxOpenJobs })).outcome
}

describe.each(engines)('%s', (engine) => {
  /** Job stores as servers have them, on one database. The embedded one is one process with one connection. */
  const stores: JobStore[] = []
  let connections: number
  const ends: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    const fresh = await freshDatabase(engine)
    ends.push(() => fresh.remove())
    while (stores.length < (engine === 'server' ? 2 : 1)) {
      const database = await fresh.open<AudioDatabase>()
      await migrate(database, readMigrations(join(import.meta.dirname, '../migrations')))
      const queue = await openQueue<QueueData, AudioDatabase>(database, QUEUE_NAMES, { concurrency: 1 })
      ends.unshift(() => queue.stop())
      stores.push(postgresJobStore(database, queue))
      const answer = await sql<{
        most: number
      }>`SELECT current_setting('max_connections')::int AS most`.execute(database.db)
      connections = answer.rows[0]!.most
    }
  })
  afterAll(async () => {
    for (const end of ends) await end()
  })
  const openFiles = async (owner: string) => {
    const all = await stores[0]!.list({ owner, limit: 1000, from: { offset: 0 } })
    return all.filter(({ type }) => type !== 'batch_analyze').length
  }

  test('a client may have so many open jobs and no more', async () => {
    const [jobs] = stores as [JobStore]
    for (let n = 0; n < 3; n++) expect(await send(jobs, { owner: 'a', maxOpenJobs: 3 })).toBe('accepted')
    expect(await send(jobs, { owner: 'a', maxOpenJobs: 3 })).toBe('too_many_open')
    expect(await send(jobs, { owner: 'rival', maxOpenJobs: 3 })).toBe('accepted')
    expect(await send(jobs, { owner: 'a', maxOpenJobs: 0 })).toBe('accepted')
    const newest = await jobs.list({ owner: 'a', limit: 2, from: { offset: 0 } })
    for (const { id } of newest) await jobs.complete(id, { body: {} })
    expect(await send(jobs, { owner: 'a', maxOpenJobs: 3 })).toBe('accepted')
  })

  test('the files of a batch count, the batch itself does not', async () => {
    const [jobs] = stores as [JobStore]
    expect(await send(jobs, { owner: 'b', maxOpenJobs: 3, files: 4 })).toBe('too_many_open')
    expect(await jobs.count({ owner: 'b' })).toBe(0)
    expect(await send(jobs, { owner: 'b', maxOpenJobs: 3, files: 3 })).toBe('accepted')
    expect(await send(jobs, { owner: 'b', maxOpenJobs: 3 })).toBe('too_many_open')
    expect(await send(jobs, { owner: 'b', maxOpenJobs: 4 })).toBe('accepted')
  })

  test('requests at the same time do not pass the limit together, whichever server takes them', async () => {
    for (let round = 0; round < 5; round++) {
      const owner = `client-${round}`
      const outcomes = await Promise.all(
        Array.from({ length: 24 }, (_, n) =>
          send(stores[n % stores.length]!, { owner, maxOpenJobs: 5, files: n % 8 === 3 ? 2 : 1 }),
        ),
      )
      expect(await openFiles(owner)).toBe(5)
      expect(outcomes.filter((outcome) => outcome === 'too_many_open').length).toBeGreaterThanOrEqual(19)
    }
  })

  test('a client that comes from far below its limit reaches it exactly', async () => {
    const maxOpenJobs = 2 * connections + 10
    await Promise.all(
      Array.from({ length: maxOpenJobs + 30 }, (_, n) =>
        send(stores[n % stores.length]!, { owner: 'busy', maxOpenJobs }),
      ),
    )
    expect(await openFiles('busy')).toBe(maxOpenJobs)
  })
})
