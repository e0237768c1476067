import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderStore } from '../src/adapters/files/folder-store.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'folder-store-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const storage = () => join(root, 'files')
const store = () => folderStore(storage())
const left = () => (existsSync(storage()) ? readdirSync(storage()) : [])
const bytes = (...sizes: number[]) => Readable.from(sizes.map((size) => Buffer.alloc(size, 7)))

test('what is saved can be lent and removed, and is private', async () => {
  const saved = await store().save(bytes(10, 5), { filename: 'a.wav', maxBytes: 15 })
  const sha256 = createHash('sha256').update(Buffer.alloc(15, 7)).digest('hex')
  expect(saved).toEqual({ key: expect.any(String), filename: 'a.wav', sizeBytes: 15, sha256 })
  await store().withLocalFile(saved.key, async (path) => {
    expect(readFileSync(path)).toEqual(Buffer.alloc(15, 7))
    expect(statSync(path).mode & 0o077).toBe(0)
    expect(statSync(join(path, '..')).mode & 0o077).toBe(0)
  })
  await store().remove(saved.key)
  await store().remove(saved.key)
  expect(left()).toEqual([])
})

test.each([
  [[16], 15],
  [[10, 6], 15],
  [[1], 0],
])('chunks of %j bytes where %i are accepted: refused, nothing stays', async (sizes, maxBytes) => {
  await expect(store().save(bytes(...sizes), { filename: 'a', maxBytes })).rejects.toMatchObject({
    code: 'FILE_TOO_LARGE',
  })
  expect(left()).toEqual([])
})

test('a stream without end is cut at the limit', async () => {
  let sent = 0
  const endless = new Readable({
    read() {
      sent += 65_536
      this.push(Buffer.alloc(65_536))
    },
  })
  await expect(store().save(endless, { filename: 'a', maxBytes: 1_000_000 })).rejects.toMatchObject({
    code: 'FILE_TOO_LARGE',
  })
  expect(endless.destroyed).toBe(true)
  expect(sent).toBeLessThan(2_000_000)
  expect(left()).toEqual([])
})

test('a stream that breaks off leaves nothing', async () => {
  const broken = Readable.from(
    (async function* () {
      yield Buffer.alloc(100)
      throw new Error('connection reset')
    })(),
  )
  await expect(store().save(broken, { filename: 'a', maxBytes: 1000 })).rejects.toThrow('connection reset')
  const destroyed = new Readable({ read() {} })
  destroyed.push(Buffer.alloc(100))
  const saving = store().save(destroyed, { filename: 'a', maxBytes: 1000 })
  setTimeout(() => destroyed.destroy(), 20)
  await expect(saving).rejects.toThrow()
  expect(left()).toEqual([])
})

test.each(['../../etc/passwd', '/etc/passwd', 'a\0b', '..', '', '-rf', 'x'.repeat(5000), 'CON', '🎵'])(
  'the name %j decides nothing about where the bytes go',
  async (filename) => {
    const { key } = await store().save(bytes(3), { filename, maxBytes: 10 })
    expect(left()).toEqual([key])
    expect(key).toMatch(/^[0-9a-f-]{36}$/)
    expect(readdirSync(join(storage(), key))).toEqual(['audio'])
    expect(readdirSync(root)).toEqual(['files'])
  },
)

test.each(['..', '../x', '', '/etc', 'audio', `${'0'.repeat(8)}-0000-0000-0000-00000000000/..`])(
  'the key %j is none of ours and touches nothing',
  async (key) => {
    expect(() => store().remove(key)).toThrow('not a storage key')
    expect(() => store().withLocalFile(key, async () => {})).toThrow('not a storage key')
  },
)
