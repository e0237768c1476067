import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Check, databaseCheck, folderCheck, NotReady, readiness } from './readiness.ts'

const reasonsOf = (ready: () => Promise<unknown>) =>
  ready().then(
    () => [],
    (error: unknown) => {
      expect(error).toBeInstanceOf(NotReady)
      return (error as NotReady).reasons
    },
  )
const check = (field: string, ask: () => Promise<unknown>, freshMs = 0): Check => ({
  field,
  ask,
  issue: (error) => error.message,
  freshMs,
})

test('ready when all checks pass; otherwise every reason, with its cause for the log', async () => {
  expect(await reasonsOf(readiness([]))).toEqual([])
  const broken = new Error('broken')
  const ready = readiness([
    check('a', async () => {}),
    check('b', () => Promise.reject(broken)),
    check('c', () => Promise.reject(new Error('gone'))),
  ])
  expect(await reasonsOf(ready)).toEqual([
    { field: 'b', issue: 'broken' },
    { field: 'c', issue: 'gone' },
  ])
  const error = (await ready().catch((thrown: unknown) => thrown)) as NotReady
  expect((error.cause as AggregateError).errors).toContain(broken)
})

test('a check that is only reported leaves the process ready, and is named with the others otherwise', async () => {
  let away: Error | undefined
  const gone = new Error('gone')
  const ready = readiness(
    [check('own', () => (away ? Promise.reject(away) : Promise.resolve()))],
    [check('bucket', () => Promise.reject(gone))],
  )
  const told = { field: 'bucket', issue: 'gone' }
  expect(await ready()).toEqual([{ error: gone, reason: told }])
  away = new Error('full')
  expect(await reasonsOf(ready)).toEqual([{ field: 'own', issue: 'full' }, told])
})

test('a check that never answers fails in time, and is not asked a second time meanwhile', async () => {
  let asked = 0
  const silent = check('silent', () => {
    asked += 1
    return new Promise(() => {})
  })
  const ready = readiness([silent], [], 20)
  for (let n = 0; n < 3; n += 1)
    expect(await reasonsOf(ready)).toEqual([{ field: 'silent', issue: 'no answer within 20 ms' }])
  expect(asked).toBe(1)
})

test('callers share one answer, also while it is fresh', async () => {
  let asked = 0
  const counting = (freshMs: number) =>
    readiness([
      check(
        'counted',
        async () => {
          asked += 1
        },
        freshMs,
      ),
    ])
  const brief = counting(0)
  await Promise.all(Array.from({ length: 100 }, brief))
  expect(asked).toBe(1)
  await brief()
  expect(asked).toBe(2)
  const lasting = counting(60_000)
  for (let n = 0; n < 3; n += 1) await lasting()
  expect(asked).toBe(3)
})

test('a database that does not answer', async () => {
  let away = false
  const aside = async () => {
    if (away) throw new Error('connect ECONNREFUSED 10.0.0.1:5432')
    return []
  }
  const ready = readiness([databaseCheck({ aside })])
  expect(await reasonsOf(ready)).toEqual([])
  away = true
  expect(await reasonsOf(ready)).toEqual([
    { field: 'database', issue: 'The database is not available right now.' },
  ])
})

describe('a folder', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'readiness-'))
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))
  /** Without the pause between two looks. */
  const watch = (folder: string, minFreeBytes = 0) =>
    readiness([{ ...folderCheck('DATA_DIR', folder, minFreeBytes), freshMs: 0 }])

  test('is made when it is not there yet, and nothing stays in it', async () => {
    const folder = join(root, 'new', 'data')
    expect(await reasonsOf(watch(folder))).toEqual([])
    expect(readdirSync(folder)).toEqual([])
  })

  test('with less free space than configured is full', async () => {
    const { bavail, bsize } = await statfs(root)
    expect(await reasonsOf(watch(root, Math.floor((bavail * bsize) / 2)))).toEqual([])
    const most = bavail * bsize * 2
    expect(await reasonsOf(watch(root, most))).toEqual([
      { field: 'DATA_DIR', issue: `The disk of this folder is full: fewer than ${most} bytes are free.` },
    ])
  })

  test('that is removed is lost, not made again; put back, it serves again', async () => {
    const folder = join(root, 'data')
    const ready = watch(folder)
    expect(await reasonsOf(ready)).toEqual([])
    rmSync(folder, { recursive: true })
    const lost = [{ field: 'DATA_DIR', issue: 'The folder no longer exists.' }]
    expect(await reasonsOf(ready)).toEqual(lost)
    expect(readdirSync(root)).toEqual([])
    mkdirSync(folder)
    expect(await reasonsOf(ready)).toEqual([])
  })

  test('that is suddenly on another disk is lost, as when its own is no longer mounted', async () => {
    const folder = join(root, 'mounted')
    symlinkSync(root, folder)
    const ready = watch(folder)
    expect(await reasonsOf(ready)).toEqual([])
    unlinkSync(folder)
    symlinkSync('/proc', folder)
    expect(await reasonsOf(ready)).toEqual([{ field: 'DATA_DIR', issue: 'The folder no longer exists.' }])
  })

  test('that cannot be written to is told as such, even for root', async () => {
    const file = join(root, 'file')
    writeFileSync(file, '')
    const cannot = [{ field: 'DATA_DIR', issue: 'The folder cannot be written to.' }]
    expect(await reasonsOf(watch(join(file, 'data')))).toEqual(cannot)
    expect(await reasonsOf(watch('/sys/kernel'))).toEqual(cannot)
  })
})
