import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Extension, PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import {
  type DatabaseConnection,
  Kysely,
  PGliteAdapter,
  PGliteDialect,
  type PGliteDialectConfig,
  PGliteDriver,
  PostgresDialect,
} from 'kysely'
import pg from 'pg'
import { withBaselineWasm } from './baseline-wasm.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { createDataFolder, TEMPLATE_NAME } from './embedded-template.ts'
import type { DatabaseConfig } from './options.ts'

/** Runs statements of one session; several statements at once are allowed where there are no parameters. */
export type RunSql = (text: string, parameters?: readonly unknown[]) => Promise<Record<string, unknown>[]>

interface Handle<Schema> {
  /** The one query builder over either engine. */
  readonly db: Kysely<Schema>
  /** One transaction on one session without time limits, for migrations and maintenance. */
  inTransaction<T>(work: (run: RunSql) => Promise<T>): Promise<T>
  /**
   * Runs one short statement on a connection that requests never use, and fails when it takes longer than two seconds. For
   * readiness and shared counters, which must not wait for requests. The embedded database has one connection for all.
   */
  readonly aside: RunSql
  /** Tells other processes on this machine where the running server answers (embedded only; a no-op on a server). */
  announce(url: string): void
  close(): Promise<void>
}

interface ServerDatabase<Schema> extends Handle<Schema> {
  readonly kind: 'server'
  readonly url: string
  readonly pool: pg.Pool
}

interface EmbeddedDatabase<Schema> extends Handle<Schema> {
  readonly kind: 'embedded'
  readonly pglite: PGlite
}

export type Database<Schema> = ServerDatabase<Schema> | EmbeddedDatabase<Schema>

// Types on which `pg` and PGlite differ by default: both are brought to the same JavaScript value.
const INT8 = 20
const BYTEA = 17
const DATE = 1082
const INT8_ARRAY = 1016

