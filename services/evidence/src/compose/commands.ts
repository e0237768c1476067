import { randomUUID } from 'node:crypto'
import { argon2Hasher } from '../adapters/argon2/password-hasher.ts'
import { contentId, resultHash } from '../adapters/hash/content-id.ts'
import { postgresAuditTrail } from '../adapters/postgres/audit.ts'
import { postgresUserStore } from '../adapters/postgres/user-store.ts'
import type { Config } from '../config.ts'
import { assessOffline as offline } from '../operations/assess-offline.ts'
import { readAudit } from '../operations/audit.ts'
import { createUser } from '../operations/create-user.ts'
import { openStore } from './store.ts'
import { importOperations } from './worker.ts'

/** Operations for commands that need no HTTP. */
export async function composeUsers(config: Config) {
  const { database } = await openStore(config, 'users')
  const users = postgresUserStore(database.db)
  return { database, createUser: createUser({ users, passwords: argon2Hasher, newId: randomUUID }) }
}

/** Imports in this process, without queue and HTTP, for the command line. */
export async function composeImport(config: Config) {
  const { database } = await openStore(config, 'import')
  return {
    database,
    organizations: postgresUserStore(database.db),
    // Whoever opens the database directly is its operator: no quota, and no queue to take turns in.
    ...importOperations(
      { ...config, importsPerDay: 0, importBytesPerDay: 0 },
      database,
      { send: async () => {} },
      Number.POSITIVE_INFINITY,
    ),
  }
}

/** Reads the audit trail in this process, without HTTP, for the command line. */
export async function composeAudit(config: Config) {
  const { database } = await openStore(config, 'audit')
  return {
    database,
    organizations: postgresUserStore(database.db),
    readAudit: readAudit({ trail: postgresAuditTrail(database.db) }),
  }
}

/** For people without a server. */
export const assessOffline = offline({ contentId, resultHash })
