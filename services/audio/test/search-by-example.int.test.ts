import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Database } from '@assay/kit/database'
import { migrate, readMigrations } from '@assay/kit/migrate'
import { engines, freshDatabase, type TestDatabase } from '@assay/kit/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AudioDatabase } from '../src/adapters/postgres/schema.ts'
import { listsOf } from '../src/adapters/postgres/track-index.ts'
import { postgresTrackStore } from '../src/adapters/postgres/track-store.ts'
import type { Adjustment } from '../src/domain/semantic/adjust-example.ts'
import { EMBEDDING_DIMENSIONS, trackVector } from '../src/domain/semantic/search-vector.ts'
import type { TrackMeasures } from '../src/domain/semantic/track-measures.ts'
import { trackCoordinates } from '../src/domain/semantic/track-traits.ts'
import { camelotName, keyName } from '../src/domain/tonality/find-key.ts'
import { findPath } from '../src/operations/find-path.ts'
import { renewTracks, searchModelOf } from '../src/operations/index-track.ts'
import type { TrackStore } from '../src/operations/ports/search.ts'
import { searchTracks } from '../src/operations/search-tracks.ts'
import { createRandom } from './random.ts'
import { syntheticMeasures } from './synthetic-tracks.ts'

const OWNER = 'studio'
/** Search by example embeds a text only when a vector is of an older model. */
const embedder = {
  model: 'test',
  dimensions: EMBEDDING_DIMENSIONS,
  embed: async () => [new Float32Array(EMBEDDING_DIMENSIONS)],
}
const random = createRandom(17)
const certain = (tempoBpm: number, tonic: number): TrackMeasures => ({
  ...syntheticMeasures(createRandom(1)),
  tempoBpm,
  beatConfidence: 0.9,
  key: { tonic, mode: 'minor', confidence: 0.9 },
})
const emotional = (measures: TrackMeasures, energy: number): TrackMeasures => ({
  ...measures,
  emotions: { ...measures.emotions, energy, atmosphere: 10 - energy },
})

