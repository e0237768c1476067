import { mkdtempSync, openAsBlob, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engines } from '@assay/kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  formOf,
  music,
  newApiKey,
  type Part,
  type Service,
  silence,
  startService,
  until,
} from '../service.ts'
import { tone } from '../tone.ts'

const PER_MINUTE = 300
const QUOTA_BYTES = 1_000_000
const MAX_OPEN = 3
const NAMES = ['studio', 'rival', 'hasty', 'heavy', 'busy', 'patient'] as const
type Name = (typeof NAMES)[number]

const { paths } = JSON.parse(readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, unknown>>
}
const UNKNOWN = '00000000-0000-4000-8000-000000000000'
/** Every operation that is somebody's. */
const OPERATIONS = Object.entries(paths)
  .filter(([path]) => path.startsWith('/api/'))
  .flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => [
      method.toUpperCase(),
      path.replace('{id}', UNKNOWN).replace('{key}', UNKNOWN).replace('{record}', 'summary'),
    ]),
  ) as [string, string][]

let folder: string
let track: Blob
let long: Blob
let entries: string
const keys = {} as Record<Name, string>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'audio-clients-'))
  track = await openAsBlob(music(join(folder, 'track.mp3'), 20, '-b:a', '32k'))
  long = await openAsBlob(silence(join(folder, 'long.flac'), 3000))
  const made = await Promise.all(NAMES.map(newApiKey))
  for (const [n, name] of NAMES.entries()) keys[name] = made[n]!.key
  entries = made.map(({ entry }) => entry).join(',')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the service answers to these very bytes; the body may never come. */
const raw = (baseUrl: string, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1', () => socket.write(text))
    let answer = ''
    const late = setTimeout(() => socket.destroy(new Error(`no answer, only ${answer}`)), 20_000)
    socket.setEncoding('utf8').on('data', (piece: string) => {
      answer += piece
      if (/\r\n\r\n./s.test(answer)) socket.end()
    })
    socket.on('error', reject)
    socket.on('close', () => {
      clearTimeout(late)
      resolve(answer)
    })
  })

