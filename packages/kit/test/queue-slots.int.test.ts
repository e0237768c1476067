import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '../src/database.ts'
import { type Delivery, openQueue, type Queue } from '../src/queue.ts'
import { engines, freshDatabase, type TestDatabase } from '../src/testing.ts'
import { slowdown } from '../src/testing-process.ts'

type Jobs = { work: { n: number } }
const until = <T>(check: () => T, timeout = 200_000) => vi.waitFor(check, { timeout, interval: 20 })

describe.each(engines)('%s', (engine) => {
  let fresh: TestDatabase
  let database: Database<unknown>
  const opened: Queue<Jobs>[] = []
  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    database = await fresh.open()
  })
  afterAll(async () => {
    for (const queue of opened) await queue.stop()
    await fresh.remove()
  })
  const open = async (settings: { concurrency: number; perGroupInProcess?: number }) => {
    const queue = await openQueue<Jobs>(database, ['work'], settings)
    opened.push(queue)
    return queue
  }
  const close = async (queue: Queue<Jobs>) => {
    opened.splice(opened.indexOf(queue), 1)
    await queue.stop()
  }
  const send = (queue: Queue<Jobs>, n: number, group?: string) =>
    database.db
      .transaction()
      .execute((trx) => queue.send(trx, 'work', { n }, group === undefined ? {} : { group }))
  const unsettled = async () =>
    (await sql`SELECT FROM pgboss.job WHERE name = 'work' AND state < 'completed'`.execute(database.db)).rows
      .length
  const nobody = async () => {
    throw new Error('nothing should die here')
  }

  test('all slots are used, never one more, each job runs once, and all are settled', async () => {
    const queue = await open({ concurrency: 3 })
    let now = 0
    let most = 0
    const seen: number[] = []
    for (let n = 0; n < 40; n++) await send(queue, n)
    await queue.work(
      {
        async work({ data }) {
          now += 1
          most = Math.max(most, now)
          await sleep(5 + (data.n % 7) * 5)
          seen.push(data.n)
          now -= 1
        },
      },
      nobody,
    )
    await until(() => expect(seen).toHaveLength(40))
    expect(most).toBe(3)
    expect(new Set(seen).size).toBe(40)
    await close(queue)
    expect(await unsettled()).toBe(0)
  })

  test('of one group no more run than it may, others are not held up', async () => {
    const queue = await open({ concurrency: 4, perGroupInProcess: 1 })
    const now = new Map<string, number>()
    let most = 0
    let beside = 0
    let done = 0
    for (let n = 0; n < 12; n++) await send(queue, n, n % 3 === 0 ? 'b' : 'a')
    const started = performance.now()
    await queue.work(
      {
        async work({ data }) {
          const group = data.n % 3 === 0 ? 'b' : 'a'
          now.set(group, (now.get(group) ?? 0) + 1)
          most = Math.max(most, ...now.values())
          beside = Math.max(beside, [...now.values()].filter((count) => count > 0).length)
          await sleep(30)
          now.set(group, (now.get(group) ?? 0) - 1)
          done += 1
        },
      },
      nobody,
    )
    await until(() => expect(done).toBe(12))
    expect([most, beside]).toEqual([1, 2])
    // One after the other without a pause: eight jobs, not eight polls of two seconds.
    expect(performance.now() - started).toBeLessThan(8000 * slowdown())
    await close(queue)
  })

  test('a job whose entry was taken away is aborted at the next heartbeat', async () => {
    const queue = await open({ concurrency: 1 })
    const aborted = Promise.withResolvers<Delivery<Jobs['work']>>()
    await queue.work(
      {
        work: (delivery) =>
          new Promise((_resolve, reject) => {
            delivery.signal.addEventListener('abort', () => {
              aborted.resolve(delivery)
              reject(delivery.signal.reason)
            })
            void sql`UPDATE pgboss.job SET retry_count = retry_count + 1 WHERE id = ${delivery.id}::uuid`.execute(
              database.db,
            )
          }),
      },
      nobody,
    )
    await send(queue, 1)
    const { signal } = await aborted.promise
    expect(String(signal.reason)).toContain('no longer active')
    await sql`DELETE FROM pgboss.job`.execute(database.db)
    await close(queue)
  })
})
