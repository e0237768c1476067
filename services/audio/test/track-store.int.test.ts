import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Database } from '@assay/kit/database'
import { migrate, readMigrations } from '@assay/kit/migrate'
import { engines, freshDatabase, type TestDatabase } from '@assay/kit/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AudioDatabase } from '../src/adapters/postgres/schema.ts'
import { listsOf, maintainTrackIndex } from '../src/adapters/postgres/track-index.ts'
import { postgresTrackStore } from '../src/adapters/postgres/track-store.ts'
import {
  EMBEDDING_DIMENSIONS,
  queryFromExample,
  scoreOf,
  trackVector,
} from '../src/domain/semantic/search-vector.ts'
import { searchModelOf } from '../src/operations/index-track.ts'
import type { IndexedTrack, TrackStore } from '../src/operations/ports/search.ts'
import { createRandom } from './random.ts'
import { syntheticMeasures } from './synthetic-tracks.ts'

const random = createRandom(5)
const NO_TEXT = new Float32Array(EMBEDDING_DIMENSIONS)
const OWNER = 'studio'
const MODEL = searchModelOf({ model: 'test', dimensions: EMBEDDING_DIMENSIONS, embed: async () => [] })

const track = (changes: Partial<IndexedTrack> = {}): IndexedTrack => {
  const measures = changes.measures ?? syntheticMeasures(random)
  return {
    id: randomUUID(),
    owner: OWNER,
    sha256: randomUUID(),
    title: 'Untitled',
    artist: null,
    keyName: 'C minor',
    camelot: '5A',
    dominantEmotion: 'groove',
    measures,
    description: 'Music.',
    engineVersion: 'test',
    searchModel: MODEL,
    vector: trackVector(measures, NO_TEXT),
    ...changes,
  }
}

