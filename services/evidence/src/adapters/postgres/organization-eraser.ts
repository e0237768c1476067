import type { Database, RunSql } from '@assay/kit/database'
import { deletionLog } from '@assay/kit/deletion-log'
import {
  countTenantRows,
  deleteTenantRows,
  quoted,
  type TenantScope,
  tablesOf,
  tenantTables,
} from '@assay/kit/tenant-data'
import { Refusal } from '../../domain/refusal.ts'
import type { OrganizationEraser } from '../../operations/ports.ts'
import { ORGANIZATION_COLUMN, SECRET_COLUMNS, SECRET_TABLES } from './organization-data.ts'
import type { EvidenceDatabase } from './schema.ts'

/** Sets the organization, by which row-level security shows its rows to the owner of the tables. */
const within = async (run: RunSql, organizationId: string) => {
  await run(`SELECT set_config('evidence.organization_id', $1::text, true)`, [organizationId])
}

const notOwner = () =>
  new Refusal(
    'PERMISSION_ERROR',
    'This database login may not delete organizations. Run the command with the login that runs "assay-evidence migrate".',
    { field: 'DATABASE_URL', issue: 'must be the owner of the tables', provided: '[hidden]' },
  )

const USERS = 'app_user'

/** Deletes organizations as the owner of the tables. The service itself has no right to. */
export function postgresOrganizationEraser(
  database: Pick<Database<EvidenceDatabase>, 'inTransaction'>,
): OrganizationEraser {
  const scopeOf = (organizationId: string): TenantScope => ({
    column: ORGANIZATION_COLUMN,
    value: organizationId,
    prepare: (run) => within(run, organizationId),
  })
  return {
    close: (organizationId, requestedBy, newId) =>
      database.inTransaction(async (run) => {
        const [rights] = await run(
          `SELECT pg_has_role(relowner, 'USAGE') AS owner FROM pg_class WHERE oid = 'deletion'::regclass`,
        )
        if (!rights?.owner) throw notOwner()
        await within(run, organizationId)
        const [organization] = await run('SELECT name FROM organization WHERE id = $1::uuid', [
          organizationId,
        ])
        const subject = { id: organizationId, name: (organization as { name: string }).name }
        const open = await deletionLog.open(run, subject, requestedBy, newId)
        // Waits for writes of the users that are in progress, the lower id first like everyone else.
        const members = await run('SELECT id FROM app_user WHERE organization_id = $1::uuid ORDER BY id', [
          organizationId,
        ])
        for (const { id } of members) await run('SELECT FROM hold_users($1::uuid, $1::uuid)', [id])
        // Users come last, after all that refers to them: sessions, networks, identities.
        const tables = (await tenantTables(run, ORGANIZATION_COLUMN)).filter(
          ({ name, parent }) => name === USERS || parent === USERS,
        )
        for (const { name, columns, condition } of members.length > 0 ? tables : []) {
          if (!SECRET_TABLES.includes(name)) {
            const shown = columns
              .filter((column) => !SECRET_COLUMNS.includes(column))
              .map(quoted)
              .join(', ')
            await run(
              `UPDATE deletion SET removed_first = (coalesce(removed_first, '{}')::jsonb || jsonb_build_object($2::text,
                 (SELECT coalesce(jsonb_agg(line), '[]') FROM (SELECT ${shown} FROM ${quoted(name)} WHERE ${condition}) line)))::json
               WHERE deletion_id = $3::uuid`,
              [organizationId, name, open.deletionId],
            )
          }
          const gone = await run(`DELETE FROM ${quoted(name)} WHERE ${condition} RETURNING 1`, [
            organizationId,
          ])
          await deletionLog.addCount(run, open.deletionId, name, gone.length)
        }
        const [kept] = await run('SELECT removed_first FROM deletion WHERE deletion_id = $1::uuid', [
          open.deletionId,
        ])
        const removed = (kept?.removed_first ?? {}) as Record<string, unknown[]>
        const removedFirst = Object.fromEntries(
          Object.entries(removed).map(([table, rows]) => [table, rows.map((row) => JSON.stringify(row))]),
        )
        return { ...open, removedFirst }
      }),
    noteExport: (deletionId, sha256) =>
      database.inTransaction((run) => deletionLog.noteExport(run, deletionId, sha256)),
    removeJobs: (organizationId) =>
      database.inTransaction(async (run) => {
        await run(`DELETE FROM pgboss.job WHERE data ->> 'organizationId' = $1::text AND state <> 'active'`, [
          organizationId,
        ])
        const [row] = await run(
          `SELECT count(*)::integer AS running FROM pgboss.job WHERE data ->> 'organizationId' = $1::text`,
          [organizationId],
        )
        return (row as { running: number }).running
      }),
    async deleteRows(deletionId, organizationId, onProgress) {
      const scope = scopeOf(organizationId)
      // The end of the chain is noted before it goes; a deletion that continues finds none.
      await database.inTransaction(async (run) => {
        await within(run, organizationId)
        await run(
          `UPDATE deletion SET audit_head = h.seq || ':' || encode(h.hash, 'hex') FROM audit_head h
           WHERE deletion_id = $1::uuid AND h.organization_id = $2::uuid AND deletion.audit_head IS NULL`,
          [deletionId, organizationId],
        )
      })
      const tables = await tablesOf(database, scope)
      await deleteTenantRows(database, scope, tables, async (run, table, rows) => {
        await deletionLog.addCount(run, deletionId, table, rows)
        onProgress(table, rows)
      })
      const left = await countTenantRows(database, scope, tables)
      return database.inTransaction(async (run) => {
        const state = await deletionLog.state(run, deletionId)
        const [row] = await run('SELECT audit_head FROM deletion WHERE deletion_id = $1::uuid', [deletionId])
        return { ...state, auditHead: (row as { audit_head: string | null }).audit_head, left }
      })
    },
    complete: (deletionId, organizationId, receipt, hash) =>
      database.inTransaction(async (run) => {
        await run('DELETE FROM organization WHERE id = $1::uuid', [organizationId])
        await run('UPDATE deletion SET removed_first = NULL WHERE deletion_id = $1::uuid', [deletionId])
        await deletionLog.complete(run, deletionId, receipt, hash)
      }),
    receipts: () => deletionLog.receipts(database),
  }
}
