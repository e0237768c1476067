import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Database } from '@assay/kit/database'
import { migrate, readMigrations } from '@assay/kit/migrate'
import { engines, freshDatabase, type TestDatabase } from '@assay/kit/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { postgresJobStore } from '../src/adapters/postgres/job-store.ts'
import { postgresLibraryStore } from '../src/adapters/postgres/library-store.ts'
import { postgresRetention } from '../src/adapters/postgres/retention.ts'
import type { AudioDatabase } from '../src/adapters/postgres/schema.ts'
import { postgresTrackStore } from '../src/adapters/postgres/track-store.ts'
import { NO_CHANGE } from '../src/domain/corrections/grid.ts'
import { EMBEDDING_DIMENSIONS, trackVector } from '../src/domain/semantic/search-vector.ts'
import { STEM_NAMES } from '../src/domain/stems/stem.ts'
import { acceptWork, findAccepted } from '../src/operations/accept-work.ts'
import { addTrack } from '../src/operations/add-track.ts'
import { cancelJob } from '../src/operations/cancel-job.ts'
import { listTracks } from '../src/operations/find-tracks.ts'
import { tracksWork } from '../src/operations/keep-track.ts'
import type { LibraryStore, ListFilter } from '../src/operations/ports/library.ts'
import type { IndexedTrack, JobStore, TrackStore } from '../src/operations/ports.ts'
import type { ProducedStems } from '../src/operations/produce-stems.ts'
import { releaseInput } from '../src/operations/release-input.ts'
import { removeTrack } from '../src/operations/remove-track.ts'
import { sweep } from '../src/operations/sweep.ts'
import { stemsWork } from '../src/operations/works.ts'
import { createRandom } from './random.ts'
import { folderStorage, type Storage } from './storage.ts'
import { syntheticMeasures } from './synthetic-tracks.ts'

const OWNER = 'studio'
const random = createRandom(7)
const GRID = { tempoBpm: 120, beats: [0, 0.5], downbeats: [0], beatsPerBar: 4, regions: [] }

/** Analysis of a file in which nothing was heard. */
const SILENCE = {
  ...{ durationSeconds: 1, key: null, loudness: null, tags: null, music: null, sections: [] },
  rhythm: { tempoBpm: 0, beatsPerBar: 0, confidence: 0, beats: [], downbeats: [] },
  features: { bassDb: 0 },
  drums: { hits: [], timing: { swing: null } },
  feeling: { emotions: {} },
}

