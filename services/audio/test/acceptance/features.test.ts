import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, openAsBlob, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { engines, freshDatabase, type TestDatabase } from '@assay/kit/testing'
import { addressOf, type RunningProcess, stopProcess } from '@assay/kit/testing-process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AudioClient, createAudioClient, upload } from '../../client/client.ts'
import { audio } from '../cli.ts'
import { until } from '../service.ts'
import { tone } from '../tone.ts'

let folder: string
const path = (name: string) => join(folder, name)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'audio-features-'))
  // Two tones under noise (seeded), louder in the second half: loudness, range and peaks all differ from each other.
  const source =
    "aevalsrc='0.3*sin(2*PI*997*t)*(0.2+0.8*gt(t,6))|0.2*sin(2*PI*440*t)':s=44100:d=12[a];anoisesrc=a=0.02:seed=7:r=44100:d=12,pan=stereo|c0=c0|c1=c0[b];[a][b]amix=inputs=2:normalize=0"
  const wav = ['-y', '-v', 'error', '-filter_complex', source]
  execFileSync('ffmpeg', [...wav, '-metadata', 'title=Two tones', path('track.wav')])
  for (const name of ['track.mp3', 'track.flac', 'track.ogg'])
    execFileSync('ffmpeg', ['-y', '-v', 'error', '-i', path('track.wav'), path(name)])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What ffmpeg's own EBU R128 meter says of a file. */
function reference(name: string) {
  const { stderr } = spawnSync(
    'ffmpeg',
    ['-hide_banner', '-nostats', '-i', path(name), '-af', 'ebur128=peak=true', '-f', 'null', '-'],
    { encoding: 'utf8' },
  )
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'))
  const read = (label: string) => Number(new RegExp(`${label}:\\s+(-?[\\d.]+)`).exec(summary)?.[1])
  return { integratedLufs: read('I'), rangeLu: read('LRA'), truePeakDbtp: read('Peak') }
}

type Features = { duration: number; loudness: Record<string, number>; format: Record<string, unknown> }

