import { join } from 'node:path'
import { ConfigError } from '@assay/kit/config'
import { openDatabase } from '@assay/kit/database'
import { type KeyEncryption, keyEncryption, readEncryptionKey } from '@assay/kit/key-encryption'
import { migrate, missingMigrations, readMigrations } from '@assay/kit/migrate'
import { packageRoot, packageVersion } from '@assay/kit/package-root'
import type { EvidenceDatabase } from '../adapters/postgres/schema.ts'
import type { Config } from '../config.ts'

/** Version of the package. */
export const version = packageVersion(import.meta.url)

/** Opens the database and migrates it. Time limits apply to requests only; jobs and commands may wait. */
export async function openStore(config: Config, command: string) {
  const limits = command === 'serve' ? {} : { databaseLockTimeoutMs: 0, databaseStatementTimeoutMs: 0 }
  const database = await openDatabase<EvidenceDatabase>(
    { ...config, ...limits },
    `assay-evidence ${command}`,
    packageRoot(import.meta.url),
  )
  try {
    const migrations = readMigrations(join(packageRoot(import.meta.url), 'migrations'))
    if (config.migrateOnStart || command === 'migrate') {
      return { database, applied: await migrate(database, migrations, version) }
    }
    const missing = await missingMigrations(database, migrations, version)
    if (missing.length > 0) {
      throw new Error(
        `The database lacks the migrations ${missing.join(', ')}. Run "assay-evidence migrate" as the owner of the database first.`,
      )
    }
    return { database, applied: [] }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Reads a key of the configuration; undefined if it is not set. */
function configuredKey(setting: string, text: string | undefined): Uint8Array | undefined {
  if (text === undefined) return undefined
  const key = readEncryptionKey(text)
  if (key) return key
  throw new ConfigError([`${setting}: must be 32 bytes as base64 or 64 hexadecimal digits`])
}

/** Returns the encryption of private keys, or undefined if none is configured. */
export function encryptionOf(config: Config): KeyEncryption | undefined {
  const current = configuredKey('KEY_ENCRYPTION_KEY', config.keyEncryptionKey)
  const previous = configuredKey('KEY_ENCRYPTION_PREVIOUS_KEY', config.keyEncryptionPreviousKey)
  if (!current && previous) throw new ConfigError(['KEY_ENCRYPTION_PREVIOUS_KEY: needs KEY_ENCRYPTION_KEY'])
  return current && keyEncryption(current, previous ? [previous] : [])
}