describe.each(engines)('%s', (engine) => {
  let fresh: TestDatabase
  let database: Database<AudioDatabase>
  let tracks: TrackStore
  let clock = 0
  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    database = await fresh.open<AudioDatabase>()
    await migrate(database, readMigrations(join(import.meta.dirname, '../migrations')))
  })
  beforeEach(async () => {
    await database.db.deleteFrom('track').execute()
    tracks = postgresTrackStore(database, () => clock)
  })
  afterAll(() => fresh.remove())
  const nearest = (vector: Float32Array, changes: object = {}) =>
    tracks.nearest({ owner: OWNER, searchModel: MODEL, vector, limit: 10, filter: {}, ...changes })

  test('the same bytes of a client are one track, whatever they are called; of another client another', async () => {
    const first = track({ title: 'One', sha256: 'same' })
    const id = await tracks.put(first)
    expect(await tracks.put(track({ ...first, id: randomUUID(), title: 'Two', artist: 'Ann' }))).toBe(id)
    const other = await tracks.put(track({ ...first, id: randomUUID(), owner: 'rival' }))
    expect(other).not.toBe(id)
    expect(await tracks.find(id, OWNER)).toMatchObject({ title: 'Two', artist: 'Ann' })
    expect(await tracks.find(id, 'rival')).toBeUndefined()
    expect(await tracks.remove(id, 'rival')).toBeUndefined()
    expect((await nearest(first.vector)).map((hit) => hit.id)).toEqual([id])
    expect(await tracks.remove(id, OWNER)).toEqual([])
    expect(await nearest(first.vector)).toEqual([])
  })

  test('ranks by the inner product, as the domain computes it, and finds what is like an example', async () => {
    const all = Array.from({ length: 60 }, () => track())
    for (const one of all) await tracks.put(one)
    const example = all[17]!
    const query = queryFromExample(example.vector)
    const hits = await nearest(query)
    const expected = all.toSorted((a, b) => scoreOf(query, b.vector) - scoreOf(query, a.vector)).slice(0, 10)
    expect(hits[0]!.id).toBe(example.id)
    expect(hits[0]!.score).toBeCloseTo(scoreOf(query, example.vector), 1)
    // Half precision may swap near equals.
    const found = new Set(hits.map(({ id }) => id))
    expect(expected.filter(({ id }) => found.has(id)).length).toBeGreaterThanOrEqual(9)
    const kept = await tracks.find(example.id, OWNER)
    expect(kept!.vector).toHaveLength(example.vector.length)
    const others = await nearest(query, { except: example.id })
    expect(others.map(({ id }) => id)).not.toContain(example.id)
  })

  test('filters by tempo, length, artist and key; a percent sign is a percent sign', async () => {
    const beaten = syntheticMeasures(random)
    const fast = {
      ...{ ...beaten, tempoBpm: 174, durationSeconds: 300 },
      drums: { ...beaten.drums, hitsPerSecond: { kick: 2, snare: 1, hat: 4, tom: 0, cymbal: 0 } },
    }
    const still = { kick: 0, snare: 0, hat: 0.1, tom: 0, cymbal: 0 }
    const measured = syntheticMeasures(random)
    const slow = {
      ...{ ...measured, tempoBpm: 80, durationSeconds: 100 },
      drums: { ...measured.drums, hitsPerSecond: still },
    }
    const a = await tracks.put(
      track({ measures: fast, artist: '100% Ann', keyName: 'A minor', camelot: '8A' }),
    )
    const b = await tracks.put(track({ measures: slow, artist: 'Bo' }))
    const ids = async (filter: object) =>
      (await nearest(trackVector(fast, NO_TEXT), { filter })).map(({ id }) => id).sort()
    expect(await ids({})).toEqual([a, b].sort())
    expect(await ids({ minBpm: 100 })).toEqual([a])
    expect(await ids({ maxBpm: 100 })).toEqual([b])
    expect(await ids({ minSeconds: 100, maxSeconds: 200 })).toEqual([b])
    expect(await ids({ artist: 'ann' })).toEqual([a])
    expect(await ids({ artist: '%' })).toEqual([a])
    expect(await ids({ artist: '_' })).toEqual([])
    expect(await ids({ key: 'a MINOR' })).toEqual([a])
    expect(await ids({ key: '5a' })).toEqual([b])
    expect(await ids({ minBpm: 100, artist: 'Bo' })).toEqual([])
    expect(await ids({ without: ['drums'] })).toEqual([b])
    expect(await ids({ without: ['piano', 'voices'] })).toEqual([a, b].sort())
  })

  test('vectors of another model are not compared, are counted as stale, and can be renewed', async () => {
    const old = track({ searchModel: 'old' })
    await tracks.put(old)
    expect(await nearest(old.vector)).toEqual([])
    expect(await tracks.statistics(OWNER, MODEL)).toMatchObject({ tracks: 1, stale: 1 })
    expect(await tracks.stale(MODEL, 10)).toMatchObject([{ id: old.id }])
    const { vector, measures } = old
    await tracks.renew(old.id, { vector, measures, description: 'New.', searchModel: MODEL })
    expect(await nearest(old.vector)).toMatchObject([{ id: old.id, description: 'New.' }])
    expect(await tracks.stale(MODEL, 10)).toEqual([])
  })

  test('a track without music is stored and counted, and never found', async () => {
    const heard = track()
    const rain = track({ measures: { ...syntheticMeasures(random), music: false } })
    const id = await tracks.put(heard)
    const silent = await tracks.put(rain)
    expect((await nearest(rain.vector)).map((found) => found.id)).toEqual([id])
    expect(await tracks.find(silent, OWNER)).toMatchObject({ id: silent, measures: { music: false } })
    expect(await tracks.statistics(OWNER, MODEL)).toMatchObject({ tracks: 2, withoutMusic: 1 })
    await tracks.put({ ...rain, measures: { ...rain.measures, music: true } })
    expect(await nearest(rain.vector)).toHaveLength(2)
  })

  test('statistics', async () => {
    expect(await tracks.statistics(OWNER, MODEL)).toMatchObject({ tracks: 0, meanBpm: null, updatedAt: null })
    const measures = { ...syntheticMeasures(random), tempoBpm: 120, durationSeconds: 60 }
    await tracks.put(track({ measures, artist: 'Ann' }))
    await tracks.put(track({ measures, artist: 'ANN', dominantEmotion: 'warmth', camelot: null }))
    expect(await tracks.statistics(OWNER, MODEL)).toMatchObject({
      tracks: 2,
      artists: 1,
      seconds: 120,
      meanBpm: 120,
      stale: 0,
      dominantEmotions: { groove: 1, warmth: 1 },
      keys: { '5A': 1, none: 1 },
      updatedAt: expect.any(Date),
    })
  })

  test('the index is made when there are enough, once, and anew when there are many more', async () => {
    const put = async (count: number) => {
      for (let n = 0; n < count; n++) await tracks.put(track())
    }
    const maintain = () => maintainTrackIndex(database, { from: 50, maintenanceMemory: '64MB' })
    await put(40)
    expect(await maintain()).toBe(false)
    await put(24)
    expect(await Promise.all([maintain(), maintain()])).toContain(true)
    expect(await listsOf(database.db)).toBe(8)
    expect(await maintain()).toBe(false)
    await put(200)
    expect(await maintain()).toBe(true)
    expect(await listsOf(database.db)).toBe(16)
    clock += 1e9
    const one = track()
    await tracks.put(one)
    expect((await nearest(queryFromExample(one.vector)))[0]!.id).toBe(one.id)
  })
})
