import { mkdtempSync, openAsBlob, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { engines } from '@assay/kit/testing'
import { slowdown } from '@assay/kit/testing-process'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AudioClient, createAudioClient } from '../../client/client.ts'
import { formOf, music, type Part, type Service, silence, startService, until } from '../service.ts'
import { tone } from '../tone.ts'

/** Half a minute of work at least, also on a fast machine: long enough to be met in the middle. */
const LONG_SECONDS = 3000
const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const MAX_BATCH_FILES = 5

interface Event {
  readonly name: string
  readonly data: {
    id: string
    status: string
    progress: number
    stage: string | null
    error: { code: string } | null
  }
}

/** The events of a stream that has ended or was cut off; comments are left out. */
const eventsOf = (text: string): Event[] =>
  text
    .split('\n\n')
    .filter((block) => block.startsWith('event: '))
    .map((block) => {
      const [, name, data] = /^event: (\w+)\ndata: (.+)$/.exec(block) ?? []
      return { name: name!, data: JSON.parse(data!) as Event['data'] }
    })

interface Outcomes {
  total: number
  completed: number
  failed: number
  files: { job_id: string; filename: string; status: string; error: { code: string } | null }[]
}

let folder: string
let track: Blob
let long: Blob
let nearlyTooLong: Blob
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'audio-lifecycle-'))
  track = await openAsBlob(music(join(folder, 'track.wav')))
  long = await openAsBlob(silence(join(folder, 'long.flac'), LONG_SECONDS))
  nearlyTooLong = await openAsBlob(silence(join(folder, 'sync.flac'), 890))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(engines)('jobs on the %s database', (engine) => {
  let service: Service
  let client: AudioClient
  beforeAll(async () => {
    // One at a time: then a second job certainly waits while a long one runs.
    service = await startService(engine, {
      WORKER_CONCURRENCY: '1',
      MAX_BATCH_FILES: String(MAX_BATCH_FILES),
    })
    client = createAudioClient({ baseUrl: service.baseUrl })
  })
  afterAll(async () => {
    const left = [...service.stored(), ...service.decoders()]
    const codes = await service.stop()
    expect(left).toEqual([])
    expect(service.errors()).toEqual([])
    expect(new Set(codes)).toEqual(new Set([0]))
  })

  const post = (path: string, ...parts: Part[]) =>
    fetch(`${service.baseUrl}/api/v1/${path}`, { method: 'POST', body: formOf(...parts) })
  const enqueue = async (path: string, ...parts: Part[]) => {
    const response = await post(path, ['async', 'true'], ...parts)
    expect(response.status).toBe(202)
    return ((await response.json()) as { job_id: string }).job_id
  }
  const job = async (id: string) =>
    (await client.GET('/api/v1/jobs/{id}', { params: { path: { id } } })).data!
  const cancel = (id: string) => client.DELETE('/api/v1/jobs/{id}', { params: { path: { id } } })
  const ended = (id: string) =>
    until(async () => {
      const now = await job(id)
      return ['completed', 'failed', 'cancelled'].includes(now.status) && now
    }, `job ${id} has ended`)
  const running = (id: string) =>
    until(
      async () => (await job(id)).status === 'processing' && service.decoders().includes('ffmpeg'),
      `job ${id} is being decoded`,
    )
  const enqueueLong = () => enqueue('analyze', ['file', long, 'long.flac'])

  test('a batch tells the outcome of each file, and one that is no audio does not stop the others', async () => {
    const hollow = new Blob([Buffer.from(await tone(1).arrayBuffer()).subarray(0, 44)])
    const batchId = await enqueue(
      'batch-analyze',
      ['file', track, 'good.wav'],
      ['files', new Blob(['only words']), 'words.mp3'],
      ['file', hollow, 'hollow.wav'],
      ['file', new Blob([]), 'void.wav'],
      ['files', track, 'again.wav'],
    )
    const batch = await ended(batchId)
    expect(batch).toMatchObject({ type: 'batch_analyze', status: 'completed', progress: 1, filename: null })
    const { files, ...counts } = batch.results as Outcomes
    expect(counts).toEqual({ total: 5, completed: 2, failed: 3 })
    expect(files.map(({ filename, status, error }) => [filename, status, error?.code])).toEqual([
      ['good.wav', 'completed', undefined],
      ['words.mp3', 'failed', 'UNSUPPORTED_FORMAT'],
      ['hollow.wav', 'failed', 'DECODE_FAILED'],
      ['void.wav', 'failed', 'VALIDATION_ERROR'],
      ['again.wav', 'completed', undefined],
    ])
    const good = await job(files[0]!.job_id)
    expect(good).toMatchObject({ type: 'analyze', batch_id: batchId, filename: 'good.wav' })
    expect((good.results as { results: { beats: { tempo: number } } }).results.beats.tempo).toBeGreaterThan(0)
    // The batch and its files are jobs like any other: all six stand in the list.
    const { data } = await client.GET('/api/v1/jobs', { params: { query: { per_page: 6 } } })
    expect(data!.jobs.map(({ id }) => id).sort()).toEqual(
      [batchId, ...files.map(({ job_id }) => job_id)].sort(),
    )
    // The end of a job is written before its file is removed.
    await until(() => service.stored().length === 0, 'nothing is left in storage')
  })

  test.each([
    ['more files than are taken', Array(MAX_BATCH_FILES + 1).fill(['file', tone(0.1)]) as Part[], 'too_many'],
    ['no file', [['title', 'none'] as Part], 'missing'],
    [
      'a file in a part of another name',
      [['file', tone(0.1)] as Part, ['audio', tone(0.1)] as Part],
      'unexpected_file',
    ],
  ])('a batch with %s is refused whole, and nothing stays', async (_, parts, issue) => {
    const before = (await client.GET('/api/v1/jobs')).data!.pagination.total
    const response = await post('batch-analyze', ...parts)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ error: { code: 'VALIDATION_ERROR', details: { issue } } })
    expect(service.stored()).toEqual([])
    expect((await client.GET('/api/v1/jobs')).data!.pagination.total).toBe(before)
  })

  test('cancel: a running job lets go of its decoder within 2 s, a waiting one never starts', async () => {
    const first = await enqueueLong()
    const waiting = await enqueue('features', ['file', tone(1), 'waits.wav'])
    await running(first)
    expect(await job(waiting)).toMatchObject({ status: 'pending', started_at: null })
    const { data, response } = await cancel(waiting)
    expect([response.status, data]).toMatchObject([200, { id: waiting, status: 'cancelled', results: null }])
    expect(service.stored()).toHaveLength(1)

    const cancelled = performance.now()
    expect((await cancel(first)).data).toMatchObject({ id: first, status: 'cancelled', stage: null })
    expect(service.stored()).toEqual([])
    await until(() => service.decoders().length === 0, 'the decoder is gone')
    expect(performance.now() - cancelled).toBeLessThan(2000 * slowdown())
    for (const id of [first, waiting]) {
      const again = await cancel(id)
      expect([again.response.status, again.error]).toMatchObject([
        409,
        { error: { code: 'CONFLICT', details: { issue: 'ended', provided: 'cancelled' } } },
      ])
    }
    // The worker is free again, and what it left does not come back.
    expect(await ended(await enqueue('features', ['file', tone(0.3)]))).toMatchObject({ status: 'completed' })
    expect(await job(waiting)).toMatchObject({ status: 'cancelled', started_at: null, attempts: 0 })
    expect(await job(first)).toMatchObject({ status: 'cancelled', results: null, error: null })
  })

  test('cancel: a batch goes with all its open files; what had ended stays', async () => {
    const batchId = await enqueue(
      'batch-analyze',
      ['file', new Blob(['words']), 'words.wav'],
      ['file', long, 'long.flac'],
      ['file', tone(1), 'waits.wav'],
    )
    await running((await until(async () => longOf((await job(batchId)).results), 'the files')).job_id)
    expect((await cancel(batchId)).response.status).toBe(200)
    await until(() => service.decoders().length === 0, 'the decoder is gone')
    const { files } = (await job(batchId)).results as Outcomes
    expect(files.map(({ status }) => status)).toEqual(['failed', 'cancelled', 'cancelled'])
    expect(service.stored()).toEqual([])
  })
  const longOf = (results: unknown) =>
    (results as Outcomes).files.find(({ filename }) => filename === 'long.flac')

  test('cancel: no job of that id, and an id that is none', async () => {
    expect((await cancel(UNKNOWN)).response.status).toBe(404)
    expect((await cancel('seven')).response.status).toBe(404)
  })

  test('a client that goes away while it waits for its answer frees the decoder', async () => {
    const away = new AbortController()
    const waiting = fetch(`${service.baseUrl}/api/v1/analyze`, {
      method: 'POST',
      body: formOf(['file', nearlyTooLong]),
      signal: away.signal,
    })
    waiting.catch(() => {})
    await until(() => service.decoders().includes('ffmpeg'), 'it is being decoded')
    away.abort()
    await expect(waiting).rejects.toThrow()
    await until(() => service.decoders().length === 0, 'the decoder is gone')
    await until(() => service.stored().length === 0, 'the file is gone')
  })

  const eventsUrl = (id: string) => `${service.baseUrl}/api/v1/jobs/${id}/events`

  test('events: in order, and the stream ends with the final status', async () => {
    const id = await enqueue('analyze', ['file', tone(60, 220), 'events.wav'])
    const response = await fetch(eventsUrl(id))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const events = eventsOf(await response.text())
    expect(events.every(({ name, data }) => name === data.status && data.id === id)).toBe(true)
    const order = ['pending', 'processing', 'completed']
    const places = events.map(({ name }) => order.indexOf(name))
    expect(places).toEqual([...places].sort())
    expect(places.filter((place) => place === 2)).toHaveLength(1)
    const progress = events.map(({ data }) => data.progress)
    expect(progress).toEqual([...progress].sort((a, b) => a - b))
    expect(events.at(-1)).toEqual({
      name: 'completed',
      data: { id, status: 'completed', progress: 1, stage: null, error: null },
    })
    expect(events.length).toBeGreaterThan(1)
    // A job that has ended has one thing to say.
    expect(eventsOf(await (await fetch(eventsUrl(id))).text())).toEqual([events.at(-1)])
  })

  test('events: of failure with its reason, of a cancelled job, of none', async () => {
    const broken = await enqueue('beats', ['file', new Blob(['words'])])
    const last = eventsOf(await (await fetch(eventsUrl(broken))).text()).at(-1)
    expect(last).toMatchObject({ name: 'failed', data: { error: { code: 'UNSUPPORTED_FORMAT' } } })
    const id = await enqueueLong()
    const stream = fetch(eventsUrl(id)).then((response) => response.text())
    await running(id)
    await cancel(id)
    const names = eventsOf(await stream).map(({ name }) => name)
    expect(names.at(-1)).toBe('cancelled')
    expect(names.indexOf('cancelled')).toBe(names.length - 1)
    const none = await fetch(eventsUrl(UNKNOWN))
    expect([none.status, none.headers.get('content-type')]).toEqual([404, expect.stringContaining('json')])
    await none.text()
    await until(() => service.decoders().length === 0, 'the decoder is gone')
  })

  test.runIf(engine === 'server')('events: clients that go away leave no listener behind', async () => {
    const database = await service.fresh.open()
    /** When the server last looked how watched jobs go. */
    const lastLook = async () => {
      const { rows } = await sql<{ at: Date | null }>`
        SELECT max(query_start) AS at FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE '%from "job" where "id" in (%' AND pid <> pg_backend_pid()
      `.execute(database.db)
      return rows[0]?.at?.getTime() ?? 0
    }
    const id = await enqueueLong()
    await running(id)
    const leave = new AbortController()
    for (let n = 0; n < 5; n++) {
      const { body } = await fetch(eventsUrl(id), { signal: leave.signal })
      void body?.pipeTo(new WritableStream()).catch(() => {})
    }
    expect((await fetch(eventsUrl(id), { method: 'HEAD' })).status).toBe(200)
    const before = await lastLook()
    await until(async () => (await lastLook()) > before, 'it looks while somebody watches')
    leave.abort()
    await sleep(1500)
    const after = await lastLook()
    await sleep(1500)
    expect(await lastLook()).toBeLessThanOrEqual(after)
    await cancel(id)
    await until(() => service.decoders().length === 0, 'the decoder is gone')
  })

  test.runIf(engine === 'server')('events: a server that is told to stop ends its streams', async () => {
    const id = await enqueueLong()
    const { server, baseUrl } = await service.startServer()
    const stream = (await fetch(`${baseUrl}/api/v1/jobs/${id}/events`)).text()
    await sleep(300)
    server.signal('SIGTERM')
    const told = performance.now()
    const events = eventsOf(await stream)
    expect((await server.ended).code).toBe(0)
    expect(performance.now() - told).toBeLessThan(10_000 * slowdown())
    expect(events.length).toBeGreaterThan(0)
    expect(events.at(-1)?.name).not.toBe('completed')
    await cancel(id)
    await until(() => service.decoders().length === 0, 'the decoder is gone')
  })

  test('a walk by cursor neither repeats nor skips, whatever comes in meanwhile', async () => {
    const small = () => enqueue('features', ['file', tone(0.1)])
    const mine: string[] = []
    for (let n = 0; n < 7; n++) mine.unshift(await small())
    const total = (await client.GET('/api/v1/jobs')).data!.pagination.total!
    const walked: string[] = []
    for (let cursor: string | undefined, page = 0; ; page++) {
      const query = { per_page: 3, ...(cursor ? { cursor } : {}) }
      const { jobs, pagination } = (await client.GET('/api/v1/jobs', { params: { query } })).data!
      walked.push(...jobs.map(({ id }) => id))
      if (cursor) expect(pagination).toEqual({ per_page: 3, next_cursor: pagination.next_cursor })
      if (!pagination.next_cursor) break
      expect(pagination.next_cursor).toBe(jobs.at(-1)!.id)
      cursor = pagination.next_cursor
      if (page < 2) await small()
    }
    expect(walked.slice(0, 7)).toEqual(mine)
    expect(walked).toHaveLength(total)
    expect(new Set(walked).size).toBe(total)
    const list = async (query: string) => (await fetch(`${service.baseUrl}/api/v1/jobs?${query}`)).status
    expect(await list(`cursor=${UNKNOWN}`)).toBe(422)
    expect(await list('cursor=seven')).toBe(422)
    expect(await list(`cursor=${mine[0]}&status=failed`)).toBe(200)
    for (const id of mine) await ended(id)
    await until(() => service.stored().length === 0, 'all are done')
  })
})
