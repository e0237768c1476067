import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate as pause, setTimeout as wait } from 'node:timers/promises'
import { bearerToken } from '@assay/kit/authentication'
import { clientNetwork } from '@assay/kit/client-address'
import { type Database, openDatabase } from '@assay/kit/database'
import { fairShare, thirdOf } from '@assay/kit/fair-share'
import { openapiText } from '@assay/kit/openapi'
import { packageRoot } from '@assay/kit/package-root'
import type { Queue } from '@assay/kit/queue'
import { databaseCheck, folderCheck, readiness } from '@assay/kit/readiness'
import { sessionCookie } from '@assay/kit/session-cookie'
import { type SharedRateLimit, sharedRateLimit } from '@assay/kit/shared-rate-limit'
import { openKeyRing } from '@assay/kit/signing-keys'
import { jobObserver, observePool, observeQueues } from '@assay/kit/store-metrics'
import { startTelemetry } from '@assay/kit/telemetry'
import type { FastifyBaseLogger } from 'fastify'
import { argon2Hasher } from '../adapters/argon2/password-hasher.ts'
import { contentId, resultHash } from '../adapters/hash/content-id.ts'
import { postgresAssessmentStore } from '../adapters/postgres/assessment-store.ts'
import { postgresAuditTrail } from '../adapters/postgres/audit.ts'
import { postgresExampleStore } from '../adapters/postgres/example-store.ts'
import { postgresLabelStore } from '../adapters/postgres/label-store.ts'
import { postgresLoginThrottle } from '../adapters/postgres/login-throttle.ts'
import { postgresMemberStore } from '../adapters/postgres/member-store.ts'
import { postgresMoleculeStore } from '../adapters/postgres/molecule-store.ts'
import { postgresOrganizationData } from '../adapters/postgres/organization-data.ts'
import { addPageSession, postgresPageSessionStore } from '../adapters/postgres/page-session-store.ts'
import { postgresReportStore } from '../adapters/postgres/report-store.ts'
import { postgresRunStore } from '../adapters/postgres/run-store.ts'
import type { EvidenceDatabase } from '../adapters/postgres/schema.ts'
import { postgresScoreStore } from '../adapters/postgres/score-store.ts'
import { postgresSessionStore } from '../adapters/postgres/session-store.ts'
import { postgresSetupStore } from '../adapters/postgres/setup-store.ts'
import { postgresSigningKeyStore } from '../adapters/postgres/signing-key-store.ts'
import { postgresUserStore } from '../adapters/postgres/user-store.ts'
import { shareBetweenOrganizations } from '../adapters/postgres/with-organization.ts'
import { type Config, readConfig } from '../config.ts'
import { buildApp } from '../http/app.ts'
import { analyseMolecules } from '../operations/analyse-molecules.ts'
import { exportAudit, readAudit, verifyAudit } from '../operations/audit.ts'
import { addLabels, calibration, fitCalibration } from '../operations/calibrate.ts'
import { fitWithoutLabels } from '../operations/calibrate-without-labels.ts'
import { changePassword } from '../operations/change-password.ts'
import { createUser } from '../operations/create-user.ts'
import { currentUser } from '../operations/current-user.ts'
import { enterDemo, prepareDemo } from '../operations/demo.ts'
import { loadExampleRun, removeExampleRun } from '../operations/example-run.ts'
import { candidateHistory, explain } from '../operations/explain-candidate.ts'
import { integrateEvidence, listAssessments } from '../operations/integrate-evidence.ts'
import { logIn } from '../operations/log-in.ts'
import { listReports, makeReport, replayReport } from '../operations/make-report.ts'
import { manageUsers } from '../operations/manage-users.ts'
import {
  drawStructure,
  findMolecule,
  listEvidence,
  listMolecules,
  putMolecule,
  similarMolecules,
} from '../operations/molecules.ts'
import { networkStats } from '../operations/network-stats.ts'
import { optimiseEvidence } from '../operations/optimise-evidence.ts'
import { exportOrganization } from '../operations/organization-data.ts'
import { changePagePassword, findSession, signIn, signOut } from '../operations/page-session.ts'
import type { JobData, TokenIssuer } from '../operations/ports.ts'
import { predictMissing } from '../operations/predict-missing.ts'
import { rectifyEvidence } from '../operations/rectify-evidence.ts'
import { logOut, refreshSession, revokeSessions } from '../operations/refresh-session.ts'
import { previewRefit, reviewCases } from '../operations/review.ts'
import { listObservations, listRuns, observe } from '../operations/runs.ts'
import { setUp, setupNeeded } from '../operations/set-up.ts'
import { checkStanding } from '../operations/standing.ts'
import { oneTimeToken, unknownPassword } from './demo.ts'
import { composeSignOn } from './single-sign-on.ts'
import { encryptionOf, openStore, version } from './store.ts'
import { composeThreads } from './threads.ts'
import { importOperations, loggerOf, openJobQueue, startRetention, startWorking, stopOf } from './worker.ts'

