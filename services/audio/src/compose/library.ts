import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { Database } from '@assay/kit/database'
import { miniLmEmbedder } from '../adapters/embedding/minilm-embedder.ts'
import { decode } from '../adapters/ffmpeg/decode.ts'
import { probe } from '../adapters/ffmpeg/probe.ts'
import { measureFile } from '../adapters/files/measure-file.ts'
import { postgresResultCache } from '../adapters/postgres/result-cache.ts'
import type { AudioDatabase } from '../adapters/postgres/schema.ts'
import { postgresTrackStore } from '../adapters/postgres/track-store.ts'
import type { Config } from '../config.ts'
import { ENGINE_VERSION } from '../domain/analyse-track.ts'
import { PUBLIC } from '../domain/owner.ts'
import { analyseText } from '../domain/semantic/analyse-text.ts'
import type { TextEmbedder } from '../domain/semantic/text-embedder.ts'
import { analyseOnce } from '../operations/analyse-once.ts'
import { findPath } from '../operations/find-path.ts'
import { indexTrack, prepareTrack, renewTracks, searchModelOf } from '../operations/index-track.ts'
import { measureFeatures } from '../operations/measure-features.ts'
import type { TrackStore } from '../operations/ports/search.ts'
import type { AnalysisEngine, FileStore } from '../operations/ports.ts'
import { removeTrack } from '../operations/remove-track.ts'
import type { WorkRequest } from '../operations/run-job.ts'
import { searchTracks } from '../operations/search-tracks.ts'
import { summariseLibrary } from '../operations/summarise-library.ts'
import { analysisWorks } from '../operations/works.ts'
import { workBodies } from '../wire/works.present.ts'
import { composeEngine, threadEntry } from './engine.ts'
import { openFiles } from './files.ts'
import { openStore } from './store.ts'

/** Starts the embedding thread; its entry is the source in development and the bundle in a published package. */
export const composeEmbedder = () => miniLmEmbedder({ entry: threadEntry('embedding') })

/** Returns the version of results: without tags they differ, so they are cached apart. */
export const engineVersionOf = ({ tags }: Pick<Config, 'tags'>): string =>
  tags ? ENGINE_VERSION : `${ENGINE_VERSION}-untagged`

/** Returns the dependencies of every analysis. */
export const analysisDeps = (
  db: Database<AudioDatabase>['db'],
  engine: AnalysisEngine,
  files: Pick<FileStore, 'withLocalFile'>,
  config: Pick<Config, 'tags'>,
) => ({
  engine,
  measure: measureFeatures({ decoder: { probe, decode } }),
  once: analyseOnce({ cache: postgresResultCache(db), files, engineVersion: engineVersionOf(config) }),
})

/** Wires the operations that prepare tracks and add them to a library. */
export const indexing = (tracks: TrackStore, embedder: TextEmbedder, config: Pick<Config, 'tags'>) => {
  const prepare = prepareTrack({ embedder, newId: randomUUID, engineVersion: engineVersionOf(config) })
  return { prepareTrack: prepare, indexTrack: indexTrack({ tracks, prepare }) }
}

/** Returns the operations on a library other than adding tracks. */
export const libraryOperations = (
  tracks: TrackStore,
  embedder: TextEmbedder,
  files: Pick<FileStore, 'remove'>,
) => ({
  searchTracks: searchTracks({ tracks, embedder }),
  findPath: findPath({ tracks, embedder }),
  summariseLibrary: summariseLibrary({ tracks, searchModel: searchModelOf(embedder) }),
  removeTrack: removeTrack({ tracks, files }),
  analyseText,
})

/** Opens the library without a server: commands index local files and search. */
export async function composeLibrary(config: Config, threads: number) {
  const { database } = await openStore(config, 'semantic')
  const { db } = database
  const tracks = postgresTrackStore(database, Date.now)
  // Most commands need no storage: a bucket that cannot be reached must not stop a search.
  let storage: ReturnType<typeof openFiles> | undefined
  const files = {
    async remove(key: string) {
      storage ??= openFiles(config)
      await (await storage).files.remove(key)
    },
  }
  const engine = composeEngine(threads, { tags: config.tags })
  const embedder = composeEmbedder()
  const works = analysisWorks({
    ...analysisDeps(db, engine, { withLocalFile: (path, use) => use(path) }, config),
    ...indexing(tracks, embedder, config),
    bodies: workBodies,
  })
  return {
    ...libraryOperations(tracks, embedder, files),
    owner: PUBLIC,
    renewTracks: renewTracks({ tracks, embedder }),
    async index(
      path: string,
      names: { title?: string; artist?: string },
      attendance: Pick<WorkRequest, 'signal' | 'onProgress'>,
    ) {
      const { body } = await works.semantic_analyze({
        owner: PUBLIC,
        input: { key: path, filename: basename(path), ...(await measureFile(path)) },
        options: { ...names, includeEmotions: true, indexForSearch: true },
        maxDurationSeconds: config.maxDurationSeconds,
        ...attendance,
      })
      return body
    },
    async close() {
      await engine.close()
      await embedder.close()
      await database.close()
    },
  }
}
