import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engines } from '@assay/kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signedAddresses } from '../../src/http/signed-addresses.ts'
import { formOf, music, type Part, type Service, startService, until } from '../service.ts'
import { tone } from '../tone.ts'

const SECRET = 'a secret of the tests, long enough to sign with'
const STEMS = 4
const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const RECORDS = ['metadata', 'emotional_profile', 'segments', 'technical_features', 'summary'] as const
const TYPES: Record<(typeof RECORDS)[number], string> = {
  metadata: 'application/json; charset=utf-8',
  emotional_profile: 'application/json; charset=utf-8',
  segments: 'application/json; charset=utf-8',
  technical_features: 'application/x-ndjson; charset=utf-8',
  summary: 'text/plain; charset=utf-8',
}

interface Analysis {
  metadata: { title: string }
  summary: string
  [record: string]: unknown
}

let folder: string
let bytes: Buffer<ArrayBuffer>
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'audio-results-'))
  bytes = readFileSync(music(join(folder, 'track.flac')))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(engines)('results on the %s database', (engine) => {
  let service: Service
  beforeAll(async () => {
    service = await startService(engine, { SIGNING_SECRET: SECRET })
  })
  afterAll(async () => {
    // Of all that was sent, only the stems of one job are still to be had.
    const gone = until(() => service.stored().length === STEMS, 'all uploads are gone')
    const left = await gone.then(() => STEMS, String)
    const codes = await service.stop()
    expect(left).toBe(STEMS)
    expect(service.errors()).toEqual([])
    expect(new Set(codes)).toEqual(new Set([0]))
  })

  const get = (address: string, init?: RequestInit) => fetch(`${service.baseUrl}${address}`, init)
  const post = (path: string, parts: Part[], headers: Record<string, string> = {}) =>
    fetch(`${service.baseUrl}/api/v1/${path}`, { method: 'POST', headers, body: formOf(...parts) })
  const jobOf = async (response: Response) => {
    expect(response.status).toBe(202)
    return ((await response.json()) as { job_id: string }).job_id
  }
  const ended = (id: string) =>
    until(async () => {
      const job = (await (await get(`/api/v1/jobs/${id}`)).json()) as {
        status: string
        results: { results: Analysis }
        records?: Record<string, string>
      }
      return ['completed', 'failed'].includes(job.status) && job
    }, `job ${id} has ended`)
  const track = (filename = 'track.flac'): Part => ['file', new Blob([bytes]), filename]

  describe('records', () => {
    let id: string
    let job: { results: { results: Analysis }; records?: Record<string, string> }
    beforeAll(async () => {
      id = await jobOf(await post('analyze', [track(), ['async', 'true']]))
      job = await ended(id)
    })

    test.each(RECORDS)('%s is what the results hold, in a form of its own', async (record) => {
      const response = await get(`/api/v1/jobs/${id}/results/${record}`)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, TYPES[record]])
      const text = await response.text()
      const value =
        record === 'summary'
          ? text
          : record === 'technical_features'
            ? text
                .split('\n')
                .slice(0, -1)
                .map((line) => JSON.parse(line) as unknown)
            : (JSON.parse(text) as unknown)
      expect(value).toEqual(job.results.results[record])
      // Its signed address gives the same, byte for byte, to anyone; HEAD too.
      expect(Object.keys(job.records!)).toEqual([...RECORDS])
      expect(await (await get(job.records![record]!)).text()).toBe(text)
      expect((await get(job.records![record]!, { method: 'HEAD' })).status).toBe(200)
    })

    test('a signed address that was changed anywhere is refused', async () => {
      const address = job.records!.summary!
      const other = await jobOf(await post('analyze', [track(), ['async', 'true']]))
      await ended(other)
      const spoiled: Record<string, string> = {
        'the path': address.replace('/summary?', '/metadata?'),
        'the job': address.replace(id, other),
        'the client': address.replace('client=public', 'client=other'),
        'the expiry': address.replace(/expires=(\d+)/, (_, at: string) => `expires=${Number(at) + 60}`),
        'the signature': address.replace(
          /signature=(.)/,
          (_, first: string) => `signature=${first === 'A' ? 'B' : 'A'}`,
        ),
        'no signature in it': address.replace(/signature=[^&]+/, 'signature='),
        'a shorter signature': address.slice(0, -1),
      }
      for (const [what, changed] of Object.entries(spoiled)) {
        const response = await get(changed)
        expect([what, response.status, response.headers.get('www-authenticate')]).toEqual([
          what,
          401,
          'SignedAddress',
        ])
        expect(await response.json()).toMatchObject({ error: { code: 'AUTHENTICATION_ERROR' } })
      }
      // It permits reading only: the same parameters do not cancel.
      expect((await get(address, { method: 'DELETE' })).status).toBe(405)
    })

    test('a signed address stops when its time is over', async () => {
      const addresses = signedAddresses({ secret: SECRET, publicUrl: '', now: () => new Date() })
      const path = `/api/v1/jobs/${id}/results/summary`
      const at = (seconds: number) => addresses.sign(path, 'public', new Date(Date.now() + seconds * 1000))
      expect((await get(at(60))).status).toBe(200)
      const late = await get(at(-2))
      expect(late.status).toBe(401)
      expect(await late.json()).toMatchObject({ error: { message: expect.stringContaining('expired') } })
    })

    test('there are none of other jobs, of jobs that did not end well, of none', async () => {
      const statusOf = async (job: string, record: string) =>
        (await get(`/api/v1/jobs/${job}/results/${record}`)).status
      expect(await statusOf(UNKNOWN, 'summary')).toBe(404)
      expect(await statusOf(id, 'secrets')).toBe(422)
      expect(await statusOf('seven', 'summary')).toBe(404)
      const beats = await jobOf(await post('beats', [track(), ['async', 'true']]))
      expect(await statusOf(beats, 'summary')).toBe(404)
      const failed = await jobOf(
        await post('analyze', [
          ['file', new Blob(['words'])],
          ['async', 'true'],
        ]),
      )
      await ended(failed)
      expect(await statusOf(failed, 'summary')).toBe(409)
      await ended(beats)
    })
  })

  describe('the same bytes', () => {
    test('are analysed once: a second name changes the title and nothing else', async () => {
      const fresh = new Blob([bytes, randomUUID()]) // Trailing bytes that no decoder reads: never seen before.
      const [first, second] = [
        await (await post('analyze', [['file', fresh, 'one.flac']])).text(),
        await (await post('analyze', [['file', fresh, 'another name.flac']])).text(),
      ]
      type Answer = { results: Analysis; processing_time: number }
      const [one, two] = [JSON.parse(first) as Answer, JSON.parse(second) as Answer]
      expect(one.results.metadata.title).toBe('one')
      expect(two.results.metadata.title).toBe('another name')
      expect(two.results.summary.startsWith('another name\n')).toBe(true)
      const renamed = second
        .replaceAll('another name', 'one')
        .replace(/"processing_time":[^}]+/, `"processing_time":${one.processing_time}`)
      expect(renamed).toBe(first)
      // Not analysed, only looked up.
      expect(two.processing_time).toBeLessThan(one.processing_time / 2)
      // Parts of the same analysis need no engine either, and a job finds it like a request does.
      const drums = await (await post('drums', [['file', fresh, 'x.flac']])).json()
      expect((drums as { drum_analysis: unknown }).drum_analysis).toEqual(one.results.drum_analysis)
      const job = await ended(
        await jobOf(
          await post('analyze', [
            ['file', fresh, 'one.flac'],
            ['async', 'true'],
          ]),
        ),
      )
      expect(job.results.results).toEqual(one.results)
      // One byte more is another file.
      const other = await (await post('features', [['file', new Blob([bytes, 'x']), 'x.flac']])).json()
      expect(other).toMatchObject({ status: 'completed' })
    })
  })

  describe('Idempotency-Key', () => {
    const keyed = (key: string, parts: Part[], path = 'features') =>
      post(path, parts, { 'idempotency-key': key })
    const later: Part = ['async', 'true']

    test('the same request leads to the same job, also ten at once', async () => {
      const key = randomUUID()
      const ids = await Promise.all(
        Array.from({ length: 10 }, async () =>
          jobOf(await keyed(key, [['file', tone(0.5), 'a.wav'], later])),
        ),
      )
      expect(new Set(ids).size).toBe(1)
      await ended(ids[0]!)
      expect(await jobOf(await keyed(key, [['file', tone(0.5), 'a.wav'], later]))).toBe(ids[0])
      const { jobs } = (await (await get('/api/v1/jobs?per_page=2')).json()) as { jobs: { id: string }[] }
      expect(jobs.filter((job) => job.id === ids[0])).toHaveLength(1)
      expect(jobs[0]!.id).toBe(ids[0])
    })

    test('with another content, name, address or option it is refused', async () => {
      const key = randomUUID()
      const id = await jobOf(await keyed(key, [['file', tone(0.5), 'a.wav'], later], 'stems'))
      const format: Part = ['format', 'flac']
      const others: [string, Part[], string?][] = [
        ['content', [['file', tone(0.6), 'a.wav'], later]],
        ['name', [['file', tone(0.5), 'b.wav'], later]],
        ['option', [['file', tone(0.5), 'a.wav'], later, format]],
        ['address', [['file', tone(0.5), 'a.wav'], later], 'features'],
        ['a batch', [['file', tone(0.5), 'a.wav']], 'batch-analyze'],
        ['at once', [['file', tone(0.6), 'a.wav']], 'stems'],
      ]
      for (const [what, parts, path = 'stems'] of others) {
        const response = await keyed(key, parts, path)
        expect([what, response.status, await response.json()]).toMatchObject([
          what,
          409,
          { error: { code: 'CONFLICT', details: { field: 'idempotency-key', issue: 'reused' } } },
        ])
      }
      await ended(id)
    })

    test('holds for what is answered at once, and for batches', async () => {
      const key = randomUUID()
      expect((await keyed(key, [['file', tone(0.5), 'a.wav']])).status).toBe(200)
      expect((await keyed(key, [['file', tone(0.5), 'a.wav']])).status).toBe(200)
      expect((await keyed(key, [['file', tone(0.6), 'a.wav']])).status).toBe(409)
      const two: Part[] = [
        ['file', tone(0.2), 'a.wav'],
        ['file', tone(0.3), 'b.wav'],
      ]
      const batch = randomUUID()
      const ids = [
        await jobOf(await keyed(batch, two, 'batch-analyze')),
        await jobOf(await keyed(batch, two, 'batch-analyze')),
      ]
      expect(ids[1]).toBe(ids[0])
      expect((await keyed(batch, [...two].reverse(), 'batch-analyze')).status).toBe(409)
      await ended(ids[0]!)
    })

    test.each(['', 'x'.repeat(256), 'with space', 'ü'])('%j is no key', async (key) => {
      const response = await keyed(key, [['file', tone(0.1)]])
      expect(response.status).toBe(422)
      expect(await response.json()).toMatchObject({ error: { code: 'VALIDATION_ERROR' } })
    })
  })
})
