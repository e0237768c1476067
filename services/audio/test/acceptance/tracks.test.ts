import { mkdtempSync, openAsBlob, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engines } from '@assay/kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AudioClient, createAudioClient, orThrow } from '../../client/client.ts'
import { music, type Service, startService } from '../service.ts'
import { tone } from '../tone.ts'

const folder = mkdtempSync(join(tmpdir(), 'audio-tracks-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(engines)('tracks on the %s database', (engine) => {
  let service: Service
  let client: AudioClient
  let id: string
  const wav = music(join(folder, `${engine}.wav`))

  beforeAll(async () => {
    service = await startService(engine)
    client = createAudioClient({ baseUrl: service.baseUrl })
  })
  afterAll(async () => {
    expect(new Set(await service.stop())).toEqual(new Set([0]))
    expect(service.errors()).toEqual([])
  })

  const toEnd = async (jobId: string) => {
    for await (const event of client.jobEvents(jobId))
      if (event.status !== 'processing') expect(event.error).toBeNull()
    return orThrow(client.GET('/api/v1/jobs/{id}', { params: { path: { id: jobId } } }))
  }
  const add = async () =>
    client.upload('/api/v1/tracks', { file: await openAsBlob(wav), filename: 'night.wav', artist: 'Ann' })
  const get = () => orThrow(client.GET('/api/v1/tracks/{id}', { params: { path: { id } } }))
  const correct = (body: object) =>
    orThrow(client.PUT('/api/v1/tracks/{id}/corrections', { params: { path: { id } }, body }))
  const bytes = async (address: string, headers: Record<string, string> = {}) => {
    const response = await fetch(new URL(address, service.baseUrl), { headers })
    return { response, content: new Uint8Array(await response.arrayBuffer()) }
  }

  test('a file becomes a track with analysis, peaks and audio; the same bytes are the same track', async () => {
    const accepted = await add()
    const job = await toEnd(accepted.job_id)
    expect(job).toMatchObject({
      type: 'tracks',
      status: 'completed',
      results: { track_id: accepted.track_id },
    })
    id = accepted.track_id
    const track = await get()
    expect(track).toMatchObject({ title: 'night', artist: 'Ann', filename: 'night.wav', corrected: false })
    expect(track.analysis!.beats.beats.length).toBeGreaterThan(10)
    expect(track.emotions_over_time[0]!.contributions.energy).toHaveLength(3)
    const again = await add()
    expect(again.track_id).toBe(id)
    await toEnd(again.job_id)
    expect(service.stored()).toHaveLength(2)
    const { tracks, total } = await orThrow(
      client.GET('/api/v1/tracks', { params: { query: { text: 'NIGHT', sort: '-tempo', limit: 5 } } }),
    )
    expect([total, tracks[0]!.id]).toEqual([1, id])
    const between = await fetch(`${service.baseUrl}/api/v1/tracks?energy_min=5.5`)
    expect(between.status).toBe(422)
  })

  test('peaks come whole, in parts, and not twice', async () => {
    const { peaks } = await get()
    expect(peaks.map((zoom) => zoom.samples_per_peak)).toEqual([256, 1024, 4096, 16384, 65536])
    const { address, count } = peaks[1]!
    const { response, content } = await bytes(address)
    expect(content).toHaveLength(2 * count)
    expect(Math.max(...new Int8Array(content.buffer))).toBeGreaterThan(20)
    expect(response.headers.get('cache-control')).toContain('immutable')
    const part = await bytes(address, { range: 'bytes=10-29' })
    expect(part.response.status).toBe(206)
    expect([...part.content]).toEqual([...content.subarray(10, 30)])
    const etag = response.headers.get('etag')!
    expect((await bytes(address, { 'if-none-match': etag })).response.status).toBe(304)
    expect((await bytes(address, { range: 'bytes=99999999-' })).response.status).toBe(416)
  })

  test('the original is played in parts at a signed address only', async () => {
    const { audio } = await orThrow(client.GET('/api/v1/tracks/{id}/addresses', { params: { path: { id } } }))
    const original = readFileSync(wav)
    const whole = await bytes(audio!.address)
    expect(whole.response.headers.get('content-type')).toBe('audio/wav')
    expect(Buffer.compare(Buffer.from(whole.content), original)).toBe(0)
    const { response, content } = await bytes(audio!.address, { range: 'bytes=-100' })
    expect([response.status, response.headers.get('content-range')]).toEqual([
      206,
      `bytes ${original.length - 100}-${original.length - 1}/${original.length}`,
    ])
    expect(Buffer.compare(Buffer.from(content), original.subarray(-100))).toBe(0)
    const head = await fetch(new URL(audio!.address, service.baseUrl), { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(original.length)])
    expect((await bytes(audio!.address.split('?')[0]!)).response.status).toBe(401)
    const old = audio!.address.replace(/expires=\d+/, 'expires=1')
    expect((await bytes(old)).response.status).toBe(401)
  })

  test('corrections change the track, the list and the exports; a new analysis keeps them', async () => {
    const before = await get()
    const { beats, tempo } = before.analysis!.beats
    await correct({ grid: { shift_ms: 10, factor: 0.5 } })
    const corrected = await correct({
      key: '1m',
      sections: [{ start: 0, end: 4, label: 'drop 1' }],
    })
    expect(corrected).toMatchObject({
      corrected: true,
      tempo: expect.closeTo(tempo / 2, 2),
      key: { name: 'A minor', camelot: '8A', confidence: 1 },
      measured: { beats: { tempo }, phrases: before.analysis!.phrases },
      corrections: { grid: { factor: 0.5, author: 'public' }, key: { key: 'A minor' } },
    })
    const halved = corrected.analysis!.beats.beats
    expect(halved.length).toBeLessThan(beats.length / 2 + 1)
    expect(beats.some((beat) => Math.abs(beat + 0.01 - halved[3]!) < 0.001)).toBe(true)
    expect(corrected.analysis!.phrases).toEqual([
      { start_time: 0, end_time: 4, type: 'drop', label: 'drop 1' },
    ])
    const job = await orThrow(client.POST('/api/v1/tracks/{id}/analysis', { params: { path: { id } } }))
    await toEnd(job.job_id)
    const after = await get()
    expect(after.analysis).toEqual(corrected.analysis)
    expect(after.peaks[0]!.address).not.toBe(corrected.peaks[0]!.address)
    const csv = Buffer.from((await bytes(after.exports['beats.csv']!)).content).toString()
    expect(csv.split('\n')).toHaveLength(halved.length + 2)
    const xml = Buffer.from((await bytes(after.exports['rekordbox.xml']!)).content).toString()
    expect(xml).toContain('Tonality="Am"')
    const list = await orThrow(
      client.GET('/api/v1/tracks', { params: { query: { key: '8a', tempo_max: tempo - 10 } } }),
    )
    expect(list.total).toBe(1)
    const restored = await correct({ grid: null, key: null, sections: null })
    expect(restored).toMatchObject({ corrected: false, tempo: before.tempo, key: before.key, measured: {} })
    expect(restored.analysis).toEqual(before.analysis)
  })

  test('all jobs on one stream: a snapshot, changes, and after a break what ended meanwhile', async () => {
    const events: unknown[] = []
    const following = (async () => {
      for await (const event of client.allJobEvents()) {
        if (event.kind === 'job') events.push(event.job)
        if (event.kind === 'job' && event.job.status === 'completed') return
      }
    })()
    const { job_id } = await orThrow(client.POST('/api/v1/tracks/{id}/stems', { params: { path: { id } } }))
    await following
    expect(events.at(-1)).toMatchObject({ id: job_id, type: 'stems', status: 'completed', track_id: id })
    const response = await fetch(`${service.baseUrl}/api/v1/events?seconds=0`, {
      headers: { 'last-event-id': String(Date.now() - 60_000) },
    })
    expect(await response.text()).toContain(job_id)
    const { stems } = await get()
    expect(stems!.stems.map(({ name }) => name)).toEqual(['drums', 'bass', 'other', 'vocals'])
    const { response: part } = await bytes(stems!.stems[0]!.address, { range: 'bytes=0-3' })
    expect([part.status, part.headers.get('content-type')]).toEqual([206, 'audio/flac'])
  })

  test('a client may have 20 streams of events; the next one is refused until one is closed', async () => {
    const address = `${service.baseUrl}/api/v1/events`
    const closing = new AbortController()
    const first = new AbortController()
    const open = (signal: AbortSignal) => fetch(address, { signal })
    const streams = [open(first.signal), ...Array.from({ length: 19 }, () => open(closing.signal))]
    for (const stream of streams) expect((await stream).status).toBe(200)
    const refused = await fetch(address)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
    first.abort()
    await expect.poll(async () => (await open(closing.signal)).status, { timeout: 5000 }).toBe(200)
    closing.abort()
  })

  test('refusals name the field; a removed track leaves nothing', async () => {
    const refused = async (body: unknown) => {
      const response = await fetch(`${service.baseUrl}/api/v1/tracks/${id}/corrections`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const { error } = (await response.json()) as { error: { details: { field: string } } }
      return [response.status, error.details.field]
    }
    expect(await refused({ key: 'H minor' })).toEqual([422, 'key'])
    expect(await refused({ grid: { factor: 3 } })).toEqual([422, 'grid.factor'])
    expect(await refused({ grid: { tempo: 400, factor: 4 } })).toEqual([422, 'grid.factor'])
    expect(await refused({ sections: [{ start: 5, end: 5, label: 'a' }] })).toEqual([422, 'sections.0'])
    expect(await refused({ sections: [{ start: 5, end: 5000, label: 'a' }] })).toEqual([422, 'sections.0'])
    const indexed = await client.upload('/api/v1/semantic/analyze', { file: tone(2), index_for_search: true })
    const other = (indexed as { semantic_analysis: { track_id: string } }).semantic_analysis.track_id
    const path = { id: other }
    expect((await client.GET('/api/v1/tracks/{id}', { params: { path } })).data).toMatchObject({
      analysis: null,
      audio: null,
      peaks: [],
    })
    const again = await client.POST('/api/v1/tracks/{id}/analysis', { params: { path } })
    expect(again.response.status).toBe(409)
    for (const one of [id, other]) {
      const gone = await client.DELETE('/api/v1/tracks/{id}', { params: { path: { id: one } } })
      expect(gone.response.status).toBe(204)
    }
    expect(service.stored()).toEqual([])
    expect((await client.GET('/api/v1/tracks/{id}', { params: { path: { id } } })).response.status).toBe(404)
  })
})
