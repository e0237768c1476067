import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { DataDirInUse, lockDataDir } from '../src/data-dir-lock.ts'
import { openDatabase } from '../src/database.ts'
import { freshDatabase } from '../src/testing.ts'
import { endAll, start } from './processes/start.ts'

afterAll(endAll)

const refusal = async (dataDir: string): Promise<DataDirInUse> => {
  try {
    const database = await openDatabase({ dataDir, databasePoolSize: 1 }, 'second')
    await database.close()
  } catch (error) {
    if (error instanceof DataDirInUse) return error
    throw error
  }
  throw new Error('the second process was let in')
}

test('a second process is refused with a sentence that helps; after kill -9 the folder opens with every acknowledged row', async () => {
  const { config, open, remove } = await freshDatabase('embedded')
  const holder = start('hold.ts', config.dataDir)
  await holder.next('row')

  const refused = await refusal(config.dataDir)
  expect(refused.message).toContain(config.dataDir)
  expect(refused.message).toContain(`process ${holder.pid} (sample serve)`)
  expect(refused.message).toMatch(/stop it first, choose another folder with --data-dir, or set DATABASE_URL/)
  holder.child.send({ announce: 'http://127.0.0.1:8123' })
  await holder.next('announced')
  expect((await refusal(config.dataDir)).message).toContain('It answers at http://127.0.0.1:8123')
  expect((await refusal(config.dataDir)).owner).toMatchObject({
    pid: holder.pid,
    url: 'http://127.0.0.1:8123',
  })

  let acknowledged = -1
  const until = performance.now() + 1500
  while (performance.now() < until) acknowledged = (await holder.next('row')).id as number
  holder.kill('SIGKILL')
  await holder.exited
  const database = await open()
  const { rows } = await sql<{
    rows: number
    last: number
  }>`SELECT count(*) AS rows, max(id) AS last FROM kept`.execute(database.db)
  const { rows: count = 0, last = -1 } = rows[0] ?? {}
  expect(acknowledged).toBeGreaterThan(10)
  expect(last).toBeGreaterThanOrEqual(acknowledged)
  expect(count).toBe(last + 1) // and none is missing in between
  console.log(`kill -9 of the holder: ${acknowledged + 1} rows acknowledged, ${count} found`)
  await remove()
})

// The settings only: PGlite's file layer ignores the flush (see database.ts), so nothing is promised for power loss.
test('the settings fsync and synchronous_commit are on', async () => {
  const { open, remove } = await freshDatabase('embedded')
  const { db } = await open()
  expect((await sql`SHOW fsync`.execute(db)).rows).toEqual([{ fsync: 'on' }])
  expect((await sql`SHOW synchronous_commit`.execute(db)).rows).toEqual([{ synchronous_commit: 'on' }])
  await remove()
})

test('closing lets the next one in, in the same process too; closing twice is no error', async () => {
  const { open, remove } = await freshDatabase('embedded')
  const first = await open()
  await expect(open()).rejects.toBeInstanceOf(DataDirInUse)
  await Promise.all([first.close(), first.close()])
  const second = await open()
  expect((await sql`SELECT 1 AS v`.execute(second.db)).rows).toEqual([{ v: 1 }])
  await remove()
})

test('a folder that cannot be opened as a database is let go of again', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'broken-'))
  try {
    execFileSync('sh', ['-c', 'mkdir postgres && echo 17 > postgres/PG_VERSION'], { cwd: dataDir })
    await expect(openDatabase({ dataDir, databasePoolSize: 1 }, 'test')).rejects.toThrow(
      /could not be opened/,
    )
    lockDataDir(dataDir, 'test').release()
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('a lock file that is none is not called "in use"', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'spoilt-'))
  writeFileSync(join(dataDir, 'lock.sqlite'), 'no lock '.repeat(1000))
  expect(() => lockDataDir(dataDir, 'test')).toThrow(/cannot be locked: file is not a database/)
  rmSync(dataDir, { recursive: true, force: true })
})
