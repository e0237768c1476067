import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../src/database.ts'
import { engines, freshDatabase, hasServer, type TestDatabase } from '../src/testing.ts'

interface Schema {
  item: { id: number; note: string }
}
const gate = () => {
  let open: () => void = () => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, passed }
}

describe.each(engines)('%s', (engine) => {
  let fresh: TestDatabase
  let database: Database<Schema>
  const ids = async () =>
    (await database.db.selectFrom('item').select('id').orderBy('id').execute()).map(({ id }) => id)

  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    database = await fresh.open()
    await sql`CREATE TABLE item (id int PRIMARY KEY, note text NOT NULL)`.execute(database.db)
  })
  beforeEach(() => sql`TRUNCATE item`.execute(database.db))
  afterAll(() => fresh.remove())

  test('a query beside an open transaction neither sees nor joins it; a rollback loses only its own', async () => {
    const inside = gate()
    const finish = gate()
    const transaction = database.db.transaction().execute(async (trx) => {
      await trx.insertInto('item').values({ id: 1, note: 'rolled back' }).execute()
      inside.open()
      await finish.passed
      throw new Error('change of mind')
    })
    const refused = expect(transaction).rejects.toThrow('change of mind')
    await inside.passed
    // On the server these run at once on other connections; on the embedded database they wait for the transaction.
    const seen = ids()
    if (engine === 'server') expect(await seen).toEqual([])
    const insert = database.db.insertInto('item').values({ id: 2, note: 'beside' }).execute()
    if (engine === 'server') await insert
    finish.open()
    await refused
    await insert
    expect((await seen).includes(1)).toBe(false)
    expect(await ids()).toEqual([2])
  })

  test('fifty transactions at once, every third rolled back: exactly the others remain', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, id) =>
        database.db.transaction().execute(async (trx) => {
          await trx.insertInto('item').values({ id, note: 'first' }).execute()
          await trx.updateTable('item').set({ note: 'second' }).where('id', '=', id).execute()
          if (id % 3 === 0) throw new Error('rolled back')
        }),
      ),
    )
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(17)
    expect(await ids()).toEqual(Array.from({ length: 50 }, (_, id) => id).filter((id) => id % 3 !== 0))
  })

  test('inTransaction beside the query builder: the same isolation; a session setting does not leak', async () => {
    const inside = gate()
    const finish = gate()
    const work = database.inTransaction(async (run) => {
      await run("SET LOCAL application_name = 'mine'")
      await run('INSERT INTO item VALUES ($1, $2)', [1, 'mine'])
      inside.open()
      await finish.passed
    })
    await inside.passed
    const name = sql<{ application_name: string }>`SHOW application_name`.execute(database.db)
    finish.open()
    await work
    expect((await name).rows[0]?.application_name).not.toBe('mine')
    await expect(
      database.inTransaction(async (run) => {
        await run('INSERT INTO item VALUES (2, $1)', ['lost'])
        await run('SELECT 1/0')
      }),
    ).rejects.toThrow('division by zero')
    expect(await ids()).toEqual([1])
  })

  test('a failed statement inside a transaction does not poison later ones', async () => {
    await expect(
      database.db.transaction().execute((trx) => sql`SELECT no_such_column`.execute(trx)),
    ).rejects.toThrow('no_such_column')
    await expect(sql`SELECT no_such_column`.execute(database.db)).rejects.toThrow('no_such_column')
    await database.db.insertInto('item').values({ id: 1, note: 'fine' }).execute()
    expect(await ids()).toEqual([1])
  })
})

test.runIf(hasServer)(
  'a server connection cut inside a transaction fails that transaction only, and the process lives',
  async () => {
    const fresh = await freshDatabase('server')
    try {
      const database = await fresh.open<Schema>()
      const cut = database.db.transaction().execute(async (trx) => {
        const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(trx)
        await sql`SELECT pg_terminate_backend(${rows[0]?.pid}::int)`.execute(database.db)
        await new Promise((resolve) => setTimeout(resolve, 200)) // idle in its transaction when the cut arrives
        await sql`SELECT 1`.execute(trx)
      })
      await expect(cut).rejects.toThrow()
      expect((await sql<{ v: number }>`SELECT 1 AS v`.execute(database.db)).rows).toEqual([{ v: 1 }])
      const { pool } = database as { pool?: pg.Pool }
      expect(pool?.totalCount).toBe(pool?.idleCount) // none is leaked
    } finally {
      await fresh.remove()
    }
  },
)

test.runIf(hasServer)(
  'closing ends every connection, also when only transactions were used, and may be done twice',
  async () => {
    const fresh = await freshDatabase('server')
    const database = await fresh.open()
    await database.inTransaction((run) => run('SELECT 1'))
    await Promise.all([database.close(), database.close()])
    expect((database as { pool?: pg.Pool }).pool?.totalCount).toBe(0)
    await fresh.remove()
  },
)