const parseInt8 = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a JavaScript number`)
  return value
}
const parseInt8Array = (text: string): (number | null)[] =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((item) => (item === 'NULL' ? null : parseInt8(item)))
const parseBytea = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.slice(2), 'hex'))

const parsers: Record<number, (text: string) => unknown> = {
  [INT8]: parseInt8,
  [INT8_ARRAY]: parseInt8Array,
  [BYTEA]: parseBytea,
  [DATE]: (text) => text,
}

/**
 * Kysely's PGlite driver hands the same connection to everyone, so a query beside an open transaction would run inside
 * it, with its role and settings, and vanish with its rollback. A connection of its own for each caller makes PGlite's
 * transaction lock do its work. A raw query *inside* a transaction's callback waits for that transaction: use `trx`.
 */
class IsolatedPGliteDriver extends PGliteDriver {
  readonly #config: PGliteDialectConfig

  constructor(config: PGliteDialectConfig) {
    super(config)
    this.#config = config
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const own = new PGliteDriver(this.#config)
    await own.init()
    return own.acquireConnection()
  }
}

class IsolatedPGliteDialect extends PGliteDialect {
  readonly #config: PGliteDialectConfig

  constructor(config: PGliteDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver() {
    return new IsolatedPGliteDriver(this.#config)
  }

  override createAdapter() {
    return new PGliteAdapter()
  }
}

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? pg.types.getTypeParser(oid, format),
}

/**
 * A pool whose connections may break (server restart): the query that uses one fails, and the pool replaces it. Without a
 * listener it would end the process: the pool's own covers idle connections, the client's those in a transaction.
 */
function openPool(settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...settings, types })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const ASIDE_TIMEOUT_MS = 2000
/** One for readiness and one for counters. */
const ASIDE_CONNECTIONS = 2

/** Opens a few connections that stay open, for short statements beside all requests. */
const openAside = (url: string, name: string): pg.Pool =>
  openPool({
    connectionString: url,
    max: ASIDE_CONNECTIONS,
    application_name: `${name} (aside)`,
    connectionTimeoutMillis: ASIDE_TIMEOUT_MS,
    idleTimeoutMillis: 0,
    // The server's limit frees what the statement holds there, the client's works when the server is silent.
    statement_timeout: ASIDE_TIMEOUT_MS,
    query_timeout: ASIDE_TIMEOUT_MS,
  })

const DEFAULT_WAIT_MS = 10_000

function openServer<Schema>(url: string, config: DatabaseConfig, name: string): ServerDatabase<Schema> {
  const pool = openPool({
    connectionString: url,
    max: config.databasePoolSize,
    application_name: name,
    connectionTimeoutMillis: config.databaseWaitMs ?? DEFAULT_WAIT_MS,
    // Sent when a connection opens, so they cost no round trip; 0 is not sent.
    lock_timeout: config.databaseLockTimeoutMs ?? 0,
    statement_timeout: config.databaseStatementTimeoutMs ?? 0,
  })
  const aside = openAside(url, name)
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  let closing: Promise<void> | undefined
  return {
    kind: 'server',
    url,
    pool,
    db,
    async inTransaction(work) {
      const client = await pool.connect()
      try {
        await client.query('BEGIN; SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0')
        const result = await work(async (text, parameters) => {
          const answer = await client.query(text, parameters as unknown[] | undefined)
          return (Array.isArray(answer) ? answer.at(-1) : answer).rows
        })
        await client.query('COMMIT')
        client.release()
        return result
      } catch (error) {
        const broken = await client.query('ROLLBACK').then(
          () => undefined,
          (e: Error) => e,
        )
        client.release(broken)
        throw error
      }
    },
    aside: async (text, parameters) => (await aside.query(text, parameters as unknown[] | undefined)).rows,
    announce: () => {},
    // Not `db.destroy()`: that leaves the pool open where nobody used the query builder, and the process waits for it.
    close: () => {
      closing ??= Promise.all([pool.end(), aside.end()]).then(() => undefined)
      return closing
    },
  }
}

/** The files are in the operating system's cache anyway; PostgreSQL's default of 128 MB would only hold them twice. */
const EMBEDDED_BUFFERS = '32MB'

/** Opens the embedded engine on `folder`, which is made first where it does not exist. */
async function openFolder(folder: string, template: string | undefined): Promise<PGlite> {
  if (!existsSync(folder)) await createDataFolder(folder, template)
  return PGlite.create({
    dataDir: folder,
    extensions: { vector: vector as Extension },
    parsers,
    // `-F` is PGlite's default and switches fsync off. Without it PostgreSQL asks for a flush at each commit, but PGlite
    // 0.5's file layer does not pass it on (strace: 20 commits, 21 writes, no fsync). So an acknowledged row survives
    // the death of the process, not that of the machine; only the server promises that.
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      '-c',
      `shared_buffers=${EMBEDDED_BUFFERS}`,
    ],
  })
}

async function openEmbedded<Schema>(
  dataDir: string,
  name: string,
  template: string | undefined,
): Promise<EmbeddedDatabase<Schema>> {
  const lock = lockDataDir(dataDir, name)
  let pglite: PGlite
  try {
    pglite = await withBaselineWasm(() => openFolder(join(dataDir, 'postgres'), template))
  } catch (cause) {
    lock.release()
    throw new Error(`The embedded database in ${dataDir} could not be opened: ${(cause as Error).message}`, {
      cause,
    })
  }
  const db = new Kysely<Schema>({ dialect: new IsolatedPGliteDialect({ pglite }) })
  let closing: Promise<void> | undefined
  return {
    kind: 'embedded',
    pglite,
    db,
    inTransaction: (work) =>
      pglite.transaction((tx) =>
        work(async (text, parameters) => {
          if (parameters) return (await tx.query<Record<string, unknown>>(text, [...parameters])).rows
          return (await tx.exec(text)).at(-1)?.rows ?? []
        }),
      ),
    aside: async (text, parameters) =>
      (await pglite.query<Record<string, unknown>>(text, parameters ? [...parameters] : undefined)).rows,
    announce: (url) => lock.announce(url),
    close: () => {
      closing ??= (pglite.closed ? Promise.resolve() : pglite.close()).finally(() => lock.release())
      return closing
    },
  }
}

/**
 * Opens the PostgreSQL server at `databaseUrl`, or the embedded one in `dataDir`, which this process then holds alone.
 * `name` says who asks, in `pg_stat_activity` and in the refusal that a second process on the folder gets. In a published
 * package, `packageFolder` holds the archive that a new embedded database starts from.
 */
export async function openDatabase<Schema>(
  config: DatabaseConfig,
  name: string,
  packageFolder?: string,
): Promise<Database<Schema>> {
  if (config.databaseUrl) return openServer<Schema>(config.databaseUrl, config, name)
  const packaged = packageFolder === undefined ? undefined : join(packageFolder, TEMPLATE_NAME)
  return openEmbedded<Schema>(config.dataDir, name, config.embeddedTemplate ?? packaged)
}
