import { randomUUID } from 'node:crypto'
import { argon2Hasher } from '../adapters/argon2/password-hasher.ts'
import { contentId, resultHash } from '../adapters/hash/content-id.ts'
import { postgresAuditTrail } from '../adapters/postgres/audit.ts'
import { postgresUserStore } from '../adapters/postgres/user-store.ts'
import type { Config } from '../config.ts'
import { assessOffline as offline } from '../operations/assess-offline.ts'
import { readAudit } from '../operations/audit.ts'
import { createUser } from '../operations/create-user.ts'
import { reportOffline as offlineReport } from '../operations/report-offline.ts'
import { openStore, version } from './store.ts'
import { importOperations } from './worker.ts'

/** Opens the database and returns the operations on users, without HTTP. */
export async function composeUsers(config: Config) {
  const { database } = await openStore(config, 'users')
  const users = postgresUserStore(database.db)
  return { database, createUser: createUser({ users, passwords: argon2Hasher, newId: randomUUID }) }
}

/** Opens the database and returns the import operations, without queue and HTTP, for the command line. */
export async function composeImport(config: Config) {
  const { database } = await openStore(config, 'import')
  return {
    database,
    organizations: postgresUserStore(database.db),
    // The operator of the database has no quota, and there is no queue in which imports take turns.
    ...importOperations(
      { ...config, importsPerDay: 0, importBytesPerDay: 0 },
      database,
      { send: async () => {} },
      { parts: Number.POSITIVE_INFINITY, batches: Number.POSITIVE_INFINITY },
    ),
  }
}

/** Opens the database and returns the operation that reads the audit trail, without HTTP, for the command line. */
export async function composeAudit(config: Config) {
  const { database } = await openStore(config, 'audit')
  return {
    database,
    organizations: postgresUserStore(database.db),
    readAudit: readAudit({ trail: postgresAuditTrail(database.db) }),
  }
}

/** Assesses a file without a server or database. */
export const assessOffline = offline({ contentId, resultHash })

/** Makes a report from the files of a run without a server or database. */
export const reportOffline = offlineReport({ contentId, resultHash, packageVersion: version })

export { integrateRun, readEvidenceFile, understandEvidenceFile } from '../operations/integrate-run.ts'
