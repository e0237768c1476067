import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { fairShare } from '@assay/kit/fair-share'
import { withoutClient } from '@assay/kit/waiting-client'
import { type Kysely, sql } from 'kysely'
import type { Role } from '../../domain/accounts/user.ts'
import type { Actor, Member, Origin, SessionStore } from '../../operations/ports.ts'
import { audit } from './audit.ts'
import { MEMBER_COLUMNS } from './member-columns.ts'
import type { EvidenceDatabase } from './schema.ts'
import {
  holdAlone,
  outOfTurn,
  type TenantTransaction,
  withOrganization,
  writeOrganization,
} from './with-organization.ts'

/** Returns the stored form of a token. Tokens have 256 random bits, so a plain hash cannot be reversed by guessing. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

const ACCOUNT = { access: 'account' } as const

/** Returns the actor of a member's own session. */
export const sessionActor = ({ id, organizationId, role, epoch }: Member, { requestId }: Origin): Actor => ({
  userId: id,
  organizationId,
  role,
  epoch,
  requestId,
})

/** Number of connections with which one organization ends reused tokens at the same time. */
const ENDING_AT_ONCE = 2

/** Stores a new session of a page in a transaction. Returns its token. */
export type AddPageSession = (trx: TenantTransaction, user: Pick<Member, 'id' | 'epoch'>) => Promise<string>

/** Invalidates every access token of a user when the transaction commits. Returns the new epoch. */
export async function raiseEpoch(trx: TenantTransaction, userId: string): Promise<number> {
  const { token_epoch } = await trx
    .updateTable('app_user')
    .set({ token_epoch: sql<number>`token_epoch + 1` })
    .where('id', '=', userId)
    .returning('token_epoch')
    .executeTakeFirstOrThrow()
  return token_epoch
}

