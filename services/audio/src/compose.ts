import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Database, openDatabase } from '@assay/kit/database'
import { createLogger } from '@assay/kit/logger'
import { migrate, readMigrations } from '@assay/kit/migrate'
import { openapiText } from '@assay/kit/openapi'
import { packageRoot, packageVersion } from '@assay/kit/package-root'
import { openQueue, type Queue } from '@assay/kit/queue'
import { startTelemetry } from '@assay/kit/telemetry'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { decode } from './adapters/ffmpeg/decode.ts'
import { createAudioWriter } from './adapters/ffmpeg/encode.ts'
import { probe } from './adapters/ffmpeg/probe.ts'
import { folderStore } from './adapters/files/folder-store.ts'
import { loadNetwork, NETWORK_ENGINE } from './adapters/onnx/load-network.ts'
import { loadTransforms } from './adapters/pffft/create-transform.ts'
import { postgresJobStore } from './adapters/postgres/job-store.ts'
import type { AudioDatabase } from './adapters/postgres/schema.ts'
import { analysisThreads } from './adapters/threads/analysis-threads.ts'
import { type Config, readConfig } from './config.ts'
import { JOB_TYPES } from './domain/job.ts'
import { createNetworkSeparator } from './domain/stems/network-separator.ts'
import { createSeparator, DSP_ENGINE } from './domain/stems/separate.ts'
import { presentedAnalyses } from './http/analyses.ts'
import { buildApp } from './http/app.ts'
import { jobHandlers } from './jobs/handlers.ts'
import { findJob, listJobs } from './operations/find-jobs.ts'
import { measureFeatures } from './operations/measure-features.ts'
import type { JobData } from './operations/ports.ts'
import { buryJob } from './operations/run-job.ts'
import { type SeparationRequest, separateStems } from './operations/separate-stems.ts'

export const version = packageVersion(import.meta.url)

/** The newest state of the database, whoever opens it first. */
export async function openStore(config: Config, command: string) {
  const database = await openDatabase<AudioDatabase>(config, `audio ${command}`, packageRoot(import.meta.url))
  try {
    const applied = await migrate(database, readMigrations(join(packageRoot(import.meta.url), 'migrations')))
    return { database, applied }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Analysis in threads of its own; the entry is the source in development and its bundle in a published package. */
export function composeEngine(threads: number) {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const entry = fileURLToPath(new URL(`./compose-analysis-thread.${extension}`, import.meta.url))
  return analysisThreads({ entry, threads })
}

/** Separation into stems, by the DSP engine or by a network whose weights are given. */
export async function composeStems(weights: { path: string; sha256: string } | undefined) {
  const network = weights && (await loadNetwork(weights))
  const createTransform = await loadTransforms()
  const format = { sampleRateHz: 44_100, channels: 2 } as const
  const createSeparatorOf = () =>
    network ? createNetworkSeparator(network) : createSeparator({ createTransform, ...format })
  return {
    engine: network ? NETWORK_ENGINE : DSP_ENGINE,
    separate: (path: string, request: SeparationRequest & { folder: string; format: 'wav' | 'flac' }) =>
      separateStems({
        decoder: { probe, decode },
        createSeparator: createSeparatorOf,
        openWriter: async (stem) => {
          await mkdir(request.folder, { recursive: true })
          const path = join(request.folder, `${stem}.${request.format}`)
          return createAudioWriter(path, { ...format, format: request.format })
        },
      })(path, request),
    close: async () => network?.release(),
  }
}

/** Operations on adapters; both doors, HTTP and jobs, lead to these. */
function operations(config: Config, database: Database<AudioDatabase>, queue: Pick<Queue<JobData>, 'send'>) {
  const jobs = postgresJobStore(database, queue)
  const files = folderStore(config.storageDir)
  const engine = composeEngine(config.workerConcurrency)
  return {
    jobs,
    files,
    engine,
    analyses: presentedAnalyses({ engine, measure: measureFeatures({ decoder: { probe, decode } }) }),
    findJob: findJob({ jobs }),
    listJobs: listJobs({ jobs }),
    buryJob: buryJob({ jobs, files }),
  }
}

/** Wires the HTTP side by hand. Nothing here waits or reads: a description needs no database to answer. */
async function wireApp(
  config: Config,
  database: Database<AudioDatabase>,
  queue: Pick<Queue<JobData>, 'send'>,
  logger: FastifyBaseLogger,
) {
  const telemetry = startTelemetry({ service: 'audio', version, ...config })
  const wired = operations(config, database, queue)
  const app = await buildApp({
    ...wired,
    config,
    version,
    logger,
    telemetry,
    limits: config,
    newId: randomUUID,
    ready: () => sql`SELECT 1`.execute(database.db),
  })
  return { app, telemetry, ...wired }
}

const loggerOf = (config: Config) => createLogger('audio', config.logLevel, { forPeople: !config.production })

async function openJobQueue(config: Config, database: Database<AudioDatabase>, logger: FastifyBaseLogger) {
  return openQueue<JobData, AudioDatabase>(database, JOB_TYPES, {
    concurrency: config.workerConcurrency,
    onError: (error) => logger.error({ err: error }, 'queue'),
  })
}

type Wired = ReturnType<typeof operations>

/** Starts working on jobs in this process. */
async function startWorking(config: Config, queue: Queue<JobData>, wired: Wired) {
  const handlers = jobHandlers({
    jobs: wired.jobs,
    files: wired.files,
    analyses: wired.analyses,
    maxDurationSeconds: config.maxDurationSeconds,
    now: () => performance.now(),
  })
  await queue.work(handlers, ({ jobId }) => wired.buryJob(jobId))
}

/** The server process. On the embedded database, which is one process only, it also does the jobs. */
export async function composeServer(config: Config) {
  const logger = loggerOf(config)
  const { database, applied } = await openStore(config, 'serve')
  if (applied.length > 0) logger.info({ applied }, 'migrated')
  const queue = await openJobQueue(config, database, logger)
  const { app, telemetry, ...wired } = await wireApp(config, database, queue, logger)
  if (database.kind === 'embedded') await startWorking(config, queue, wired)
  const stop = async () => {
    await queue.stop()
    await wired.engine.close()
    await database.close()
  }
  return { app, logger, telemetry, database, stop }
}

/** A worker process beside any number of servers and other workers. */
export async function composeWorker(config: Config) {
  const logger = loggerOf(config)
  const { database } = await openStore(config, 'work')
  const queue = await openJobQueue(config, database, logger)
  const wired = operations(config, database, queue)
  await startWorking(config, queue, wired)
  const stop = async () => {
    await queue.stop()
    await wired.engine.close()
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
  const { app } = await wireApp(config, database, queue, loggerOf(config))
  return openapiText(app)
}
