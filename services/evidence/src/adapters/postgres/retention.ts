import { type Kysely, sql } from 'kysely'
import { OPERATOR_ID } from '../../domain/accounts/user.ts'
import type { Retention } from '../../operations/ports.ts'
import { audit } from './audit.ts'
import type { EvidenceDatabase } from './schema.ts'
import { withOrganization } from './with-organization.ts'

/** Removes old data of organizations. */
export function postgresRetention(db: Kysely<EvidenceDatabase>): Retention {
  return {
    async now() {
      const { rows } = await sql<{ now: Date }>`SELECT now() AS now`.execute(db)
      return rows[0]!.now
    },
    async organizations() {
      const rows = await db.selectFrom('organization').select('id').orderBy('id').execute()
      return rows.map(({ id }) => id)
    },
    trimAudit: (organizationId, before, most) =>
      withOrganization(db, organizationId, async (trx) => {
        const start = sql<{ start_seq: number }>`SELECT start_seq FROM audit_head
          WHERE organization_id = ${organizationId}`
        const from = (await start.execute(trx)).rows[0]?.start_seq
        if (from === undefined) return 0
        // Two hours more: the least age of 30 days is counted again in the database, and a day of its calendar may have 25 hours.
        const { rows } = await sql<{ last: number | null }>`
          SELECT trim_audit(${before.toISOString()}::timestamptz - interval '2 hours', ${most}::integer) AS last`.execute(
          trx,
        )
        const last = rows[0]?.last ?? null
        // Another worker may have removed the first part since.
        const removed = last === null ? 0 : last - from
        if (last !== null && removed > 0)
          await audit(
            trx,
            { organizationId, userId: OPERATOR_ID, requestId: 'retention' },
            {
              action: 'audit.trim',
              target: `up to ${last}`,
              details: { entries: removed, before: before.toISOString() },
            },
          )
        return removed
      }),
    forgetImports: (organizationId, before) =>
      withOrganization(db, organizationId, async (trx) => {
        const { rows } = await sql<{ import_id: string }>`
          WITH old AS (DELETE FROM import_job WHERE organization_id = ${organizationId}
              AND completed_at < ${before.toISOString()}::timestamptz RETURNING import_id),
            chunks AS (DELETE FROM import_chunk c USING old
              WHERE c.organization_id = ${organizationId} AND c.import_id = old.import_id),
            errors AS (DELETE FROM import_error e USING old
              WHERE e.organization_id = ${organizationId} AND e.import_id = old.import_id)
          SELECT import_id FROM old`.execute(trx)
        return rows.length
      }),
  }
}