/** Revokes every refresh token of a user. */
export async function endRefreshTokens(trx: TenantTransaction, userId: string): Promise<void> {
  await trx
    .updateTable('refresh_token')
    .set({ revoked_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Revokes all tokens of a family. Returns whether any of them was still valid. */
async function endFamily(trx: TenantTransaction, familyId: string): Promise<boolean> {
  const ended = await trx
    .updateTable('refresh_token')
    .set({ revoked_at: sql<Date>`now()` })
    .where('family_id', '=', familyId)
    .where('revoked_at', 'is', null)
    .returning('token_hash')
    .execute()
  return ended.length > 0
}

/**
 * Runs as many statements as writing an audit entry takes, so that the response time does not reveal which
 * usernames exist. The row it writes is deleted soon.
 */
async function spendAsMuch(db: Kysely<EvidenceDatabase>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`SELECT set_config('evidence.organization_id', '', true)`.execute(trx)
    // Three rows: the entry, its place in the hash chain, and the head of the chain.
    const buckets = [1, 2, 3].map(() => `nobody:${randomUUID()}`)
    await sql`INSERT INTO login_attempt (bucket, attempts, window_ends_at)
      SELECT bucket, 0, now() FROM unnest(${buckets}::text[]) bucket`.execute(trx)
  })
}

/**
 * Stores sessions. Uses the clock of the database, so that replicas agree on what has expired. `addPage` starts the
 * session of a page. Whoever uses a token again waits at most `waitMs` for others who do.
 */
export function postgresSessionStore(
  db: Kysely<EvidenceDatabase>,
  lifetimeSeconds: number,
  addPage: AddPageSession,
  waitMs: number,
): SessionStore {
  const endingOfUser = fairShare({ most: 1, waitMs })
  const endingOfOrganization = fairShare({ most: ENDING_AT_ONCE, waitMs })
  const add = async (trx: TenantTransaction, userId: string, familyId: string) => {
    const token = randomBytes(32).toString('base64url')
    await trx
      .insertInto('refresh_token')
      .values({
        token_hash: hashOf(token),
        family_id: familyId,
        user_id: userId,
        created_at: sql<Date>`now()`,
        expires_at: sql<Date>`now() + make_interval(secs => ${lifetimeSeconds})`,
      })
      .execute()
    return token
  }
  /** Returns the owner of a token as stored now, or undefined for an unknown token. */
  const ownerOf = async (token: string) => {
    const row = await db
      .selectFrom('refresh_token')
      .innerJoin('app_user', 'app_user.id', 'refresh_token.user_id')
      .innerJoin('organization', 'organization.id', 'app_user.organization_id')
      .select([...MEMBER_COLUMNS, 'refresh_token.used_at'])
      .select(sql<boolean>`refresh_token.expires_at <= now()`.as('expired'))
      .select(
        sql<boolean>`EXISTS (SELECT FROM refresh_token kin
          WHERE kin.family_id = refresh_token.family_id AND kin.revoked_at IS NULL)`.as('familyLives'),
      )
      .where('refresh_token.token_hash', '=', hashOf(token))
      .executeTakeFirst()
    if (!row) return undefined
    const { used_at, expired, familyLives, role, ...rest } = row
    const member: Member = { ...rest, role: role as Role }
    return { member, used: used_at !== null, expired, familyLives }
  }
  const locked = (trx: TenantTransaction, token: string) =>
    trx
      .selectFrom('refresh_token')
      .select(['family_id', 'used_at', 'revoked_at'])
      .select(sql<boolean>`expires_at <= now()`.as('expired'))
      .where('token_hash', '=', hashOf(token))
      .forUpdate()
      .executeTakeFirst()
  const useOnce = (token: string, member: Member, origin: Origin) =>
    writeOrganization(
      db,
      sessionActor(member, origin),
      async (trx) => {
        const found = await locked(trx, token)
        if (!found || found.expired) return 'unknown'
        if (found.used_at !== null) return 'reused'
        if (found.revoked_at !== null) return 'unknown'
        await trx
          .updateTable('refresh_token')
          .set({ used_at: sql<Date>`now()` })
          .where('token_hash', '=', hashOf(token))
          .execute()
        return { member, next: await add(trx, member.id, found.family_id) }
      },
      ACCOUNT,
    )
  const endNow = (token: string, member: Member, origin: Origin) =>
    outOfTurn(db, member.organizationId, async (trx) => {
      await holdAlone(trx, member.id)
      const found = await locked(trx, token)
      if (!found || found.expired) return 'unknown'
      // Only once, so that an old token cannot be used to end new sessions repeatedly.
      if (await endFamily(trx, found.family_id)) {
        await raiseEpoch(trx, member.id)
        const details = { address: origin.address }
        const entry = { action: 'session.refresh_reused', target: member.id, details }
        await audit(trx, sessionActor(member, origin), entry)
      }
      return 'reused'
    })
  /**
   * Ends the family and the access tokens of the user: the newer token may have been stolen. Does not wait in the line of
   * the organization, which the thief could keep busy or leave. Each user has a line of its own instead, since the wait for
   * writes in progress holds a connection.
   */
  const endReused = (token: string, member: Member, origin: Origin) =>
    withoutClient(() =>
      endingOfUser(member.id, async () => {
        if (!(await ownerOf(token))?.familyLives) return 'reused'
        return endingOfOrganization(member.organizationId, () => endNow(token, member, origin))
      }),
    )
  return {
    lifetimeSeconds,
    async start(member, origin) {
      // Logins delete expired tokens, so no separate process is needed.
      await sql`DELETE FROM refresh_token WHERE token_hash IN
        (SELECT token_hash FROM refresh_token WHERE expires_at < now() LIMIT 100)`.execute(db)
      const actor = sessionActor(member, origin)
      return writeOrganization(
        db,
        actor,
        async (trx) => {
          const details = { address: origin.address }
          await audit(trx, actor, { action: 'session.login', target: member.id, details })
          return add(trx, member.id, randomUUID())
        },
        ACCOUNT,
      )
    },
    async rotate(token, origin) {
      const owner = await ownerOf(token)
      if (!owner || owner.expired) return 'unknown'
      const rotated = owner.used ? 'reused' : await useOnce(token, owner.member, origin)
      return rotated === 'reused' && owner.familyLives ? endReused(token, owner.member, origin) : rotated
    },
    async end(token, origin) {
      const owner = await ownerOf(token)
      if (!owner) return
      const endOne = async (trx: TenantTransaction) => {
        const found = await locked(trx, token)
        if (!found || !(await endFamily(trx, found.family_id))) return
        const entry = { action: 'session.logout', target: owner.member.id }
        await audit(trx, sessionActor(owner.member, origin), entry)
      }
      // Who logs out often closes the window at once.
      await withoutClient(() => withOrganization(db, owner.member.organizationId, endOne))
    },
    endAll: (actor) =>
      writeOrganization(
        db,
        actor,
        async (trx) => {
          await raiseEpoch(trx, actor.userId)
          await endRefreshTokens(trx, actor.userId)
          await audit(trx, actor, { action: 'session.revoke_all', target: actor.userId })
        },
        { ...ACCOUNT, changes: actor.userId },
      ),
    changePassword: (actor, passwordHash, origin, kind) =>
      writeOrganization(
        db,
        actor,
        async (trx) => {
          const epoch = await raiseEpoch(trx, actor.userId)
          await trx
            .updateTable('app_user')
            .set({ password_hash: passwordHash })
            .where('id', '=', actor.userId)
            .execute()
          await endRefreshTokens(trx, actor.userId)
          const details = { address: origin.address }
          await audit(trx, actor, { action: 'user.password', target: actor.userId, details })
          const next =
            kind === 'page'
              ? await addPage(trx, { id: actor.userId, epoch })
              : await add(trx, actor.userId, randomUUID())
          return { epoch, next }
        },
        { ...ACCOUNT, changes: actor.userId },
      ),
    async recordFailure(member, origin, action) {
      if (!member) return spendAsMuch(db)
      const entry = { action, target: member.id, details: { address: origin.address } }
      // Who guesses passwords must not avoid the entry by hanging up or by keeping the organization busy. Waiting in its
      // line would also reveal that the username exists.
      await outOfTurn(db, member.organizationId, (trx) => audit(trx, sessionActor(member, origin), entry))
    },
  }
}
