import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import { openS3Store } from '../src/adapters/s3/open-s3-store.ts'
import type { S3Store } from '../src/adapters/s3/s3-store.ts'
import { type Fault, faultyProxy } from './faulty-proxy.ts'
import { S3_TEST_URL, type Storage, s3Settings, s3Storage, transit } from './storage.ts'

const MB = 1_000_000
const limits = { filename: 'a.wav', maxBytes: 100 * MB }
const small = () => Readable.from([Buffer.from('small')])
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const unavailable = (issue: string) => ({ code: 'SERVICE_UNAVAILABLE', details: { issue } })

/** Everything that asks the server. */
function operationsOf(store: S3Store): (() => Promise<unknown>)[] {
  const key = randomUUID()
  return [
    () => store.save(small(), limits),
    () => store.withLocalFile(key, async () => {}),
    () => store.open(key),
    () => store.remove(key),
    () => store.lastWrittenBefore(new Date())[Symbol.asyncIterator]().next(),
    () => store.check(),
  ]
}

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end()
})

async function storageOf(...settings: Parameters<typeof s3Storage>): Promise<Storage> {
  const storage = await s3Storage(...settings)
  ended.push(() => storage.close())
  return storage
}

/** A storage whose store goes through a proxy that spoils some requests. */
async function spoiled(faultOf: (method: string, url: string) => Fault) {
  const proxy = await faultyProxy(s3Settings().endpoint ?? '', faultOf)
  ended.push(() => proxy.close())
  return { proxy, ...(await storageOf({ endpoint: proxy.endpoint })) }
}

describe('a bucket that cannot be reached', () => {
  const inReach = async (endpoint: string) => {
    const folders = transit()
    ended.push(folders.remove)
    return {
      folders,
      store: await openS3Store(s3Settings({ endpoint, idleTimeoutMs: 100 }), folders.withFolder),
    }
  }

  test.each(['nobody listens', 'nobody answers'])(
    '%s: every operation says so within seconds',
    async (how) => {
      let endpoint = 'http://127.0.0.1:1'
      if (how === 'nobody answers') {
        const mute = createServer(() => {})
        await new Promise<void>((listening) => mute.listen(0, '127.0.0.1', listening))
        ended.push(() => {
          mute.closeAllConnections()
          mute.close()
        })
        endpoint = `http://127.0.0.1:${(mute.address() as AddressInfo).port}`
      }
      const { store, folders } = await inReach(endpoint)
      for (const operation of operationsOf(store))
        await expect(operation()).rejects.toMatchObject(unavailable('storage_away'))
      expect(folders.list()).toEqual([])
    },
  )
})

