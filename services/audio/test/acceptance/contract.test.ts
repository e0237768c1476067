import { execFileSync } from 'node:child_process'
import { mkdtempSync, openAsBlob, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf, type RunningProcess, stopProcess } from '@assay/kit/testing-process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audio, audioToEnd } from '../cli.ts'
import {
  completed,
  EMOTION_FIELDS,
  EMOTION_MAP,
  EMOTIONS,
  HIT,
  JOB,
  PAGINATION,
  RECORDS,
  TECHNICAL,
  UPLOADS,
} from '../contract-shapes.ts'
import { formOf, type Part, until } from '../service.ts'
import { atLeast, fields, misfits, type Shape } from '../shape.ts'

/** Everything here is from the contract (../shared/contract/audio.md) and from nowhere else; where it is silent, ADR 7. */
const PORT = 5000

/** All twelve of the contract, and the statistics that the command line shows. */
const ENDPOINTS = [
  ...UPLOADS.map(([path]) => `POST ${path}`),
  'POST /semantic/search',
  'POST /semantic/text-analysis',
  'POST /batch-analyze',
  'GET /jobs/{id}',
  'GET /jobs',
  'GET /semantic/stats',
]
const { paths } = JSON.parse(readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, unknown>>
}
const isBuilt = (endpoint: string) => {
  const [method, path] = endpoint.split(' ') as [string, string]
  return paths[`/api/v1${path}`]?.[method.toLowerCase()] !== undefined
}

let folder: string
let server: RunningProcess
let baseUrl: string
const path = (name: string) => join(folder, name)

/** Quiet chord, then beat and noise, a break, and all again: sections, peaks and drums to be found. */
function renderTrack(): void {
  const on = '(gt(t,16)*lt(t,40)+gt(t,48))'
  const kick = `0.6*sin(2*PI*55*t)*exp(-mod(t,0.5)*12)*${on}`
  const hat = `0.25*(random(0)-0.5)*exp(-mod(t+0.25,0.5)*40)*${on}`
  const snare = `0.4*(random(1)-0.5)*exp(-mod(t+0.5,1)*18)*${on}`
  const chord = '0.1*(sin(2*PI*220*t)+sin(2*PI*261.63*t)+sin(2*PI*329.63*t))'
  const source = `aevalsrc='${kick}+${hat}+${snare}+${chord}':s=44100:d=64`
  execFileSync('ffmpeg', ['-y', '-v', 'error', '-f', 'lavfi', '-i', source, path('track.wav')])
  execFileSync('ffmpeg', ['-y', '-v', 'error', '-i', path('track.wav'), path('track.mp3')])
  const excerpt = ['-ss', '14', '-t', '10', '-i', path('track.wav')]
  for (const name of ['short.wav', 'short.mp3'])
    execFileSync('ffmpeg', ['-y', '-v', 'error', ...excerpt, path(name)])
}

/** The documented port is the one thing that a test cannot choose: whoever has it must be told apart from a fault of ours. */
const assertFree = (port: number) =>
  new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', () =>
      reject(
        new Error(
          `Port ${port} is taken by another program. The contract documents it, so this test needs it: end that program and run again.`,
        ),
      ),
    )
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()))
  })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'audio-contract-'))
  renderTrack()
  await assertFree(PORT)
  await assertFree(PORT + 1) // metrics
  writeFileSync(path('config.json'), JSON.stringify({ dataDir: path('data') }))
  // The start command with the options that the contract documents.
  const documented = [
    '--host',
    '127.0.0.1',
    '--port',
    '5000',
    '--production',
    '--config-path',
    path('config.json'),
  ]
  server = audio(['serve', ...documented], {}, folder)
  baseUrl = await addressOf(server)
})
afterAll(async () => {
  expect(server && (await stopProcess(server)).code).toBe(0)
  rmSync(folder, { recursive: true, force: true })
})

