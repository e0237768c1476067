import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '../src/database.ts'
import { openQueue, type Queue } from '../src/queue.ts'
import { jobObserver, observePool, observeQueues } from '../src/store-metrics.ts'
import { startTelemetry } from '../src/telemetry.ts'
import { engines, freshDatabase, type TestDatabase } from '../src/testing.ts'

type Jobs = { good: { n: number }; bad: { n: number } }

describe.each(engines)('%s', (engine) => {
  let fresh: TestDatabase
  let database: Database<unknown>
  let queue: Queue<Jobs>
  let address: string
  const telemetry = startTelemetry({ service: 'sample', version: '1.2.3', traceSampleRatio: 0 })
  const value = async (series: string): Promise<number | undefined> => {
    const text = await (await fetch(address)).text()
    const line = text.split('\n').find((l) => series.split(' ').every((part) => l.includes(part)))
    return line === undefined ? undefined : Number(line.split(' ').at(-1))
  }

  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    database = await fresh.open()
    queue = await openQueue<Jobs>(database, ['good', 'bad'], {
      concurrency: 1,
      retryLimit: 0,
      observer: jobObserver(telemetry.meter),
    })
    observePool(telemetry.meter, database)
    observeQueues(telemetry.meter, database)
    const admin = await telemetry.listen(0)
    address = `http://127.0.0.1:${(admin.address() as AddressInfo).port}/metrics`
  })
  afterAll(async () => {
    await queue.stop()
    await telemetry.shutdown()
    await fresh.remove()
  })

  test('depth and age of the queue, then outcomes of its jobs', async () => {
    await database.db.transaction().execute(async (trx) => {
      for (const n of [1, 2]) await queue.send(trx, 'good', { n })
      await queue.send(trx, 'bad', { n: 3 })
    })
    expect(await value('queue_jobs{ queue="good" state="waiting"')).toBe(2)
    expect(await value('queue_oldest_job_seconds{ queue="good"')).toBeGreaterThan(0)
    expect(await value('queue_oldest_job_seconds{ queue="dead-letter"')).toBe(0)
    expect(await value('jobs_given_up_total{')).toBe(0)
    await queue.work(
      {
        good: async () => {},
        bad: async () => {
          throw new Error('no')
        },
      },
      async () => {},
    )
    await vi.waitFor(
      async () => {
        expect(await value('job_duration_seconds_count{ queue="good" outcome="completed"')).toBe(2)
        expect(await value('job_duration_seconds_count{ queue="bad" outcome="failed"')).toBe(1)
        expect(await value('jobs_given_up_total{')).toBe(1)
        expect(await value('queue_jobs{ queue="good" state="waiting"')).toBe(0)
      },
      { timeout: 200_000, interval: 200 },
    )
  })

  test.runIf(engine === 'server')('the pool shows its connections and its limit', async () => {
    expect(await value('database_connections{ state="used"')).toBe(0)
    expect(await value('database_connections_limit{')).toBeGreaterThan(0)
  })
})
