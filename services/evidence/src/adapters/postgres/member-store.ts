import { type Kysely, sql } from 'kysely'
import type { Role, User } from '../../domain/accounts/user.ts'
import type { Actor, MemberStore } from '../../operations/ports.ts'
import { audit } from './audit.ts'
import type { EvidenceDatabase } from './schema.ts'
import { endRefreshTokens, raiseEpoch } from './session-store.ts'
import { type TenantTransaction, writeOrganization } from './with-organization.ts'

const members = (trx: TenantTransaction) =>
  trx
    .selectFrom('app_user')
    .innerJoin('organization', 'organization.id', 'app_user.organization_id')
    .select(['app_user.id', 'app_user.username', 'app_user.role', 'organization.name as organization'])

const toUser = (row: { id: string; username: string; role: string; organization: string }): User => ({
  ...row,
  role: row.role as Role,
})

/**
 * Counts the other administrators and locks them, so that two administrators cannot demote each other
 * concurrently.
 */
async function otherAdmins(trx: TenantTransaction, id: string): Promise<number> {
  const admins = await trx
    .selectFrom('app_user')
    .select('id')
    .where('role', '=', 'admin')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return admins.filter((admin) => admin.id !== id).length
}

/** Makes the role of a user one given by hand. Returns whether a rule of single sign-on had given it. */
async function keepRole(trx: TenantTransaction, id: string): Promise<boolean> {
  const kept = await trx
    .updateTable('app_user')
    .set({ role_by_rule: null })
    .where('id', '=', id)
    .where('role_by_rule', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

/** Stores users of one organization. Row-level security hides all others. */
export function postgresMemberStore(db: Kysely<EvidenceDatabase>): MemberStore {
  const within = <T>(actor: Actor, work: (trx: TenantTransaction) => Promise<T>, changes?: string) =>
    writeOrganization(db, actor, work, {
      access: 'administer',
      ...(changes === undefined ? {} : { changes }),
    })
  const find = async (trx: TenantTransaction, id: string) => {
    const row = await members(trx).where('app_user.id', '=', id).executeTakeFirst()
    return row && toUser(row)
  }
  return {
    list: (actor) =>
      within(actor, async (trx) => (await members(trx).orderBy('app_user.username').execute()).map(toUser)),
    add: (actor, user) =>
      within(actor, async (trx) => {
        const added = await trx
          .insertInto('app_user')
          .values({
            id: user.id,
            organization_id: actor.organizationId,
            username: user.username,
            password_hash: user.passwordHash,
            role: user.role,
          })
          .onConflict((conflict) => conflict.expression(sql`lower(username)`).doNothing())
          .returning('id')
          .executeTakeFirst()
        if (!added) return undefined
        const details = { username: user.username, role: user.role }
        await audit(trx, actor, { action: 'user.add', target: user.id, details })
        return find(trx, user.id)
      }),
    change: (actor, id, change) =>
      within(
        actor,
        async (trx) => {
          const found = await find(trx, id)
          if (!found) return 'unknown'
          const role = change.role ?? found.role
          const demotes = found.role === 'admin' && role !== 'admin'
          if (demotes && (await otherAdmins(trx, id)) === 0) return 'last-admin'
          // Naming a role makes it one given by hand, which claims of single sign-on no longer change.
          const byHand = change.role !== undefined && (await keepRole(trx, id))
          const details = {
            role,
            role_before: found.role,
            password: change.passwordHash !== undefined,
            ...(byHand ? { role_by_hand: true } : {}),
          }
          const entry = { action: 'user.change', target: id, details }
          if (role === found.role && change.passwordHash === undefined) {
            if (byHand) await audit(trx, actor, entry)
            return found
          }
          await trx
            .updateTable('app_user')
            .set({
              role,
              ...(change.passwordHash === undefined ? {} : { password_hash: change.passwordHash }),
            })
            .where('id', '=', id)
            .execute()
          await raiseEpoch(trx, id)
          await endRefreshTokens(trx, id)
          await audit(trx, actor, entry)
          return { ...found, role }
        },
        id,
      ),
    remove: (actor, id) =>
      within(
        actor,
        async (trx) => {
          const found = await find(trx, id)
          if (!found) return 'unknown'
          if (found.role === 'admin' && (await otherAdmins(trx, id)) === 0) return 'last-admin'
          await trx.deleteFrom('app_user').where('id', '=', id).execute()
          const details = { username: found.username, role_before: found.role }
          await audit(trx, actor, { action: 'user.remove', target: id, details })
          return 'removed'
        },
        id,
      ),
    endSessions: (actor, id) =>
      within(
        actor,
        async (trx) => {
          if (!(await find(trx, id))) return 'unknown'
          await raiseEpoch(trx, id)
          await endRefreshTokens(trx, id)
          await audit(trx, actor, { action: 'session.revoke_all', target: id })
          return 'ended'
        },
        id,
      ),
  }
}
