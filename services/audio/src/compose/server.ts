import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type Database, openDatabase } from '@assay/kit/database'
import { createLogger } from '@assay/kit/logger'
import { openapiText } from '@assay/kit/openapi'
import { packageVersion } from '@assay/kit/package-root'
import { openQueue, type Queue } from '@assay/kit/queue'
import { startTelemetry } from '@assay/kit/telemetry'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { folderStore } from '../adapters/files/folder-store.ts'
import { scratchFolders } from '../adapters/files/scratch-folders.ts'
import { postgresArtifactStore } from '../adapters/postgres/artifact-store.ts'
import { postgresJobStore } from '../adapters/postgres/job-store.ts'
import { postgresRetention } from '../adapters/postgres/retention.ts'
import type { AudioDatabase } from '../adapters/postgres/schema.ts'
import { sharedSecret } from '../adapters/postgres/shared-secret.ts'
import { maintainTrackIndex } from '../adapters/postgres/track-index.ts'
import { EXACT_UP_TO, postgresTrackStore } from '../adapters/postgres/track-store.ts'
import { postgresUploadMeter } from '../adapters/postgres/upload-meter.ts'
import { type Config, readConfig } from '../config.ts'
import { buildApp } from '../http/app.ts'
import { presentJob } from '../http/present-job.ts'
import { presentResults } from '../http/present-results.ts'
import { signedAddresses } from '../http/signed-addresses.ts'
import { presentedWorks } from '../http/works.ts'
import { jobHandlers } from '../jobs/handlers.ts'
import { acceptWork, rememberRequest } from '../operations/accept-work.ts'
import { admitUpload } from '../operations/admit-upload.ts'
import { cancelJob } from '../operations/cancel-job.ts'
import { findJob, listJobs } from '../operations/find-jobs.ts'
import { findRecord } from '../operations/find-record.ts'
import { type FileStore, QUEUE_NAMES, type QueueData } from '../operations/ports.ts'
import { produceStems } from '../operations/produce-stems.ts'
import { buryJob, runJob } from '../operations/run-job.ts'
import { sweep } from '../operations/sweep.ts'
import { watchJobs } from '../operations/watch-jobs.ts'
import { composeEngine } from './engine.ts'
import { openFiles } from './files.ts'
import { analysisDeps, composeEmbedder, indexing, libraryOperations } from './library.ts'
import { stemEngine } from './stems.ts'
import { openStore } from './store.ts'

export const version = packageVersion(import.meta.url)

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

const weightsOf = ({ stemsWeightsPath: path, stemsWeightsSha256: sha256 }: Config) =>
  path !== undefined && sha256 !== undefined ? { path, sha256 } : undefined

/** Operations on adapters; both doors, HTTP and jobs, lead to these. */
function operations(
  config: Config,
  database: Database<AudioDatabase>,
  queue: Pick<Queue<QueueData>, 'send'>,
  files: FileStore,
) {
  const { db } = database
  const jobs = postgresJobStore(database, queue)
  const artifacts = postgresArtifactStore(db)
  const tracks = postgresTrackStore(database, Date.now)
  const embedder = composeEmbedder()
  const weights = weightsOf(config)
  const engine = composeEngine(config.workerConcurrency, weights)
  const clock = () => new Date()
  const works = presentedWorks({
    ...analysisDeps(db, engine, files),
    produceStems: produceStems({
      engine,
      files,
      scratch: scratchFolders,
      keepHours: config.stemsKeepHours,
      now: clock,
    }),
    stemEngine: stemEngine(weights),
    indexTrack: indexing(tracks, embedder),
  })
  const { retentionDays, abandonedAfterMinutes } = config
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
    cancelJob: cancelJob({ jobs, files }),
    ...libraryOperations(tracks, embedder),
    accept: acceptWork({
      jobs,
      newId: randomUUID,
      digest,
      maxOpenJobsPerClient: config.maxOpenJobsPerClient,
    }),
    remember: rememberRequest({ jobs, digest }),
    admit: admitUpload({
      meter: postgresUploadMeter(db),
      quotaBytesPerDay: config.uploadQuotaBytesPerDay,
      now: clock,
    }),
    runJob: runJob({ jobs, files, works, maxDurationSeconds: config.maxDurationSeconds }),
    buryJob: buryJob({ jobs, files }),
    sweep: sweep({
      files,
      scratch: scratchFolders,
      retention: postgresRetention(db),
      now: clock,
      retentionDays,
      abandonedAfterMinutes,
    }),
  }
}

const WATCH_EVERY_MS = 500

