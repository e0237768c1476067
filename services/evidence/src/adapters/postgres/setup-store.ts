import { randomBytes, randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { SetupStore } from '../../operations/ports.ts'
import { audit } from './audit.ts'
import type { EvidenceDatabase } from './schema.ts'
import { hashOf, sessionActor } from './session-store.ts'
import type { TenantTransaction } from './with-organization.ts'

/** Lifetime of a token. A restart of the service prints a new one. */
const LIFETIME_HOURS = 24

const usersExist = async (db: Kysely<EvidenceDatabase>): Promise<boolean> =>
  (await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined

const now = sql<Date>`now()`

/** Makes the rest of the transaction that of an organization. */
async function enter(trx: Transaction<EvidenceDatabase>, organizationId: string): Promise<TenantTransaction> {
  await sql`SELECT set_config('role', 'evidence_tenant', true),
    set_config('evidence.organization_id', ${organizationId}, true)`.execute(trx)
  return trx as unknown as TenantTransaction
}

/** Stores the tokens of the first start. They are in the database, so that any replica takes them. */
export function postgresSetupStore(db: Kysely<EvidenceDatabase>): SetupStore {
  return {
    async offer() {
      if (await usersExist(db)) return undefined
      const token = randomBytes(32).toString('base64url')
      await db.deleteFrom('setup_token').where('expires_at', '<=', now).execute()
      await db
        .insertInto('setup_token')
        .values({
          token_hash: hashOf(token),
          expires_at: sql<Date>`now() + make_interval(hours => ${LIFETIME_HOURS})`,
        })
        .execute()
      return token
    },
    async check(token) {
      const needed = !(await usersExist(db))
      if (!needed || token === undefined) return { needed, valid: false }
      const found = await db
        .selectFrom('setup_token')
        .select('token_hash')
        .where('token_hash', '=', hashOf(token))
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return { needed, valid: found !== undefined }
    },
    create: (token, user, origin) =>
      db.transaction().execute(async (trx) => {
        // Replicas and commands that create users wait here for each other; readers do not.
        await sql`LOCK TABLE app_user IN SHARE ROW EXCLUSIVE MODE`.execute(trx)
        if (await usersExist(trx)) return 'done'
        const used = await trx
          .deleteFrom('setup_token')
          .where('token_hash', '=', hashOf(token))
          .where('expires_at', '>', now)
          .returning('token_hash')
          .executeTakeFirst()
        if (!used) return 'wrong'
        await trx.deleteFrom('setup_token').execute()
        await trx
          .insertInto('organization')
          .values({ id: randomUUID(), name: user.organization })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .execute()
        const { id: organizationId } = await trx
          .selectFrom('organization')
          .select('id')
          .where('name', '=', user.organization)
          .executeTakeFirstOrThrow()
        const { epoch } = await trx
          .insertInto('app_user')
          .values({
            id: user.id,
            username: user.username,
            password_hash: user.passwordHash,
            role: user.role,
            organization_id: organizationId,
          })
          .returning('token_epoch as epoch')
          .executeTakeFirstOrThrow()
        const { id, username, role, organization } = user
        const member = { id, username, role, organization, organizationId, epoch }
        await audit(await enter(trx, organizationId), sessionActor(member, origin), {
          action: 'user.setup',
          target: id,
          details: { username, address: origin.address },
        })
        return member
      }),
  }
}
