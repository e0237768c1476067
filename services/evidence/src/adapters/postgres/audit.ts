import { type Kysely, sql } from 'kysely'
import { CHAIN_START } from '../../domain/accounts/audit-chain.ts'
import type { Actor, AuditEntry, AuditTrail } from '../../operations/ports.ts'
import type { EvidenceDatabase } from './schema.ts'
import { patiently, type TenantTransaction, writeOrganization } from './with-organization.ts'

/** Entry to write to the audit trail. */
export interface NewAuditEntry {
  readonly action: string
  readonly target: string
  readonly details?: Record<string, unknown>
}

/**
 * Writes an audit entry in the transaction of the change, so that either both are stored or neither. Pass no
 * secrets. A trigger appends the entry to the hash chain of the organization when the transaction commits.
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

const ADMINISTER = { access: 'administer' } as const

interface EntryRow {
  audit_id: number
  at: Date
  user_id: string
  username: string | null
  request_id: string
  action: string
  target: string
  details: Record<string, unknown>
}

const entryOf = (row: EntryRow): AuditEntry => ({
  id: String(row.audit_id),
  at: row.at,
  userId: row.user_id,
  username: row.username,
  requestId: row.request_id,
  action: row.action,
  target: row.target,
  details: row.details,
})

/**
 * Reads the audit trail of one organization. Entries are deleted only by retention, the oldest first, so the last entry
 * of a page is a stable cursor.
 */
export function postgresAuditTrail(db: Kysely<EvidenceDatabase>): AuditTrail {
  const within = <T>(actor: Actor, work: (trx: TenantTransaction) => Promise<T>) =>
    writeOrganization(db, actor, work, ADMINISTER)
  const begun = <T>(actor: Actor, work: (trx: TenantTransaction) => Promise<T>) =>
    patiently(() => within(actor, work))
  return {
    list: (actor, { action, userId, from, to, after, limit }) =>
      within(actor, async (trx) => {
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
          query = query.where(sql<boolean>`(audit_log.at, audit_log.audit_id) < (SELECT last.at, last.audit_id
              FROM audit_log last WHERE last.organization_id = ${actor.organizationId} AND last.audit_id = ${after}::bigint)`)
        }
        const rows = await query.orderBy('at', 'desc').orderBy('audit_id', 'desc').limit(limit).execute()
        return rows.map(entryOf)
      }),
    sealed: (actor, afterSeq, limit) =>
      begun(actor, async (trx) => {
        const { rows } = await sql<
          { seq: number; chain_id: number; chain_hash: string; sealed: string | null } & EntryRow
        >`SELECT c.seq, c.audit_id AS chain_id, encode(c.hash, 'hex') AS chain_hash,
            CASE WHEN l.audit_id IS NOT NULL THEN sealed_text(l, c.seq) END AS sealed,
            l.audit_id, l.at, l.user_id, u.username, l.request_id, l.action, l.target, l.details
          FROM audit_chain c
          LEFT JOIN audit_log l ON l.organization_id = c.organization_id AND l.audit_id = c.audit_id
          LEFT JOIN app_user u ON u.id = l.user_id
          WHERE c.organization_id = ${actor.organizationId} AND c.seq > ${afterSeq}
          ORDER BY c.seq LIMIT ${limit}`.execute(trx)
        return rows.map((row) => ({
          seq: row.seq,
          id: String(row.chain_id),
          hash: row.chain_hash,
          sealed: row.sealed ?? undefined,
          entry: row.sealed === null ? undefined : entryOf(row),
        }))
      }),
    chainEnds: (actor, when) =>
      (when === 'begun' ? begun : within)(actor, async (trx) => {
        const { rows } = await sql<{ seq: number; hash: string; start_seq: number; start_hash: string }>`
          SELECT seq, encode(hash, 'hex') AS hash, start_seq, encode(start_hash, 'hex') AS start_hash
          FROM audit_head WHERE organization_id = ${actor.organizationId}`.execute(trx)
        const row = rows[0]
        if (!row) return { start: CHAIN_START, head: CHAIN_START }
        return {
          start: { seq: row.start_seq, hash: row.start_hash },
          head: { seq: row.seq, hash: row.hash },
        }
      }),
    unsealed: (actor, limit) =>
      begun(actor, async (trx) => {
        const { rows } = await sql<{ audit_id: number }>`
          SELECT l.audit_id FROM audit_log l WHERE l.organization_id = ${actor.organizationId}
            AND NOT EXISTS (SELECT FROM audit_chain c
              WHERE c.organization_id = l.organization_id AND c.audit_id = l.audit_id)
          ORDER BY l.audit_id LIMIT ${limit}`.execute(trx)
        return rows.map(({ audit_id }) => String(audit_id))
      }),
  }
}
