import { type Kysely, sql } from 'kysely'
import type { Actor, AuditTrail } from '../../operations/ports.ts'
import type { EvidenceDatabase } from './schema.ts'
import { type TenantTransaction, writeOrganization } from './with-organization.ts'

/** Entry to write to the audit trail. */
export interface NewAuditEntry {
  readonly action: string
  readonly target: string
  readonly details?: Record<string, unknown>
}

/**
 * Writes an audit entry in the transaction of the change, so that either both are stored or neither. Pass no
 * secrets.
 */
export async function audit(
  trx: TenantTransaction,
  actor: Pick<Actor, 'organizationId' | 'userId' | 'requestId'>,
  entry: NewAuditEntry,
): Promise<void> {
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

/**
 * Reads the audit trail of one organization. Entries are never deleted, so the last entry of a page is a stable
 * cursor.
 */
export function postgresAuditTrail(db: Kysely<EvidenceDatabase>): AuditTrail {
  return {
    list: (actor, { action, userId, from, to, after, limit }) =>
      writeOrganization(
        db,
        actor,
        async (trx) => {
          let query = trx
            .selectFrom('audit_log')
            .leftJoin('app_user', 'app_user.id', 'audit_log.user_id')
            .select([
              'audit_id',
              'at',
              'user_id',
              'app_user.username',
              'request_id',
              'action',
              'target',
              'details',
            ])
            .where('audit_log.organization_id', '=', actor.organizationId)
          if (action !== undefined) query = query.where('action', '=', action)
          if (userId !== undefined) query = query.where('user_id', '=', userId)
          if (from !== undefined) query = query.where('at', '>=', from)
          if (to !== undefined) query = query.where('at', '<', to)
          if (after !== undefined) {
            query =
              query.where(sql<boolean>`(audit_log.at, audit_log.audit_id) < (SELECT last.at, last.audit_id
              FROM audit_log last WHERE last.organization_id = ${actor.organizationId} AND last.audit_id = ${after}::bigint)`)
          }
          const rows = await query.orderBy('at', 'desc').orderBy('audit_id', 'desc').limit(limit).execute()
          return rows.map((row) => ({
            id: String(row.audit_id),
            at: row.at,
            userId: row.user_id,
            username: row.username,
            requestId: row.request_id,
            action: row.action,
            target: row.target,
            details: row.details,
          }))
        },
        { access: 'administer' },
      ),
  }
}
