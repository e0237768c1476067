import type { FairShare } from '@assay/kit/fair-share'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Access, accessEnded, mayDo, roleRefused } from '../../domain/accounts/access.ts'
import type { Role } from '../../domain/accounts/user.ts'
import type { Actor } from '../../operations/ports.ts'
import type { EvidenceDatabase, TenantDatabase } from './schema.ts'

export type TenantTransaction = Transaction<TenantDatabase>

const shares = new WeakMap<Kysely<EvidenceDatabase>, FairShare>()

/** Limits from now on how many connections of this handle one organization holds at the same time. */
export function shareBetweenOrganizations(db: Kysely<EvidenceDatabase>, share: FairShare): void {
  shares.set(db, share)
}

/** Whether the work reads or adds to what the organization has learned. */
type Learned = 'ignored' | 'read' | 'written'

/** Takes the role of the tenant for the transaction, or throws. */
type Entrance = (
  trx: Transaction<EvidenceDatabase>,
  organizationId: string,
  learned: Learned,
) => Promise<void>

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Whoever reads what the organization has learned holds this lock together with other readers, whoever adds to it
 * alone, until the end of the transaction: a reader at time t has then seen everything recorded before t, which is what
 * makes a replay exact. Writers only append, so they hold it briefly.
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
 * The only door to tenant tables: one transaction in the role `evidence_tenant`, to which PostgreSQL shows the rows of
 * this organization and no other. Role and organization are local to the transaction, so a pooler may hand the session
 * to anyone afterwards, and the embedded database, whose session is a superuser, obeys as well.
 *
 * By itself it is for work of the service (import jobs). Requests of users go through `readOrganization`, in which
 * PostgreSQL refuses every write, or `writeOrganization`, which checks the user.
 */
export function withOrganization<T>(
  db: Kysely<EvidenceDatabase>,
  organizationId: string,
  work: (trx: TenantTransaction) => Promise<T>,
  learned: Learned = 'ignored',
  enter: Entrance = asService,
): Promise<T> {
  if (!UUID.test(organizationId)) throw new TypeError('an organization is named by its UUID')
  const transact = () =>
    db.transaction().execute(async (trx) => {
      await enter(trx, organizationId, learned)
      return work(trx as unknown as TenantTransaction)
    })
  const share = shares.get(db)
  return share ? share(organizationId, transact) : transact()
}

/** Reads in a read-only transaction. The user was checked at most 10 s ago (`operations/standing.ts`). */
export const readOrganization = <T>(
  db: Kysely<EvidenceDatabase>,
  organizationId: string,
  work: (trx: TenantTransaction) => Promise<T>,
  learned: Exclude<Learned, 'written'> = 'ignored',
): Promise<T> => withOrganization(db, organizationId, work, learned, asReader)

export interface WriteOptions {
  readonly access?: Exclude<Access, 'read'>
  readonly learned?: Learned
  /** The user whose access the work changes: it waits for what that user is writing, and later writes wait for it. */
  readonly changes?: string
}

/**
 * Writes as a user. The statement that enters the organization also reads the user's epoch and role, and holds them until
 * the commit: a removal that was acknowledged before has taken effect, a later one waits (see `hold_users`).
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

/** The role of the user on whose behalf a job writes, held until the commit; undefined when the user was removed. */
export async function roleOfUser(trx: TenantTransaction, userId: string): Promise<Role | undefined> {
  const { rows } = await sql<{ user_role: Role }>`SELECT user_role FROM hold_users(${userId}, NULL)`.execute(
    trx,
  )
  return rows[0]?.user_role
}

/** Waits for what a user is writing; what the user writes later waits for the end of this transaction. */
export async function holdAlone(trx: TenantTransaction, userId: string): Promise<void> {
  await sql`SELECT FROM hold_users(${userId}, ${userId})`.execute(trx)
}

/** Gives up the tenant's role for the rest of the transaction, to write the queue's own tables in it. */
export async function leaveOrganization(trx: TenantTransaction): Promise<void> {
  await sql`SELECT set_config('role', 'none', true)`.execute(trx)
}
