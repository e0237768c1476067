import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../src/database.ts'
import { type Engine, engines, freshDatabase, hasServer, type TestDatabase } from '../src/testing.ts'

/** One row per column type that the services use: SQL value and the JavaScript value that both engines must give. */
const values: [string, string, unknown][] = [
  ['int2', '7::int2', 7],
  ['int4', '(-2147483648)::int4', -2147483648],
  ['int8', '9007199254740991::int8', 9007199254740991],
  ['count', '(SELECT count(*) FROM generate_series(1, 3))', 3],
  ['sum of int4 (int8)', '(SELECT sum(i) FROM generate_series(1, 3) i)', 6],
  ['numeric', '12.50::numeric(10, 2)', '12.50'],
  ['float8', '0.1::float8', 0.1],
  ['float8 not a number', "'NaN'::float8", Number.NaN],
  ['float4', '0.5::float4', 0.5],
  ['bool', 'true', true],
  ['text', "'häßlich 😀'::text", 'häßlich 😀'],
  ['empty text', "''::text", ''],
  ['uuid', "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid", 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
  ['timestamptz', "'2026-01-02T03:04:05.678+02'::timestamptz", new Date('2026-01-02T01:04:05.678Z')],
  ['date', "'2026-03-29'::date", '2026-03-29'],
  ['bytea', "'\\x00ff10'::bytea", new Uint8Array([0, 255, 16])],
  ['empty bytea', "''::bytea", new Uint8Array()],
  ['jsonb object', `'{"a": [1, null, {"b": "c"}]}'::jsonb`, { a: [1, null, { b: 'c' }] }],
  ['jsonb array', `'[1, "two"]'::jsonb`, [1, 'two']],
  ['jsonb text', `'"text"'::jsonb`, 'text'],
  ['jsonb null', `'null'::jsonb`, null],
  ['text[]', `ARRAY['a', 'b,c', '"d"', '', NULL]::text[]`, ['a', 'b,c', '"d"', '', null]],
  ['empty text[]', `'{}'::text[]`, []],
  ['int4[]', 'ARRAY[1, 2]::int4[]', [1, 2]],
  ['int8[]', 'ARRAY[1, 9007199254740991, NULL]::int8[]', [1, 9007199254740991, null]],
  ['empty int8[]', `'{}'::int8[]`, []],
  ['float8[]', 'ARRAY[0.5, -1.25]::float8[]', [0.5, -1.25]],
  ['vector', `'[1,2.5,-3]'::vector`, '[1,2.5,-3]'],
  ['null', 'NULL::int8', null],
]

/** What a query parameter of each type reads back as, through a table and through both directions. */
const parameters: [string, unknown, unknown][] = [
  ['int8', 9007199254740991, 9007199254740991],
  ['float8', 0.1, 0.1],
  ['numeric', '12.50', '12.50'],
  ['bool', false, false],
  ['text', "it's $1 \\ 😀", "it's $1 \\ 😀"],
  ['uuid', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
  ['timestamptz', new Date('2026-01-02T01:04:05.678Z'), new Date('2026-01-02T01:04:05.678Z')],
  ['date', '2026-03-29', '2026-03-29'],
  ['bytea', new Uint8Array([0, 255, 16]), new Uint8Array([0, 255, 16])],
  ['jsonb', JSON.stringify([1, { a: 'b' }]), [1, { a: 'b' }]],
  ['text[]', ['a', 'b,c', '"d"', ''], ['a', 'b,c', '"d"', '']],
  ['int8[]', [1, 9007199254740991], [1, 9007199254740991]],
  ['vector', '[1,2.5,-3]', '[1,2.5,-3]'],
  ['int4', null, null],
]

const read = new Map<string, Map<Engine, unknown>>()
const remember = (engine: Engine, name: string, value: unknown) => {
  read.set(name, (read.get(name) ?? new Map()).set(engine, value))
}

describe.each(engines)('%s', (engine) => {
  let fresh: TestDatabase
  let database: Database<unknown>
  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    database = await fresh.open()
    await sql`CREATE EXTENSION vector`.execute(database.db)
  })
  afterAll(() => fresh.remove())

  test.each(values)(
    '%s through the query builder and through inTransaction',
    async (name, expression, expected) => {
      const { rows } = await sql<{ v: unknown }>`SELECT ${sql.raw(expression)} AS v`.execute(database.db)
      expect(rows[0]?.v).toStrictEqual(expected)
      remember(engine, name, rows[0]?.v)
      const [row] = await database.inTransaction((run) => run(`SELECT ${expression} AS v`))
      expect(row?.v).toStrictEqual(expected)
      const [again] = await database.inTransaction((run) =>
        run(`SELECT ${expression} AS v, $1::text AS p`, ['p']),
      )
      expect(again?.v).toStrictEqual(expected)
    },
  )

  test.each(parameters)('a %s parameter comes back', async (type, given, expected) => {
    const { rows } = await sql<{ v: unknown }>`SELECT ${given}::${sql.raw(type)} AS v`.execute(database.db)
    expect(rows[0]?.v).toStrictEqual(expected)
  })

  test('an int8 that no JavaScript number holds is an error, never a wrong number', async () => {
    await expect(sql`SELECT 9007199254740993::int8 AS v`.execute(database.db)).rejects.toThrow('does not fit')
    // The connection is still good.
    expect((await sql<{ v: number }>`SELECT 1 AS v`.execute(database.db)).rows).toEqual([{ v: 1 }])
  })

  test('the number of rows changed is told', async () => {
    await sql`CREATE TABLE changed (id int)`.execute(database.db)
    const inserted = await sql`INSERT INTO changed VALUES (1), (2)`.execute(database.db)
    const updated = await sql`UPDATE changed SET id = id + 1`.execute(database.db)
    expect([inserted.numAffectedRows, updated.numAffectedRows]).toEqual([2n, 2n])
  })

  test('a unique violation carries the same SQLSTATE and constraint', async () => {
    await sql`CREATE TABLE once (id int CONSTRAINT once_id UNIQUE)`.execute(database.db)
    await sql`INSERT INTO once VALUES (1)`.execute(database.db)
    await expect(sql`INSERT INTO once VALUES (1)`.execute(database.db)).rejects.toMatchObject({
      code: '23505',
      constraint: 'once_id',
    })
  })
})

test.runIf(hasServer)('both engines gave identical values, down to the prototype', () => {
  expect(read.size).toBe(values.length)
  for (const [name, byEngine] of read) {
    const [server, embedded] = engines.map((engine) => byEngine.get(engine))
    expect(server, name).toStrictEqual(embedded)
    expect(Object.prototype.toString.call(server), name).toBe(Object.prototype.toString.call(embedded))
    if (server instanceof Object)
      expect(Object.getPrototypeOf(server), name).toBe(Object.getPrototypeOf(embedded))
  }
})
