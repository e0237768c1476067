import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../src/database.ts'
import { migrate, missingMigrations, readMigrations } from '../src/migrate.ts'
import { engines, freshDatabase, hasServer, type TestDatabase } from '../src/testing.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const put = (name: string, text: string, oldest = '0.1.0') =>
  writeFileSync(join(folder, name), `-- oldest compatible version: ${oldest}\n${text}`)
const appliedNames = async (database: Database<unknown>) =>
  (
    await sql<{ name: string }>`SELECT name FROM schema_migration ORDER BY name`.execute(database.db)
  ).rows.map(({ name }) => name)

test('numbers must be without gap and without repetition', () => {
  put('0001-a.sql', '')
  put('0003-c.sql', '')
  expect(() => readMigrations(folder)).toThrow('0003-c.sql: expected 0002-some-name.sql')
  put('0002-b.sql', '')
  put('0002-d.sql', '')
  expect(() => readMigrations(folder)).toThrow('0002-d.sql: expected 0003')
  rmSync(join(folder, '0002-d.sql'))
  put('notes.txt', 'no migration')
  expect(readMigrations(folder).map(({ name }) => name)).toEqual(['0001-a.sql', '0002-b.sql', '0003-c.sql'])
})

test('a migration that does not name the oldest version that works with it is refused', () => {
  const path = join(folder, '0001-a.sql')
  const first = '0001-a.sql: its first line must be "-- oldest compatible version: 1.2.3"'
  for (const text of [
    'CREATE TABLE a (id int)',
    '-- oldest compatible version: newest\n',
    '\n-- oldest compatible version: 0.1.0\n',
  ]) {
    writeFileSync(path, text)
    expect(() => readMigrations(folder)).toThrow(first)
  }
  put('0001-a.sql', 'CREATE TABLE a (id int)', '1.20.3')
  expect(readMigrations(folder)).toMatchObject([{ oldestVersion: '1.20.3', sql: 'CREATE TABLE a (id int)' }])
})

