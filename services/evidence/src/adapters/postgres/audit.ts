import type { Actor } from '../../operations/ports.ts'
import type { TenantTransaction } from './with-organization.ts'

export interface AuditEntry {
  readonly action: string
  readonly target: string
  readonly details?: Record<string, unknown>
}

/** Writes the trail in the transaction of the write itself: one exists exactly when the other does. */
export async function audit(trx: TenantTransaction, actor: Actor, entry: AuditEntry): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({
      organization_id: actor.organizationId,
      user_id: actor.userId,
      request_id: actor.requestId,
      action: entry.action,
      target: entry.target,
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute()
}
