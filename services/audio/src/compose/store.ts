import { join } from 'node:path'
import { openDatabase } from '@assay/kit/database'
import { migrate, readMigrations } from '@assay/kit/migrate'
import { packageRoot } from '@assay/kit/package-root'
import type { AudioDatabase } from '../adapters/postgres/schema.ts'
import type { Config } from '../config.ts'

/** The newest state of the database, whoever opens it first. */
export async function openStore(config: Config, command: string) {
  const database = await openDatabase<AudioDatabase>(config, `audio ${command}`, packageRoot(import.meta.url))
  try {
    const applied = await migrate(database, readMigrations(join(packageRoot(import.meta.url), 'migrations')))
    return { database, applied }
  } catch (error) {
    await database.close()
    throw error
  }
}
