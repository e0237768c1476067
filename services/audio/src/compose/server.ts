import { randomBytes } from 'node:crypto'
import { type Database, openDatabase } from '@assay/kit/database'
import { openapiText } from '@assay/kit/openapi'
import { packageVersion } from '@assay/kit/package-root'
import type { Queue } from '@assay/kit/queue'
import { startTelemetry } from '@assay/kit/telemetry'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { folderStore } from '../adapters/files/folder-store.ts'
import type { AudioDatabase } from '../adapters/postgres/schema.ts'
import { sharedSecret } from '../adapters/postgres/shared-secret.ts'
import { type Config, readConfig } from '../config.ts'
import { buildApp } from '../http/app.ts'
import { presentJob } from '../http/present-job.ts'
import { presentResults } from '../http/present-results.ts'
import { signedAddresses } from '../http/signed-addresses.ts'
import type { FileStore, QueueData } from '../operations/ports.ts'
import { watchJobs } from '../operations/watch-jobs.ts'
import { openFiles } from './files.ts'
import { composeOperations } from './operations.ts'
import { openStore } from './store.ts'
import { loggerOf, openJobQueue, startWorking } from './worker.ts'

export const version = packageVersion(import.meta.url)

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
  const wired = composeOperations(config, database, queue, files)
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
