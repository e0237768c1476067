import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { argon2Hasher } from '../adapters/argon2/password-hasher.ts'
import { contentId, resultHash } from '../adapters/hash/content-id.ts'
import { postgresAuditTrail } from '../adapters/postgres/audit.ts'
import { postgresOrganizationData } from '../adapters/postgres/organization-data.ts'
import { postgresOrganizationEraser } from '../adapters/postgres/organization-eraser.ts'
import { postgresSignOnStore } from '../adapters/postgres/sign-on-store.ts'
import { postgresSigningKeyStore } from '../adapters/postgres/signing-key-store.ts'
import { postgresUserStore } from '../adapters/postgres/user-store.ts'
import type { Config } from '../config.ts'
import { assessOffline as offline } from '../operations/assess-offline.ts'
import { exportAudit, readAudit, verifyAudit } from '../operations/audit.ts'
import { createUser } from '../operations/create-user.ts'
import { deleteOrganization, exportOrganization } from '../operations/organization-data.ts'
import { reportOffline as offlineReport } from '../operations/report-offline.ts'
import { encryptionOf, openStore, version } from './store.ts'
import { importOperations } from './worker.ts'

/** Opens the database and returns the operations on users, without HTTP. */
export async function composeUsers(config: Config) {
  const { database } = await openStore(config, 'users')
  const users = postgresUserStore(database.db)
  return {
    database,
    createUser: createUser({ users, passwords: argon2Hasher, newId: randomUUID }),
    signOns: postgresSignOnStore(database.db),
  }
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

/** Opens the database and returns the operations on the audit trail, without HTTP, for the command line. */
export async function composeAudit(config: Config) {
  const { database } = await openStore(config, 'audit')
  const trail = postgresAuditTrail(database.db)
  return {
    database,
    organizations: postgresUserStore(database.db),
    readAudit: readAudit({ trail }),
    exportAudit: exportAudit({ trail }),
    verifyAudit: verifyAudit({ trail, sha256: resultHash }),
  }
}

/** Opens the database and returns the operations on whole organizations, for the command line. */
export async function composeOrganizations(config: Config) {
  const { database } = await openStore(config, 'organizations')
  const eraser = postgresOrganizationEraser(database)
  return {
    database,
    organizations: postgresUserStore(database.db),
    exportOrganization: exportOrganization({
      data: postgresOrganizationData(database),
      trail: postgresAuditTrail(database.db),
      now: () => new Date(),
      packageVersion: version,
    }),
    deleteOrganization: deleteOrganization({
      eraser,
      newId: randomUUID,
      sha256: resultHash,
      wait,
      packageVersion: version,
    }),
    receipts: eraser.receipts,
  }
}

/** Opens the database and returns its signing keys, for the command line. */
export async function composeKeys(config: Config) {
  const encryption = encryptionOf(config)
  const { database } = await openStore(config, 'keys')
  return { database, encryption, keys: postgresSigningKeyStore(database.db, encryption) }
}

/** Assesses a file without a server or database. */
export const assessOffline = offline({ contentId, resultHash })

/** Makes a report from the files of a run without a server or database. */
export const reportOffline = offlineReport({ contentId, resultHash, packageVersion: version })

export { integrateRun, readEvidenceFile, understandEvidenceFile } from '../operations/integrate-run.ts'
