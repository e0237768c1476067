import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '../src/database.ts'
import { type Delivery, openQueue, type QueueSettings } from '../src/queue.ts'
import { engines, freshDatabase, hasServer, type TestDatabase } from '../src/testing.ts'
import { cutProxy } from '../src/testing-proxy.ts'

type Jobs = { work: { n: number } }
const until = <T>(check: () => T) => vi.waitFor(check, { timeout: 200_000, interval: 50 })
const away = () => new Error('the disk is full')

describe.each(engines)('%s: outages that count', (engine) => {
  let fresh: TestDatabase
  let database: Database<unknown>
  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    database = await fresh.open()
  })
  afterAll(() => fresh.remove())

  /** Sends one job, lets `before` change its row, and returns its deliveries when it is buried. */
  const attempts = async (
    settings: Partial<QueueSettings>,
    handler: (delivery: Delivery<{ n: number }>) => Promise<void>,
    before = async () => {},
  ) => {
    const queue = await openQueue<Jobs>(database, ['work'], {
      concurrency: 1,
      maxRetryDelaySeconds: 1,
      outagePauseMs: 10,
      isOutage: (error) => (error as Error).message === away().message,
      ...settings,
    })
    await database.db.transaction().execute((trx) => queue.send(trx, 'work', { n: 1 }))
    await before()
    const seen: number[] = []
    let buried = 0
    const work = (delivery: Delivery<{ n: number }>) => {
      seen.push(delivery.attempt)
      return handler(delivery)
    }
    await queue.work({ work }, async () => {
      buried += 1
    })
    await until(() => expect(buried).toBe(1))
    await queue.stop()
    await sql`DELETE FROM pgboss.job`.execute(database.db)
    return seen
  }

  test('one after long work, which may have filled the disk, counts', async () => {
    const fill = async () => {
      await sleep(300)
      throw away()
    }
    expect(await attempts({ retryLimit: 2, outageWithinMs: 200 }, fill)).toEqual([0, 1, 2])
  })

  test('one that has lasted for a day counts, in every delivery that follows', async () => {
    const seen = await attempts(
      { retryLimit: 2 },
      async () => {
        throw away()
      },
      async () => {
        await sql`
          UPDATE pgboss.job SET output = jsonb_build_object('outageSince', now() - interval '25 hours')
          WHERE name = 'work'`.execute(database.db)
      },
    )
    expect(seen).toEqual([0, 1, 2])
  })

  test('a job of an older version, whose limit is lower by one, has all its deliveries', async () => {
    const seen = await attempts(
      {},
      async () => {
        throw new Error('cannot be decoded')
      },
      async () => {
        await sql`
          UPDATE pgboss.job SET started_on = now(), state = 'retry', retry_limit = 5, retry_count = 3
          WHERE name = 'work'`.execute(database.db)
      },
    )
    expect(seen).toEqual([4, 5])
  })
})

test.runIf(hasServer)(
  'a delivery that lost its database does not count once the database is back',
  async () => {
    const fresh = await freshDatabase('server')
    const direct = await fresh.open()
    const proxy = await cutProxy(fresh.config.databaseUrl as string)
    const database = await openDatabase({ ...fresh.config, databaseUrl: proxy.url }, 'test')
    const queue = await openQueue<Jobs>(database, ['work'], { concurrency: 1, outagePauseMs: 100 })
    try {
      const limit = async () =>
        (await sql<{ limit: number }>`SELECT retry_limit AS limit FROM pgboss.job`.execute(direct.db)).rows
      await database.db.transaction().execute((trx) => queue.send(trx, 'work', { n: 1 }))
      expect(await limit()).toEqual([{ limit: 6 }])
      const lost = Promise.withResolvers<void>()
      const again = Promise.withResolvers<void>()
      await queue.work(
        {
          async work({ attempt }) {
            if (attempt > 0) return again.resolve()
            proxy.cut()
            lost.resolve()
            throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
          },
        },
        async () => {},
      )
      await lost.promise
      await sleep(1000)
      proxy.restore()
      await again.promise
      expect(await limit()).toEqual([{ limit: 7 }])
    } finally {
      await queue.stop()
      await database.close()
      await proxy.close()
      await fresh.remove()
    }
  },
)
