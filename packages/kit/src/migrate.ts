import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from './database.ts'

export interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/** The numbered `.sql` files of a folder in order; a gap or a number used twice is refused. */
export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  return names.map((name, index) => {
    const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1] ?? Number.NaN)
    if (number !== index + 1) {
      throw new Error(
        `migration ${name}: expected ${String(index + 1).padStart(4, '0')}-some-name.sql at this place`,
      )
    }
    const sql = readFileSync(join(folder, name), 'utf8')
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

/** Any fixed number: all processes that migrate one database wait for each other on it. */
const LOCK_KEY = 7_266_923

/**
 * Applies what is missing, one transaction per migration, each under an advisory lock, so any number of replicas may
 * start at once. Forward only: an applied file that has changed since is refused. Returns the names applied here.
 */
export async function migrate<Schema>(
  database: Pick<Database<Schema>, 'inTransaction'>,
  migrations: readonly Migration[],
): Promise<string[]> {
  const appliedHere: string[] = []
  for (const migration of migrations) {
    const applied = await database.inTransaction(async (run) => {
      await run(`SELECT pg_advisory_xact_lock(${LOCK_KEY})`)
      await run(
        'CREATE TABLE IF NOT EXISTS schema_migration (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
      )
      const [known] = await run('SELECT checksum FROM schema_migration WHERE name = $1', [migration.name])
      if (known && known.checksum !== migration.checksum) {
        throw new Error(
          `migration ${migration.name} was changed after it was applied; migrations only go forward: restore the file and add a new one`,
        )
      }
      if (known) return false
      await run(migration.sql).catch((cause: unknown) => {
        throw new Error(`migration ${migration.name} failed: ${(cause as Error).message}`, { cause })
      })
      await run('INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)', [
        migration.name,
        migration.checksum,
      ])
      return true
    })
    if (applied) appliedHere.push(migration.name)
  }
  return appliedHere
}
