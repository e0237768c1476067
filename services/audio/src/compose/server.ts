import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type Database, openDatabase } from '@assay/kit/database'
import { type FairShare, fairShare, thirdOf } from '@assay/kit/fair-share'
import { openapiText } from '@assay/kit/openapi'
import { packageRoot, packageVersion } from '@assay/kit/package-root'
import type { Queue } from '@assay/kit/queue'
import { type Check, databaseCheck, folderCheck, readiness } from '@assay/kit/readiness'
import { type SharedRateLimit, sharedRateLimit } from '@assay/kit/shared-rate-limit'
import { jobObserver, observePool, observeQueues } from '@assay/kit/store-metrics'
import { startTelemetry, type Telemetry } from '@assay/kit/telemetry'
import { timerWithoutClient } from '@assay/kit/waiting-client'
import type { FastifyBaseLogger } from 'fastify'
import { folderStore } from '../adapters/files/folder-store.ts'
import type { AudioDatabase } from '../adapters/postgres/schema.ts'
import { sharedSecret } from '../adapters/postgres/shared-secret.ts'
import { type Config, readConfig } from '../config.ts'
import { buildApp } from '../http/app.ts'
import { signedAddresses } from '../http/signed-addresses.ts'
import { followJobs } from '../operations/follow-jobs.ts'
import type { QueueData } from '../operations/ports.ts'
import { watchJobs } from '../operations/watch-jobs.ts'
import { presentJob } from '../wire/jobs.present.ts'
import { presentResults } from '../wire/stems.present.ts'
import { presentTrack } from '../wire/tracks.present.ts'
import { openFiles } from './files.ts'
import { composeOperations } from './operations.ts'
import { openStore } from './store.ts'
import { loggerOf, openJobQueue, startWorking } from './worker.ts'

/** Version of this package. */
export const version = packageVersion(import.meta.url)

const WATCH_EVERY_MS = 500

/**
 * Returns the readiness checks of the server. A bucket that is away is reported only: it would take all replicas out at
 * once, although most requests do not need it.
 */
const readinessOf = (config: Config, database: Database<AudioDatabase>, storageChecks: readonly Check[]) =>
  readiness(
    [
      databaseCheck(database),
      ...(database.kind === 'embedded' ? [folderCheck('DATA_DIR', config.dataDir, config.minFreeBytes)] : []),
      ...storageChecks.filter(({ shared }) => !shared),
    ],
    storageChecks.filter(({ shared }) => shared),
  )

/** Limits database connections per client. Without authentication there is only one client. */
const shareOf = (config: Config, database: Database<AudioDatabase>): FairShare | undefined =>
  database.kind === 'server' && config.authentication !== 'none'
    ? fairShare({
        most: config.databaseConnectionsPerClient ?? thirdOf(config.databasePoolSize),
        waitMs: config.databaseWaitMs,
      })
    : undefined

/**
 * Counts requests together with the other replicas. With the embedded database there is only one process, which counts
 * alone.
 */
const limitOf = (config: Config, database: Database<AudioDatabase>, logger: FastifyBaseLogger) =>
  database.kind === 'server' && config.rateLimitPerMinute > 0
    ? sharedRateLimit(database, {
        onError: (error) =>
          logger.warn(
            { err: error },
            'rate limit counts in this replica only: the database is not available',
          ),
      })
    : undefined

const telemetryOf = (config: Config) => startTelemetry({ service: 'audio', version, ...config })

/** Wires the HTTP server. Nothing here waits or reads, so that the OpenAPI document can be made without a database. */
async function wireApp(
  config: Config,
  database: Database<AudioDatabase>,
  queue: Pick<Queue<QueueData>, 'send'>,
  logger: FastifyBaseLogger,
  storage: Awaited<ReturnType<typeof openFiles>>,
  secret: string,
  telemetry: Telemetry,
  limit?: SharedRateLimit,
) {
  const wired = composeOperations(config, database, queue, storage.files, shareOf(config, database))
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
      later: timerWithoutClient(WATCH_EVERY_MS),
      onError: (error) => logger.warn({ err: error }, 'watching jobs'),
    }),
    presentTrack: presentTrack({ addresses, linkMinutes, now }),
    followJobs: followJobs({
      feed: wired.feed,
      later: timerWithoutClient(WATCH_EVERY_MS),
      onError: (error) => logger.warn({ err: error }, 'following jobs'),
    }),
    pageFolder: join(packageRoot(import.meta.url), 'web/dist'),
    clients: new Map(config.apiKeys.map((entry) => entry.split(':').reverse() as [string, string])),
    downloadLinkMinutes: linkMinutes,
    limits: config,
    ready: readinessOf(config, database, storage.storageChecks),
    waiting: database.kind === 'server' ? () => database.pool.waitingCount : undefined,
    rateLimitStore: limit?.store,
  })
  return { app, ...wired }
}

/** Starts the server process. With the embedded database, which allows one process, it also runs the jobs. */
export async function composeServer(config: Config) {
  const logger = await loggerOf(config)
  const storage = await openFiles(config)
  const { database, applied } = await openStore(config, 'serve')
  if (applied.length > 0) logger.info({ applied }, 'migrated')
  const telemetry = telemetryOf(config)
  const queue = await openJobQueue(config, database, logger, jobObserver(telemetry.meter))
  observePool(telemetry.meter, database)
  observeQueues(telemetry.meter, database)
  const secret =
    config.signingSecret ??
    (await sharedSecret(database.db, 'download addresses', () => randomBytes(32).toString('base64url')))
  const limit = limitOf(config, database, logger)
  const { app, ...wired } = await wireApp(config, database, queue, logger, storage, secret, telemetry, limit)
  const rest =
    database.kind === 'embedded'
      ? await startWorking(config, database, queue, wired, logger)
      : () => undefined
  const stop = async () => {
    rest()
    await queue.stop()
    await wired.close()
    await limit?.stop()
    await database.close()
  }
  return { app, logger, telemetry, database, stop }
}

/** Returns the OpenAPI document of the service. Does not connect to a database. */
export async function describe(): Promise<string> {
  const config = readConfig({
    argv: ['--log-level', 'silent', '--database-url', 'postgres://localhost/none'],
    env: {},
  })
  const database = await openDatabase<AudioDatabase>(config, 'assay-audio openapi')
  const queue = { send: async () => {} }
  const { app } = await wireApp(
    config,
    database,
    queue,
    await loggerOf(config),
    { files: folderStore(config.storageDir), storageChecks: [] },
    'never used to sign',
    telemetryOf(config),
  )
  return openapiText(app)
}
