import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@assay/kit/database'
import { migrate, readMigrations } from '@assay/kit/migrate'
import { packageRoot } from '@assay/kit/package-root'
import type { AudioDatabase } from './adapters/postgres/schema.ts'
import { analysisThreads } from './adapters/threads/analysis-threads.ts'
import type { StemWeights } from './compose-stems.ts'
import type { Config } from './config.ts'

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

/** The file that a thread starts from, beside this one: the source in development, its bundle in a published package. */
export function threadEntry(name: string): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  return fileURLToPath(new URL(`./${name}.${extension}`, import.meta.url))
}

/** Analysis in threads of its own. */
export const composeEngine = (threads: number, weights?: StemWeights) =>
  analysisThreads({ entry: threadEntry('compose-analysis-thread'), threads, weights })