/** Returns the readiness checks. Only the embedded database uses the data folder. */
const readinessOf = (config: Config, database: Database<EvidenceDatabase>) =>
  readiness([
    databaseCheck(database),
    ...(database.kind === 'embedded' ? [folderCheck('DATA_DIR', config.dataDir, config.minFreeBytes)] : []),
  ])

/**
 * Limits the connections of each organization: to the number set, or to a third of the pool and what others do not use. On
 * the embedded database, which has one connection, they take turns.
 */
function shareDatabase(config: Config, database: Database<EvidenceDatabase>): void {
  const { databaseConnectionsPerOrganization: set, databasePoolSize: places, databaseWaitMs: waitMs } = config
  const share =
    database.kind === 'embedded'
      ? fairShare({ most: 1, waitMs })
      : fairShare(set === undefined ? { most: thirdOf(places), places, waitMs } : { most: set, waitMs })
  shareBetweenOrganizations(database.db, share)
}

/**
 * Returns a rate limit shared by all replicas. The embedded database has a single process, which counts by itself.
 */
const limitOf = (config: Config, database: Database<EvidenceDatabase>, logger: FastifyBaseLogger) =>
  database.kind === 'server' && config.rateLimitPerMinute > 0
    ? sharedRateLimit(database, {
        onError: (error) =>
          logger.warn(
            { err: error },
            'the shared rate limit is not available, this replica counts its own requests',
          ),
      })
    : undefined

const telemetryOf = (config: Config) => startTelemetry({ service: 'evidence', version, ...config })

