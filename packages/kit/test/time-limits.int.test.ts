import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../src/database.ts'
import { isDatabaseBusy } from '../src/database-away.ts'
import { engines, freshDatabase, hasServer, type TestDatabase } from '../src/testing.ts'

describe.runIf(hasServer)('time limits of a PostgreSQL server', () => {
  let fresh: TestDatabase
  let limited: Database<unknown>
  let other: Database<unknown>
  beforeAll(async () => {
    fresh = await freshDatabase('server')
    other = await fresh.open()
    await sql`CREATE TABLE busy (id int PRIMARY KEY, n int); INSERT INTO busy VALUES (1, 0)`.execute(other.db)
    limited = await openDatabase(
      {
        ...fresh.config,
        databasePoolSize: 2,
        databaseWaitMs: 300,
        databaseLockTimeoutMs: 100,
        databaseStatementTimeoutMs: 1000,
      },
      'limited',
    )
  })
  afterAll(async () => {
    await limited.close()
    await fresh.remove()
  })

  const increment = (database: Database<unknown>) =>
    sql`UPDATE busy SET n = n + 1 WHERE id = 1`.execute(database.db)
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: Error & { code?: string }) => error,
    )
  /** Runs `work` while another connection holds the row. */
  const whileHeld = (work: () => Promise<void>) =>
    other.inTransaction(async (run) => {
      await run('UPDATE busy SET n = 0 WHERE id = 1')
      await work()
    })

  test('a wait for a locked row and a long statement end with an error that says busy; the connection lives on', async () => {
    await whileHeld(async () => {
      const locked = await failure(increment(limited))
      expect([locked?.code, isDatabaseBusy(locked as Error)]).toEqual(['55P03', true])
    })
    const long = await failure(sql`SELECT pg_sleep(60)`.execute(limited.db))
    expect([long?.code, isDatabaseBusy(long as Error)]).toEqual(['57014', true])
    await increment(limited)
  })

  test('migrations and maintenance have no limit', async () => {
    const settings = await limited.inTransaction(async (run) => {
      await run('SELECT pg_sleep(1.2)')
      return run(
        "SELECT current_setting('lock_timeout') AS lock, current_setting('statement_timeout') AS statement",
      )
    })
    expect(settings).toEqual([{ lock: '0', statement: '0' }])
    const after = sql`SELECT current_setting('lock_timeout') AS lock`.execute(limited.db)
    expect((await after).rows).toEqual([{ lock: '100ms' }])
  })

  test('with a direct address, limits belong to transactions and connections open without them', async () => {
    const pooled = await openDatabase<unknown>(
      {
        ...fresh.config,
        databaseDirectUrl: fresh.config.databaseUrl as string,
        databasePoolSize: 1,
        databaseLockTimeoutMs: 100,
        databaseStatementTimeoutMs: 1000,
      },
      'pooled',
    )
    const limits = sql`SELECT current_setting('lock_timeout') AS lock, current_setting('statement_timeout') AS statement`
    try {
      const inside = await pooled.db.transaction().execute((trx) => limits.execute(trx))
      expect(inside.rows).toEqual([{ lock: '100ms', statement: '1s' }])
      // The next transaction may be of another client: nothing stays behind in the session.
      expect((await limits.execute(pooled.db)).rows).toEqual([{ lock: '0', statement: '0' }])
      const session = await pooled.inSession(async (run) => {
        await run("SET maintenance_work_mem = '8MB'")
        return run("SELECT current_setting('maintenance_work_mem') AS memory, 7::int8 AS n")
      })
      expect(session).toEqual([{ memory: '8MB', n: 7 }])
      // As the page on high availability advises, for statements outside transactions.
      await sql`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET statement_timeout = ''30s''', current_database());
        EXECUTE format('ALTER DATABASE %I SET lock_timeout = ''20s''', current_database()); END $$`.execute(
        other.db,
      )
      const show = `SELECT current_setting('lock_timeout') AS lock, current_setting('statement_timeout') AS statement`
      expect(await pooled.inSession((run) => run(show))).toEqual([{ lock: '0', statement: '0' }])
      await sql`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I RESET ALL', current_database()); END $$`.execute(
        other.db,
      )
    } finally {
      await pooled.close()
    }
  })

  test('without settings there is no limit', async () => {
    const { rows } =
      await sql`SELECT current_setting('lock_timeout') AS lock, current_setting('statement_timeout') AS statement`.execute(
        other.db,
      )
    expect(rows).toEqual([{ lock: '0', statement: '0' }])
  })

  test('a request waits for a connection no longer than configured; a statement aside does not wait at all', async () => {
    let release = () => {}
    const free = new Promise<void>((resolve) => {
      release = resolve
    })
    const { promise: held, resolve: isHeld } = Promise.withResolvers<void>()
    let holding = 0
    const holders = [1, 2].map(() =>
      limited.inTransaction(async () => {
        holding += 1
        if (holding === 2) isHeld()
        await free
      }),
    )
    await held
    expect((await failure(increment(limited)))?.message).toBe('timeout exceeded when trying to connect')
    expect(await limited.aside('SELECT $1::int AS n', [7])).toEqual([{ n: 7 }])
    release()
    await Promise.all(holders)
  })

  test('a statement aside ends within its own limit', async () => {
    const late = await failure(limited.aside('SELECT pg_sleep(60)'))
    expect(late?.message).toMatch(/statement timeout|Query read timeout/)
    expect(await limited.aside('SELECT 1 AS n')).toEqual([{ n: 1 }])
  })
})

test.each(engines)('%s: a statement aside gives the same values as a request', async (engine) => {
  const fresh = await freshDatabase(engine)
  try {
    const database = await fresh.open()
    expect(await database.aside('SELECT 1::int8 AS n, $1::text AS t', ['x'])).toEqual([{ n: 1, t: 'x' }])
    expect(await database.aside('SELECT 2 AS n')).toEqual([{ n: 2 }])
  } finally {
    await fresh.remove()
  }
})
