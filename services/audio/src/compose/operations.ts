import { createHash, randomUUID } from 'node:crypto'
import type { Database } from '@assay/kit/database'
import type { FairShare } from '@assay/kit/fair-share'
import type { Queue } from '@assay/kit/queue'
import { scratchFolders } from '../adapters/files/scratch-folders.ts'
import { postgresArtifactStore } from '../adapters/postgres/artifact-store.ts'
import { postgresJobFeed } from '../adapters/postgres/job-feed.ts'
import { postgresJobStore } from '../adapters/postgres/job-store.ts'
import { postgresLibraryStore } from '../adapters/postgres/library-store.ts'
import { postgresRetention } from '../adapters/postgres/retention.ts'
import type { AudioDatabase } from '../adapters/postgres/schema.ts'
import { sharedJobStore, sharedUploadMeter } from '../adapters/postgres/share-between-clients.ts'
import { postgresTrackStore } from '../adapters/postgres/track-store.ts'
import { postgresUploadMeter } from '../adapters/postgres/upload-meter.ts'
import type { Config } from '../config.ts'
import { acceptWork, findAccepted, rememberRequest } from '../operations/accept-work.ts'
import { addTrack, workOnTrack } from '../operations/add-track.ts'
import { admitUpload } from '../operations/admit-upload.ts'
import { cancelJob } from '../operations/cancel-job.ts'
import { correctTrack } from '../operations/correct-track.ts'
import { findJob, listJobs } from '../operations/find-jobs.ts'
import { findAnalysis, findRecord } from '../operations/find-record.ts'
import { findTrack, findTrackFile, listTracks } from '../operations/find-tracks.ts'
import type { LibraryStore } from '../operations/ports/library.ts'
import type { FileStore, JobStore, QueueData } from '../operations/ports.ts'
import { produceStems } from '../operations/produce-stems.ts'
import { releaseInput } from '../operations/release-input.ts'
import { buryJob, runJob } from '../operations/run-job.ts'
import { sweep } from '../operations/sweep.ts'
import { allWorks } from '../operations/works.ts'
import { keptReader } from '../wire/kept-analysis.ts'
import { workBodies } from '../wire/works.present.ts'
import { composeEngine } from './engine.ts'
import { analysisDeps, composeEmbedder, engineVersionOf, indexing, libraryOperations } from './library.ts'
import { stemEngine } from './stems.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

const weightsOf = ({ stemsWeightsPath: path, stemsWeightsSha256: sha256 }: Config) =>
  path !== undefined && sha256 !== undefined ? { path, sha256 } : undefined

/** Returns the operations on tracks that are kept. */
const trackOperations = (
  config: Config,
  library: LibraryStore,
  jobs: JobStore,
  accept: ReturnType<typeof acceptWork>,
) => ({
  listTracks: listTracks({ library }),
  findTrack: findTrack({ library }),
  findTrackFile: findTrackFile({ library }),
  addTrack: addTrack({
    library,
    accept,
    findAccepted: findAccepted({ jobs, digest }),
    newId: randomUUID,
    maxBytesPerClient: config.maxLibraryBytesPerClient,
  }),
  workOnTrack: workOnTrack({ library, accept }),
  correctTrack: correctTrack({ library, reader: keptReader, now: () => new Date() }),
})

/** Wires the operations to their adapters. HTTP and jobs use the same ones. */
export function composeOperations(
  config: Config,
  database: Database<AudioDatabase>,
  queue: Pick<Queue<QueueData>, 'send'>,
  files: FileStore,
  share: FairShare = (_client, work) => work(),
) {
  const { db } = database
  const jobs = sharedJobStore(postgresJobStore(database, queue), share)
  const artifacts = postgresArtifactStore(db)
  const tracks = postgresTrackStore(database, Date.now)
  const library = postgresLibraryStore(db)
  const release = releaseInput({ files, library })
  const embedder = composeEmbedder()
  const weights = weightsOf(config)
  const engine = composeEngine(config.workerConcurrency, { weights, tags: config.tags })
  const clock = () => new Date()
  const retention = postgresRetention(db)
  const works = allWorks({
    ...analysisDeps(db, engine, files, config),
    produceStems: produceStems({
      engine,
      files,
      scratch: scratchFolders,
      keepHours: config.stemsKeepHours,
      now: retention.now,
    }),
    stemEngine: stemEngine(weights),
    ...indexing(tracks, embedder, config),
    files,
    library,
    engineVersion: engineVersionOf(config),
    bodies: workBodies,
  })
  const { retentionDays, abandonedAfterMinutes, maxOpenJobsPerClient } = config
  const accept = acceptWork({ jobs, newId: randomUUID, digest, maxOpenJobsPerClient })
  return {
    jobs,
    artifacts,
    files,
    close: async () => {
      await engine.close()
      await embedder.close()
    },
    works,
    findJob: findJob({ jobs }),
    listJobs: listJobs({ jobs }),
    findRecord: findRecord({ jobs }),
    findAnalysis: findAnalysis({ jobs }),
    cancelJob: cancelJob({ jobs, files, release }),
    ...libraryOperations(tracks, embedder, files),
    ...trackOperations(config, library, jobs, accept),
    feed: postgresJobFeed(db),
    accept,
    remember: rememberRequest({ jobs, digest }),
    admit: admitUpload({
      meter: sharedUploadMeter(postgresUploadMeter(db), share),
      quotaBytesPerDay: config.uploadQuotaBytesPerDay,
      now: clock,
    }),
    runJob: runJob({ jobs, files, release, works, maxDurationSeconds: config.maxDurationSeconds }),
    buryJob: buryJob({ jobs, release }),
    sweep: sweep({
      files,
      scratch: scratchFolders,
      retention,
      now: clock,
      retentionDays,
      abandonedAfterMinutes,
    }),
  }
}