describe.each(engines)('clients of the service on its %s database', (engine) => {
  let service: Service
  beforeAll(async () => {
    const settings = {
      AUTHENTICATION: 'api-key',
      API_KEYS: entries,
      RATE_LIMIT_PER_MINUTE: String(PER_MINUTE),
      UPLOAD_QUOTA_BYTES_PER_DAY: String(QUOTA_BYTES),
      MAX_OPEN_JOBS_PER_CLIENT: String(MAX_OPEN),
      MAX_RUNNING_JOBS_PER_CLIENT: '1',
      WORKER_CONCURRENCY: '2',
    }
    service = await startService(engine, settings, 2)
  })
  afterAll(async () => {
    const left = service.decoders()
    const codes = await service.stop()
    expect(left).toEqual([])
    expect(service.errors()).toEqual([])
    expect(new Set(codes)).toEqual(new Set([0]))
  })

  const as = (name: Name, address: string, init: RequestInit & { duplex?: 'half' } = {}) =>
    fetch(`${service.baseUrl}${address}`, {
      ...init,
      headers: { ...init.headers, 'x-api-key': keys[name] },
    })
  const post = (name: Name, path: string, parts: Part[], headers: Record<string, string> = {}) =>
    as(name, `/api/v1/${path}`, { method: 'POST', body: formOf(...parts), headers })
  const enqueue = async (name: Name, path: string, parts: Part[], headers: Record<string, string> = {}) => {
    const response = await post(name, path, [...parts, ['async', 'true']], headers)
    expect([response.status, response.status === 202 || (await response.text())]).toEqual([202, true])
    return ((await response.json()) as { job_id: string }).job_id
  }
  const jobOf = async (name: Name, id: string) =>
    (await (await as(name, `/api/v1/jobs/${id}`)).json()) as {
      status: string
      started_at: string | null
      results: { stems: { files: Record<string, string> } }
      records: Record<string, string>
    }
  /** The stream of events ends when the job does: one request, where polling would use up the minute's. */
  const ended = async (name: Name, id: string) => {
    await (await as(name, `/api/v1/jobs/${id}/events`)).text()
    return jobOf(name, id)
  }
  const cancel = async (name: Name, id: string) =>
    (await as(name, `/api/v1/jobs/${id}`, { method: 'DELETE' })).status

  test.each(OPERATIONS)('%s %s: nothing without a key', async (method, address) => {
    const attempts: Record<string, Record<string, string>> = {
      'no key': {},
      'a wrong key': { 'x-api-key': `assay_${'A'.repeat(43)}` },
      'an empty key': { 'x-api-key': '' },
      'two keys': { 'x-api-key': `${keys.studio}, ${keys.studio}` },
      'a key elsewhere': { authorization: `Bearer ${keys.studio}` },
    }
    for (const [what, headers] of Object.entries(attempts)) {
      const response = await fetch(`${service.baseUrl}${address}`, { method, headers })
      expect([what, response.status]).toEqual([what, 401])
      expect(response.headers.get('www-authenticate')).toBe('ApiKey header="X-API-Key"')
      expect(await response.json()).toMatchObject({ error: { code: 'AUTHENTICATION_ERROR' } })
    }
  })

  test('one client has nothing of another, on any address', async () => {
    const analysed = await enqueue('studio', 'analyze', [['file', track, 'secret.mp3']], {
      'idempotency-key': 'the-same',
    })
    const separated = await enqueue('studio', 'stems', [['file', tone(2), 'secret.wav']])
    await ended('studio', analysed)
    const { results } = await ended('studio', separated)
    const file = results.stems.files.drums!.split('?')[0]!
    expect((await as('studio', file)).status).toBe(200)

    const statusOf = async (address: string, init?: RequestInit) =>
      (await as('rival', `/api/v1/${address}`, init)).status
    expect(await statusOf(`jobs/${analysed}`)).toBe(404)
    expect(await statusOf(`jobs/${analysed}`, { method: 'DELETE' })).toBe(404)
    expect(await statusOf(`jobs/${analysed}/events`)).toBe(404)
    expect(await statusOf(`jobs/${analysed}/results/summary`)).toBe(404)
    expect(await statusOf(`jobs?cursor=${analysed}`)).toBe(422)
    expect((await as('rival', file)).status).toBe(404)
    const list = async (name: Name) =>
      (await (await as(name, '/api/v1/jobs')).json()) as {
        jobs: { id: string }[]
        pagination: { total: number }
      }
    expect(await list('rival')).toMatchObject({ jobs: [], pagination: { total: 0 } })

    // The same key is another's own; the same bytes are analysed for each.
    const key = { 'idempotency-key': 'the-same' }
    const theirs = await enqueue('rival', 'analyze', [['file', track, 'secret.mp3']], key)
    expect(theirs).not.toBe(analysed)
    await ended('rival', theirs)
    expect((await list('rival')).jobs.map(({ id }) => id)).toEqual([theirs])
    expect((await list('studio')).jobs.map(({ id }) => id)).toEqual([separated, analysed])
    expect(await enqueue('studio', 'analyze', [['file', track, 'secret.mp3']], key)).toBe(analysed)
  })

  test('what one client had analysed is not known to another', async () => {
    const secondsOf = async (name: Name) => {
      const response = await post(name, 'beats', [['file', track, 'track.mp3']])
      expect(response.status).toBe(200)
      return ((await response.json()) as { processing_time: number }).processing_time
    }
    await secondsOf('studio')
    const known = Math.min(await secondsOf('studio'), await secondsOf('studio'))
    const others = await secondsOf('patient')
    const nowKnown = Math.min(await secondsOf('patient'), await secondsOf('patient'))
    expect(others).toBeGreaterThan(2 * known)
    expect(others).toBeGreaterThan(2 * nowKnown)
  })

  test('a library is its owner’s: nobody else finds, counts, imitates or removes its tracks', async () => {
    const indexed = await post('studio', 'semantic/analyze', [
      ['file', track, 'hidden.mp3'],
      ['index_for_search', 'true'],
    ])
    expect(indexed.status).toBe(200)
    const { semantic_analysis } = (await indexed.json()) as { semantic_analysis: { track_id: string } }
    const id = semantic_analysis.track_id
    const json = (body: object) => {
      const headers = { 'content-type': 'application/json' }
      return { method: 'POST', headers, body: JSON.stringify(body) }
    }
    const search = async (name: Name, body: object) => {
      const response = await as(name, '/api/v1/semantic/search', json(body))
      return { status: response.status, text: await response.text() }
    }
    const tracks = async (name: Name) =>
      ((await (await as(name, '/api/v1/semantic/stats')).json()) as { tracks: number }).tracks
    const remove = async (name: Name) =>
      (await as(name, `/api/v1/semantic/tracks/${id}`, { method: 'DELETE' })).status
    expect((await search('studio', { query: 'calm' })).text).toContain(id)
    expect(await search('rival', { query: 'calm' })).toMatchObject({
      status: 200,
      text: expect.not.stringContaining(id),
    })
    expect((await search('rival', { like_track_id: id })).status).toBe(404)
    const ends = { from: id, to: '00000000-0000-4000-8000-000000000000' }
    const path = await as('rival', '/api/v1/semantic/path', json(ends))
    expect(await path.json()).toMatchObject({ error: { details: { field: 'from', issue: 'unknown' } } })
    expect([await tracks('studio'), await tracks('rival')]).toEqual([1, 0])
    expect([await remove('rival'), await tracks('studio')]).toEqual([404, 1])
    expect([await remove('studio'), await tracks('studio')]).toEqual([204, 0])
  })

  const refused = async (response: Response, issue: string) => {
    expect(response.status).toBe(429)
    expect(await response.json()).toMatchObject({ error: { code: 'RATE_LIMITED', details: { issue } } })
    return Number(response.headers.get('retry-after'))
  }

  test('uploads: so many bytes a day, exactly; what is refused does not count', async () => {
    const send = (seconds: number) => post('heavy', 'features', [['file', tone(seconds), 'a.wav']])
    expect((await send(75)).status).toBe(200) // 600 044 bytes
    const seconds = await refused(await send(75), 'quota_exceeded')
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(86_400)
    // Announced to be too much: refused before a single byte of it is there.
    const announced = `POST /api/v1/features HTTP/1.1\r\nHost: x\r\nX-API-Key: ${keys.heavy}\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: 900000\r\n\r\n`
    expect(await raw(service.baseUrl, announced)).toMatch(
      /^HTTP\/1\.1 429 .*retry-after: \d+.*quota_exceeded/is,
    )
    // Not announced: refused when it is there, and not counted either.
    const body = new Response(formOf(['file', tone(75), 'a.wav']))
    const chunked = await as('heavy', '/api/v1/features', {
      method: 'POST',
      headers: { 'content-type': body.headers.get('content-type')! },
      body: body.body,
      duplex: 'half',
    })
    await refused(chunked, 'quota_exceeded')
    // Without end: read no further than the quota goes.
    let sentBytes = 0
    const piece = Buffer.alloc(65_536)
    const endless = new ReadableStream({
      pull(controller) {
        const head = 'content-disposition: form-data; name="file"; filename="a"\r\n\r\n'
        controller.enqueue(sentBytes === 0 ? Buffer.from(`--B\r\n${head}`) : piece)
        sentBytes += piece.length
      },
    })
    const cut = as('heavy', '/api/v1/features', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=B' },
      body: endless,
      duplex: 'half',
    })
    await refused(await cut, 'quota_exceeded')
    expect(sentBytes).toBeLessThan(100 * QUOTA_BYTES)
    expect((await send(49)).status).toBe(200) // 392 044 bytes: 7 912 are left
    await refused(await send(1), 'quota_exceeded')
    expect((await send(0.5)).status).toBe(200)
    expect((await post('patient', 'features', [['file', tone(75)]])).status).toBe(200)
  })

  test('jobs: so many open ones, and one that runs, however many workers there are', async () => {
    const file: Part = ['file', long, 'long.flac']
    const small = (seconds: number): Part[] => [['file', tone(seconds), 'small.wav']]
    const first = await enqueue('busy', 'analyze', [file])
    // Places that look for work at the same moment may pass the limit together (ADR 2): the others come after it has begun.
    await until(() => service.decoders().includes('ffmpeg'), 'the first runs')
    const waiting = [
      await enqueue('busy', 'features', small(0.2)),
      await enqueue('busy', 'beats', small(0.3)),
    ]
    const stored = service.stored().length
    const one = await post('busy', 'features', [...small(0.4), ['async', 'true']])
    expect(await refused(one, 'too_many_open_jobs')).toBeGreaterThan(0)
    await refused(await post('busy', 'batch-analyze', small(0.4)), 'too_many_open_jobs')
    expect(service.stored()).toHaveLength(stored)
    // Others get the free places; whoever has one job running waits for it.
    for (const n of [1, 2]) {
      const id = await enqueue('patient', 'features', small(n))
      expect(await ended('patient', id)).toMatchObject({ status: 'completed' })
    }
    for (const id of waiting)
      expect(await jobOf('busy', id)).toMatchObject({ status: 'pending', started_at: null })
    expect(await jobOf('busy', first)).toMatchObject({ status: 'processing' })
    expect(await cancel('busy', first)).toBe(200)
    for (const id of waiting) expect(await ended('busy', id)).toMatchObject({ status: 'completed' })
    const more = await enqueue('busy', 'features', small(0.4))
    expect(await ended('busy', more)).toMatchObject({ status: 'completed' })
  })

  test('requests: so many a minute for each client; guessing keys is limited too', async () => {
    const ask = (headers: Record<string, string>) =>
      fetch(`${service.baseUrl}/api/v1/jobs?per_page=1`, { headers })
    const statuses = async (headers: Record<string, string>, count: number) => {
      const seen: Record<number, number> = {}
      for (let n = 0; n < count; n++) {
        const { status } = await ask(headers)
        seen[status] = (seen[status] ?? 0) + 1
      }
      return seen
    }
    const hasty = { 'x-api-key': keys.hasty }
    expect(await statuses(hasty, PER_MINUTE + 5)).toEqual({ 200: PER_MINUTE, 429: 5 })
    const limited = await ask(hasty)
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(limited.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(await limited.json()).toMatchObject({ error: { code: 'RATE_LIMITED' } })
    expect((await ask({ 'x-api-key': keys.rival })).status).toBe(200)
    const guesses = await statuses({ 'x-api-key': 'assay_guess' }, PER_MINUTE + 1)
    expect(Object.keys(guesses)).toEqual(['401', '429'])
    expect((await ask({ 'x-api-key': keys.rival })).status).toBe(200)
    expect((await fetch(`${service.baseUrl}/health`)).status).toBe(200)
  })
})
