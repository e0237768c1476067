import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../src/database.ts'
import { engines, freshDatabase, type TestDatabase } from '../src/testing.ts'
import { isUnstorable } from '../src/to-problem.ts'

describe.each(engines)('what %s cannot store', (engine) => {
  let fresh: TestDatabase
  let database: Database<unknown>
  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    database = await fresh.open<unknown>()
    await sql`CREATE TABLE words (word text PRIMARY KEY)`.execute(database.db)
  })
  afterAll(() => fresh.remove())

  test.each([
    ['NUL in text', () => sql`SELECT ${'a\0b'}::text AS value`],
    ['NUL in JSON', () => sql`SELECT ${'{"a":"\\u0000"}'}::jsonb AS value`],
    ['half of a pair in JSON', () => sql`SELECT ${'{"a":"\\ud800"}'}::jsonb AS value`],
    ['text that is no uuid', () => sql`SELECT ${'x'}::uuid AS value`],
    ['a number that is too large', () => sql`SELECT ${'99999999999'}::int AS value`],
    ['a time that is none', () => sql`SELECT ${'2026-13-01'}::timestamptz AS value`],
    [
      'a key that is too long',
      () => sql`INSERT INTO words SELECT string_agg(md5(n::text), '') FROM generate_series(1, 500) AS n`,
    ],
  ])('%s is known as such', async (_name, query) => {
    const error = await query()
      .execute(database.db)
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
    expect(error).toBeInstanceOf(Error)
    expect(isUnstorable(error)).toBe(true)
  })

  test('a broken rule of the tables is not: that is a bug of ours', async () => {
    await sql`INSERT INTO words VALUES ('one')`.execute(database.db)
    const error = await sql`INSERT INTO words VALUES ('one')`
      .execute(database.db)
      .catch((thrown: unknown) => thrown)
    expect(isUnstorable(error)).toBe(false)
  })
})