describe.each(engines)('the library on the %s database', (engine) => {
  let fresh: TestDatabase
  let database: Database<AudioDatabase>
  let library: LibraryStore
  let tracks: TrackStore
  let jobs: JobStore
  let storage: Storage
  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    database = await fresh.open<AudioDatabase>()
    await migrate(database, readMigrations(join(import.meta.dirname, '../migrations')))
    library = postgresLibraryStore(database.db)
    tracks = postgresTrackStore(database, () => 0)
    jobs = postgresJobStore(database, { send: async () => {} })
  })
  afterAll(() => fresh?.remove())
  beforeEach(async () => {
    storage = await folderStorage()
  })
  afterEach(async () => {
    await storage.close()
    for (const table of ['track', 'job', 'artifact'] as const) await database.db.deleteFrom(table).execute()
  })

  const indexed = new Map<string, IndexedTrack>()
  const trackOf = (
    changes: Partial<IndexedTrack> & { tempo?: number; seconds?: number } = {},
  ): IndexedTrack => {
    const { tempo = 120, seconds = 200, ...rest } = changes
    const measures = { ...syntheticMeasures(random), tempoBpm: tempo, durationSeconds: seconds }
    return {
      id: randomUUID(),
      owner: OWNER,
      sha256: randomUUID(),
      title: 'Untitled',
      artist: null,
      keyName: null,
      camelot: null,
      dominantEmotion: 'groove',
      measures,
      description: 'Music.',
      engineVersion: 'test',
      searchModel: 'test',
      vector: trackVector(measures, new Float32Array(EMBEDDING_DIMENSIONS)),
      ...rest,
    }
  }
  const put = async (changes: Parameters<typeof trackOf>[0] = {}) => {
    const track = trackOf(changes)
    const id = await tracks.put(track)
    indexed.set(id, { ...track, id })
    return id
  }
  const save = () =>
    storage.store.save(Readable.from([Buffer.from('audio')]), { filename: 'a.wav', maxBytes: 10 })
  const runningJob = async (trackId: string) => {
    const id = randomUUID()
    const input = await save()
    const works = [{ id, type: 'tracks' as const, input, options: { trackId } }]
    await jobs.accept({ owner: OWNER, works, batchId: null, idempotency: null, maxOpenJobs: 0 })
    await jobs.start(id)
    return { id, input }
  }
  const keep = async (trackId: string, job?: Awaited<ReturnType<typeof runningJob>>) => {
    const { id, input } = job ?? (await runningJob(trackId))
    const peaks = await save()
    const file = { original: input, mediaType: 'audio/wav', peaksKey: peaks.key, sampleRateHz: 44_100 }
    const rest = { samples: 2, engineVersion: 'test', analysis: { results: {} } }
    const keeping = { jobId: id, onlyExisting: false }
    const kept = await library.keep(indexed.get(trackId)!, keeping, { ...file, ...rest })
    return { jobId: id, original: input.key, peaks: peaks.key, abandoned: kept?.abandoned }
  }

  test('lists by every filter, in every order, in both directions, from any place', async () => {
    const a = await put({
      title: 'Äther',
      artist: 'Ann 100%',
      keyName: 'A minor',
      camelot: '8A',
      energy: 3,
      tempo: 90,
      seconds: 100,
    })
    const b = await put({
      title: 'beat',
      keyName: 'C major',
      camelot: '8B',
      energy: 9,
      tempo: 174,
      seconds: 400,
      dominantEmotion: 'energy',
    })
    const c = await put({ title: 'Calm', artist: 'bo', tempo: 120, seconds: 200, dominantEmotion: 'warmth' })
    await put({ owner: 'rival', title: 'beat' })
    const list = async (filter: ListFilter, order = 'title', descending = false, offset = 0) => {
      const request = { owner: OWNER, filter, descending, limit: 2, offset }
      const found = await library.list({ ...request, order: order as 'title' })
      return [found.total, ...found.tracks.map(({ id }) => id)]
    }
    expect(await list({})).toEqual([3, b, c])
    expect(await list({}, 'title', false, 2)).toEqual([3, a])
    expect(await list({}, 'title', true)).toEqual([3, a, c])
    expect(await list({}, 'artist')).toEqual([3, a, c])
    expect(await list({}, 'key')).toEqual([3, a, b])
    expect(await list({}, 'tempo', true)).toEqual([3, b, c])
    expect(await list({}, 'energy', true)).toEqual([3, b, a])
    expect(await list({}, 'mood')).toEqual([3, b, a])
    expect(await list({}, 'duration')).toEqual([3, a, c])
    expect(await list({}, 'added', true)).toEqual([3, c, b])
    expect(await list({ text: 'ÄTH' })).toEqual([1, a])
    expect(await list({ text: '%' })).toEqual([1, a])
    expect(await list({ text: 'BO' })).toEqual([1, c])
    expect(await list({ text: '_' })).toEqual([0])
    expect(await list({ tempo: { min: 120, max: 174 } })).toEqual([2, b, c])
    expect(await list({ energy: { max: 5 } })).toEqual([1, a])
    expect(await list({ duration: { min: 150 }, mood: 'warmth' })).toEqual([1, c])
    expect(await list({ camelot: '8B' })).toEqual([1, b])
    const byKey = (key: string) =>
      listTracks({ library })({
        owner: OWNER,
        filter: {},
        key,
        order: 'title',
        descending: false,
        limit: 9,
        offset: 0,
      })
    expect((await byKey('1m')).tracks.map(({ id }) => id)).toEqual([a])
    await expect(byKey('nothing')).rejects.toMatchObject({ details: { field: 'key' } })
    const [first] = (
      await library.list({
        owner: OWNER,
        filter: {},
        order: 'energy',
        descending: false,
        limit: 1,
        offset: 0,
      })
    ).tracks
    expect(first).toMatchObject({ id: c, energy: null, keyName: null, corrected: false })
  })

  test('corrected tempo and key survive a new analysis; the measured ones come back with null', async () => {
    const sha256 = randomUUID()
    const id = await put({ sha256, tempo: 120, keyName: 'C major', camelot: '8B' })
    await keep(id)
    const signed = { author: OWNER, madeAt: new Date(0) }
    const grid = { value: { ...NO_CHANGE, factor: 0.5 }, base: GRID, ...signed }
    const key = { value: { tonic: 9, mode: 'minor' as const }, ...signed }
    const values = { tempoBpm: 60, tempoConfidence: 1, keyName: 'A minor', camelot: '8A', keyConfidence: 1 }
    expect(await library.correct(id, 'rival', () => ({ corrections: {}, values }))).toBe(false)
    expect(await library.correct(id, OWNER, () => ({ corrections: { grid, key }, values }))).toBe(true)
    await put({ sha256, tempo: 124, keyName: 'D major', camelot: '10B' })
    const corrected = await library.find(id, OWNER)
    expect(corrected!.row).toMatchObject({
      tempoBpm: 60,
      tempoConfidence: 1,
      keyName: 'A minor',
      corrected: true,
    })
    expect(corrected!.corrections).toEqual({ grid, key })
    expect(await tracks.find(id, OWNER)).toMatchObject({
      tempoBpm: 60,
      camelot: '8A',
      measures: { tempoBpm: 124 },
    })
    const measured = { ...values, tempoBpm: 124, keyName: 'D major', camelot: '10B' }
    const seen = await Promise.all(
      [0, 1].map(() =>
        library.correct(id, OWNER, (_, current) => ({
          corrections: current.grid ? {} : { key },
          values: measured,
        })),
      ),
    )
    expect(seen).toEqual([true, true])
    expect((await library.find(id, OWNER))!.corrections).toEqual({ key })
  })

  test('an original is kept with its track: by cancelling, by sweeping, and until the track is removed', async () => {
    const id = await put()
    const { original, peaks, abandoned } = await keep(id)
    expect(abandoned).toEqual([])
    const release = releaseInput({ files: storage.store, library })
    const again = randomUUID()
    const file = (await library.findFile(id, OWNER))!
    expect(await library.findFile(id, 'rival')).toBeUndefined()
    const works = [
      { id: again, type: 'tracks' as const, input: file.original, options: { trackId: id, again: true } },
    ]
    await jobs.accept({ owner: OWNER, works, batchId: null, idempotency: null, maxOpenJobs: 0 })
    await cancelJob({ jobs, files: storage.store, release })(again, OWNER)
    const ended = { jobId: again, onlyExisting: true }
    expect(await library.keep(indexed.get(id)!, ended, { ...file, analysis: {} })).toBeUndefined()
    const unlisted = trackOf()
    expect(await library.keep(unlisted, { ...ended, onlyExisting: false }, { ...file, analysis: {} })).toBe(
      undefined,
    )
    expect(await library.find(unlisted.id, OWNER)).toBeUndefined()
    const orphan = await save()
    const swept = await sweep({
      files: storage.store,
      retention: postgresRetention(database.db),
      scratch: {
        withFolder: () => Promise.reject(new Error('unused')),
        removeWrittenBefore: async () => 0,
        read: () => Readable.from([]),
      },
      now: () => new Date(Date.now() + 3_600_000),
      retentionDays: 30,
      abandonedAfterMinutes: 1,
    })()
    expect(swept.orphans).toBe(1)
    expect(await storage.store.open(orphan.key)).toBeUndefined()
    expect(await storage.store.open(peaks, { start: 1, end: 3 })).toMatchObject({ sizeBytes: 3 })
    const second = await keep(id)
    expect(second.abandoned).toEqual([peaks])
    expect((await library.findFile(id, OWNER))!.original.key).toBe(original)
    await release({ input: { ...file.original, key: second.original }, options: { trackId: id } })
    expect(await storage.store.open(second.original)).toBeUndefined()
    expect([await library.keptBytes(OWNER), await library.keptBytes('rival')]).toEqual([5, 0])
    const add = addTrack({
      library,
      accept: () => Promise.reject(new Error('accepted')),
      findAccepted: async () => undefined,
      newId: randomUUID,
      maxBytesPerClient: 9,
    })
    const more = { input: file.original, idempotencyKey: undefined }
    await expect(add({ owner: OWNER, ...more })).rejects.toMatchObject({ details: { issue: 'library_full' } })
    await expect(add({ owner: 'rival', ...more })).rejects.toThrow('accepted')
    const remove = removeTrack({ tracks, files: storage.store })
    await expect(remove(id, 'rival')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await remove(id, OWNER)
    for (const key of [original, second.peaks]) expect(await storage.store.open(key)).toBeUndefined()
    expect(await library.find(id, OWNER)).toBeUndefined()
  })

  /** Analyses a track again while `meanwhile` happens. */
  const again = async (id: string, meanwhile: () => Promise<unknown>) => {
    const track = indexed.get(id)!
    const { original } = (await library.findFile(id, OWNER))!
    const job = await runningJob(id)
    const analyse = async () => {
      await meanwhile()
      const peaks = { bytes: new Uint8Array(2), samples: 2, sampleRateHz: 44_100 }
      return { analysis: SILENCE, source: { container: 'wav' }, peaks }
    }
    const work = tracksWork({
      engine: { analyse } as never,
      files: { ...storage.store, withLocalFile: (_, use) => use('unread') },
      library,
      prepareTrack: async () => ({ ...track, sha256: original.sha256 }),
      engineVersion: 'test',
      bodies: {
        analysis: () => ({}),
        named: () => ({}),
        indexed: () => ({}),
        kept: () => ({ results: {} }),
      } as never,
    })
    const options = { trackId: id, again: true }
    return work({ owner: OWNER, jobId: job.id, input: original, options, maxDurationSeconds: 1 })
  }

  test('a new analysis neither brings a removed track back nor touches one that was added again', async () => {
    const sha256 = (await save()).sha256
    const first = await put({ sha256 })
    const { original } = await keep(first)
    expect(await again(first, async () => {})).toEqual({ body: { track_id: first } })
    expect((await library.findFile(first, OWNER))!.original.key).toBe(original)
    const before = await storage.kept()
    const gone = again(first, () => tracks.remove(first, OWNER))
    await expect(gone).rejects.toMatchObject({ code: 'NOT_FOUND', details: { provided: first } })
    expect(await library.idOf(OWNER, sha256)).toBeUndefined()
    expect((await storage.kept()).length).toBe(before.length + 1)

    const second = await put({ sha256 })
    await keep(second)
    const third = randomUUID()
    const readded = again(second, async () => {
      await tracks.remove(second, OWNER)
      await put({ id: third, sha256 })
    })
    await expect(readded).rejects.toMatchObject({ code: 'NOT_FOUND', details: { provided: second } })
    expect(await library.idOf(OWNER, sha256)).toBe(third)
  })

  test('a full library still answers a repeated request, and takes bytes that it keeps', async () => {
    const digest = (text: string) => text
    const accept = acceptWork({ jobs, newId: randomUUID, digest, maxOpenJobsPerClient: 0 })
    const addUpTo = (maxBytesPerClient: number) =>
      addTrack({
        library,
        accept,
        findAccepted: findAccepted({ jobs, digest }),
        newId: randomUUID,
        maxBytesPerClient,
      })
    const request = { owner: OWNER, input: await save(), idempotencyKey: 'one' }
    const first = await addUpTo(5)(request)
    expect(first.kept).toBe(true)
    expect(await addUpTo(4)(request)).toEqual({ job: first.job, kept: false })
    const full = { details: { issue: 'library_full' } }
    await expect(addUpTo(4)({ ...request, idempotencyKey: 'two' })).rejects.toMatchObject(full)
    await expect(addUpTo(4)({ ...request, title: 'Other' })).rejects.toMatchObject(full)
    await keep(await put({ sha256: request.input.sha256 }))
    expect(await addUpTo(4)({ ...request, idempotencyKey: 'two' })).toMatchObject({ kept: true })
  })

  test('new stems of a track replace the ones before; of a removed track none stays', async () => {
    const id = await put()
    await keep(id)
    const produce = async () => {
      const files = Object.fromEntries(
        await Promise.all(
          STEM_NAMES.map(async (name) => {
            const { key, sizeBytes } = await save()
            return [name, { key, filename: `${name}.wav`, mediaType: 'audio/wav', sizeBytes }] as const
          }),
        ),
      ) as ProducedStems['files']
      return { files, format: 'wav' as const, expiresAt: new Date(Date.now() + 60_000) }
    }
    const separate = async () => {
      const job = await runningJob(id)
      const work = stemsWork({
        produceStems: produce,
        stemEngine: {} as never,
        files: storage.store,
        library,
        bodies: {
          stems: ({ files }: ProducedStems) => ({
            stems: { files: Object.fromEntries(Object.entries(files).map(([name, { key }]) => [name, key])) },
          }),
        } as never,
      })
      const request = { owner: OWNER, jobId: job.id, input: job.input, options: { trackId: id } }
      const result = await work({ ...request, maxDurationSeconds: 1 })
      await jobs.complete(job.id, result)
      return result.artifacts!.files.map(({ key }) => key)
    }
    const existing = async (keys: readonly string[]) => {
      const kept = await storage.kept()
      return keys.filter((key) => kept.some((path) => path.includes(key))).length
    }
    const first = await separate()
    expect(await existing(first)).toBe(first.length)
    const second = await separate()
    expect([await existing(first), await existing(second)]).toEqual([0, second.length])
    const rows = await database.db.selectFrom('artifact').select('key').execute()
    expect(rows.map(({ key }) => key).toSorted()).toEqual(second.toSorted())
    await removeTrack({ tracks, files: storage.store })(id, OWNER)
    const before = (await storage.kept()).length
    await expect(separate()).rejects.toMatchObject({ code: 'NOT_FOUND', details: { provided: id } })
    // Only the input of the job was added.
    expect((await storage.kept()).length).toBe(before + 1)
  })
})
