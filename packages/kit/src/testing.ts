import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Database, openDatabase } from './database.ts'
import type { DatabaseConfig } from './options.ts'

/** Database engine of a test. */
export type Engine = 'server' | 'embedded'

/**
 * Whether tests may use a PostgreSQL server, for `test.runIf(hasServer)`. Always true in CI, where a missing
 * DATABASE_URL is an error, so that no test is skipped.
 */
// biome-ignore lint/style/noProcessEnv: for tests only; how they reach the server is no setting of a service.
export const hasServer = Boolean(process.env.DATABASE_URL || process.env.CI)

/**
 * Engines for `describe.each(engines)`: everything that uses the database is tested on both; without a server, only on
 * the embedded one.
 */
export const engines: readonly Engine[] = hasServer ? ['server', 'embedded'] : ['embedded']

/** Database of one test file. */
export interface TestDatabase {
  readonly engine: Engine
  /** Settings with which a service reaches the database, also from another process. */
  readonly config: DatabaseConfig
  /** Opens a separate handle. The embedded database allows one at a time. `remove` closes open handles. */
  open<Schema>(): Promise<Database<Schema>>
  remove(): Promise<void>
}

/** Runs one statement on the test server. Throws when there is none, so that no test is skipped unnoticed. */
async function onTestServer(statement: string): Promise<string> {
  // biome-ignore lint/style/noProcessEnv: for tests only; how they reach the server is no setting of a service.
  const url = process.env.DATABASE_URL
  if (!url) {
    throw new Error(
      'These tests need a PostgreSQL server with pgvector. Set DATABASE_URL; CONTRIBUTING.md shows two ways to start one.',
    )
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
  return url
}

/**
 * Copies the embedded database of a service after all its migrations into a data folder, where `.ci/run` made one. It
 * saves a third of the processor time of a first start. Without it the service applies its migrations as for any operator.
 */
async function copyMigrated(service: string, dataDir: string): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: for tests only; no service reads it.
  const migrated = process.env.EMBEDDED_MIGRATED
  if (migrated) await promisify(execFile)('cp', ['-a', join(migrated, service, 'postgres'), dataDir])
}

/**
 * Creates an empty database on either engine, for one test file. With the name of a `service`, the embedded one may have
 * that service's migrations already: for tests of what comes after them.
 */
export async function freshDatabase(engine: Engine, service?: string): Promise<TestDatabase> {
  const opened: Database<unknown>[] = []
  const embedded = engine === 'embedded'
  const name = `assay_test_${randomBytes(6).toString('hex')}`
  const folder = embedded ? await mkdtemp(join(tmpdir(), `${name}-`)) : ''
  if (embedded && service !== undefined) await copyMigrated(service, folder)
  const url = embedded ? '' : new URL(await onTestServer(`CREATE DATABASE ${name} TEMPLATE template0`))
  if (url) url.pathname = `/${name}`
  // biome-ignore lint/style/noProcessEnv: for tests only, as above.
  const embeddedTemplate = process.env.EMBEDDED_TEMPLATE
  const config: DatabaseConfig = {
    ...(embeddedTemplate ? { embeddedTemplate } : {}),
    dataDir: folder,
    databasePoolSize: 10,
    // Not a limit of the tests: a slow hour may make a burst wait five times as long as it would in service.
    databaseWaitMs: 50_000,
    ...(url ? { databaseUrl: url.href } : {}),
  }
  return {
    engine,
    config,
    async open<Schema>() {
      const database = await openDatabase<Schema>(config, 'test')
      opened.push(database as Database<unknown>)
      return database
    },
    async remove() {
      for (const database of opened) await database.close()
      if (embedded) await rm(folder, { recursive: true, force: true })
      else await onTestServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}
