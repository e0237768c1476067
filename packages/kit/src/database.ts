import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Extension, PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PGliteAdapter,
  PGliteDialect,
  type PGliteDialectConfig,
  PGliteDriver,
  PostgresDialect,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { withBaselineWasm } from './baseline-wasm.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { createDataFolder, TEMPLATE_NAME } from './embedded-template.ts'
import type { DatabaseConfig } from './options.ts'
import { endSilentConnections } from './silent-connections.ts'

/** Runs statements of one session. Several statements in one call are allowed when there are no parameters. */
export type RunSql = (text: string, parameters?: readonly unknown[]) => Promise<Record<string, unknown>[]>

interface Handle<Schema> {
  /** Query builder; the same for both engines. */
  readonly db: Kysely<Schema>
  /** Runs one transaction without time limits, for migrations and maintenance. */
  inTransaction<T>(work: (run: RunSql) => Promise<T>): Promise<T>
  /**
   * Runs statements one after the other in one session, outside a transaction and without time limits: for session locks and
   * statements that PostgreSQL refuses inside a transaction. A server gets a connection of its own for it, past any pooler.
   */
  inSession<T>(work: (run: RunSql) => Promise<T>): Promise<T>
  /**
   * Runs one short statement on a connection that requests never use, and fails after two seconds. For readiness checks
   * and shared counters, which must not wait for requests. The embedded database has only one connection, so there it
   * is shared.
   */
  readonly aside: RunSql
  /**
   * Stores the address of the running server for other processes on this machine. Does nothing on a database server.
   */
  announce(url: string): void
  close(): Promise<void>
}

interface ServerDatabase<Schema> extends Handle<Schema> {
  readonly kind: 'server'
  readonly url: string
  /** Address for what needs a session of its own: LISTEN, session locks, building indexes. Often the same as `url`. */
  readonly directUrl: string
  readonly pool: pg.Pool
}

interface EmbeddedDatabase<Schema> extends Handle<Schema> {
  readonly kind: 'embedded'
  readonly pglite: PGlite
}

/** An open database of either engine. */
export type Database<Schema> = ServerDatabase<Schema> | EmbeddedDatabase<Schema>

// `pg` and PGlite return different JavaScript values for these types by default; both are mapped to the same one.
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
 * Gives each caller its own PGlite connection. Kysely's PGlite driver shares one connection, so a query during an open
 * transaction would run inside that transaction and be lost with its rollback. With separate connections, PGlite's
 * transaction lock works. A raw query *inside* a transaction callback waits for that transaction forever: use `trx`.
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
 * Opens a pool whose connections may break, for example when the server restarts. The query that uses a broken
 * connection fails, and the pool replaces it. The listeners are needed because an unhandled `error` event would end the
 * process: the one on the pool covers idle connections, the one on the client those in a transaction.
 */
function openPool(settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...settings, types })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const ASIDE_TIMEOUT_MS = 2000
/** One connection for readiness and one for counters. */
const ASIDE_CONNECTIONS = 2

/** Opens a few permanent connections for short statements that must not wait for requests. */
const openAside = (url: string, name: string, pooled: boolean): pg.Pool =>
  openPool({
    connectionString: url,
    max: ASIDE_CONNECTIONS,
    application_name: `${name} (aside)`,
    connectionTimeoutMillis: ASIDE_TIMEOUT_MS,
    idleTimeoutMillis: 0,
    // The server's limit ends the statement there; the client's limit works when the server does not respond.
    ...(pooled ? {} : { statement_timeout: ASIDE_TIMEOUT_MS }),
    query_timeout: ASIDE_TIMEOUT_MS,
  })

const DEFAULT_WAIT_MS = 10_000

interface TimeLimits {
  readonly lock_timeout: number
  readonly statement_timeout: number
}

/**
 * Begins every transaction with its time limits, in the same round trip. For PgBouncer in transaction mode, which refuses
 * them as parameters of a connection and may give each transaction another session.
 */
class LimitedDriver extends PostgresDriver {
  readonly #begin: string

