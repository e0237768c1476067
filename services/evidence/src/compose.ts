import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { bearerToken } from '@assay/kit/authentication'
import { type Database, openDatabase } from '@assay/kit/database'
import { createLogger } from '@assay/kit/logger'
import { migrate, readMigrations } from '@assay/kit/migrate'
import { openapiText } from '@assay/kit/openapi'
import { packageRoot, packageVersion } from '@assay/kit/package-root'
import { openKeyRing } from '@assay/kit/signing-keys'
import { startTelemetry } from '@assay/kit/telemetry'
import { sql } from 'kysely'
import { argon2Hasher } from './adapters/argon2/password-hasher.ts'
import { chemistryStructureReader } from './adapters/chemistry/structure-reader.ts'
import { contentId, resultHash } from './adapters/hash/content-id.ts'
import { postgresAssessmentStore } from './adapters/postgres/assessment-store.ts'
import { postgresLoginThrottle } from './adapters/postgres/login-throttle.ts'
import { postgresMemberStore } from './adapters/postgres/member-store.ts'
import { postgresMoleculeStore } from './adapters/postgres/molecule-store.ts'
import { postgresRefreshTokenStore } from './adapters/postgres/refresh-token-store.ts'
import type { EvidenceDatabase } from './adapters/postgres/schema.ts'
import { postgresSigningKeyStore } from './adapters/postgres/signing-key-store.ts'
import { postgresUserStore } from './adapters/postgres/user-store.ts'
import { type Config, readConfig } from './config.ts'
import { buildApp } from './http/app.ts'
import { analyseMolecules } from './operations/analyse-molecules.ts'
import { addLabels, calibration, fitCalibration } from './operations/calibrate.ts'
import { createUser } from './operations/create-user.ts'
import { currentUser } from './operations/current-user.ts'
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
import type { TokenIssuer } from './operations/ports.ts'
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

/** Wires the whole service by hand. Nothing here waits or reads: a description needs no database to answer. */
export async function wire(config: Config, database: Database<EvidenceDatabase>) {
  const logger = createLogger('evidence', config.logLevel)
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
  const structures = chemistryStructureReader()
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
    integrate: integrateEvidence({ assessments, contentId, resultHash, newId: randomUUID }),
    networkStats: networkStats({ assessments }),
    predict: predictMissing({ assessments }),
    optimise: optimiseEvidence({ assessments }),
    analyse: analyseMolecules({ assessments }),
    rectify: rectifyEvidence({ assessments, contentId, now: () => new Date() }),
    addLabels: addLabels({ assessments }),
    calibration: calibration({ assessments }),
    fitCalibration: fitCalibration({ assessments }),
    elapsed: () => performance.now(),
    now: () => new Date(),
    keys,
  })
  return {
    app,
    logger,
    telemetry,
    createUser: createUser({ users, passwords: argon2Hasher, newId: randomUUID }),
  }
}

/** Opens the database, brings it up to date and wires the service on it. */
export async function compose(config: Config) {
  const { database, applied } = await openStore(config, 'serve')
  const wired = await wire(config, database)
  if (applied.length > 0) wired.logger.info({ applied }, 'migrated')
  return { ...wired, database, stop: () => database.close() }
}

/** The service's OpenAPI document; the database is named but never connected to. */
export async function describe(): Promise<string> {
  const config = readConfig({
    argv: ['--log-level', 'silent', '--database-url', 'postgres://localhost/none'],
    env: {},
  })
  const { app } = await wire(config, await openDatabase<EvidenceDatabase>(config, 'evidence openapi'))
  return openapiText(app)
}
