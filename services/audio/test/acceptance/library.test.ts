import { execFileSync } from 'node:child_process'
import { mkdtempSync, openAsBlob, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engines, freshDatabase, type TestDatabase } from '@assay/kit/testing'
import { addressOf, type RunningProcess, stopProcess } from '@assay/kit/testing-process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AudioClient, createAudioClient, upload } from '../../client/client.ts'
import { audio, audioToEnd } from '../cli.ts'
import { tone } from '../tone.ts'

let folder: string
const path = (name: string) => join(folder, name)

/** A busy fast beat in a major chord, and a slow drone in a minor one: as far apart as two tracks can be. */
const SOUNDS = {
  'beat.wav':
    "aevalsrc='0.9*sin(2*PI*55*t)*exp(-18*mod(t,0.4286))+0.5*(random(0)-0.5)*exp(-30*mod(t+0.2143,0.4286))+0.25*(random(1)-0.5)*exp(-60*mod(t,0.1072))+0.08*(sin(2*PI*261.63*t)+sin(2*PI*329.63*t)+sin(2*PI*392*t))':s=44100:d=24",
  'drone.wav':
    "aevalsrc='0.1*(sin(2*PI*110*t)+sin(2*PI*130.81*t)+sin(2*PI*164.81*t))*(0.6+0.4*sin(2*PI*0.1*t))':s=44100:d=24",
}

/** One of them says itself what it is called. */
const TAGS: Record<string, string[]> = { 'drone.wav': ['-metadata', 'title=A Tagged Drone'] }

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'audio-library-'))
  for (const [name, source] of Object.entries(SOUNDS))
    execFileSync('ffmpeg', [
      '-y',
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      source,
      ...(TAGS[name] ?? []),
      path(name),
    ])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The line of JSON among what a command wrote. */
