import { type Kysely, sql, type Transaction } from 'kysely'
import type { EvidenceDatabase, TenantDatabase } from './schema.ts'

export type TenantTransaction = Transaction<TenantDatabase>

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The only door to tenant tables: one transaction in the role `evidence_tenant`, to which PostgreSQL shows the rows of
 * this organization and no other. Role and organization are local to the transaction, so a pooler may hand the session
 * to anyone afterwards, and the embedded database, whose session is a superuser, obeys as well.
 */
export function withOrganization<T>(
  db: Kysely<EvidenceDatabase>,
  organizationId: string,
  work: (trx: TenantTransaction) => Promise<T>,
): Promise<T> {
  if (!UUID.test(organizationId)) throw new TypeError('an organization is named by its UUID')
  return db.transaction().execute(async (trx) => {
    await sql`SELECT set_config('role', 'evidence_tenant', true),
                     set_config('evidence.organization_id', ${organizationId}, true)`.execute(trx)
    return work(trx as unknown as TenantTransaction)
  })
}

/** Gives up the tenant's role for the rest of the transaction, to write the queue's own tables in it. */
export async function leaveOrganization(trx: TenantTransaction): Promise<void> {
  await sql`SELECT set_config('role', 'none', true)`.execute(trx)
}
