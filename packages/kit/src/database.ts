import { join } from 'node:path'
import type { EmbeddedDatabase, ServerDatabase } from './database-handle.ts'
import { openEmbedded } from './embedded-database.ts'
import { TEMPLATE_NAME } from './embedded-template.ts'
import type { DatabaseConfig } from './options.ts'
import { openServer } from './server-database.ts'

export type { RunSql } from './database-handle.ts'

/** An open database of either engine. */
export type Database<Schema> = ServerDatabase<Schema> | EmbeddedDatabase<Schema>

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
