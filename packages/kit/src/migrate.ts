import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database, RunSql } from './database.ts'

/** One numbered SQL file. */
export interface Migration {
  readonly name: string
  readonly sql: string
  /** Checksum of the SQL without its first line, so that changing the stated version does not change it. */
  readonly checksum: string
  /** Oldest version of the service that works with a database after this migration. */
  readonly oldestVersion: string
}

const HEADER = /^-- oldest compatible version: (\d+\.\d+\.\d+)\r?\n/

/**
 * Reads the numbered `.sql` files of a folder in order. Refuses a gap, a duplicate number, or a file that does not
 * state the oldest compatible version.
 */
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
    const text = readFileSync(join(folder, name), 'utf8')
    const header = HEADER.exec(text)
    if (!header) {
      throw new Error(
        `migration ${name}: its first line must be "-- oldest compatible version: 1.2.3", the oldest release that still works after it`,
      )
    }
    const sql = text.slice(header[0].length)
    return {
      name,
      sql,
      checksum: createHash('sha256').update(sql).digest('hex'),
      oldestVersion: header[1] as string,
    }
  })
}

/** Whether a version is older than another, compared by its three numbers. */
function isOlder(version: string, than: string): boolean {
  const numbers = (text: string) => (text.split(/[-+]/)[0] ?? '').split('.').map(Number)
  const [left, right] = [numbers(version), numbers(than)]
  const differs = left.findIndex((number, place) => number !== right[place])
  return differs !== -1 && (left[differs] as number) < (right[differs] ?? 0)
}

interface Applied {
  readonly name: string
  readonly checksum: string
  /** Null in a database that is older than the recording of versions. */
  readonly oldest_version?: string | null
}

/** Refuses to continue when an applied migration needs a newer version. */
function assertCompatible(applied: readonly Applied[], version: string): void {
  const [needed] = applied
    .filter((row) => row.oldest_version && isOlder(version, row.oldest_version))
    .sort((a, b) => (isOlder(a.oldest_version as string, b.oldest_version as string) ? 1 : -1))
  if (!needed) return
  throw new Error(
    `The database was brought up to date by a newer version: ${needed.name} needs version ${needed.oldest_version} or newer, and this is ${version}. Install version ${needed.oldest_version} or newer, or restore a backup from before the update.`,
  )
}

/**
 * Returns the migrations that the database lacks, for a process that may not apply them. Like `migrate`, refuses a
 * database that needs a newer version.
 */
export async function missingMigrations<Schema>(
  database: Pick<Database<Schema>, 'inTransaction'>,
  migrations: readonly Migration[],
  version: string,
): Promise<string[]> {
  // Selects all columns: an old database does not have the column `oldest_version`.
  const applied = (await database.inTransaction((run) =>
    run('SELECT * FROM schema_migration'),
  )) as unknown as Applied[]
  assertCompatible(applied, version)
  return migrations.map(({ name }) => name).filter((name) => !applied.some((row) => row.name === name))
}

/** Any fixed number. All processes that migrate one database wait for each other on this lock. */
const LOCK_KEY = 7_266_923

/** Takes the lock until the transaction ends and returns the migrations that were applied before. */
async function lockApplied(run: RunSql): Promise<Applied[]> {
  await run(`SELECT pg_advisory_xact_lock(${LOCK_KEY})`)
  await run(
    'CREATE TABLE IF NOT EXISTS schema_migration (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now(), oldest_version text)',
  )
  // An old database lacks the column. Check first, because only the owner may alter the table, even without effect.
  const [column] = await run(
    "SELECT FROM pg_attribute WHERE attrelid = 'schema_migration'::regclass AND attname = 'oldest_version'",
  )
  if (!column) await run('ALTER TABLE schema_migration ADD COLUMN IF NOT EXISTS oldest_version text')
  return (await run('SELECT name, checksum, oldest_version FROM schema_migration')) as unknown as Applied[]
}

/**
 * Applies the missing migrations, each in its own transaction under an advisory lock, so that any number of replicas
 * may start at once. Refuses an applied file that has changed since. With the caller's `version`, refuses a database
 * that needs a newer one; migrations that the caller does not know are otherwise accepted. Returns the names of the
 * migrations applied by this call.
 */
export async function migrate<Schema>(
  database: Pick<Database<Schema>, 'inTransaction'>,
  migrations: readonly Migration[],
  version?: string,
): Promise<string[]> {
  const appliedHere: string[] = []
  for (const migration of migrations) {
    const { name, checksum, oldestVersion } = migration
    if (version !== undefined && isOlder(version, oldestVersion))
      throw new Error(
        `migration ${name} is part of version ${version} but says that it needs ${oldestVersion}`,
      )
    const applied = await database.inTransaction(async (run) => {
      const before = await lockApplied(run)
      if (version !== undefined) assertCompatible(before, version)
      const known = before.find((row) => row.name === name)
      if (known && known.checksum !== checksum) {
        throw new Error(
          `migration ${name} was changed after it was applied; migrations only go forward: restore the file and add a new one`,
        )
      }
      if (known) {
        if (known.oldest_version == null)
          await run('UPDATE schema_migration SET oldest_version = $2 WHERE name = $1', [name, oldestVersion])
        return false
      }
      await run(migration.sql).catch((cause: unknown) => {
        throw new Error(`migration ${name} failed: ${(cause as Error).message}`, { cause })
      })
      await run('INSERT INTO schema_migration (name, checksum, oldest_version) VALUES ($1, $2, $3)', [
        name,
        checksum,
        oldestVersion,
      ])
      return true
    })
    if (applied) appliedHere.push(name)
  }
  return appliedHere
}
