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
} from 'kysely'
import { withBaselineWasm } from './baseline-wasm.ts'
import { parsers } from './column-values.ts'
import { lockDataDir } from './data-dir-lock.ts'
import type { EmbeddedDatabase } from './database-handle.ts'
import { createDataFolder } from './embedded-template.ts'

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

/** Opens the embedded database in a folder, and locks the folder for this process. */
export async function openEmbedded<Schema>(
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