/** Two pages of each list, in the words of the API reference; a real server would need thousands of uploads for a second page. */
test('lists longer than one page are read to their end', async () => {
  const [first, second, third, fourth] = Array.from({ length: 4 }, () => randomUUID())
  const at = '2026-01-02T03:04:05.000Z'
  const object = (key = '') => `<Contents><Key>${key}</Key><LastModified>${at}</LastModified></Contents>`
  const upload = (key = '') =>
    `<Upload><Key>${key}</Key><UploadId>u-${key}</UploadId><Initiated>${at}</Initiated></Upload>`
  const pages: Record<string, string> = {
    objects: `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>t1</NextContinuationToken>${object(first)}</ListBucketResult>`,
    'objects after t1': `<ListBucketResult><IsTruncated>false</IsTruncated>${object(second)}</ListBucketResult>`,
    uploads: `<ListMultipartUploadsResult><IsTruncated>true</IsTruncated><NextKeyMarker>k1</NextKeyMarker><NextUploadIdMarker>u1</NextUploadIdMarker>${upload(third)}</ListMultipartUploadsResult>`,
    'uploads after k1 u1': `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${upload(fourth)}</ListMultipartUploadsResult>`,
  }
  const server = createServer(({ url = '' }, answer) => {
    const { searchParams: asked } = new URL(url, 'http://none')
    const list = asked.has('uploads') ? 'uploads' : 'objects'
    const after = ['continuation-token', 'key-marker', 'upload-id-marker'].flatMap(
      (name) => asked.get(name) ?? [],
    )
    answer.setHeader('content-type', 'application/xml')
    answer.end(pages[after.length > 0 ? `${list} after ${after.join(' ')}` : list])
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  ended.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const folders = transit()
  ended.push(folders.remove)
  const store = await openS3Store(s3Settings({ endpoint }), folders.withFolder)
  const found: string[] = []
  for await (const key of store.lastWrittenBefore(new Date('2026-01-02T03:04:06Z'))) found.push(key)
  expect(found).toEqual([first, second, third, fourth])
  for await (const key of store.lastWrittenBefore(new Date(at))) throw new Error(`${key} is not older`)
})

describe.skipIf(!S3_TEST_URL)('a bucket on a real server', () => {
  test('settings that fit pass the check', async () => {
    const storage = await storageOf()
    await expect((storage.store as S3Store).check()).resolves.toBeUndefined()
  })

  test.each([
    ['a wrong secret', { credentials: { ...s3Settings().credentials, secretAccessKey: 'wrong' } }],
    ['an unknown key', { credentials: { accessKeyId: 'no:body', secretAccessKey: 'wrong' } }],
    ['a bucket that does not exist', { bucket: 'nobody-made-this' }],
  ])('%s: the client learns that the storage refuses, the log learns why', async (_, wrong) => {
    const folders = transit()
    ended.push(folders.remove)
    const store = await openS3Store(s3Settings(wrong as object), folders.withFolder)
    for (const operation of operationsOf(store)) {
      const error = (await operation().catch((reason: unknown) => reason)) as Error
      expect(error).toMatchObject(unavailable('storage_refused'))
      expect(error.message).not.toMatch(/wrong|nobody/)
      expect(error.cause).toHaveProperty('$metadata')
    }
    expect(folders.list()).toEqual([])
  })

  test('its own address serves the same bytes, under the name and type that were asked for', async () => {
    const { store } = await storageOf()
    const content = randomBytes(9 * MB)
    const { key } = await store.save(Readable.from([content]), limits)
    const filename = 'Lied "ä"\r\nX-Evil: 1; 🎵.wav'
    const address = await store.directAddress(key, { filename, mediaType: 'audio/wav', seconds: 60 })
    const answer = await fetch(address ?? '')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-evil')).toBeNull()
    expect(answer.headers.get('content-type')).toBe('audio/wav')
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Lied ___X-Evil: 1; __.wav"; filename*=UTF-8''Lied%20%22%C3%A4%22X-Evil%3A%201%3B%20%F0%9F%8E%B5.wav`,
    )
    expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(sha256(content))
    const part = await fetch(address ?? '', { headers: { range: 'bytes=8388600-8388619' } })
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(8_388_600, 8_388_620))).toBe(true)
  })

  test('a type that is none cannot smuggle anything into the answer', async () => {
    const { store } = await storageOf()
    const { key } = await store.save(small(), limits)
    const address = await store.directAddress(key, {
      filename: 'a',
      mediaType: 'text/html\r\nx: y',
      seconds: 60,
    })
    expect((await fetch(address ?? '')).headers.get('content-type')).toBe('application/octet-stream')
  })

  test('an address expires, and is worth nothing for another file or with another name', async () => {
    const { store } = await storageOf()
    const { key } = await store.save(small(), limits)
    const other = await store.save(small(), limits)
    const asked = { filename: 'a.wav', mediaType: 'audio/wav' }
    const long = (await store.directAddress(key, { ...asked, seconds: 60 })) ?? ''
    expect((await fetch(long.replace(key, other.key))).status).toBe(403)
    expect((await fetch(long.replaceAll('a.wav', 'a.exe'))).status).toBe(403)
    expect((await fetch(long)).status).toBe(200)
    const short = (await store.directAddress(key, { ...asked, seconds: 1 })) ?? ''
    await expect.poll(async () => (await fetch(short)).status, { timeout: 60_000, interval: 500 }).toBe(403)
    expect((await fetch(long)).status).toBe(200)
  })

  test('a public endpoint is the one that addresses name', async () => {
    const { store } = await storageOf({ publicEndpoint: 'https://files.example.org' })
    const asked = { filename: 'a.wav', mediaType: 'audio/wav', seconds: 60 }
    expect(await store.directAddress(randomUUID(), asked)).toMatch(
      /^https:\/\/files\.example\.org\/assay-test\/tests\//,
    )
  })

  test('a part whose connection breaks once is sent again', async () => {
    let broken = 0
    const { store, proxy } = await spoiled((_, url) =>
      url.includes('partNumber=2') && broken++ === 0 ? 'break' : 'pass',
    )
    const content = randomBytes(20 * MB)
    const saved = await store.save(Readable.from([content]), limits)
    expect(proxy.seen.filter((line) => line.includes('partNumber=2'))).toHaveLength(2)
    const read = await store.withLocalFile(saved.key, async (path) => sha256(readFileSync(path)))
    expect(read).toBe(saved.sha256)
  })

  test.each<[string, number, (method: string, url: string) => boolean]>([
    ['a part', 30 * MB, (_, url) => url.includes('partNumber=3')],
    ['the one request of a small file', 5, (method, url) => method === 'PUT' && !url.includes('partNumber')],
    ['the last word', 10 * MB, (method, url) => method === 'POST' && url.includes('uploadId=')],
  ])('when %s fails for good, the upload is undone', async (_, sizeBytes, doomed) => {
    for (const fault of ['break', 'fail'] as const) {
      const { store, proxy, kept, inTransit } = await spoiled((method, url) =>
        doomed(method, url) ? fault : 'pass',
      )
      const saving = store.save(Readable.from([randomBytes(sizeBytes)]), limits)
      await expect(saving).rejects.toMatchObject(unavailable('storage_away'))
      const attempts = proxy.seen.filter((line) => doomed(...(line.split(' ') as [string, string])))
      expect(attempts).toHaveLength(3)
      expect(await kept()).toEqual([])
      expect(inTransit()).toEqual([])
    }
  })

  test('a download that is cut short is never lent', async () => {
    const { store, inTransit } = await spoiled((method, url) =>
      method === 'GET' && !url.includes('list-type') && !url.includes('uploads') ? 'cut' : 'pass',
    )
    const { key } = await store.save(Readable.from([randomBytes(3 * MB)]), limits)
    let used = false
    const lent = store.withLocalFile(key, async () => {
      used = true
    })
    await expect(lent).rejects.toMatchObject(unavailable('storage_away'))
    expect(used).toBe(false)
    expect(inTransit()).toEqual([])
  })
})