/** Wires the HTTP side by hand. Nothing here waits or reads: a description needs no database to answer. */
async function wireApp(
  config: Config,
  database: Database<AudioDatabase>,
  queue: Pick<Queue<QueueData>, 'send'>,
  logger: FastifyBaseLogger,
  files: FileStore,
  secret: string,
) {
  const telemetry = startTelemetry({ service: 'audio', version, ...config })
  const wired = operations(config, database, queue, files)
  const now = () => new Date()
  const { publicUrl, downloadLinkMinutes: linkMinutes } = config
  const addresses = signedAddresses({ secret, publicUrl, now })
  const present = presentResults({ addresses, linkMinutes, now })
  const app = await buildApp({
    ...wired,
    config,
    version,
    logger,
    telemetry,
    addresses,
    presentResults: present,
    presentJob: presentJob({ presentResults: present, addresses, linkMinutes, now }),
    watchJobs: watchJobs({
      jobs: wired.jobs,
      everyMs: WATCH_EVERY_MS,
      onError: (error) => logger.warn({ err: error }, 'watching jobs'),
    }),
    clients: new Map(config.apiKeys.map((entry) => entry.split(':').reverse() as [string, string])),
    downloadLinkMinutes: linkMinutes,
    limits: config,
    ready: () => sql`SELECT 1`.execute(database.db),
  })
  return { app, telemetry, ...wired }
}

const loggerOf = (config: Config) => createLogger('audio', config.logLevel, { forPeople: !config.production })

async function openJobQueue(config: Config, database: Database<AudioDatabase>, logger: FastifyBaseLogger) {
  return openQueue<QueueData, AudioDatabase>(database, QUEUE_NAMES, {
    concurrency: config.workerConcurrency,
    perGroup: config.maxRunningJobsPerClient,
    onError: (error) => logger.error({ err: error }, 'queue'),
  })
}

type Wired = ReturnType<typeof operations>

/** Starts working on jobs in this process, and sweeping now and then. The end of the sweeping. */
async function startWorking(
  config: Config,
  database: Database<AudioDatabase>,
  queue: Queue<QueueData>,
  wired: Wired,
  logger: FastifyBaseLogger,
): Promise<() => void> {
  await queue.work(jobHandlers(wired.runJob), ({ jobId }) => wired.buryJob(jobId))
  const clean = async () => {
    const maintenanceMemory = config.searchIndexMemory
    if (await maintainTrackIndex(database, { from: EXACT_UP_TO, maintenanceMemory }))
      logger.info('made the index of tracks')
    const swept = await wired.sweep()
    if (Object.values(swept).some((count) => count > 0)) logger.info(swept, 'swept')
  }
  const timer = setInterval(
    () => void clean().catch((error: unknown) => logger.error({ err: error }, 'sweeping')),
    config.sweepEveryMinutes * 60_000,
  )
  return () => clearInterval(timer)
}

/** The server process. On the embedded database, which is one process only, it also does the jobs. */
export async function composeServer(config: Config) {
  const logger = loggerOf(config)
  const files = await openFiles(config)
  const { database, applied } = await openStore(config, 'serve')
  if (applied.length > 0) logger.info({ applied }, 'migrated')
  const queue = await openJobQueue(config, database, logger)
  const secret =
    config.signingSecret ??
    (await sharedSecret(database.db, 'download addresses', () => randomBytes(32).toString('base64url')))
  const { app, telemetry, ...wired } = await wireApp(config, database, queue, logger, files, secret)
  const rest =
    database.kind === 'embedded'
      ? await startWorking(config, database, queue, wired, logger)
      : () => undefined
  const stop = async () => {
    rest()
    await queue.stop()
    await wired.close()
    await database.close()
  }
  return { app, logger, telemetry, database, stop }
}

/** A worker process beside any number of servers and other workers. */
export async function composeWorker(config: Config) {
  const logger = loggerOf(config)
  const files = await openFiles(config)
  const { database } = await openStore(config, 'work')
  const queue = await openJobQueue(config, database, logger)
  const wired = operations(config, database, queue, files)
  const rest = await startWorking(config, database, queue, wired, logger)
  const stop = async () => {
    rest()
    await queue.stop()
    await wired.close()
    await database.close()
  }
  return { logger, stop }
}

/** The service's OpenAPI document; the database is named but never connected to. */
export async function describe(): Promise<string> {
  const config = readConfig({
    argv: ['--log-level', 'silent', '--database-url', 'postgres://localhost/none'],
    env: {},
  })
  const database = await openDatabase<AudioDatabase>(config, 'audio openapi')
  const queue = { send: async () => {} }
  const { app } = await wireApp(
    config,
    database,
    queue,
    loggerOf(config),
    folderStore(config.storageDir),
    'never used to sign',
  )
  return openapiText(app)
}
