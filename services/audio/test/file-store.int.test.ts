import { createHash, randomBytes, randomUUID } from 'node:crypto'
import fs, { readFileSync, statSync } from 'node:fs'
import fsPromises, { mkdir, mkdtemp, open, rename, rm } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { folderStore } from '../src/adapters/files/folder-store.ts'
import type { FileStore } from '../src/operations/ports.ts'
import { folderStorage, S3_TEST_URL, type Storage, s3Storage } from './storage.ts'

const MB = 1_000_000
const SOME_KEY = '0c9f2a4e-5d1b-4f3a-9e8c-7b6a5d4c3b2a'
const bytes = (...sizes: number[]) => Readable.from(sizes.map((size) => Buffer.alloc(size, 7)))
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

async function listed(keys: AsyncIterable<string>): Promise<string[]> {
  const list: string[] = []
  for await (const key of keys) list.push(key)
  return list.sort()
}
const inAnHour = () => new Date(Date.now() + 3_600_000)
const anHourAgo = () => new Date(Date.now() - 3_600_000)

/** Largest growth of the memory for bytes while `work` runs; the source's own chunk is not counted, it is one for all. */
async function growthBytes(work: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }, 2)
  await work().finally(() => clearInterval(timer))
  return most
}

// The promises of the port, kept by both. `bucket` needs S3_TEST_URL (tooling/swift.sh start) and says so when skipped.
const STORAGES = [
  { kind: 'folder', make: folderStorage, here: true },
  { kind: 'bucket', make: () => s3Storage(), here: S3_TEST_URL !== undefined },
]

