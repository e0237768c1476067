import { openDatabase } from '@assay/kit/database'
import { postgresFileReferences } from '../adapters/postgres/file-references.ts'
import { postgresRetention } from '../adapters/postgres/retention.ts'
import type { AudioDatabase } from '../adapters/postgres/schema.ts'
import type { Config } from '../config.ts'
import { checkFiles } from '../operations/check-files.ts'
import { openFiles } from './files.ts'

/** Opens database and storage for one check of the files. Migrates nothing: the check must not change what it looks at. */
export async function composeFilesCheck(config: Config) {
  const { files } = await openFiles(config)
  const limits = { databaseLockTimeoutMs: 0, databaseStatementTimeoutMs: 0 }
  const database = await openDatabase<AudioDatabase>({ ...config, ...limits }, 'assay-audio check-files')
  const { db } = database
  const references = postgresFileReferences(db, postgresRetention(db))
  return {
    checkFiles: checkFiles({ files, references, now: () => new Date() }),
    close: () => database.close(),
  }
}
