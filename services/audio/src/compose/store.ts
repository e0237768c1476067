import { join } from 'node:path'
import { openDatabase } from '@assay/kit/database'
import { migrate, readMigrations } from '@assay/kit/migrate'
import { packageRoot, packageVersion } from '@assay/kit/package-root'
import type { AudioDatabase } from '../adapters/postgres/schema.ts'
import type { Config } from '../config.ts'

/** Opens the database and applies missing migrations. Only requests have time limits; jobs and commands may wait. */
export async function openStore(config: Config, command: string) {
  const root = packageRoot(import.meta.url)
  const limits = command === 'serve' ? {} : { databaseLockTimeoutMs: 0, databaseStatementTimeoutMs: 0 }
  const database = await openDatabase<AudioDatabase>({ ...config, ...limits }, `assay-audio ${command}`, root)
  try {
    const migrations = readMigrations(join(root, 'migrations'))
    const applied = await migrate(database, migrations, packageVersion(import.meta.url))
    return { database, applied }
  } catch (error) {
    await database.close()
    throw error
  }
}
