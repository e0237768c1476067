import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Database } from '@assay/kit/database'
import { migrate, readMigrations } from '@assay/kit/migrate'
import { type Engine, freshDatabase, type TestDatabase } from '@assay/kit/testing'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { postgresJobStore } from '../src/adapters/postgres/job-store.ts'
import { postgresLibraryStore } from '../src/adapters/postgres/library-store.ts'
import type { AudioDatabase } from '../src/adapters/postgres/schema.ts'
import { postgresTrackStore } from '../src/adapters/postgres/track-store.ts'
import { EMBEDDING_DIMENSIONS, trackVector } from '../src/domain/semantic/search-vector.ts'
import type { LibraryStore } from '../src/operations/ports/library.ts'
import type { IndexedTrack, TrackStore } from '../src/operations/ports/search.ts'
import type { JobStore } from '../src/operations/ports.ts'
import { createRandom } from './random.ts'
import { folderStorage, type Storage } from './storage.ts'
import { syntheticMeasures } from './synthetic-tracks.ts'

/** Client of the library. */
export const OWNER = 'studio'
const random = createRandom(7)

/** What a new track differs in. */
type Changes = Partial<IndexedTrack> & { tempo?: number; seconds?: number }

/** Returns a track that is not stored. */
export function trackOf({ tempo = 120, seconds = 200, ...rest }: Changes = {}): IndexedTrack {
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

/** A library with its jobs and files, empty before every test of a file. */
export function useLibrary(engine: Engine) {
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
  /** Stores a track without its file. Returns its id. */
  const put = async (changes: Changes = {}) => {
    const track = trackOf(changes)
    const id = await tracks.put(track)
    indexed.set(id, { ...track, id })
    return id
  }
  /** Stores a file. */
  const save = () =>
    storage.store.save(Readable.from([Buffer.from('audio')]), { filename: 'a.wav', maxBytes: 10 })
  /** Starts a job for a track. */
  const runningJob = async (trackId: string, type: 'tracks' | 'stems' = 'tracks') => {
    const id = randomUUID()
    const input = await save()
    const works = [{ id, type, input, options: { trackId } }]
    await jobs.accept({ owner: OWNER, works, batchId: null, idempotency: null, maxOpenJobs: 0 })
    await jobs.start(id)
    return { id, input }
  }
  /** Keeps the file of a track, as its job does. */
  const keep = async (trackId: string, job?: Awaited<ReturnType<typeof runningJob>>) => {
    const { id, input } = job ?? (await runningJob(trackId))
    const peaks = await save()
    const file = { original: input, mediaType: 'audio/wav', peaksKey: peaks.key, sampleRateHz: 44_100 }
    const rest = { samples: 2, engineVersion: 'test', analysis: { results: {} } }
    const keeping = { jobId: id, onlyExisting: false }
    const kept = await library.keep(indexed.get(trackId)!, keeping, { ...file, ...rest })
    return { jobId: id, original: input.key, peaks: peaks.key, abandoned: kept?.abandoned }
  }
  return {
    get database() {
      return database
    },
    get library() {
      return library
    },
    get tracks() {
      return tracks
    },
    get jobs() {
      return jobs
    },
    get storage() {
      return storage
    },
    indexed,
    put,
    save,
    runningJob,
    keep,
  }
}
