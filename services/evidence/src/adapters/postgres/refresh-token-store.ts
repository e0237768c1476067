import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { RefreshTokenStore } from '../../operations/ports.ts'
import type { EvidenceDatabase } from './schema.ts'

/** Tokens carry 256 random bits, so a plain hash cannot be searched back. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** Refresh tokens by the database's clock, so that replicas agree on what has expired. */
export function postgresRefreshTokenStore(
  db: Kysely<EvidenceDatabase>,
  lifetimeSeconds: number,
): RefreshTokenStore {
  const add = async (on: Kysely<EvidenceDatabase>, userId: string, familyId: string) => {
    const token = randomBytes(32).toString('base64url')
    await on
      .insertInto('refresh_token')
      .values({
        token_hash: hashOf(token),
        family_id: familyId,
        user_id: userId,
        created_at: sql<Date>`now()`,
        expires_at: sql<Date>`now() + make_interval(secs => ${lifetimeSeconds})`,
      } as never)
      .execute()
    return token
  }
  const endFamily = (on: Kysely<EvidenceDatabase>, familyId: string) =>
    on
      .updateTable('refresh_token')
      .set({ revoked_at: sql<Date>`now()` })
      .where('family_id', '=', familyId)
      .where('revoked_at', 'is', null)
      .execute()
  return {
    lifetimeSeconds,
    async start(userId) {
      // Expired tokens are swept by the logins themselves; no separate process has to run.
      await sql`DELETE FROM refresh_token WHERE token_hash IN
        (SELECT token_hash FROM refresh_token WHERE expires_at < now() LIMIT 100)`.execute(db)
      return add(db, userId, randomUUID())
    },
    rotate: (token) =>
      db.transaction().execute(async (trx) => {
        const found = await trx
          .selectFrom('refresh_token')
          .select(['family_id', 'user_id', 'used_at', 'revoked_at'])
          .select(sql<boolean>`expires_at <= now()`.as('expired'))
          .where('token_hash', '=', hashOf(token))
          .forUpdate()
          .executeTakeFirst()
        if (!found || found.expired) return 'unknown'
        if (found.used_at !== null) {
          await endFamily(trx, found.family_id)
          return 'reused'
        }
        if (found.revoked_at !== null) return 'unknown'
        await trx
          .updateTable('refresh_token')
          .set({ used_at: sql<Date>`now()` })
          .where('token_hash', '=', hashOf(token))
          .execute()
        return { userId: found.user_id, next: await add(trx, found.user_id, found.family_id) }
      }),
    async end(token) {
      const found = await db
        .selectFrom('refresh_token')
        .select('family_id')
        .where('token_hash', '=', hashOf(token))
        .executeTakeFirst()
      if (found) await endFamily(db, found.family_id)
    },
  }
}
