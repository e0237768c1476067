import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { bearerToken } from '@assay/kit/authentication'
import { type Database, openDatabase } from '@assay/kit/database'
import { createLogger } from '@assay/kit/logger'
import { migrate, readMigrations } from '@assay/kit/migrate'
import { openapiText } from '@assay/kit/openapi'
import { packageRoot, packageVersion } from '@assay/kit/package-root'
import { openQueue, type Queue } from '@assay/kit/queue'
import { openKeyRing } from '@assay/kit/signing-keys'
import { startTelemetry } from '@assay/kit/telemetry'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { argon2Hasher } from './adapters/argon2/password-hasher.ts'
import { structureThreads } from './adapters/chemistry/structure-threads.ts'
import { contentId, resultHash } from './adapters/hash/content-id.ts'
import { postgresAssessmentStore } from './adapters/postgres/assessment-store.ts'
import { grantQueue } from './adapters/postgres/grant-queue.ts'
import { postgresImportStore } from './adapters/postgres/import-store.ts'
import { postgresLoginThrottle } from './adapters/postgres/login-throttle.ts'
import { postgresMemberStore } from './adapters/postgres/member-store.ts'
import { postgresMoleculeStore } from './adapters/postgres/molecule-store.ts'
import { postgresRefreshTokenStore } from './adapters/postgres/refresh-token-store.ts'
import type { EvidenceDatabase } from './adapters/postgres/schema.ts'
import { postgresSigningKeyStore } from './adapters/postgres/signing-key-store.ts'
import { postgresUserStore } from './adapters/postgres/user-store.ts'
import { computeThreads } from './adapters/threads/compute-threads.ts'
import { type Config, readConfig } from './config.ts'
import { buildApp } from './http/app.ts'
import { JOB_NAMES, jobHandlers } from './jobs/handlers.ts'
import { analyseMolecules } from './operations/analyse-molecules.ts'
import { assessOffline as offline } from './operations/assess-offline.ts'
import { addLabels, calibration, fitCalibration } from './operations/calibrate.ts'
import { createUser } from './operations/create-user.ts'
import { currentUser } from './operations/current-user.ts'
import { buryImport, findImport, receiveImport, runImport } from './operations/import-evidence.ts'
import { integrateEvidence } from './operations/integrate-evidence.ts'
import { logIn } from './operations/log-in.ts'
import { manageUsers } from './operations/manage-users.ts'
import {
  findMolecule,
  listEvidence,
  listMolecules,
  putMolecule,
  similarMolecules,
} from './operations/molecules.ts'
import { networkStats } from './operations/network-stats.ts'
import { optimiseEvidence } from './operations/optimise-evidence.ts'
import type { JobData, TokenIssuer } from './operations/ports.ts'
import { predictMissing } from './operations/predict-missing.ts'
import { rectifyEvidence } from './operations/rectify-evidence.ts'
import { logOut, refreshSession } from './operations/refresh-session.ts'

export const version = packageVersion(import.meta.url)

