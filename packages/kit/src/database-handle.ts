import type { PGlite } from '@electric-sql/pglite'
import type { Kysely } from 'kysely'
import type pg from 'pg'

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

/** An open database on a PostgreSQL server. */
export interface ServerDatabase<Schema> extends Handle<Schema> {
  readonly kind: 'server'
  readonly url: string
  /** Address for what needs a session of its own: LISTEN, session locks, building indexes. Often the same as `url`. */
  readonly directUrl: string
  readonly pool: pg.Pool
}

/** An open database inside this process. */
export interface EmbeddedDatabase<Schema> extends Handle<Schema> {
  readonly kind: 'embedded'
  readonly pglite: PGlite
}
