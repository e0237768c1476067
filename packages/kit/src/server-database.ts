import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { parsers } from './column-values.ts'
import type { ServerDatabase } from './database-handle.ts'
import type { DatabaseConfig } from './options.ts'
import { endSilentConnections } from './silent-connections.ts'

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

/** Opens pools of connections to a PostgreSQL server. */
export function openServer<Schema>(
  url: string,
  config: DatabaseConfig,
  name: string,
): ServerDatabase<Schema> {
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
        // The login may have limits of its own (ALTER ROLE … SET statement_timeout).
        await client.query('SET lock_timeout = 0; SET statement_timeout = 0')
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