/** The newest state of the database, whoever opens it first. */
export async function openStore(config: Config, command: string) {
  const database = await openDatabase<EvidenceDatabase>(
    config,
    `evidence ${command}`,
    packageRoot(import.meta.url),
  )
  try {
    const migrations = readMigrations(join(packageRoot(import.meta.url), 'migrations'))
    if (config.migrateOnStart || command === 'migrate') {
      return { database, applied: await migrate(database, migrations) }
    }
    const { rows } = await sql<{ name: string }>`SELECT name FROM schema_migration`.execute(database.db)
    const missing = migrations.filter(({ name }) => !rows.some((row) => row.name === name))
    if (missing.length > 0) {
      throw new Error(
        `The database lacks ${missing.map(({ name }) => name).join(', ')}. Run "evidence migrate" as its owner first.`,
      )
    }
    return { database, applied: [] }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Operations for commands that need no HTTP. */
export async function composeUsers(config: Config) {
  const { database } = await openStore(config, 'users')
  const users = postgresUserStore(database.db)
  return { database, createUser: createUser({ users, passwords: argon2Hasher, newId: randomUUID }) }
}

const loggerOf = (config: Config) => createLogger('evidence', config.logLevel)

async function openJobQueue(config: Config, database: Database<EvidenceDatabase>, logger: FastifyBaseLogger) {
  const queue = await openQueue<JobData, EvidenceDatabase>(database, JOB_NAMES, {
    // The embedded database has one connection: more at once would only wait for each other, and requests for them.
    concurrency: database.kind === 'embedded' ? 1 : config.workerConcurrency,
    perGroup: config.importsPerOrganization,
    onError: (error) => logger.error({ err: error }, 'queue'),
  })
  if (config.migrateOnStart) await grantQueue(database)
  return queue
}

/** Makes the queue's own tables and lets the service's role use them; with "evidence migrate", for logins that may not. */
export async function prepareQueue(config: Config, database: Database<EvidenceDatabase>) {
  const queue = await openJobQueue({ ...config, migrateOnStart: true }, database, loggerOf(config))
  await queue.stop()
}

/** Parts of an import that are read before others get their turn. */
const SLICE_PARTS = 4

function importOperations(
  config: Config,
  database: Database<EvidenceDatabase>,
  queue: Pick<Queue<JobData>, 'send'>,
  sliceParts = SLICE_PARTS,
) {
  const quota = { imports: config.importsPerDay, bytes: config.importBytesPerDay }
  const imports = postgresImportStore(database.db, queue, quota)
  return {
    receiveImport: receiveImport({ imports, newId: randomUUID, maxBytes: config.importLimitBytes }),
    findImport: findImport({ imports }),
    runImport: runImport({ imports, contentId, pause, sliceParts }),
    buryImport: buryImport({ imports }),
  }
}

/** A thread's entry: the source in development and its bundle in a published package. */
function threadEntry(name: string): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  return fileURLToPath(new URL(`./compose-${name}-thread.${extension}`, import.meta.url))
}

/** What could keep other requests waiting, in threads. */
function composeThreads(config: Config) {
  const compute = computeThreads({
    entry: threadEntry('compute'),
    threads: config.computeThreads,
    limitMs: config.computeLimitMs,
    waitLimitMs: config.optimizeDeadlineMs,
  })
  const structures = structureThreads({
    entry: threadEntry('structure'),
    threads: config.structureThreads,
    limitMs: config.structureLimitMs,
  })
  const close = async () => {
    await Promise.all([compute.close(), structures.close()])
  }
  return { compute, structures, close }
}

/** Wires the whole service by hand. Nothing here waits or reads: a description needs no database to answer. */
export async function wire(
  config: Config,
  database: Database<EvidenceDatabase>,
  queue: Pick<Queue<JobData>, 'send'>,
  logger: FastifyBaseLogger,
) {
  const telemetry = startTelemetry({ service: 'evidence', version, ...config })
  const users = postgresUserStore(database.db)
  const keys = openKeyRing({
    store: postgresSigningKeyStore(database.db),
    now: () => new Date(),
    issuer: 'assay-evidence',
    audience: 'assay-evidence',
    tokenLifetimeSeconds: config.tokenLifetimeSeconds,
    rotateAfterDays: config.signingKeyRotationDays,
  })
  const tokens: TokenIssuer = {
    lifetimeSeconds: config.tokenLifetimeSeconds,
    issue: ({ id, organizationId, username, role, organization }) =>
      keys.sign(id, { username, role, organization, organization_id: organizationId }),
  }
  const refreshTokens = postgresRefreshTokenStore(database.db, config.refreshTokenLifetimeSeconds)
  const molecules = postgresMoleculeStore(database.db)
  const assessments = postgresAssessmentStore(database.db)
  const threads = composeThreads(config)
  const { compute, structures } = threads
  const session = { tokens, refreshTokens }
  const app = await buildApp({
    config,
    version,
    logger,
    telemetry,
    authenticators: [bearerToken(keys.verify)],
    ready: () => sql`SELECT 1`.execute(database.db),
    logIn: logIn({
      ...session,
      users,
      passwords: argon2Hasher,
      throttle: postgresLoginThrottle(database.db),
    }),
    refreshSession: refreshSession({ ...session, users }),
    logOut: logOut(session),
    users: manageUsers({
      members: postgresMemberStore(database.db),
      passwords: argon2Hasher,
      newId: randomUUID,
    }),
    currentUser: currentUser({ users }),
    findMolecule: findMolecule({ molecules }),
    putMolecule: putMolecule({ molecules, structures }),
    listMolecules: listMolecules({ molecules }),
    similarMolecules: similarMolecules({ molecules, structures }),
    listEvidence: listEvidence({ molecules }),
    integrate: integrateEvidence({ assessments, compute, contentId, resultHash, newId: randomUUID }),
    networkStats: networkStats({ assessments, compute }),
    predict: predictMissing({ assessments, compute }),
    optimise: optimiseEvidence({
      assessments,
      compute,
      now: () => new Date(),
      budget: { cpuMs: config.optimizeCpuMs, deadlineMs: config.optimizeDeadlineMs },
    }),
    analyse: analyseMolecules({ assessments, compute }),
    rectify: rectifyEvidence({ assessments, compute, contentId, now: () => new Date() }),
    addLabels: addLabels({ assessments }),
    calibration: calibration({ assessments, compute }),
    fitCalibration: fitCalibration({ assessments, compute }),
    elapsed: () => performance.now(),
    now: () => new Date(),
    keys,
    ...importOperations(config, database, queue),
  })
  return {
    app,
    telemetry,
    closeThreads: threads.close,
    createUser: createUser({ users, passwords: argon2Hasher, newId: randomUUID }),
  }
}

/** Opens the database, brings it up to date and wires the service on it. */
export async function compose(config: Config) {
  const logger = loggerOf(config)
  const { database, applied } = await openStore(config, 'serve')
  if (applied.length > 0) logger.info({ applied }, 'migrated')
  const queue = await openJobQueue(config, database, logger)
  const wired = await wire(config, database, queue, logger)
  // The embedded database is one process only, so that process also does the jobs.
  if (database.kind === 'embedded') await startWorking(queue, importOperations(config, database, queue))
  const stop = async () => {
    await wired.closeThreads()
    await stopOf(queue, database)()
  }
  return { ...wired, logger, database, stop }
}

const startWorking = (queue: Queue<JobData>, operations: ReturnType<typeof importOperations>) =>
  queue.work(jobHandlers(operations), operations.buryImport)

const stopOf = (queue: Queue<JobData>, database: Database<EvidenceDatabase>) => async () => {
  await queue.stop()
  await database.close()
}

/** A worker process beside any number of servers and other workers. */
export async function composeWorker(config: Config) {
  const logger = loggerOf(config)
  const { database } = await openStore(config, 'work')
  const queue = await openJobQueue(config, database, logger)
  await startWorking(queue, importOperations(config, database, queue))
  return { logger, stop: stopOf(queue, database) }
}

/** Imports in this process, without queue and HTTP, for the command line. */
export async function composeImport(config: Config) {
  const { database } = await openStore(config, 'import')
  return {
    database,
    organizations: postgresUserStore(database.db),
    // Whoever opens the database directly is its operator: no quota, and no queue to take turns in.
    ...importOperations(
      { ...config, importsPerDay: 0, importBytesPerDay: 0 },
      database,
      { send: async () => {} },
      Number.POSITIVE_INFINITY,
    ),
  }
}

/** For people without a server. */
export const assessOffline = offline({ contentId, resultHash })

/** The service's OpenAPI document; the database is named but never connected to. */
export async function describe(): Promise<string> {
  const config = readConfig({
    argv: ['--log-level', 'silent', '--database-url', 'postgres://localhost/none'],
    env: {},
  })
  const database = await openDatabase<EvidenceDatabase>(config, 'evidence openapi')
  const { app } = await wire(config, database, { send: async () => {} }, loggerOf(config))
  return openapiText(app)
}
