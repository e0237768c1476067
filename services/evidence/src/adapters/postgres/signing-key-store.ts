import { encryptionKeyId, isEncrypted, type KeyEncryption, KeyNotDecrypted } from '@assay/kit/key-encryption'
import type { SigningKeyStore, StoredSigningKey } from '@assay/kit/signing-keys'
import type { Kysely } from 'kysely'
import type { SigningKeyRecord, SigningKeyRecords } from '../../operations/ports.ts'
import type { EvidenceDatabase } from './schema.ts'

/**
 * Stores signing keys in the database, so that every replica signs and verifies with the same keys. With an encryption, new
 * keys are stored encrypted; keys from before stay readable. `checkAll` throws if any key cannot be read.
 */
export function postgresSigningKeyStore(
  db: Kysely<EvidenceDatabase>,
  encryption?: KeyEncryption,
): SigningKeyStore & SigningKeyRecords & { checkAll(): Promise<void> } {
  const readable = async (
    kid: string,
    stored: Record<string, unknown>,
  ): Promise<StoredSigningKey['privateJwk']> => {
    if (!isEncrypted(stored)) return stored as StoredSigningKey['privateJwk']
    if (encryption) return encryption.decrypt(kid, stored)
    throw new KeyNotDecrypted(
      `The signing key ${kid} is encrypted with the key ${encryptionKeyId(stored)}. Set KEY_ENCRYPTION_KEY or KEY_ENCRYPTION_KEY_FILE.`,
    )
  }
  const storable = async (kid: string, jwk: StoredSigningKey['privateJwk']): Promise<string> =>
    JSON.stringify(encryption ? await encryption.encrypt(kid, jwk) : jwk)
  const rows = () => db.selectFrom('signing_key').selectAll().orderBy('created_at', 'desc').execute()
  const toKey = async (row: Awaited<ReturnType<typeof rows>>[number]): Promise<StoredSigningKey> => ({
    kid: row.kid,
    privateJwk: await readable(row.kid, row.private_jwk),
    createdAt: row.created_at,
  })
  return {
    async list() {
      const found = await Promise.allSettled((await rows()).map(toKey))
      const keys = found.flatMap((key) => (key.status === 'fulfilled' ? [key.value] : []))
      const failed = found.find((key) => key.status === 'rejected')
      // A key that another replica encrypted must not end the tokens of all others.
      if (failed && (keys.length === 0 || !(failed.reason instanceof KeyNotDecrypted))) throw failed.reason
      return keys
    },
    async checkAll() {
      await Promise.all((await rows()).map(toKey))
    },
    async add(key) {
      await db
        .insertInto('signing_key')
        .values({
          kid: key.kid,
          private_jwk: await storable(key.kid, key.privateJwk),
          created_at: key.createdAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    async records() {
      return (await rows()).map(
        ({ kid, private_jwk, created_at }): SigningKeyRecord => ({
          kid,
          createdAt: created_at,
          encryptedBy: isEncrypted(private_jwk) ? encryptionKeyId(private_jwk) : null,
        }),
      )
    },
    async revoke(kid) {
      const gone = await db.deleteFrom('signing_key').where('kid', '=', kid).executeTakeFirst()
      return gone.numDeletedRows > 0n
    },
    encryptAll: () =>
      db.transaction().execute(async (trx) => {
        let changed = 0
        for (const { kid, private_jwk } of await trx
          .selectFrom('signing_key')
          .selectAll()
          .forUpdate()
          .execute()) {
          if (encryption && isEncrypted(private_jwk) && encryptionKeyId(private_jwk) === encryption.keyId)
            continue
          if (!encryption && !isEncrypted(private_jwk)) continue
          const text = await storable(kid, await readable(kid, private_jwk))
          await trx.updateTable('signing_key').set({ private_jwk: text }).where('kid', '=', kid).execute()
          changed += 1
        }
        return changed
      }),
  }
}