  constructor(pool: pg.Pool, limits: TimeLimits) {
    super({ pool })
    this.#begin = [
      'BEGIN',
      ...Object.entries(limits).map(([name, milliseconds]) => `SET LOCAL ${name} = ${milliseconds}`),
    ].join('; ')
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    if (settings.isolationLevel || settings.accessMode) await super.beginTransaction(connection, settings)
    else await connection.executeQuery(CompiledQuery.raw(this.#begin))
  }
}

class LimitedDialect extends PostgresDialect {
  readonly #driver: () => LimitedDriver

  constructor(pool: pg.Pool, limits: TimeLimits) {
    super({ pool })
    this.#driver = () => new LimitedDriver(pool, limits)
  }

  override createDriver() {
    return this.#driver()
  }
}

function openServer<Schema>(url: string, config: DatabaseConfig, name: string): ServerDatabase<Schema> {
  const pooled = config.databaseDirectUrl !== undefined
  const limits: TimeLimits = {
    lock_timeout: config.databaseLockTimeoutMs ?? 0,
    statement_timeout: config.databaseStatementTimeoutMs ?? 0,
  }
  const pool = openPool({
    connectionString: url,
    max: config.databasePoolSize,
    application_name: name,
    connectionTimeoutMillis: config.databaseWaitMs ?? DEFAULT_WAIT_MS,
    // Sent when a connection opens, so they cost no round trip. A limit of 0 is not sent.
    ...(pooled ? {} : limits),
  })
  const aside = openAside(url, name, pooled)
  const db = new Kysely<Schema>({
    dialect: pooled ? new LimitedDialect(pool, limits) : new PostgresDialect({ pool }),
  })
  const silence = endSilentConnections(pool, config.databaseStatementTimeoutMs ?? 0)
  let closing: Promise<void> | undefined
  return {
    kind: 'server',
    url,
    directUrl: config.databaseDirectUrl ?? url,
    pool,
    db,
    async inTransaction(work) {
      const client = await pool.connect()
      silence.allow(client)
      try {
        await client.query('BEGIN; SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0')
        const result = await work(async (text, parameters) => {
          const answer = await client.query(text, parameters as unknown[] | undefined)
          return (Array.isArray(answer) ? answer.at(-1) : answer).rows
        })
        await client.query('COMMIT')
        silence.end(client)
        client.release()
        return result
      } catch (error) {
        const broken = await client.query('ROLLBACK').then(
          () => undefined,
          (e: Error) => e,
        )
        silence.end(client)
        client.release(broken)
        throw error
      }
    },
    async inSession(work) {
      const client = new pg.Client({
        connectionString: config.databaseDirectUrl ?? url,
        application_name: `${name} (session)`,
        connectionTimeoutMillis: config.databaseWaitMs ?? DEFAULT_WAIT_MS,
        types,
      })
      client.on('error', () => {}) // The statement under way fails.
      await client.connect()
      try {
        return await work(
          async (text, parameters) => (await client.query(text, parameters as unknown[])).rows,
        )
      } finally {
        await client.end().catch(() => {}) // It may be broken.
      }
    },
    aside: async (text, parameters) => (await aside.query(text, parameters as unknown[] | undefined)).rows,
    announce: () => {},
    // Not `db.destroy()`: it leaves the pool open when the query builder was never used, and the process would not end.
    close: () => {
      closing ??= Promise.all([pool.end(), aside.end()]).then(() => undefined)
      return closing
    },
  }
}

/**
 * Shared buffers of the embedded database. The operating system caches the files anyway, so PostgreSQL's default of 128
 * MB would only hold them twice.
 */
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
  let lastSession: Promise<unknown> = Promise.resolve()
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
    inSession: (work) => {
      // There is one connection, whose session locks keep nobody out: sessions take turns.
      const mine = lastSession.then(() =>
        work(
          async (text, parameters) =>
            (await pglite.query<Record<string, unknown>>(text, parameters ? [...parameters] : undefined))
              .rows,
        ),
      )
      lastSession = mine.catch(() => {})
      return mine
    },
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
 * Opens the PostgreSQL server at `databaseUrl`, or the embedded database in `dataDir`, which this process then locks.
 * `name` identifies the process in `pg_stat_activity` and in the error that a second process on the folder gets. In a
 * published package, `packageFolder` contains the archive for new embedded databases.
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
