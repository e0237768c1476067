import type { FairShare } from '@assay/kit/fair-share'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { EvidenceDatabase, TenantDatabase } from './schema.ts'

export type TenantTransaction = Transaction<TenantDatabase>

const shares = new WeakMap<Kysely<EvidenceDatabase>, FairShare>()

/** Limits from now on how many connections of this handle one organization holds at the same time. */
export function shareBetweenOrganizations(db: Kysely<EvidenceDatabase>, share: FairShare): void {
  shares.set(db, share)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Whoever reads what the organization has learned holds this lock together with other readers, whoever adds to it
 * alone, until the end of the transaction: a reader at time t has then seen everything recorded before t, which is what
 * makes a replay exact. Writers only append, so they hold it briefly.
 */
function learnedLock(organizationId: string, learned: 'ignored' | 'read' | 'written') {
  if (learned === 'ignored') return sql``
  const lock = learned === 'read' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  return sql`, ${sql.raw(lock)}(hashtextextended(${`learned ${organizationId}`}, 0))`
}

/**
 * The only door to tenant tables: one transaction in the role `evidence_tenant`, to which PostgreSQL shows the rows of
 * this organization and no other. Role and organization are local to the transaction, so a pooler may hand the session
 * to anyone afterwards, and the embedded database, whose session is a superuser, obeys as well.
 */
export function withOrganization<T>(
  db: Kysely<EvidenceDatabase>,
  organizationId: string,
  work: (trx: TenantTransaction) => Promise<T>,
  learned: 'ignored' | 'read' | 'written' = 'ignored',
): Promise<T> {
  if (!UUID.test(organizationId)) throw new TypeError('an organization is named by its UUID')
  const transact = () =>
    db.transaction().execute(async (trx) => {
      await sql`SELECT set_config('role', 'evidence_tenant', true),
                       set_config('evidence.organization_id', ${organizationId}, true)
                       ${learnedLock(organizationId, learned)}`.execute(trx)
      return work(trx as unknown as TenantTransaction)
    })
  const share = shares.get(db)
  return share ? share(organizationId, transact) : transact()
}

/** Gives up the tenant's role for the rest of the transaction, to write the queue's own tables in it. */
export async function leaveOrganization(trx: TenantTransaction): Promise<void> {
  await sql`SELECT set_config('role', 'none', true)`.execute(trx)
}
