import { randomBytes } from 'node:crypto'
import { withoutClient } from '@assay/kit/waiting-client'
import { type Kysely, sql } from 'kysely'
import type { Role } from '../../domain/accounts/user.ts'
import type { Member, PageSessionStore } from '../../operations/ports.ts'
import { audit } from './audit.ts'
import { MEMBER_COLUMNS } from './member-columns.ts'
import type { EvidenceDatabase } from './schema.ts'
import { type AddPageSession, hashOf, sessionActor } from './session-store.ts'
import { type TenantTransaction, withOrganization, writeOrganization } from './with-organization.ts'

const ACCOUNT = { access: 'account' } as const

/** Time between two writes of when a session was last used. */
const TOUCH_SECONDS = 60

/** Returns a function that stores a new session of a page. */
export const addPageSession =
  (lifetimeSeconds: number): AddPageSession =>
  async (trx, { id, epoch }) => {
    const token = randomBytes(32).toString('base64url')
    await trx
      .insertInto('page_session')
      .values({
        token_hash: hashOf(token),
        user_id: id,
        token_epoch: epoch,
        created_at: sql<Date>`now()`,
        last_used_at: sql<Date>`now()`,
        expires_at: sql<Date>`now() + make_interval(secs => ${lifetimeSeconds})`,
      })
      .execute()
    return token
  }

/**
 * Stores the sessions of browsers. A session ends when it was not used for `idleSeconds`, `lifetimeSeconds` after it
 * began, and when the epoch of its user changes. Uses the clock of the database, so that replicas agree.
 */
export function postgresPageSessionStore(
  db: Kysely<EvidenceDatabase>,
  { idleSeconds, lifetimeSeconds }: { idleSeconds: number; lifetimeSeconds: number },
): PageSessionStore {
  const add = addPageSession(lifetimeSeconds)
  const idle = sql`make_interval(secs => ${idleSeconds})`
  const touchSeconds = Math.min(TOUCH_SECONDS, idleSeconds / 4)
  /** Returns the owner of a valid session, and whether its last use must be written. */
  const ownerOf = async (token: string): Promise<{ member: Member; touch: boolean } | undefined> => {
    const row = await db
      .selectFrom('page_session')
      .innerJoin('app_user', 'app_user.id', 'page_session.user_id')
      .innerJoin('organization', 'organization.id', 'app_user.organization_id')
      .select(MEMBER_COLUMNS)
      .select(
        sql<boolean>`page_session.last_used_at < now() - make_interval(secs => ${touchSeconds})`.as('touch'),
      )
      .where('page_session.token_hash', '=', hashOf(token))
      .whereRef('page_session.token_epoch', '=', 'app_user.token_epoch')
      .where('page_session.expires_at', '>', sql<Date>`now()`)
      .where('page_session.last_used_at', '>', sql<Date>`now() - ${idle}`)
      .executeTakeFirst()
    if (!row) return undefined
    const { touch, role, ...rest } = row
    return { member: { ...rest, role: role as Role }, touch }
  }
  return {
    lifetimeSeconds,
    async start(member, origin) {
      // Sign-ins delete ended sessions, so no separate process is needed.
      await sql`DELETE FROM page_session WHERE token_hash IN
        (SELECT token_hash FROM page_session WHERE expires_at < now() LIMIT 100)`.execute(db)
      const actor = sessionActor(member, origin)
      return writeOrganization(
        db,
        actor,
        async (trx) => {
          const details = { address: origin.address, page: true }
          await audit(trx, actor, { action: 'session.login', target: member.id, details })
          return add(trx, member)
        },
        ACCOUNT,
      )
    },
    async find(token) {
      const owner = await ownerOf(token)
      if (owner?.touch)
        await db
          .updateTable('page_session')
          .set({ last_used_at: sql<Date>`now()` })
          .where('token_hash', '=', hashOf(token))
          .execute()
      return owner?.member
    },
    async end(token, origin) {
      const owner = await ownerOf(token)
      if (!owner) return
      const { member } = owner
      const endOne = async (trx: TenantTransaction) => {
        const ended = await trx
          .deleteFrom('page_session')
          .where('token_hash', '=', hashOf(token))
          .returning('token_hash')
          .executeTakeFirst()
        if (!ended) return
        const entry = { action: 'session.logout', target: member.id, details: { page: true } }
        await audit(trx, sessionActor(member, origin), entry)
      }
      // Who signs out often closes the window at once.
      await withoutClient(() => withOrganization(db, member.organizationId, endOne))
    },
  }
}
