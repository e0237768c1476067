import type { Database } from '@assay/kit/database'
import { createLogger } from '@assay/kit/logger'
import { packageVersion } from '@assay/kit/package-root'
import { openQueue, type Queue } from '@assay/kit/queue'
import { type JobObserver, jobObserver, observePool, observeQueues } from '@assay/kit/store-metrics'
import { startTelemetry } from '@assay/kit/telemetry'
import type { FastifyBaseLogger } from 'fastify'
import type { AudioDatabase } from '../adapters/postgres/schema.ts'
import { maintainTrackIndex } from '../adapters/postgres/track-index.ts'
import { EXACT_UP_TO } from '../adapters/postgres/track-store.ts'
import type { Config } from '../config.ts'
import { isOutage } from '../domain/refusal.ts'
import { jobHandlers } from '../jobs/handlers.ts'
import { QUEUE_NAMES, type QueueData } from '../operations/ports.ts'
import { everyMinutes } from './every-minutes.ts'
import { openFiles } from './files.ts'
import { composeOperations } from './operations.ts'
import { openStore } from './store.ts'

/** Creates the logger of a process. */
export const loggerOf = (config: Config) =>
  createLogger('audio', config.logLevel, { forPeople: !config.production })

/** Opens the job queue in the database. */
export async function openJobQueue(
  config: Config,
  database: Database<AudioDatabase>,
  logger: FastifyBaseLogger,
  observer?: JobObserver,
) {
  return openQueue<QueueData, AudioDatabase>(database, QUEUE_NAMES, {
    concurrency: config.workerConcurrency,
    perGroup: config.maxRunningJobsPerClient,
    isOutage,
    onError: (error) => logger.error({ err: error }, 'queue'),
    observer,
  })
}

/** Starts the job worker and a periodic sweep in this process. Returns a function that stops the sweep. */
export async function startWorking(
  config: Config,
  database: Database<AudioDatabase>,
  queue: Queue<QueueData>,
  wired: ReturnType<typeof composeOperations>,
  logger: FastifyBaseLogger,
): Promise<() => void> {
  await queue.work(jobHandlers(wired.runJob), ({ jobId }) => wired.buryJob(jobId))
  const index = async () => {
    const maintenanceMemory = config.searchIndexMemory
    if (await maintainTrackIndex(database, { from: EXACT_UP_TO, maintenanceMemory }))
      logger.info('built the index of tracks')
  }
  const clean = async () => {
    const swept = await wired.sweep()
    if (Object.values(swept).some((count) => count > 0)) logger.info(swept, 'swept')
  }
  return everyMinutes(config.sweepEveryMinutes, logger, { 'indexing tracks': index, sweeping: clean })
}

/** Starts a worker process. Any number of servers and workers may run on one database. */
export async function composeWorker(config: Config) {
  const logger = await loggerOf(config)
  const { files } = await openFiles(config)
  const { database } = await openStore(config, 'work')
  const telemetry = startTelemetry({ service: 'audio', version: packageVersion(import.meta.url), ...config })
  const queue = await openJobQueue(config, database, logger, jobObserver(telemetry.meter))
  observePool(telemetry.meter, database)
  observeQueues(telemetry.meter, database)
  const wired = composeOperations(config, database, queue, files)
  const rest = await startWorking(config, database, queue, wired, logger)
  const stop = async () => {
    rest()
    await queue.stop()
    await wired.close()
    await database.close()
  }
  return { logger, telemetry, stop }
}