const api = (address: string, init?: RequestInit) => fetch(`${baseUrl}/api/v1${address}`, init)
const post = (address: string, ...parts: Part[]) => api(address, { method: 'POST', body: formOf(...parts) })
const postJson = (address: string, body: unknown) =>
  api(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const file = async (name: `${'track' | 'short'}.${'wav' | 'mp3'}`): Promise<Part> => [
  'file',
  await openAsBlob(path(name)),
  name,
]
/** The JSON of an answer that must be as the contract has it. */
async function answered(response: Response, shape: Shape, status = 200): Promise<never> {
  const body = (await response.json()) as never
  expect([response.status, misfits(body, shape).slice(0, 10)]).toEqual([status, []])
  return body
}
const ended = (id: string) =>
  until(async () => {
    const job = (await (await api(`/jobs/${id}`)).json()) as { status: string; results: never }
    return ['completed', 'failed', 'cancelled'].includes(job.status) && job
  }, `job ${id} has ended`)

test('the server answers where the documented command says', () => {
  expect(baseUrl).toBe('http://127.0.0.1:5000')
})

test('every endpoint of the contract is in openapi.json', () => {
  expect(ENDPOINTS.filter((endpoint) => !isBuilt(endpoint))).toEqual([])
})

describe('uploads', () => {
  for (const [address, shape, extra = []] of UPLOADS) {
    test(`POST ${address}: at once, and as a job`, async () => {
      const wav = await answered(await post(address, await file('short.wav'), ...extra), shape)
      expect((wav as { status: string }).status).toBe('completed')
      const accepted = await answered(
        await post(address, ...extra, await file('short.mp3'), ['async', 'True']),
        atLeast({ job_id: 'string', status: 'string', message: 'string' }),
        202,
      )
      const { job_id: id } = accepted as { job_id: string }
      await ended(id)
      const job = await answered(await api(`/jobs/${id}`), JOB)
      expect(job).toMatchObject({ id, status: 'completed', progress: 1, error: null })
      const { status: _, processing_time: __, ...own } = (shape as { fields: Record<string, Shape> }).fields
      expect(misfits((job as { results: unknown }).results, atLeast(own))).toEqual([])
    })
  }

  test.each(['true', 'True', 'TRUE'])('a boolean sent as text: %s', async (async) => {
    const response = await post('/features', await file('short.mp3'), ['async', async])
    expect(response.status).toBe(202)
    await ended(((await response.json()) as { job_id: string }).job_id)
  })
  test.each(['false', 'False'])('a boolean sent as text: %s', async (async) => {
    expect((await post('/features', ['async', async], await file('short.mp3'))).status).toBe(200)
  })
})

describe('emotions', () => {
  test('nine numbers from 0 to 10 by their names, and the dominant one of them', async () => {
    const shape = completed(EMOTION_FIELDS)
    const body = await answered(await post('/semantic/emotions', await file('short.wav')), shape)
    const { emotions, summary } = body as {
      emotions: Record<string, number>
      summary: { dominant_emotion: string }
    }
    expect(Object.keys(emotions)).toEqual([...EMOTIONS])
    for (const value of Object.values(emotions)) {
      expect(value).toBeGreaterThanOrEqual(0)
      expect(value).toBeLessThanOrEqual(10)
    }
    expect([...EMOTIONS, 'neutral']).toContain(summary.dominant_emotion)
    if (summary.dominant_emotion !== 'neutral')
      expect(emotions[summary.dominant_emotion]).toBe(Math.max(...Object.values(emotions)))
  })
})

describe('the records of an analysis', () => {
  let results: Record<keyof typeof RECORDS, never>
  let id: string
  beforeAll(async () => {
    const accepted = await post('/analyze', await file('track.wav'), ['async', 'true'])
    id = ((await accepted.json()) as { job_id: string }).job_id
    ;({ results } = (await ended(id)).results as { results: typeof results })
  })

  test('have exactly the shapes of the contract, and something in them', () => {
    for (const [name, shape] of Object.entries(RECORDS))
      expect([name, misfits(results[name as keyof typeof RECORDS], shape)]).toEqual([name, []])
    const profile = results.emotional_profile as Record<string, unknown[]>
    for (const list of ['overall_mood', 'intensity_curve', 'emotional_segments', 'peak_moments'])
      expect([list, profile[list]!.length > 0]).toEqual([list, true])
    expect(results.segments as unknown[]).not.toEqual([])
    expect((results.segments as { type: string }[]).map(({ type }) => type)).toContain('intro')
    const types = new Set(
      (results.technical_features as { feature_type: string }[]).map((f) => f.feature_type),
    )
    for (const type of types) expect(['bass', 'drums', 'atmosphere', 'transition']).toContain(type)
    expect(types.has('drums')).toBe(true)
  })

  test.each(Object.entries(RECORDS))('%s as a file of its own', async (name, shape) => {
    const text = await (await api(`/jobs/${id}/results/${name}`)).text()
    if (name === 'summary') return expect(text).toMatch(/^track\n/)
    if (name !== 'technical_features') return expect(misfits(JSON.parse(text), shape)).toEqual([])
    const lines = text.split('\n').slice(0, -1)
    expect(lines).not.toEqual([])
    for (const line of lines) expect(misfits(JSON.parse(line), TECHNICAL)).toEqual([])
  })
})

describe('batches and jobs', () => {
  test('several files under one name, and the list in pages', async () => {
    const parts = [await file('track.wav'), await file('track.mp3')]
    const shape = atLeast({ job_id: 'string', status: 'string', message: 'string' })
    const { job_id: id } = (await answered(await post('/batch-analyze', ...parts), shape, 202)) as {
      job_id: string
    }
    const batch = await ended(id)
    const outcome = atLeast({ job_id: 'string', filename: 'string', status: 'string' })
    expect(misfits(batch.results, atLeast({ files: [outcome] }))).toEqual([])
    const list = await answered(
      await api('/jobs?page=1&per_page=2'),
      atLeast({ jobs: [JOB], pagination: PAGINATION }),
    )
    expect(list).toMatchObject({ pagination: { page: 1, per_page: 2 } })
    expect((list as { jobs: unknown[] }).jobs).toHaveLength(2)
    const some = await answered(await api('/jobs?status=completed'), atLeast({ jobs: [JOB] }))
    expect((some as { jobs: { status: string }[] }).jobs.every(({ status }) => status === 'completed')).toBe(
      true,
    )
  })

  test('what is refused has one shape', async () => {
    const refusal = fields({
      error: fields({ code: 'string', message: 'string', details: { mapTo: 'anything' } }),
      request_id: 'string',
    })
    await answered(await api('/jobs/00000000-0000-4000-8000-000000000000'), refusal, 404)
    await answered(await api('/jobs?page=0'), refusal, 422)
    await answered(await post('/beats', ['file', new Blob(['words']), 'a.mp3']), refusal, 415)
    await answered(await postJson('/beats', { file: 'a.mp3' }), refusal, 415)
  })
})

describe('search by feeling', () => {
  test('POST /semantic/search takes {query, top_k}', async () => {
    const shape = atLeast({ query: 'string', results: [HIT] })
    const body = await answered(
      await postJson('/semantic/search', { query: 'dark and driving', top_k: 5 }),
      shape,
    )
    expect(body).toMatchObject({ query: 'dark and driving' })
    expect((body as { results: unknown[] }).results.length).toBeGreaterThan(0)
    expect((body as { results: unknown[] }).results.length).toBeLessThanOrEqual(5)
    expect((await postJson('/semantic/search', { query: 'x', top_k: 'five' })).status).toBe(422)
    expect((await postJson('/semantic/search', { top_k: 5 })).status).toBe(422)
  })
  test('POST /semantic/text-analysis takes {text}', async () => {
    const text = 'not a happy song'
    const shape = atLeast({
      text: 'string',
      analysis: atLeast({ sentiment: 'anything', keywords: ['anything'], emotions: EMOTION_MAP }),
    })
    expect(await answered(await postJson('/semantic/text-analysis', { text }), shape)).toMatchObject({
      text,
    })
    expect((await postJson('/semantic/text-analysis', {})).status).toBe(422)
  })
  test('GET /semantic/stats', async () => {
    const body = await answered(
      await api('/semantic/stats'),
      atLeast({ tracks: 'number', artists: 'number' }),
    )
    expect((body as { tracks: number }).tracks).toBeGreaterThan(0)
  })
})

describe('the command line', () => {
  test('serve has the documented options', async () => {
    const { code, output } = await audioToEnd(['serve', '--help'])
    expect(code).toBe(0)
    for (const option of ['--host', '--port', '--production', '--config-path'])
      expect(output).toContain(option)
  })

  test('semantic emotions shows each dimension out of 10', async () => {
    const { code, output } = await audioToEnd(['semantic', 'emotions', path('track.wav')])
    expect(code).toBe(0)
    for (const name of EMOTIONS) expect(output).toMatch(new RegExp(`${name} +\\d+\\.\\d / 10`))
  })

  test('semantic index, search and stats, against the server that runs', async () => {
    const address = { DATA_DIR: path('data') }
    const names = ['--artist', 'Nobody', '--title', 'Sixty-four seconds']
    const indexed = await audioToEnd(['semantic', 'index', path('track.wav'), ...names], address)
    expect([indexed.code, indexed.output]).toEqual([0, expect.stringMatching(/\w/)])
    const found = await audioToEnd(['semantic', 'search', 'dark and driving'], address)
    expect([found.code, found.output]).toEqual([0, expect.stringContaining('Sixty-four seconds')])
    const stats = await audioToEnd(['semantic', 'stats'], address)
    expect([stats.code, stats.output]).toEqual([0, expect.stringMatching(/\d/)])
  })
})
