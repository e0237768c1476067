import type { SigningKeyStore } from '@assay/kit/signing-keys'
import type { Kysely } from 'kysely'
import type { EvidenceDatabase } from './schema.ts'

/** Stores signing keys in the database, so that every replica signs and verifies with the same keys. */
export function postgresSigningKeyStore(db: Kysely<EvidenceDatabase>): SigningKeyStore {
  return {
    async list() {
      const rows = await db.selectFrom('signing_key').selectAll().execute()
      return rows.map((row) => ({ kid: row.kid, privateJwk: row.private_jwk, createdAt: row.created_at }))
    },
    async add(key) {
      await db
        .insertInto('signing_key')
        .values({ kid: key.kid, private_jwk: JSON.stringify(key.privateJwk), created_at: key.createdAt })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  }
}