for (const { kind, make, here } of STORAGES) {
  describe.skipIf(!here)(`files in a ${kind}`, () => {
    let storage: Storage
    beforeEach(async () => {
      storage = await make()
    })
    afterEach(() => storage.close())

    /** Nothing kept, nothing on its way. */
    const expectNothingLeft = async () => {
      expect(await storage.kept()).toEqual([])
      expect(storage.inTransit()).toEqual([])
    }

    test('what is saved can be lent, opened and removed, and is private', async () => {
      const { store } = storage
      const saved = await store.save(bytes(10, 5), { filename: 'a.wav', maxBytes: 15 })
      const content = Buffer.alloc(15, 7)
      expect(saved).toEqual({
        key: expect.stringMatching(/^[0-9a-f-]{36}$/),
        filename: 'a.wav',
        sizeBytes: 15,
        sha256: sha256(content),
      })
      const answer = await store.withLocalFile(saved.key, async (path) => {
        expect(readFileSync(path)).toEqual(content)
        expect(statSync(path).mode & 0o077).toBe(0)
        expect(statSync(join(path, '..')).mode & 0o077).toBe(0)
        return 'used'
      })
      expect(answer).toBe('used')
      const opened = await store.open(saved.key)
      expect(opened?.sizeBytes).toBe(15)
      expect(await buffer(opened?.stream as Readable)).toEqual(content)
      expect(await store.sizeOf(saved.key)).toBe(15)
      const part = await store.open(saved.key, { start: 3, end: 7 })
      expect(part?.sizeBytes).toBe(5)
      expect(await buffer(part?.stream as Readable)).toEqual(content.subarray(3, 8))
      await store.remove(saved.key)
      await store.remove(saved.key)
      await expectNothingLeft()
    })

    test('what was removed cannot be opened and is not lent', async () => {
      const { store } = storage
      const { key } = await store.save(bytes(3), { filename: 'a', maxBytes: 3 })
      await store.remove(key)
      expect(await store.open(key)).toBeUndefined()
      expect(await store.sizeOf(key)).toBeUndefined()
      const used = store.withLocalFile(key, async () => 'used')
      await expect(used).rejects.toMatchObject({ code: 'NOT_FOUND', details: { issue: 'gone' } })
      expect(storage.inTransit()).toEqual([])
    })

    test('a use that throws or is aborted leaves no copy, and the file stays', async () => {
      const { store } = storage
      const { key } = await store.save(bytes(3), { filename: 'a', maxBytes: 3 })
      await expect(
        store.withLocalFile(key, async () => {
          throw new Error('decoder died')
        }),
      ).rejects.toThrow('decoder died')
      const abort = new AbortController()
      const lent = store.withLocalFile(key, () => sleep(60_000, undefined, { signal: abort.signal }))
      await sleep(50)
      abort.abort()
      await expect(lent).rejects.toThrow('aborted')
      expect(storage.inTransit()).toEqual([])
      expect(await storage.kept()).toEqual([key])
    })

    test.each([0, 1, 8 * 1024 ** 2 - 1, 8 * 1024 ** 2, 8 * 1024 ** 2 + 1, 20 * MB])(
      'a file of %i bytes comes back as it went',
      async (sizeBytes) => {
        const content = randomBytes(sizeBytes)
        const saved = await storage.store.save(Readable.from([content]), {
          filename: 'a',
          maxBytes: sizeBytes,
        })
        expect(saved).toMatchObject({ sizeBytes, sha256: sha256(content) })
        const read = await storage.store.withLocalFile(saved.key, async (path) => readFileSync(path))
        expect(read.equals(content)).toBe(true)
      },
    )

    test.each([
      [[16], 15],
      [[10, 6], 15],
      [[1], 0],
      [[9 * MB, 9 * MB], 17 * MB],
    ])('chunks of %j bytes where %i are accepted: refused, nothing stays', async (sizes, maxBytes) => {
      await expect(storage.store.save(bytes(...sizes), { filename: 'a', maxBytes })).rejects.toMatchObject({
        code: 'FILE_TOO_LARGE',
      })
      await expectNothingLeft()
    })

    test('a stream without end is cut at the limit', async () => {
      let sent = 0
      const endless = new Readable({
        read() {
          sent += 65_536
          this.push(Buffer.alloc(65_536))
        },
      })
      await expect(storage.store.save(endless, { filename: 'a', maxBytes: 20 * MB })).rejects.toMatchObject({
        code: 'FILE_TOO_LARGE',
      })
      expect(endless.destroyed).toBe(true)
      expect(sent).toBeLessThan(21 * MB)
      await expectNothingLeft()
    })

    test('a stream that breaks off leaves nothing', async () => {
      const { store } = storage
      const broken = Readable.from(
        (async function* () {
          for (let part = 0; part < 20; part += 1) yield Buffer.alloc(MB)
          throw new Error('connection reset')
        })(),
      )
      await expect(store.save(broken, { filename: 'a', maxBytes: 100 * MB })).rejects.toThrow(
        'connection reset',
      )
      const destroyed = new Readable({ read() {} })
      destroyed.push(Buffer.alloc(100))
      const saving = store.save(destroyed, { filename: 'a', maxBytes: 1000 })
      setTimeout(() => destroyed.destroy(), 20)
      await expect(saving).rejects.toThrow('Premature close')
      await expectNothingLeft()
    })

    test.each(['../../etc/passwd', '/etc/passwd', 'a\0b', '..', '', '-rf', 'CON', '🎵', 'x*5000'])(
      'the name %j decides nothing about where the bytes go',
      async (name) => {
        const filename = name.replace('x*5000', 'x'.repeat(5000))
        const { key } = await storage.store.save(bytes(3), { filename, maxBytes: 10 })
        expect(key).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
        expect(await storage.kept()).toEqual([key])
        expect(storage.inTransit()).toEqual([])
      },
    )

    test.each([
      '..',
      '../x',
      '',
      '/etc',
      'audio',
      `${'0'.repeat(8)}-0000-0000-0000-00000000000/..`,
      `${SOME_KEY}\n`,
      SOME_KEY.toUpperCase(),
      `${SOME_KEY}?versionId=1`,
    ])('the key %j is none of ours and touches nothing', async (key) => {
      const { store } = storage
      const address = { filename: 'a', mediaType: 'audio/wav', seconds: 60 }
      await expect(store.remove(key)).rejects.toThrow('not a storage key')
      await expect(store.withLocalFile(key, async () => {})).rejects.toThrow('not a storage key')
      await expect(store.open(key)).rejects.toThrow('not a storage key')
      await expect(store.directAddress(key, address)).rejects.toThrow('not a storage key')
    })

    test('the old are listed, among them half-done uploads; removing clears both', async () => {
      const { store } = storage
      const { key } = await store.save(bytes(3), { filename: 'a', maxBytes: 3 })
      const half = randomUUID()
      await storage.leaveHalfDone(half)
      await storage.leaveHalfDone(half)
      expect(await store.open(half)).toBeUndefined()
      expect(await listed(store.lastWrittenBefore(anHourAgo()))).toEqual([])
      expect([...new Set(await listed(store.lastWrittenBefore(inAnHour())))]).toEqual([key, half].sort())
      // As the sweeper does it: removing while the list goes on.
      for await (const old of store.lastWrittenBefore(inAnHour())) await store.remove(old)
      await expectNothingLeft()
    })

    test('files that are not ours are never listed', async () => {
      await storage.leaveHalfDone('somebody-elses')
      expect(await listed(storage.store.lastWrittenBefore(inAnHour()))).toEqual([])
    })

    test('fifty at once get fifty keys and keep their own bytes', async () => {
      const { store } = storage
      const saved = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          store.save(Readable.from([Buffer.alloc(100_000, index)]), { filename: `${index}`, maxBytes: MB }),
        ),
      )
      expect(new Set(saved.map(({ key }) => key)).size).toBe(50)
      const read = await Promise.all(
        saved.map(({ key }) => store.withLocalFile(key, async (path) => sha256(readFileSync(path)))),
      )
      expect(read).toEqual(Array.from({ length: 50 }, (_, index) => sha256(Buffer.alloc(100_000, index))))
      expect(storage.inTransit()).toEqual([])
      await Promise.all(saved.map(({ key }) => store.remove(key)))
      await expectNothingLeft()
    })

    test('four files of 60 MB at once pass through 64 MB', async () => {
      const chunk = randomBytes(MB)
      const sixty = () => Readable.from(Array.from({ length: 60 }, () => chunk))
      const hash = createHash('sha256')
      for (let part = 0; part < 60; part += 1) hash.update(chunk)
      const expected = { sizeBytes: 60 * MB, sha256: hash.digest('hex') }
      const growth = await growthBytes(async () => {
        const saving = Array.from({ length: 4 }, () =>
          storage.store.save(sixty(), { filename: 'a', maxBytes: 60 * MB }),
        )
        for (const saved of await Promise.all(saving)) expect(saved).toMatchObject(expected)
      })
      expect(growth).toBeLessThan(64 * MB)
    })

    test('uploads that stall after 3 MB hold no memory, and leave nothing when they give up', async () => {
      const chunk = Buffer.alloc(MB)
      const clients = Array.from({ length: 60 }, () => {
        let sent = 0
        return new Readable({
          highWaterMark: 16_384,
          read() {
            if (sent++ < 3) this.push(chunk)
          },
        })
      })
      const growth = await growthBytes(async () => {
        const saving = clients.map((client) =>
          storage.store.save(client, { filename: 'a', maxBytes: 9 * MB }),
        )
        const ended = Promise.allSettled(saving)
        await sleep(1000)
        for (const client of clients) client.destroy()
        for (const { status } of await ended) expect(status).toBe('rejected')
      })
      expect(growth).toBeLessThan(20 * MB)
      await expectNothingLeft()
    })
  })
}