describe.each(engines)('%s', (engine) => {
  let fresh: TestDatabase | undefined
  let database: Database<unknown>
  beforeEach(async () => {
    await fresh?.remove()
    fresh = await freshDatabase(engine)
    database = await fresh.open()
  })
  afterAll(() => fresh?.remove())

  test('applies what is missing in order, several statements each, and nothing the second time', async () => {
    put(
      '0001-first.sql',
      `CREATE TABLE a (id int); INSERT INTO a VALUES (1); -- a comment; with a semicolon\nINSERT INTO a VALUES (2);`,
    )
    expect(await migrate(database, readMigrations(folder))).toEqual(['0001-first.sql'])
    put(
      '0002-second.sql',
      `ALTER TABLE a ADD note text DEFAULT 'it''s; fine';
      CREATE FUNCTION twice(i int) RETURNS int LANGUAGE sql AS $$ SELECT i * 2; $$;`,
    )
    expect(await migrate(database, readMigrations(folder))).toEqual(['0002-second.sql'])
    expect(await migrate(database, readMigrations(folder))).toEqual([])
    expect((await sql`SELECT twice(id) AS id, note FROM a ORDER BY 1`.execute(database.db)).rows).toEqual([
      { id: 2, note: "it's; fine" },
      { id: 4, note: "it's; fine" },
    ])
  })

  test('a file changed after it was applied is refused by name and nothing after it runs', async () => {
    put('0001-first.sql', 'CREATE TABLE a (id int)')
    await migrate(database, readMigrations(folder))
    put('0001-first.sql', 'CREATE TABLE a (id bigint)')
    put('0002-second.sql', 'CREATE TABLE b (id int)')
    await expect(migrate(database, readMigrations(folder))).rejects.toThrow(
      '0001-first.sql was changed after it was applied',
    )
    expect(await appliedNames(database)).toEqual(['0001-first.sql'])
  })

  test('each migration records the oldest version that works with it; only an older one refuses', async () => {
    put('0001-first.sql', 'CREATE TABLE a (id int)')
    const older = readMigrations(folder)
    put('0002-compatible.sql', 'CREATE TABLE b (id int)', '0.9.0')
    put('0003-incompatible.sql', 'ALTER TABLE a RENAME TO c', '0.10.0')
    await migrate(database, readMigrations(folder), '1.0.0')
    const { rows } = await sql`SELECT name, oldest_version FROM schema_migration ORDER BY name`.execute(
      database.db,
    )
    expect(rows).toEqual([
      { name: '0001-first.sql', oldest_version: '0.1.0' },
      { name: '0002-compatible.sql', oldest_version: '0.9.0' },
      { name: '0003-incompatible.sql', oldest_version: '0.10.0' },
    ])
    // A binary that knows only the first migration.
    for (const version of ['0.10.0', '0.10.0-rc.1', '0.11.2', '1.0.0']) {
      expect(await migrate(database, older, version)).toEqual([])
      expect(await missingMigrations(database, older, version)).toEqual([])
    }
    for (const version of ['0.1.0', '0.9.0', '0.9.9']) {
      const sentence = `0003-incompatible.sql needs version 0.10.0 or newer, and this is ${version}. Install version 0.10.0 or newer, or restore a backup`
      await expect(migrate(database, older, version)).rejects.toThrow(sentence)
      await expect(missingMigrations(database, older, version)).rejects.toThrow(sentence)
    }
  })

  test('a release that carries a migration for newer ones only is refused before it locks itself out', async () => {
    put('0001-first.sql', 'CREATE TABLE a (id int)', '0.2.0')
    await expect(migrate(database, readMigrations(folder), '0.1.0')).rejects.toThrow(
      'migration 0001-first.sql is part of version 0.1.0 but says that it needs 0.2.0',
    )
    expect(await migrate(database, readMigrations(folder), '0.2.0')).toEqual(['0001-first.sql'])
  })

  test('a database from before versions were recorded goes on, and records them', async () => {
    // As the release before this one made it: no column, and the checksum of a file without the first line.
    const text = 'CREATE TABLE a (id int)'
    await database.inTransaction(async (run) => {
      await run(
        'CREATE TABLE schema_migration (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
      )
      await run(text)
      await run('INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)', [
        '0001-first.sql',
        createHash('sha256').update(text).digest('hex'),
      ])
    })
    put('0001-first.sql', text)
    put('0002-second.sql', 'CREATE TABLE b (id int)', '0.2.0')
    expect(await missingMigrations(database, readMigrations(folder), '0.2.0')).toEqual(['0002-second.sql'])
    expect(await migrate(database, readMigrations(folder), '0.2.0')).toEqual(['0002-second.sql'])
    const { rows } = await sql`SELECT oldest_version FROM schema_migration ORDER BY name`.execute(database.db)
    expect(rows).toEqual([{ oldest_version: '0.1.0' }, { oldest_version: '0.2.0' }])
  })

  test('a failing migration is named and leaves nothing of itself; those before it stay; mended, it goes on', async () => {
    put('0001-first.sql', 'CREATE TABLE a (id int)')
    put('0002-broken.sql', 'CREATE TABLE b (id int); INSERT INTO b VALUES (1); SELECT 1/0;')
    await expect(migrate(database, readMigrations(folder))).rejects.toThrow(
      'migration 0002-broken.sql failed: division by zero',
    )
    expect(await appliedNames(database)).toEqual(['0001-first.sql'])
    expect(
      (await sql<{ b: string | null }>`SELECT to_regclass('b')::text AS b`.execute(database.db)).rows,
    ).toEqual([{ b: null }])
    put('0002-broken.sql', 'CREATE TABLE b (id int)')
    expect(await migrate(database, readMigrations(folder))).toEqual(['0002-broken.sql'])
  })
})

test.runIf(hasServer)(
  'ten processes migrate one empty database at once: all succeed, each migration is applied once',
  async () => {
    const fresh = await freshDatabase('server')
    try {
      put('0001-extension.sql', 'CREATE EXTENSION vector; CREATE TABLE log (step int)')
      for (let step = 2; step <= 8; step++) {
        // Slow enough that the processes meet inside; not repeatable, so that a second run would fail or show.
        put(
          `000${step}-step.sql`,
          `CREATE TABLE step_${step} (id int); INSERT INTO log VALUES (${step}); SELECT pg_sleep(0.02)`,
        )
      }
      const script = join(import.meta.dirname, 'processes/migrate.ts')
      const children = Array.from({ length: 10 }, () =>
        fork(script, [folder, fresh.config.databaseUrl ?? '']),
      )
      const message = (child: ChildProcess) =>
        new Promise<unknown>((resolve) => child.once('message', resolve))
      const exit = (child: ChildProcess) =>
        new Promise<number | null>((resolve) => child.once('exit', resolve))
      const exits = Promise.all(children.map(exit))
      await Promise.all(children.map(message))
      const reports = children.map(message)
      for (const child of children) child.send('go')
      const applied = (await Promise.all(reports)) as { applied?: string[]; error?: string }[]
      expect(applied.flatMap(({ error }) => error ?? [])).toEqual([])
      expect(await exits).toEqual(Array(10).fill(0))
      const names = readMigrations(folder).map(({ name }) => name)
      expect(applied.flatMap((report) => report.applied ?? []).sort()).toEqual(names)
      const database = await fresh.open()
      expect(await appliedNames(database)).toEqual(names)
      expect(
        (await sql<{ step: number }>`SELECT step FROM log ORDER BY step`.execute(database.db)).rows.map(
          ({ step }) => step,
        ),
      ).toEqual([2, 3, 4, 5, 6, 7, 8])
    } finally {
      await fresh.remove()
    }
  },
)
