import { setTimeout as sleep } from 'node:timers/promises'
import type { FairShare } from '@assay/kit/fair-share'
import { Problem } from '@assay/kit/problem'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Access, accessEnded, mayDo, roleRefused } from '../../domain/accounts/access.ts'
import type { Role } from '../../domain/accounts/user.ts'
import type { Actor } from '../../operations/ports.ts'
import type { EvidenceDatabase, TenantDatabase } from './schema.ts'

/** Transaction that is limited to one organization. */
export type TenantTransaction = Transaction<TenantDatabase>

const shares = new WeakMap<Kysely<EvidenceDatabase>, FairShare>()

/** Limits how many connections of this handle one organization uses at the same time. */
export function shareBetweenOrganizations(db: Kysely<EvidenceDatabase>, share: FairShare): void {
  shares.set(db, share)
}

/** Runs work when the organization may use another connection of this handle; at once when nothing limits it. */
export function inTurnOf<T>(
  db: Kysely<EvidenceDatabase>,
  organizationId: string,
  work: () => Promise<T>,
): Promise<T> {
  const share = shares.get(db)
  return share ? share(organizationId, work) : work()
}

/** How often work under way asks again for its turn, and after which time. */
const TURNS = 5
const NEXT_TURN_MS = 1000

/**
 * Runs `work`, and again when it was refused because the organization has too much under way. For the parts of an upload
 * or an export after the first: half of it is of no use to anybody.
 */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let left = TURNS; ; left -= 1)
    try {
      return await work()
    } catch (error) {
      if (left === 0 || !(error instanceof Problem) || error.kind !== 'overloaded') throw error
      await sleep(NEXT_TURN_MS)
    }
}

/** Whether the work uses what the organization has learned. */
type Learned = 'ignored' | 'read' | 'written'

/** Switches the transaction to the tenant role, or throws. */
type Entrance = (
  trx: Transaction<EvidenceDatabase>,
  organizationId: string,
  learned: Learned,
) => Promise<void>

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Returns SQL that locks what the organization has learned until the transaction ends: shared to read, exclusive
 * to write. A reader at time t has then seen everything recorded before t, which makes replays exact. Writers only
 * append, so they hold the lock briefly.
 */
function learnedLock(organizationId: string, learned: Learned) {
  if (learned === 'ignored') return sql``
  const lock = learned === 'read' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  return sql`, ${sql.raw(lock)}(hashtextextended(${`learned ${organizationId}`}, 0))`
}

const tenantOf = (organizationId: string) => sql`set_config('role', 'evidence_tenant', true),
  set_config('evidence.organization_id', ${organizationId}, true)`

const asService: Entrance = async (trx, organizationId, learned) => {
  await sql`SELECT ${tenantOf(organizationId)} ${learnedLock(organizationId, learned)}`.execute(trx)
}

const asReader: Entrance = async (trx, organizationId, learned) => {
  await sql`SELECT ${tenantOf(organizationId)}, set_config('transaction_read_only', 'on', true)
    ${learnedLock(organizationId, learned)}`.execute(trx)
}

/**
 * Runs `work` in one transaction with the role `evidence_tenant`, in which PostgreSQL shows only the rows of this
 * organization. This is the only access to tenant tables. Role and organization are local to the transaction, so
 * it works behind a transaction pooler and on the embedded database, whose session is a superuser.
 *
 * Call it directly only for work of the service itself, such as import jobs. Requests of users use
 * `readOrganization`, in which PostgreSQL refuses writes, or `writeOrganization`, which checks the user.
 */
export function withOrganization<T>(
  db: Kysely<EvidenceDatabase>,
  organizationId: string,
  work: (trx: TenantTransaction) => Promise<T>,
  learned: Learned = 'ignored',
  enter: Entrance = asService,
): Promise<T> {
  return inTurnOf(db, organizationId, () => outOfTurn(db, organizationId, work, learned, enter))
}

/**
 * Does what `withOrganization` does, but at once: the line of the organization neither delays nor refuses it. Only for
 * short writes that protect an account, such as the entry of a failed login.
 */
export async function outOfTurn<T>(
  db: Kysely<EvidenceDatabase>,
  organizationId: string,
  work: (trx: TenantTransaction) => Promise<T>,
  learned: Learned = 'ignored',
  enter: Entrance = asService,
): Promise<T> {
  if (!UUID.test(organizationId)) throw new TypeError('organizationId must be a UUID')
  return db.transaction().execute(async (trx) => {
    await enter(trx, organizationId, learned)
    return work(trx as unknown as TenantTransaction)
  })
}

/** Reads in a read-only transaction. The user was checked at most 10 s ago (`operations/standing.ts`). */
export const readOrganization = <T>(
  db: Kysely<EvidenceDatabase>,
  organizationId: string,
  work: (trx: TenantTransaction) => Promise<T>,
  learned: Exclude<Learned, 'written'> = 'ignored',
): Promise<T> => withOrganization(db, organizationId, work, learned, asReader)

/** Options of `writeOrganization`. */
export interface WriteOptions {
  readonly access?: Exclude<Access, 'read'>
  readonly learned?: Learned
  /**
   * User whose access the work changes. The work waits for this user's writes in progress, and later writes wait
   * for it.
   */
  readonly changes?: string
}

/**
 * Writes on behalf of a user. The first statement also reads the user's epoch and role and locks them until the
 * commit. A removal that was acknowledged before is in effect; a later one waits (see `hold_users`).
 */
export function writeOrganization<T>(
  db: Kysely<EvidenceDatabase>,
  actor: Pick<Actor, 'userId' | 'organizationId' | 'epoch'>,
  work: (trx: TenantTransaction) => Promise<T>,
  { access = 'write', learned = 'ignored', changes }: WriteOptions = {},
): Promise<T> {
  const asUser: Entrance = async (trx, organizationId) => {
    const { rows } = await sql<{ user_role: Role; user_epoch: number }>`
      SELECT user_role, user_epoch ${learnedLock(organizationId, learned)}
      FROM enter_organization(${organizationId}, ${actor.userId}, ${changes ?? null})`.execute(trx)
    const standing = rows[0]
    if (!standing || standing.user_epoch !== actor.epoch) throw accessEnded()
    if (!mayDo(standing.user_role, access)) throw roleRefused(standing.user_role, access)
  }
  return withOrganization(
    db,
    actor.organizationId,
    work,
    learned,
    actor.epoch === 'operator' ? asService : asUser,
  )
}

/**
 * Returns the role of the user on whose behalf a job writes, locked until the commit, or undefined for a removed
 * user.
 */
export async function roleOfUser(trx: TenantTransaction, userId: string): Promise<Role | undefined> {
  const { rows } = await sql<{ user_role: Role }>`SELECT user_role FROM hold_users(${userId}, NULL)`.execute(
    trx,
  )
  return rows[0]?.user_role
}

/**
 * Waits for writes of a user that are in progress. Later writes of the user wait for the end of this transaction.
 */
export async function holdAlone(trx: TenantTransaction, userId: string): Promise<void> {
  await sql`SELECT FROM hold_users(${userId}, ${userId})`.execute(trx)
}

/** Drops the tenant role for the rest of the transaction, to write to the tables of the queue. */
export async function leaveOrganization(trx: TenantTransaction): Promise<void> {
  await sql`SELECT set_config('role', 'none', true)`.execute(trx)
}