test('a file in a folder is on the disk, with its name and that of its folder, when it counts as saved', async () => {
  const storage = await folderStorage()
  const handle = await open(import.meta.filename)
  await handle.close()
  const ofFiles = vi.spyOn(fs, 'fsync')
  const ofFolders = vi.spyOn(Object.getPrototypeOf(handle), 'sync')
  try {
    await storage.store.save(bytes(10), { filename: 'a.wav', maxBytes: 10 })
    expect([ofFiles.mock.calls.length, ofFolders.mock.calls.length]).toEqual([1, 2])
  } finally {
    vi.restoreAllMocks()
    await storage.close()
  }
})

test('files in a folder that is not mounted are away, not gone, also for a process that never read one', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'assay-mount-'))
  const [root, real] = [join(parent, 'root'), join(parent, 'real')]
  try {
    const before = folderStore(root)
    const { key } = await before.save(bytes(10), { filename: 'a.wav', maxBytes: 10 })
    const read = (store: FileStore) => store.withLocalFile(key, async () => {})
    const away = { code: 'SERVICE_UNAVAILABLE', details: { issue: 'storage_away' } }
    await rename(root, real)
    await expect(read(before)).rejects.toMatchObject(away)
    await mkdir(root) // the mount point
    for (const store of [before, folderStore(root)]) await expect(read(store)).rejects.toMatchObject(away)
    // Kept in the mount point by the process that knows the folder: what is missing is away nevertheless.
    await before.save(bytes(10), { filename: 'b.wav', maxBytes: 10 })
    for (const store of [before, folderStore(root)]) await expect(read(store)).rejects.toMatchObject(away)
    await rm(root, { recursive: true })
    await rename(real, root)
    await rm(join(root, '.assay-files')) // as an older version left it
    const after = folderStore(root)
    await read(after)
    await after.remove(key)
    await expect(read(after)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
})

test('a network folder whose server is away is a refusal of the service in every call', async () => {
  const storage = await folderStorage()
  const { store } = storage
  const { key } = await store.save(bytes(10), { filename: 'a.wav', maxBytes: 10 })
  for (const name of ['mkdir', 'rm', 'stat'] as const)
    vi.spyOn(fsPromises, name).mockRejectedValue(Object.assign(new Error('stale handle'), { code: 'ESTALE' }))
  syncBuiltinESMExports()
  try {
    const calls = [
      store.save(bytes(10), { filename: 'b.wav', maxBytes: 10 }),
      store.withLocalFile(key, async () => {}),
      store.open(key),
      store.sizeOf(key),
      store.remove(key),
    ]
    const away = { code: 'SERVICE_UNAVAILABLE', details: { field: 'service', issue: 'storage_away' } }
    for (const ended of await Promise.allSettled(calls))
      expect(ended).toMatchObject({ status: 'rejected', reason: away })
  } finally {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
    await storage.close()
  }
})