/** Wires the whole service by hand. Does no I/O, so the OpenAPI document needs no database. */
export async function wire(
  config: Config,
  database: Database<EvidenceDatabase>,
  queue: Pick<Queue<JobData>, 'send'>,
  logger: FastifyBaseLogger,
  limit?: SharedRateLimit,
  telemetry = telemetryOf(config),
) {
  const users = postgresUserStore(database.db)
  const signingKeys = postgresSigningKeyStore(database.db, encryptionOf(config))
  const keys = openKeyRing({
    store: signingKeys,
    now: () => new Date(),
    elapsed: () => performance.now(),
    issuer: 'assay-evidence',
    audience: 'assay-evidence',
    tokenLifetimeSeconds: config.tokenLifetimeSeconds,
    rotateAfterDays: config.signingKeyRotationDays,
  })
  const tokens: TokenIssuer = {
    lifetimeSeconds: config.tokenLifetimeSeconds,
    issue: ({ id, organizationId, username, role, organization, epoch }) =>
      keys.sign(id, { username, role, organization, organization_id: organizationId, epoch }),
  }
  const { sessionLifetimeSeconds: lifetimeSeconds, sessionIdleSeconds: idleSeconds } = config
  const pageSessions = postgresPageSessionStore(database.db, { idleSeconds, lifetimeSeconds })
  const sessions = postgresSessionStore(
    database.db,
    config.refreshTokenLifetimeSeconds,
    addPageSession(lifetimeSeconds),
    config.databaseWaitMs,
  )
  const trail = postgresAuditTrail(database.db)
  const molecules = postgresMoleculeStore(database.db)
  const assessments = postgresAssessmentStore(database.db)
  const labels = postgresLabelStore(database.db, queue)
  const runs = postgresRunStore(database.db, queue)
  const setup = postgresSetupStore(database.db)
  const examples = postgresExampleStore(database.db)
  const imports = importOperations(config, database, queue)
  const loadExample = loadExampleRun({ ...imports, examples, wait, elapsed: () => performance.now() })
  const create = createUser({ users, passwords: argon2Hasher, newId: randomUUID })
  const demo = config.demo ? oneTimeToken() : undefined
  const threads = composeThreads(config)
  const { compute, structures } = threads
  const login = {
    tokens,
    sessions,
    pageSessions,
    users,
    passwords: argon2Hasher,
    throttle: postgresLoginThrottle(database.db),
    networkOf: clientNetwork,
  }
  const reporting = {
    reports: postgresReportStore(database.db),
    compute,
    resultHash,
    packageVersion: version,
  }
  const app = await buildApp({
    config,
    version,
    logger,
    telemetry,
    authenticators: [bearerToken(keys.verify), sessionCookie(findSession({ pageSessions }))],
    pageFolder: join(packageRoot(import.meta.url), 'web/dist'),
    ready: readinessOf(config, database),
    waiting: database.kind === 'server' ? () => database.pool.waitingCount : undefined,
    rateLimitStore: limit?.store,
    standing: checkStanding({ users, elapsed: () => performance.now() }),
    logIn: logIn(login),
    refreshSession: refreshSession(login),
    logOut: logOut(login),
    revokeSessions: revokeSessions(login),
    changePassword: changePassword(login),
    signIn: signIn(login),
    signOut: signOut(login),
    changePagePassword: changePagePassword(login),
    signOn: composeSignOn(config, database, pageSessions, logger),
    setupNeeded: setupNeeded({ setup }),
    setUp: setUp({ setup, passwords: argon2Hasher, pageSessions, newId: randomUUID }),
    loadExampleRun: loadExample,
    demo: demo && { enterDemo: enterDemo({ users, pageSessions, isToken: demo.isToken }) },
    removeExampleRun: removeExampleRun({ examples }),
    readAudit: readAudit({ trail }),
    exportAudit: exportAudit({ trail }),
    verifyAudit: verifyAudit({ trail, sha256: resultHash }),
    exportOrganization: exportOrganization({
      data: postgresOrganizationData(database),
      trail,
      now: () => new Date(),
      packageVersion: version,
    }),
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
    integrate: integrateEvidence({
      assessments,
      compute,
      contentId,
      resultHash,
      newId: randomUUID,
      packageVersion: version,
    }),
    listAssessments: listAssessments({ assessments, molecules }),
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
    listRuns: listRuns({ runs }),
    listObservations: listObservations({ runs, pause }),
    observe: observe({ runs, compute }),
    explain: explain({ runs, molecules, compute }),
    candidateHistory: candidateHistory({ runs, molecules, compute }),
    reviewCases: reviewCases({ runs, compute }),
    previewRefit: previewRefit({ runs, labels, compute }),
    addLabels: addLabels({ labels }),
    calibration: calibration({ labels, compute }),
    fitCalibration: fitCalibration({ labels, compute }),
    fitWithoutLabels: fitWithoutLabels({ scores: postgresScoreStore(database.db), labels, compute }),
    makeReport: makeReport(reporting),
    replayReport: replayReport(reporting),
    listReports: listReports(reporting),
    drawStructure: drawStructure({ structures }),
    elapsed: () => performance.now(),
    now: () => new Date(),
    keys,
    ...imports,
  })
  return {
    app,
    telemetry,
    /** Refuses to start with private keys that cannot be decrypted. */
    checkKeys: () => signingKeys.checkAll(),
    closeThreads: threads.close,
    /** Returns a token that creates the first administrator, or undefined if there are users. */
    offerSetup: setup.offer,
    createUser: create,
    demo: demo && {
      token: demo.token,
      prepare: prepareDemo({
        users,
        setup,
        createUser: create,
        loadExampleRun: loadExample,
        newPassword: unknownPassword,
      }),
    },
  }
}

/** Opens the database, migrates it and wires the service. */
export async function compose(config: Config) {
  const logger = await loggerOf(config)
  const { database, applied } = await openStore(config, 'serve')
  if (applied.length > 0) logger.info({ applied }, 'migrated')
  shareDatabase(config, database)
  const telemetry = telemetryOf(config)
  const queue = await openJobQueue(config, database, logger, jobObserver(telemetry.meter))
  observePool(telemetry.meter, database)
  observeQueues(telemetry.meter, database)
  const limit = limitOf(config, database, logger)
  const wired = await wire(config, database, queue, logger, limit, telemetry)
  let stopRetention = () => {}
  if (database.kind === 'embedded') {
    // Only one process can use the embedded database, so this one also runs the jobs. Their handle has no share: a job
    // waits for the connection, and is not refused like a request.
    const ofJobs = { ...database, db: database.db.withoutPlugins() }
    await startWorking(queue, importOperations(config, ofJobs, queue))
    stopRetention = startRetention(config, ofJobs, logger)
  }
  const stop = async () => {
    stopRetention()
    await wired.closeThreads()
    await limit?.stop()
    await stopOf(queue, database)()
  }
  try {
    await wired.checkKeys()
  } catch (error) {
    await stop()
    throw error
  }
  return { ...wired, logger, database, stop }
}

/** Returns the OpenAPI document of the service. Opens no connection to the database. */
export async function describe(): Promise<string> {
  const config = readConfig({
    argv: ['--log-level', 'silent', '--database-url', 'postgres://localhost/none'],
    env: {},
  })
  const database = await openDatabase<EvidenceDatabase>(config, 'assay-evidence openapi')
  const { app } = await wire(config, database, { send: async () => {} }, await loggerOf(config))
  return openapiText(app)
}
