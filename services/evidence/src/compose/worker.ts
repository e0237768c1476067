import { randomUUID } from 'node:crypto'
import { setImmediate as pause } from 'node:timers/promises'
import type { Database } from '@assay/kit/database'
import { createLogger } from '@assay/kit/logger'
import { openQueue, type Queue } from '@assay/kit/queue'
import { type JobObserver, jobObserver, observePool, observeQueues } from '@assay/kit/store-metrics'
import { startTelemetry } from '@assay/kit/telemetry'
import type { FastifyBaseLogger } from 'fastify'
import { contentId, newFileHash } from '../adapters/hash/content-id.ts'
import { grantQueue } from '../adapters/postgres/grant-queue.ts'
import { postgresImportStore } from '../adapters/postgres/import-store.ts'
import { postgresRetention } from '../adapters/postgres/retention.ts'
import { postgresRunStore } from '../adapters/postgres/run-store.ts'
import type { EvidenceDatabase } from '../adapters/postgres/schema.ts'
import { postgresTeacher } from '../adapters/postgres/teach-molecules.ts'
import type { Config } from '../config.ts'
import { JOB_NAMES, jobHandlers } from '../jobs/handlers.ts'
import { buryImport, findImport, receiveImport, runImport } from '../operations/import-evidence.ts'
import type { JobData } from '../operations/ports.ts'
import { retain } from '../operations/retain.ts'
import { assessRuns } from '../operations/runs.ts'
import { understandImport } from '../operations/understand-import.ts'
import { openStore, version } from './store.ts'

/** Creates the logger of the service. */
export const loggerOf = (config: Config) => createLogger('evidence', config.logLevel)

/** Opens the job queue. */
export async function openJobQueue(
  config: Config,
  database: Database<EvidenceDatabase>,
  logger: FastifyBaseLogger,
  observer?: JobObserver,
) {
  const queue = await openQueue<JobData, EvidenceDatabase>(database, JOB_NAMES, {
    // The embedded database has one connection: concurrent jobs would wait for each other, and requests for them.
    concurrency: database.kind === 'embedded' ? 1 : config.workerConcurrency,
    perGroupInProcess: config.importsPerOrganization,
    onError: (error) => logger.error({ err: error }, 'queue'),
    observer,
  })
  if (config.migrateOnStart) await grantQueue(database)
  return queue
}

/**
 * Creates the tables of the queue and grants the service role access. `assay-evidence migrate` calls it for logins
 * that may not create tables.
 */
export async function prepareQueue(config: Config, database: Database<EvidenceDatabase>) {
  const queue = await openJobQueue({ ...config, migrateOnStart: true }, database, await loggerOf(config))
  await queue.stop()
}

/** Number of parts of an import that are read before other imports have their turn. */
const SLICE_PARTS = 4

/** Number of batches of observations that a job assesses before other jobs have their turn. */
const SLICE_BATCHES = 40

/** Wires the operations of imports and of the jobs that follow them. */
export function importOperations(
  config: Config,
  database: Database<EvidenceDatabase>,
  queue: Pick<Queue<JobData>, 'send'>,
  slices = { parts: SLICE_PARTS, batches: SLICE_BATCHES },
) {
  const quota = { imports: config.importsPerDay, bytes: config.importBytesPerDay }
  const imports = postgresImportStore(database.db, queue, quota)
  return {
    receiveImport: receiveImport({
      imports,
      newId: randomUUID,
      newFileHash,
      maxBytes: config.importLimitBytes,
    }),
    findImport: findImport({ imports }),
    understandImport: understandImport({ pause }),
    runImport: runImport({ imports, contentId, pause, sliceParts: slices.parts }),
    buryImport: buryImport({ imports }),
    assessRuns: assessRuns({
      runs: postgresRunStore(database.db, queue),
      teach: postgresTeacher(database.db),
      pause,
      sliceBatches: slices.batches,
    }),
  }
}

/** Starts to process jobs from the queue. */
export const startWorking = (queue: Queue<JobData>, operations: ReturnType<typeof importOperations>) =>
  queue.work(jobHandlers(operations), async (data) => {
    // Summaries that could not be computed stay marked; the next job of the run tries again.
    if ('importId' in data) await operations.buryImport(data)
  })

/** Time between two sweeps of old data. */
const SWEEP_EVERY_MS = 3_600_000

/** Starts a periodic removal of data that are older than configured. Returns a function that stops it. */
export function startRetention(
  config: Config,
  database: Database<EvidenceDatabase>,
  logger: FastifyBaseLogger,
): () => void {
  const settings = { auditDays: config.auditRetentionDays, importDays: config.importRetentionDays }
  if (settings.auditDays === 0 && settings.importDays === 0) return () => {}
  const sweep = retain({ retention: postgresRetention(database.db), settings })
  const run = () =>
    void sweep().then(
      (removed) => {
        if (removed.auditEntries + removed.imports > 0) logger.info(removed, 'removed old data')
      },
      (error: unknown) => logger.error({ err: error }, 'removing old data'),
    )
  run()
  const timer = setInterval(run, SWEEP_EVERY_MS)
  return () => clearInterval(timer)
}

/** Returns a function that stops the queue, then closes the database. */
export const stopOf = (queue: Queue<JobData>, database: Database<EvidenceDatabase>) => async () => {
  await queue.stop()
  await database.close()
}

/** Starts a worker process, beside any number of servers and other workers. */
export async function composeWorker(config: Config) {
  const logger = await loggerOf(config)
  const { database } = await openStore(config, 'work')
  const telemetry = startTelemetry({ service: 'evidence', version, ...config })
  const queue = await openJobQueue(config, database, logger, jobObserver(telemetry.meter))
  observePool(telemetry.meter, database)
  observeQueues(telemetry.meter, database)
  await startWorking(queue, importOperations(config, database, queue))
  const stopRetention = startRetention(config, database, logger)
  const stop = async () => {
    stopRetention()
    await stopOf(queue, database)()
  }
  return { logger, telemetry, stop }
}
