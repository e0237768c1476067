import { mkdtempSync, openAsBlob, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engines } from '@assay/kit/testing'
import { addressWith, type DocumentedOperation, documentedOperations } from '@assay/kit/testing-operations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formOf, music, newApiKey, type Part, type Service, startService } from '../service.ts'
import { tone } from '../tone.ts'

const OPERATIONS = documentedOperations(join(import.meta.dirname, '../../openapi.json'))
/** In the data of the first client and nowhere else: seen by another, something leaked. */
const SECRET = 'belongs-to-the-first'

const named = OPERATIONS.map(
  (operation) => [`${operation.method} ${operation.path} (${operation.access})`, operation] as const,
)

describe.each(engines)('every operation for every client on the %s database', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'audio-matrix-'))
  let service: Service
  let first: string
  let second: string
  const values: Record<string, () => string | Promise<string>> = {}

  const send = async (operation: DocumentedOperation, key: string | undefined) => {
    const { method, body } = operation
    const headers: Record<string, string> = key === undefined ? {} : { 'x-api-key': key }
    let content: string | FormData | undefined
    if (body?.mediaType === 'multipart/form-data') content = formOf(['file', tone(0.5, 300), 'other.wav'])
    else if (body) {
      content = JSON.stringify(body.example)
      headers['content-type'] = body.mediaType
    }
    const own = operation.path.startsWith('/api/v1/tracks/') ? { ...values, id: values.track! } : values
    // The stream of all jobs has no end of its own.
    const query = operation.operationId === 'watchAllJobs' ? '?seconds=0' : ''
    const response = await fetch(`${service.baseUrl}${await addressWith(operation, own)}${query}`, {
      method,
      headers,
      ...(content === undefined ? {} : { body: content }),
    })
    return { status: response.status, text: await response.text() }
  }
  const post = async (path: string, ...parts: Part[]) => {
    const response = await fetch(`${service.baseUrl}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'x-api-key': first },
      body: formOf(...parts),
    })
    // biome-ignore lint/suspicious/noExplicitAny: the test looks into bodies freely.
    return (await response.json()) as any
  }
  const read = async (address: string, key = first) => {
    const response = await fetch(`${service.baseUrl}/api/v1/${address}`, { headers: { 'x-api-key': key } })
    return response.text()
  }
  /** What the first client keeps. */
  const snapshot = async () => [
    await read('jobs'),
    await read('semantic/stats'),
    await read(`jobs/${await values.id!()}/results/summary`),
    await read('tracks'),
    JSON.parse(await read(`tracks/${await values.track!()}`)).corrections,
  ]

  beforeAll(async () => {
    const clients = await Promise.all(['first', 'second'].map(newApiKey))
    ;[first, second] = clients.map(({ key }) => key) as [string, string]
    service = await startService(engine, {
      AUTHENTICATION: 'api-key',
      API_KEYS: clients.map(({ entry }) => entry).join(','),
    })
    const track = await openAsBlob(music(join(folder, 'track.wav')))
    const file: Part = ['file', track, `${SECRET}.wav`]
    await post('semantic/analyze', file, ['index_for_search', 'true'], ['title', SECRET])
    const analysed = (await post('analyze', file, ['async', 'true'])).job_id as string
    const separated = (await post('stems', file, ['async', 'true'])).job_id as string
    // The stream of events ends when the job does.
    const kept = await post('tracks', file)
    for (const id of [analysed, separated, kept.job_id]) await read(`jobs/${id}/events`)
    const stemmed = await fetch(`${service.baseUrl}/api/v1/tracks/${kept.track_id}/stems`, {
      method: 'POST',
      headers: { 'x-api-key': first },
    })
    await read(`jobs/${((await stemmed.json()) as { job_id: string }).job_id}/events`)
    const { results } = JSON.parse(await read(`jobs/${separated}`))
    const stem = (results.stems.files.drums as string).split('?')[0]!.split('/').at(-1)!
    Object.assign(values, {
      id: () => analysed,
      track: () => kept.track_id as string,
      record: () => 'summary',
      key: () => stem,
      samples_per_peak: () => '1024',
      stem: () => 'drums',
    })
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    expect(new Set(await service.stop())).toEqual(new Set([0]))
    expect(service.errors()).toEqual([])
  })

  test('what belongs to the first client would be recognised', async () => {
    expect(await read('jobs')).toContain(SECRET)
    const found = await fetch(`${service.baseUrl}/api/v1/semantic/search`, {
      method: 'POST',
      headers: { 'x-api-key': first, 'content-type': 'application/json' },
      body: '{"query":"calm"}',
    })
    expect(await found.text()).toContain(SECRET)
    const { status } = await fetch(`${service.baseUrl}/api/v1/files/${await values.key!()}`, {
      headers: { 'x-api-key': first },
    })
    expect(status).toBe(200)
    for (const part of ['', '/audio', '/stems/drums', '/peaks/1024', '/exports/beats.csv']) {
      const address = `${service.baseUrl}/api/v1/tracks/${await values.track!()}${part}`
      expect((await fetch(address, { headers: { 'x-api-key': first } })).status).toBe(200)
    }
  })

  test.each(named)('%s: no key and a wrong key', async (_, operation) => {
    const refused = operation.access === 'public' ? 200 : 401
    for (const key of [undefined, `assay_${'A'.repeat(43)}`])
      expect((await send(operation, key)).status).toBe(refused)
  })

  test.each(named.filter(([, { access }]) => access !== 'public'))(
    '%s: another client sees and changes nothing',
    async (_, operation) => {
      const before = await snapshot()
      const { status, text } = await send(operation, second)
      expect(text).not.toContain(SECRET)
      if (operation.path.includes('{')) expect(status).toBe(404)
      else expect([status, [401, 403].includes(status) || status >= 500]).toEqual([status, false])
      expect(await snapshot()).toEqual(before)
    },
  )
})