describe.each(engines)('%s', (engine) => {
  let fresh: TestDatabase
  let database: Database<AudioDatabase>
  let tracks: TrackStore
  const library = new Map<string, TrackMeasures>()
  const put = async (measures: TrackMeasures, owner = OWNER) => {
    const id = await tracks.put({
      ...{ id: randomUUID(), owner, sha256: randomUUID(), title: 'Untitled', artist: null },
      keyName: measures.key && keyName(measures.key),
      camelot: measures.key && camelotName(measures.key),
      ...{ dominantEmotion: 'groove', measures, description: 'Music.', engineVersion: 'test' },
      searchModel: searchModelOf(embedder),
      vector: trackVector(measures, new Float32Array(EMBEDDING_DIMENSIONS)),
    })
    if (owner === OWNER) library.set(id, measures)
    return id
  }
  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    database = await fresh.open<AudioDatabase>()
    await migrate(database, readMigrations(join(import.meta.dirname, '../migrations')))
    tracks = postgresTrackStore(database, Date.now)
    for (let i = 0; i < 120; i++) await put(syntheticMeasures(random))
  })
  afterAll(() => fresh.remove())

  const like = (likeTrackId: string, adjust?: Adjustment) =>
    searchTracks({ tracks, embedder })({
      ...{ owner: OWNER, limit: 5, filter: {}, wanted: { likeTrackId, adjust } },
    })
  const path = (fromId: string, toId: string, steps?: number) =>
    findPath({ tracks, embedder })({ owner: OWNER, fromId, toId, steps })

  const confirm = async (id: string, part: 'grid' | 'key') => {
    const row = { track_id: id, part, value: '{}', base: null, author: OWNER, made_at: new Date(0) }
    await database.db.insertInto('track_correction').values(row).execute()
  }

  test('every hit goes as asked, and says so', async () => {
    const id = await put(certain(124, 0))
    const before = trackCoordinates(library.get(id)!)
    const cases = [
      [{ darkness: -1 }, 'darkness', -1, /^Less dark/],
      [{ tempo: 0.5 }, 'tempo', 1, /^Faster\./],
      [{ drums: -1 }, 'drums', -1, /^Fewer drums \(/],
    ] as const
    for (const [adjust, name, sign, why] of cases) {
      const { hits, unheard } = await like(id, adjust)
      expect(hits.length).toBeGreaterThan(0)
      expect(unheard).toEqual([])
      for (const hit of hits) {
        expect(hit.why).toMatch(why)
        expect(sign * (trackCoordinates(hit.track.measures)[name] - before[name])).toBeGreaterThan(0)
      }
    }
    expect((await like(id)).hits.map((hit) => hit.track.id)).toEqual(
      (await like(id, { darkness: 0 })).hits.map((hit) => hit.track.id),
    )
  })

  test('an example without a certain tempo: the tempo is left alone, and named', async () => {
    const id = await put({ ...certain(124, 0), beatConfidence: 0.1 })
    expect(await like(id, { tempo: 1 })).toMatchObject({
      hits: expect.arrayContaining([expect.anything()]),
      unheard: ['tempo (no certain tempo was found in the example)'],
    })
    await confirm(id, 'grid')
    expect((await like(id, { tempo: 1 })).unheard).toEqual([])
  })

  test('an example of an older model is compared by a new vector; renewing drops the index', async () => {
    const id = await put(syntheticMeasures(random))
    const other = [...library.keys()][0]!
    const idsOf = async () => [
      ...(await like(id)).hits.map(({ track }) => track.id),
      ...(await path(id, other, 3)).map(({ track }) => track.id),
    ]
    const before = await idsOf()
    const dimensions = (await tracks.find(id, OWNER))!.vector.length + 1
    const stale = `[${Array.from({ length: dimensions }, () => 1)}]`
    await database.db
      .updateTable('track')
      .set({ search_model: 'older', vector: stale })
      .where('id', '=', id)
      .execute()
    expect(await idsOf()).toEqual(before)
    await sql`CREATE INDEX track_vector ON track USING ivfflat (vector halfvec_ip_ops) WITH (lists = 2)`.execute(
      database.db,
    )
    expect(await renewTracks({ tracks, embedder })()).toBe(1)
    expect(await listsOf(database.db)).toBeUndefined()
    expect(await idsOf()).toEqual(before)
  })

  test('a path goes by compatible keys and tempos where the library has them', async () => {
    const [a, b, c, d] = [
      await put(emotional(certain(124, 9), 1)),
      await put(emotional(certain(128, 4), 3.5)),
      await put(emotional(certain(133, 11), 6)),
      await put(emotional(certain(138, 6), 9)),
    ]
    const found = await path(a!, d!)
    expect(found.map(({ track }) => track.id)).toEqual([a, b, c, d])
    expect(found[0]!.step).toBeNull()
    expect(found[1]!.step).toMatchObject({
      key: { relation: 'fifth_up', compatible: true, certain: true },
      tempo: { multiple: 1, compatible: true },
      why: '8A to 9A, a fifth up; 124.0 to 128.0 BPM, +3.2 %.',
    })
    expect(await path(a!, d!, 1)).toHaveLength(2)
    expect(new Set((await path(a!, d!, 5)).map(({ track }) => track.id)).size).toBe(6)
    // A correction is in force: half the tempo is half time, not a jump.
    await database.db.updateTable('track').set({ tempo_bpm: 64 }).where('id', '=', b!).execute()
    await confirm(b!, 'grid')
    expect((await path(a!, b!, 1))[1]!.step!.tempo).toMatchObject({ multiple: 0.5, compatible: true })
  })

  test('refuses one track twice, and tracks that are unknown, of another client or without music', async () => {
    const own = await put(certain(124, 9))
    const foreign = await put(certain(124, 9), 'rival')
    const rain = await put({ ...certain(124, 9), music: false })
    const refusal = (field: string, issue: string) => ({ details: { field, issue } })
    await expect(path(own, own)).rejects.toMatchObject(refusal('to', 'same_track'))
    await expect(path(randomUUID(), own)).rejects.toMatchObject(refusal('from', 'unknown'))
    await expect(path(own, foreign)).rejects.toMatchObject(refusal('to', 'unknown'))
    await expect(path(own, rain)).rejects.toMatchObject(refusal('to', 'no_music'))
    const other = [...library.keys()][0]!
    expect((await path(own, other)).map(({ track }) => track.id)).not.toContain(foreign)
  })
})