const jsonOf = (output: string): unknown => JSON.parse(/^\{.*$/m.exec(output)![0])

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

interface SearchBody {
  query: string
  results: { track_id: string; title: string }[]
  understood: string[]
  error: { details: { field?: string } }
}

interface Indexed {
  semantic_analysis: { indexed: boolean; track_id: string | null; emotions: Record<string, number> | null }
  full_analysis: { metadata: { title: string } }
}

describe.each(engines)('a library on the %s database', (engine) => {
  let fresh: TestDatabase
  let server: RunningProcess
  let worker: RunningProcess | undefined
  let client: AudioClient
  let baseUrl: string
  let settings: Record<string, string>
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    fresh = await freshDatabase(engine, 'audio')
    settings = fresh.config.databaseUrl
      ? { DATABASE_URL: fresh.config.databaseUrl }
      : { DATA_DIR: fresh.config.dataDir }
    settings.STORAGE_DIR = path(`storage-${engine}`)
    server = audio(['serve', '--port', '0', '--production'], settings)
    baseUrl = await addressOf(server)
    client = createAudioClient({ baseUrl })
    if (engine === 'server') {
      worker = audio(['work', '--production'], settings)
      await worker.wrote(/"working"/)
    }
  })
  afterAll(async () => {
    for (const process of worker ? [server, worker] : [server])
      expect((await stopProcess(process)).code).toBe(0)
    await fresh.remove()
  })

  const index = async (name: string, fields: object) => {
    const { data, response } = await client.POST(
      '/api/v1/semantic/analyze',
      upload({ file: await openAsBlob(path(name)), filename: name, ...fields }),
    )
    expect(response.status).toBe(200)
    return data as unknown as Indexed
  }
  const search = async (body: Record<string, unknown>) => {
    const response = await fetch(`${baseUrl}/api/v1/semantic/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as SearchBody }
  }
  const titles = async (body: Record<string, unknown>) =>
    (await search(body)).body.results.map((hit: { title: string }) => hit.title)

  test('analyses with and without emotions, indexes only when asked', async () => {
    const plain = await index('beat.wav', { include_emotions: 'False' })
    expect(plain.semantic_analysis).toMatchObject({ indexed: false, track_id: null, emotions: null })
    expect(plain.full_analysis.metadata.title).toBe('beat')
    expect(await titles({ query: 'anything' })).toEqual([])
    for (const name of ['beat.wav', 'drone.wav']) await index(name, { index_for_search: 'true' })
    expect((await titles({ query: 'anything' })).toSorted()).toEqual(['A Tagged Drone', 'beat'])
    const beat = await index('beat.wav', { index_for_search: 'true', title: 'Beat', artist: 'Ann' })
    const drone = await index('drone.wav', { index_for_search: 'True', title: 'Drone' })
    expect(Object.keys(beat.semantic_analysis.emotions!)).toHaveLength(9)
    ids.beat = beat.semantic_analysis.track_id!
    ids.drone = drone.semantic_analysis.track_id!
    expect(new Set([ids.beat, ids.drone]).size).toBe(2)
    const again = await index('beat.wav', { index_for_search: 'true', title: 'Beat', artist: 'Ann' })
    expect(again.semantic_analysis.track_id).toBe(ids.beat)
  })

  test('finds by feeling, by its negation, by filters and by example, and says why', async () => {
    expect(await titles({ query: 'energetic, lots of drums', top_k: 2 })).toEqual(['Beat', 'Drone'])
    expect(await titles({ query: 'no drums at all, calm', top_k: 2 })).toEqual(['Drone'])
    expect(await titles({ query: 'energetic, lots of drums', top_k: 1 })).toEqual(['Beat'])
    expect(await titles({ query: 'calm', filters: { artist: 'ann' } })).toEqual(['Beat'])
    expect(await titles({ like_track_id: ids.beat })).toEqual(['Drone'])
    expect(await titles({ like_track_id: ids.beat, adjust: { drums: -0.5 } })).toEqual(['Drone'])
    expect(await titles({ like_track_id: ids.beat, adjust: { drums: 0.5 } })).toEqual([])
    const path = await client.POST('/api/v1/semantic/path', { body: { from: ids.beat!, to: ids.drone! } })
    expect(path.data).toMatchObject({
      tracks: [
        { title: 'Beat', step: null },
        { title: 'Drone', step: { tempo: null, why: expect.stringContaining('uncertain tempo') } },
      ],
      compatible: false,
    })
    const same = await client.POST('/api/v1/semantic/path', { body: { from: ids.beat!, to: ids.beat! } })
    expect(same.error).toMatchObject({ error: { details: { field: 'to', issue: 'same_track' } } })
    const stated = await search({ query: 'songs about love, between 130 and 150 bpm' })
    expect(stated.body).toMatchObject({
      results: [{ title: 'Beat' }],
      filtered: ['between 130 and 150 bpm'],
      not_heard: ['lyrics (songs about)'],
    })
    expect(await titles({ query: 'at 200 bpm' })).toEqual([])
    expect(await titles({ query: 'at 200 bpm', filters: { min_bpm: 130, max_bpm: 150 } })).toEqual(['Beat'])
    const { body } = await search({ query: 'not calm', top_k: 1 })
    expect(body).toMatchObject({ query: 'not calm', understood: ['not calm'] })
    expect(body.results[0]).toMatchObject({
      track_id: ids.beat,
      title: 'Beat',
      artist: 'Ann',
      score: expect.any(Number),
      why: expect.stringMatching(/\w.*\./),
      emotions: expect.objectContaining({ energy: expect.any(Number) }),
    })
  })

  test('a file without music is in the library and in no search', async () => {
    const sent = upload({ file: tone(5), filename: 'tone.wav', index_for_search: true })
    const { data } = await client.POST('/api/v1/semantic/analyze', sent)
    const { indexed, track_id } = (data as unknown as Indexed).semantic_analysis
    expect(indexed).toBe(true)
    const stats = await client.GET('/api/v1/semantic/stats')
    expect(stats.data).toMatchObject({ tracks: 3, without_music: 1 })
    expect(await titles({ query: 'a calm tone' })).not.toContain('tone')
    expect(await titles({ like_track_id: ids.beat })).not.toContain('tone')
    const { status, body } = await search({ like_track_id: track_id })
    expect([status, body.error.details.field]).toEqual([422, 'like_track_id'])
    const path = { id: track_id! }
    const removed = await client.DELETE('/api/v1/semantic/tracks/{id}', { params: { path } })
    expect(removed.response.status).toBe(204)
  })

  test.each([
    ['neither query nor example', {}, 422, 'query'],
    ['both', { query: 'x', like_track_id: UNKNOWN }, 422, 'query'],
    ['an unknown example', { like_track_id: UNKNOWN }, 404, 'like_track_id'],
    ['an adjustment without an example', { query: 'x', adjust: { tempo: 1 } }, 422, 'adjust'],
    ['too large an adjustment', { like_track_id: UNKNOWN, adjust: { tempo: 2 } }, 422, 'adjust.tempo'],
    ['top_k 0', { query: 'x', top_k: 0 }, 422, 'top_k'],
    ['top_k as text', { query: 'x', top_k: '5' }, 422, 'top_k'],
    ['an unknown filter', { query: 'x', filters: { mood: 'sad' } }, 422, 'filters.mood'],
  ])('refuses %s', async (_, request, status, field) => {
    const answer = await search(request)
    expect([answer.status, answer.body.error.details.field]).toEqual([status, field])
  })

  test('text analysis: sentiment, keywords and nine dimensions; negation turns them', async () => {
    const analyse = async (text: string) =>
      (await client.POST('/api/v1/semantic/text-analysis', { body: { text } })).data!
    const happy = await analyse('a very happy, warm song')
    const unhappy = await analyse('not a happy song')
    expect(happy.text).toBe('a very happy, warm song')
    expect(happy.analysis.sentiment.label).toBe('positive')
    expect(Object.keys(happy.analysis.emotions)).toHaveLength(9)
    expect(happy.analysis.emotions.euphoria).toBeGreaterThan(5)
    expect(unhappy.analysis.emotions.euphoria).toBeLessThan(5)
    expect(unhappy.analysis.keywords[0]).toMatchObject({ word: 'happy', negated: true })
  })

  test('the commands use the running server, find the same and count the same', async () => {
    const where = engine === 'server' ? ['--server', baseUrl] : []
    const run = async (...args: string[]) => {
      const ended = await audioToEnd(['semantic', ...args, ...where], engine === 'server' ? {} : settings)
      expect([args, ended.code, ended.output]).toEqual([args, 0, expect.any(String)])
      return ended.output
    }
    expect(await run('index', path('drone.wav'), '--artist', 'Bo', '--title', 'Low')).toContain(ids.drone)
    const found = jsonOf(await run('search', 'no drums at all, calm', '--top-k', '1', '--json'))
    expect((found as SearchBody).results).toMatchObject([{ track_id: ids.drone, title: 'Low', artist: 'Bo' }])
    expect(await run('search', 'energetic')).toMatch(/1\. Ann – Beat/)
    expect(jsonOf(await run('stats', '--json'))).toMatchObject({ tracks: 2, artists: 2, stale: 0 })
    expect(await run('stats')).toMatch(/^2 tracks by 2 artists/m)
    const { data } = await client.GET('/api/v1/semantic/stats')
    expect(data).toMatchObject({ tracks: 2, artists: 2 })
  })

  test('a track that is removed is found no more', async () => {
    const remove = () =>
      client.DELETE('/api/v1/semantic/tracks/{id}', { params: { path: { id: ids.beat! } } })
    expect((await remove()).response.status).toBe(204)
    expect((await remove()).response.status).toBe(404)
    expect(await titles({ query: 'energetic' })).toEqual(['Low'])
  })
})

test('without a server the commands use the embedded database themselves, take folders, and say what to do when they fail', async () => {
  const settings = { DATA_DIR: path('alone') }
  const run = (...args: string[]) => audioToEnd(['semantic', ...args], settings)
  const files = ['drone.wav', 'nothing.wav', '', 'beat.wav'].map(path)
  const indexed = await run('index', ...files, '--json')
  expect([indexed.code, indexed.output]).toEqual([1, expect.stringContaining('the file does not exist')])
  const told = [...indexed.output.matchAll(/^\{"file":"([^"]+)".*"indexed":true/gm)].map(([, file]) => file)
  expect(told).toEqual([path('drone.wav'), path('beat.wav')])
  const found = await run('search', 'energetic', '--json')
  expect((jsonOf(found.output) as SearchBody).results).toHaveLength(2)
  const nobody = await run('search', 'calm', '--server', 'http://127.0.0.1:9')
  expect([nobody.code, nobody.output]).toEqual([
    1,
    expect.stringContaining('Is "assay-audio serve" running there?'),
  ])
  expect((await run('search')).output).toContain('Describe what you are looking for')
  expect((await run('index')).output).toContain('Name at least one audio file')
})
