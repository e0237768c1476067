import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database, RunSql } from '../src/database.ts'
import { type SharedRateLimit, sharedRateLimit } from '../src/shared-rate-limit.ts'
import { engines, freshDatabase, type TestDatabase } from '../src/testing.ts'

const MINUTE = 60_000
/** Only what a test sends is sent. */
const NEVER = { sendEveryMs: 2 ** 31 - 1 }

describe.each(engines)('%s', (engine) => {
  let fresh: TestDatabase
  let database: Database<unknown>
  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    database = await fresh.open()
    await sql`CREATE UNLOGGED TABLE request_count (
      client text PRIMARY KEY, requests integer NOT NULL, window_ends_at timestamptz NOT NULL)`.execute(
      database.db,
    )
  })
  beforeEach(() => sql`TRUNCATE request_count`.execute(database.db))
  afterAll(() => fresh.remove())

  const kept = async () =>
    (
      await sql<{
        client: string
        requests: number
      }>`SELECT client, requests FROM request_count ORDER BY client COLLATE "C"`.execute(database.db)
    ).rows
  const storeOf = ({ store }: SharedRateLimit): FastifyRateLimitStore => new store({})
  /** Counts one request and gives the sum that the limit is compared with. */
  const ask = (store: FastifyRateLimitStore, client: string, max: number, windowMs = MINUTE) => {
    let answer: { current: number; ttl: number } | undefined
    store.incr(
      client,
      (_error, result) => {
        answer = result
      },
      windowMs,
      max,
    )
    if (!answer) throw new Error('a request had to wait for its count')
    return answer
  }
  /** Waits until every statement that is under way has been answered. */
  const watched = () => {
    const running = new Set<Promise<unknown>>()
    const aside: RunSql = (...statement) => {
      const answer = database.aside(...statement)
      running.add(answer)
      return answer.finally(() => running.delete(answer))
    }
    const settled = async () => {
      while (running.size > 0) {
        await Promise.allSettled(running)
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    return { aside, settled }
  }

  test('alone it counts exactly, however its counts are on their way', async () => {
    const { aside, settled } = watched()
    const limit = sharedRateLimit({ aside }, NEVER)
    const store = storeOf(limit)
    for (let n = 1; n <= 250; n += 1) {
      expect(ask(store, 'a', 100).current).toBe(n)
      if (n % 7 === 0) await settled()
    }
    expect(ask(store, 'b', 100).current).toBe(1)
    await limit.stop()
    expect(await kept()).toEqual([
      { client: 'a', requests: 250 },
      { client: 'b', requests: 1 },
    ])
  })

  test('replicas together let the limit pass, and at most a twentieth of it each besides', async () => {
    const max = 200
    const replicas = Array.from({ length: 3 }, () => {
      const { aside, settled } = watched()
      const limit = sharedRateLimit({ aside }, NEVER)
      return { limit, settled, store: storeOf(limit) }
    })
    let admitted = 0
    for (let n = 0; n < max; n += 1) {
      for (const { store, settled } of replicas) {
        if (ask(store, 'a', max).current <= max) admitted += 1
        await settled()
      }
    }
    expect(admitted).toBeGreaterThanOrEqual(max)
    expect(admitted).toBeLessThanOrEqual(max * (1 + replicas.length * 0.05))
    for (const { store } of replicas) expect(ask(store, 'a', max).current).toBeGreaterThan(max)
    for (const { limit } of replicas) await limit.stop()
  })

  test('a window ends for all replicas when the database says so, and the next begins at nothing', async () => {
    const windowMs = 1000
    const one = sharedRateLimit(database, { sendEveryMs: 20 })
    const two = sharedRateLimit(database, { sendEveryMs: 20 })
    const [first, second] = [storeOf(one), storeOf(two)]
    ask(first, 'a', 10, windowMs)
    const seen: number[] = []
    for (const end = performance.now() + 30_000; performance.now() < end; ) {
      const { current, ttl } = ask(second, 'a', 10, windowMs)
      expect(Math.round(ttl)).toBeLessThanOrEqual(windowMs)
      seen.push(current)
      if (seen.at(-1) === 1 && seen.some((count) => count > 2)) break
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    expect(seen.at(-1)).toBe(1)
    await one.stop()
    await two.stop()
  })

  test('while the database is away each replica counts on, says so once, and sends all when it is back', async () => {
    let away = true
    let tried = 0
    const told: string[] = []
    const limit = sharedRateLimit(
      {
        aside: (...statement) => {
          tried += 1
          return away ? Promise.reject(new Error('connect ECONNREFUSED')) : database.aside(...statement)
        },
      },
      { sendEveryMs: 10, onError: (error) => told.push(error.message) },
    )
    const store = storeOf(limit)
    for (let n = 1; n <= 50; n += 1) expect(ask(store, 'a', 20).current).toBe(n)
    for (const end = performance.now() + 10_000; tried < 3 && performance.now() < end; )
      await new Promise((resolve) => setTimeout(resolve, 10))
    expect(tried).toBeGreaterThanOrEqual(3)
    expect(told).toEqual(['connect ECONNREFUSED'])
    expect(await kept()).toEqual([])
    away = false
    await limit.stop()
    expect(await kept()).toEqual([{ client: 'a', requests: 50 }])
  })

  test('a route with a limit of its own counts on its own', async () => {
    const limit = sharedRateLimit(database, NEVER)
    const store = storeOf(limit)
    const child = store.child({ routeInfo: { method: 'POST', url: '/login' } } as never)
    ask(store, 'a', 1000)
    ask(store, 'a', 1000)
    expect(ask(child, 'a', 1000).current).toBe(1)
    await limit.stop()
    expect(await kept()).toEqual([
      { client: 'POST /login a', requests: 1 },
      { client: 'a', requests: 2 },
    ])
  })
})
