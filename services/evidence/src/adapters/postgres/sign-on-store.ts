import { type Kysely, sql } from 'kysely'
import type { Role } from '../../domain/accounts/user.ts'
import type { Member, SignOnStore } from '../../operations/ports.ts'
import { audit } from './audit.ts'
import { MEMBER_COLUMNS } from './member-columns.ts'
import type { EvidenceDatabase } from './schema.ts'
import { endRefreshTokens, hashOf, raiseEpoch, sessionActor } from './session-store.ts'
import { holdAlone, outOfTurn, type TenantTransaction } from './with-organization.ts'

/** Time within which somebody has to sign in at the provider. */
const ATTEMPT_MINUTES = 10

/** Ends every session and token of a user when the transaction commits. */
async function endAccess(trx: TenantTransaction, { id }: Member): Promise<void> {
  await raiseEpoch(trx, id)
  await endRefreshTokens(trx, id)
}

/** Stores sign-ins under way and the identities of users. */
export function postgresSignOnStore(db: Kysely<EvidenceDatabase>): SignOnStore {
  /**
   * Changes a user when its writes in progress have ended; later ones see the change. Who loses access by it can neither
   * delay nor prevent it by keeping the organization busy or by hanging up.
   */
  const alone = (member: Member, work: (trx: TenantTransaction) => Promise<void>) =>
    outOfTurn(db, member.organizationId, async (trx) => {
      await holdAlone(trx, member.id)
      await work(trx)
    })
  return {
    async keep({ state, nonce, codeVerifier }, browser, returnTo) {
      // New attempts delete old ones, so no separate process is needed.
      await sql`DELETE FROM sso_attempt WHERE state_hash IN
        (SELECT state_hash FROM sso_attempt WHERE expires_at < now() LIMIT 100)`.execute(db)
      await db
        .insertInto('sso_attempt')
        .values({
          state_hash: hashOf(state),
          browser_hash: hashOf(browser),
          nonce,
          code_verifier: codeVerifier,
          return_to: returnTo,
          expires_at: sql<Date>`now() + make_interval(mins => ${ATTEMPT_MINUTES})`,
        })
        .execute()
    },
    async take(state, browser) {
      const row = await db
        .deleteFrom('sso_attempt')
        .where('state_hash', '=', hashOf(state))
        .where('browser_hash', '=', hashOf(browser))
        .where('expires_at', '>', sql<Date>`now()`)
        .returning(['nonce', 'code_verifier', 'return_to'])
        .executeTakeFirst()
      return row && { state, nonce: row.nonce, codeVerifier: row.code_verifier, returnTo: row.return_to }
    },
    async find(issuer, subject) {
      const row = await db
        .selectFrom('sso_identity')
        .innerJoin('app_user', 'app_user.id', 'sso_identity.user_id')
        .innerJoin('organization', 'organization.id', 'app_user.organization_id')
        .select([...MEMBER_COLUMNS, 'sso_identity.admitted_by', 'app_user.role_by_rule'])
        .where('sso_identity.issuer', '=', issuer)
        .where('sso_identity.subject', '=', subject)
        .executeTakeFirst()
      if (!row) return undefined
      const { admitted_by, role_by_rule, role, ...rest } = row
      return {
        member: { ...rest, role: role as Role },
        admittedBy: admitted_by === 'operator' ? 'operator' : 'rule',
        roleByRule: role_by_rule === role,
      }
    },
    follow: (member, role, issuer, origin) =>
      alone(member, async (trx) => {
        const changed = await trx
          .updateTable('app_user')
          .set({ role, role_by_rule: role })
          .where('id', '=', member.id)
          .whereRef('role', '=', 'role_by_rule')
          .returning('id')
          .executeTakeFirst()
        if (!changed) return
        await endAccess(trx, member)
        const details = { role, role_before: member.role, password: false, issuer, address: origin.address }
        await audit(trx, sessionActor(member, origin), { action: 'user.change', target: member.id, details })
      }),
    endSessions: (member, issuer, origin) =>
      alone(member, async (trx) => {
        await endAccess(trx, member)
        const details = { issuer, address: origin.address }
        const entry = { action: 'session.revoke_all', target: member.id, details }
        await audit(trx, sessionActor(member, origin), entry)
      }),
    add: (user, { issuer, subject }, origin) =>
      db.transaction().execute(async (trx) => {
        const organization = await trx
          .selectFrom('organization')
          .select('id')
          .where('name', '=', user.organization)
          .executeTakeFirst()
        if (!organization) return 'no-organization'
        const taken =
          await sql`SELECT FROM sso_identity WHERE issuer = ${issuer} AND subject = ${subject}`.execute(trx)
        if (taken.rows.length > 0) return 'name-taken'
        const added = await trx
          .insertInto('app_user')
          .values({
            id: user.id,
            username: user.username,
            password_hash: user.passwordHash,
            role: user.role,
            role_by_rule: user.role,
            organization_id: organization.id,
          })
          .onConflict((conflict) => conflict.expression(sql`lower(username)`).doNothing())
          .returning('id')
          .executeTakeFirst()
        if (!added) return 'name-taken'
        await trx
          .insertInto('sso_identity')
          .values({ issuer, subject, user_id: user.id, admitted_by: 'rule' })
          .execute()
        await sql`SELECT set_config('role', 'evidence_tenant', true),
          set_config('evidence.organization_id', ${organization.id}, true)`.execute(trx)
        const actor = { organizationId: organization.id, userId: user.id, requestId: origin.requestId }
        const details = { username: user.username, role: user.role, issuer, address: origin.address }
        await audit(trx as unknown as TenantTransaction, actor, {
          action: 'user.add',
          target: user.id,
          details,
        })
        return 'added'
      }),
    link: (username, { issuer, subject }) =>
      db.transaction().execute(async (trx) => {
        const user = await trx
          .selectFrom('app_user')
          .select('id')
          .where(sql`lower(username)`, '=', username.toLowerCase())
          .executeTakeFirst()
        if (!user) return 'unknown-user'
        const linked = await trx
          .insertInto('sso_identity')
          .values({ issuer, subject, user_id: user.id, admitted_by: 'operator' })
          .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
          .returning('user_id')
          .executeTakeFirst()
        return linked ? 'linked' : 'in-use'
      }),
  }
}
