import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../src/database.ts'
import { Problem } from '../src/problem.ts'
import { freshDatabase, hasServer, type TestDatabase } from '../src/testing.ts'
import { slowdown } from '../src/testing-process.ts'
import { type CutProxy, cutProxy } from '../src/testing-proxy.ts'
import { toProblem } from '../src/to-problem.ts'

/** How a request would be refused for this error. */
const refusalOf = (error: unknown) =>
  toProblem(error, { headers: {}, url: '/', routeOptions: { bodyLimit: 0 } })

describe.runIf(hasServer)('faults between a service and its database', () => {
  let fresh: TestDatabase
  let proxy: CutProxy
  let database: Database<unknown>
  beforeAll(async () => {
    fresh = await freshDatabase('server')
    proxy = await cutProxy(fresh.config.databaseUrl as string)
    const limits = { databaseStatementTimeoutMs: 3000, databaseWaitMs: 5000 }
    database = await openDatabase({ ...fresh.config, ...limits, databaseUrl: proxy.url }, 'test')
  })
  afterAll(async () => {
    await database.close()
    await proxy.close()
    await fresh.remove()
  })
  const ask = (text = 'one') => sql<{ text: string }>`SELECT ${text}::text AS text`.execute(database.db)
  const works = async () => expect((await ask()).rows).toEqual([{ text: 'one' }])

  test.each([
    ['a connection that is reset', () => proxy.reset()],
    ['a network that loses everything', () => proxy.silence()],
    ['a server that is gone', () => proxy.cut()],
  ])('%s: a named refusal in time, and recovery', async (_, fault) => {
    await works()
    const started = performance.now()
    const asked = sql`SELECT pg_sleep(2.5)`.execute(database.db)
    setTimeout(fault, 50)
    const error = await asked.catch((thrown: unknown) => thrown)
    expect(refusalOf(error)).toMatchObject({ kind: 'overloaded', retryAfterSeconds: 1 })
    expect(refusalOf(error)).toBeInstanceOf(Problem)
    // 6 s until the connection counts as silent.
    expect(performance.now() - started).toBeLessThan(9000 * slowdown())
    proxy.restore()
    await works()
  })

  test('a silent network does not end a transaction without limits, such as a migration', async () => {
    const rows = await database.inTransaction(async (run) => {
      await run('SELECT pg_sleep(6.5)')
      return run('SELECT 1 AS one')
    })
    expect(rows).toEqual([{ one: 1 }])
    await works()
  })

  test('a server that has become a standby is a named refusal', async () => {
    await database.inTransaction((run) => run('CREATE TABLE written (id integer)'))
    const written = database.inTransaction((run) =>
      run('SET TRANSACTION READ ONLY; INSERT INTO written VALUES (1)'),
    )
    const error = await written.catch((thrown: unknown) => thrown)
    expect(refusalOf(error)).toMatchObject({ kind: 'overloaded', retryAfterSeconds: 1 })
  })

  test('latency and little bandwidth only take time', async () => {
    await works()
    proxy.slow({ latencyMs: 50, bytesPerSecond: 200_000 })
    const started = performance.now()
    expect((await ask('x'.repeat(20_000))).rows[0]?.text).toHaveLength(20_000)
    expect(performance.now() - started).toBeGreaterThan(250)
    proxy.restore()
  })

  test('a locked row is a named refusal once the limit is over', async () => {
    await database.inTransaction(async (run) => {
      await run('CREATE TABLE held (id integer PRIMARY KEY)')
      await run('INSERT INTO held VALUES (1)')
    })
    await database.inTransaction(async (run) => {
      await run('SELECT * FROM held FOR UPDATE')
      const waiting = sql`UPDATE held SET id = 2`.execute(database.db)
      const error = await waiting.catch((thrown: unknown) => thrown)
      expect(refusalOf(error)).toMatchObject({ kind: 'overloaded', retryAfterSeconds: 1 })
    })
    await sql`UPDATE held SET id = 3`.execute(database.db)
  })
})