describe.each(engines)('the audio service on its %s database', (engine) => {
  let fresh: TestDatabase
  let server: RunningProcess
  let worker: RunningProcess | undefined
  let client: AudioClient
  let baseUrl: string
  const storage = () => join(folder, `storage-${engine}`)
  const stored = () =>
    (existsSync(storage()) ? readdirSync(storage()) : []).filter((name) => !name.startsWith('.'))

  beforeAll(async () => {
    fresh = await freshDatabase(engine, 'audio')
    const settings: Record<string, string> = fresh.config.databaseUrl
      ? { DATABASE_URL: fresh.config.databaseUrl }
      : { DATA_DIR: fresh.config.dataDir }
    const configPath = path(`${engine}.json`)
    writeFileSync(
      configPath,
      JSON.stringify({ storageDir: storage(), maxUploadBytes: 3_000_000, maxSyncDurationSeconds: 20 }),
    )
    // The start command exactly as the contract names its options.
    const start = ['--host', '127.0.0.1', '--port', '0', '--production', '--config-path', configPath]
    server = audio(['serve', ...start], settings)
    baseUrl = await addressOf(server)
    client = createAudioClient({ baseUrl })
    if (engine === 'server') {
      worker = audio(['work', '--production', '--config-path', configPath], settings)
      await worker.wrote(/"working"/)
    }
  })
  afterAll(async () => {
    const ends = await Promise.all([server, ...(worker ? [worker] : [])].map((each) => stopProcess(each)))
    expect(ends.map(({ code }) => code)).toEqual(ends.map(() => 0))
    expect(stored()).toEqual([])
    await fresh.remove()
  })

  /** A job is completed a moment before its file is removed. */
  const nothingStored = () => until(() => stored().length === 0, 'nothing is left in storage')
  const finished = async (id: string) => {
    for (const end = performance.now() + 60_000; performance.now() < end; await sleep(50)) {
      const { data } = await client.GET('/api/v1/jobs/{id}', { params: { path: { id } } })
      if (data && !['pending', 'processing'].includes(data.status)) return data
    }
    throw new Error(`job ${id} is not finished`)
  }
  const enqueue = async (file: Blob, filename = 'audio', async: boolean | string = true) => {
    // Clients in other languages write booleans in any case, which the types of this client refuse.
    const sent = upload({ file, filename, async: async as boolean })
    const { data, response } = await client.POST('/api/v1/features', sent)
    expect(response.status).toBe(202)
    return (data as { job_id: string }).job_id
  }

  test.each([
    ['/api/v1/beats', 'beats', 'beats'],
    ['/api/v1/drums', 'drums', 'drum_analysis'],
    ['/api/v1/analyze', 'analyze', 'results'],
    ['/api/v1/semantic/emotions', 'emotions', 'emotions'],
  ] as const)('%s at once and as a job gives the same', async (address, type, field) => {
    const file = await openAsBlob(path('track.mp3'))
    const { data: answered, response } = await client.POST(address, upload({ file, filename: 'track.mp3' }))
    expect(response.status).toBe(200)
    const { status, processing_time, ...body } = answered as unknown as Record<string, unknown>
    expect({ status, processing_time }).toEqual({ status: 'completed', processing_time: expect.any(Number) })
    expect(body[field]).toBeTruthy()
    const accepted = await client.POST(address, upload({ file, filename: 'track.mp3', async: true }))
    expect(accepted.response.status).toBe(202)
    const job = await finished((accepted.data as unknown as { job_id: string }).job_id)
    expect(job).toMatchObject({ type, status: 'completed', progress: 1 })
    expect(job.results).toEqual(body)
  })

  test.each(['track.wav', 'track.mp3', 'track.flac', 'track.ogg'])(
    'features of %s, loudness within 0.1 LU of ffmpeg',
    async (name) => {
      const expected = reference(name)
      await nothingStored()
      const { data, response } = await client.POST(
        '/api/v1/features',
        upload({ file: await openAsBlob(path(name)), filename: name }),
      )
      expect(response.status).toBe(200)
      const { status, features } = data as { status: string; features: Features }
      expect(status).toBe('completed')
      expect(features.duration).toBeCloseTo(12, 1)
      expect(features.format).toMatchObject({ channels: 2, sample_rate: 44100, title: 'Two tones' })
      console.log(
        `${name}: ${features.loudness.integrated_lufs?.toFixed(2)} LUFS (ffmpeg ${expected.integratedLufs}), range ${features.loudness.range_lu?.toFixed(2)} LU (${expected.rangeLu}), peak ${features.loudness.true_peak_dbtp?.toFixed(2)} dBTP (${expected.truePeakDbtp})`,
      )
      const difference = Math.abs((features.loudness.integrated_lufs as number) - expected.integratedLufs)
      // ffmpeg prints one decimal: half of its last digit is its own rounding.
      expect(difference).toBeLessThanOrEqual(0.1 + 1e-9)
      expect(Math.abs((features.loudness.true_peak_dbtp as number) - expected.truePeakDbtp)).toBeLessThan(0.5)
      expect(stored()).toEqual([])
    },
  )

  test('the same as a job, found in the list', async () => {
    const id = await enqueue(await openAsBlob(path('track.flac')), 'track.flac', 'True')
    const job = await finished(id)
    expect(job).toMatchObject({
      id,
      type: 'features',
      status: 'completed',
      progress: 1,
      stage: null,
      filename: 'track.flac',
      error: null,
    })
    expect((job.results as { features: Features }).features.duration).toBeCloseTo(12, 2)
    const times = [job.created_at, job.started_at, job.completed_at].map((time) => Date.parse(time as string))
    expect(times).toEqual([...times].sort((a, b) => a - b))
    const { data } = await client.GET('/api/v1/jobs', { params: { query: { status: 'completed' } } })
    expect(data!.jobs.map((each) => each.id)).toContain(id)
  })

  test('a job on what is no audio fails visibly and keeps nothing', async () => {
    const job = await finished(await enqueue(new Blob(['no audio at all, only words'])))
    expect(job).toMatchObject({ status: 'failed', results: null, error: { code: 'UNSUPPORTED_FORMAT' } })
    await nothingStored()
  })

  test('the list: newest first, in pages, by status', async () => {
    for (let i = 0; i < 3; i++) await finished(await enqueue(tone(0.3)))
    const page = async (query: { page?: number; per_page?: number; status?: 'failed' }) =>
      (await client.GET('/api/v1/jobs', { params: { query } })).data!
    const all = await page({ per_page: 100 })
    const created = all.jobs.map((job) => job.created_at)
    expect(created).toEqual([...created].sort().reverse())
    const total = all.pagination.total!
    expect(all.jobs).toHaveLength(total)
    const second = await page({ page: 2, per_page: 2 })
    expect(second.jobs.map(({ id }) => id)).toEqual(all.jobs.slice(2, 4).map(({ id }) => id))
    expect(second.pagination).toEqual({
      page: 2,
      per_page: 2,
      total,
      pages: Math.ceil(total / 2),
      next_cursor: second.jobs.at(-1)!.id,
    })
    expect((await page({ page: 1000 })).jobs).toEqual([])
    expect(new Set((await page({ status: 'failed' })).jobs.map(({ status }) => status))).toEqual(
      new Set(['failed']),
    )
  })

  const form = (...parts: [string, string | Blob, string?][]) => {
    const data = new FormData()
    for (const [name, value, filename] of parts)
      if (typeof value === 'string') data.append(name, value)
      else data.append(name, value, filename ?? 'audio')
    return data
  }
  const post = (body: RequestInit['body'], headers: Record<string, string> = {}) =>
    fetch(`${baseUrl}/api/v1/features`, { method: 'POST', headers, ...(body ? { body } : {}) })
  const get = (address: string) => fetch(`${baseUrl}${address}`)

  test.each([
    ['no file', () => post(form(['async', 'true'])), 422, 'VALIDATION_ERROR', 'file'],
    ['an empty file', () => post(form(['file', new Blob([])])), 422, 'VALIDATION_ERROR', 'file'],
    ['another part', () => post(form(['audio', tone(0.1)])), 422, 'VALIDATION_ERROR', 'audio'],
    [
      'two files',
      () => post(form(['file', tone(0.1)], ['file', tone(0.1)])),
      422,
      'VALIDATION_ERROR',
      'file',
    ],
    [
      'async=perhaps',
      () => post(form(['file', tone(0.1)], ['async', 'perhaps'])),
      422,
      'VALIDATION_ERROR',
      'async',
    ],
    ['words', () => post(form(['file', new Blob(['only words here'])])), 415, 'UNSUPPORTED_FORMAT', 'file'],
    [
      'a hollow wav',
      () => post(form(['file', new Blob([new Uint8Array(44)])])),
      415,
      'UNSUPPORTED_FORMAT',
      'file',
    ],
    ['a file beyond the limit', () => post(form(['file', tone(400)])), 413, 'FILE_TOO_LARGE', 'file'],
    [
      'more seconds than are answered at once',
      () => post(form(['file', tone(30)])),
      413,
      'DURATION_TOO_LONG',
      'file',
    ],
    [
      'JSON',
      () => post('{}', { 'content-type': 'application/json' }),
      415,
      'UNSUPPORTED_FORMAT',
      'content-type',
    ],
    [
      'no job of that id',
      () => get('/api/v1/jobs/00000000-0000-4000-8000-000000000000'),
      404,
      'NOT_FOUND',
      'id',
    ],
    ['an id of another form', () => get('/api/v1/jobs/7'), 404, 'NOT_FOUND', 'id'],
    ['page 0', () => get('/api/v1/jobs?page=0'), 422, 'VALIDATION_ERROR', 'page'],
    ['an unknown status', () => get('/api/v1/jobs?status=lost'), 422, 'VALIDATION_ERROR', 'status'],
    ['an unknown address', () => get('/api/v1/nothing'), 404, 'NOT_FOUND', 'path'],
  ])('refuses %s', async (_, ask, status, code, field) => {
    await nothingStored()
    const response = await ask()
    const body = (await response.json()) as { error: { details: { field?: string } } }
    expect([response.status, body]).toEqual([
      status,
      {
        error: { code, message: expect.stringMatching(/\w/), details: expect.any(Object) },
        request_id: response.headers.get('x-request-id'),
      },
    ])
    expect(body.error.details.field).toBe(field)
    expect(stored()).toEqual([])
  })

  test('names with paths, quotes and control characters are only names', async () => {
    for (const filename of [
      '../../../etc/passwd',
      'a"b\\c.wav',
      '-i x.wav',
      'x'.repeat(300),
      '.',
      'ü🎵.wav',
    ]) {
      const { response } = await client.POST('/api/v1/features', upload({ file: tone(0.2), filename }))
      expect([filename, response.status]).toEqual([filename, 200])
    }
  })
})
