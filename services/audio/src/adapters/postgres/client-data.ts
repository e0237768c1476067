import type { Database } from '@assay/kit/database'
import { deletionLog } from '@assay/kit/deletion-log'
import {
  countTenantRows,
  deleteTenantRows,
  type TenantScope,
  tablesOf,
  tenantRows,
} from '@assay/kit/tenant-data'
import type { ClientData, ClientEraser } from '../../operations/ports/client-data.ts'
import type { AudioDatabase } from './schema.ts'

type Transactions = Pick<Database<AudioDatabase>, 'inTransaction'>

const scopeOf = (client: string): TenantScope => ({ column: 'owner', value: client })

/** Input of a job, unless a track keeps the file. */
const INPUT_KEY = `CASE WHEN NOT EXISTS (SELECT FROM kept_track k WHERE k.original_key::text = input ->> 'key') THEN input ->> 'key' END`

/** Columns that name stored files, as SQL, with the table of each. */
const FILE_COLUMNS = [
  { table: 'job', id: 'id', key: INPUT_KEY },
  { table: 'artifact', id: 'key', key: 'key::text' },
  { table: 'kept_track', id: 'id', key: 'original_key::text' },
  { table: 'kept_track', id: 'id', key: 'peaks_key::text' },
]
const PAGE = 500

/** Reads all data of a client. */
export function postgresClientData(database: Transactions): ClientData {
  return {
    async tables() {
      return (await tablesOf(database, scopeOf(''))).map(({ name }) => name).reverse()
    },
    async *rows(client, name) {
      const table = (await tablesOf(database, scopeOf(client))).find((known) => known.name === name)
      if (table) yield* tenantRows(database, scopeOf(client), table)
    },
    async *fileKeys(client) {
      for (const { table, id, key } of FILE_COLUMNS) {
        let after = '00000000-0000-0000-0000-000000000000'
        for (let read = PAGE; read === PAGE; ) {
          const rows = (await database.inTransaction((run) =>
            run(
              `SELECT ${id}::text AS id, ${key} AS key FROM ${table}
               WHERE owner = $1::text AND ${id} > $2::uuid ORDER BY ${id} LIMIT ${PAGE}`,
              [client, after],
            ),
          )) as { id: string; key: string | null }[]
          read = rows.length
          after = rows.at(-1)?.id ?? after
          const keys = rows.flatMap((row) => row.key ?? [])
          if (keys.length > 0) yield keys
        }
      }
    },
  }
}

/** Deletes all data of a client. */
export function postgresClientEraser(database: Transactions): ClientEraser {
  return {
    open: (client, requestedBy, newId) =>
      database.inTransaction((run) =>
        deletionLog.open(run, { id: client, name: client }, requestedBy, newId),
      ),
    stopJobs: (client) =>
      database.inTransaction(async (run) => {
        await run(
          `UPDATE job SET status = 'cancelled', completed_at = now()
           WHERE owner = $1::text AND status IN ('pending', 'processing')`,
          [client],
        )
        const queued = `data ->> 'jobId' IN (SELECT id::text FROM job WHERE owner = $1::text)`
        await run(`DELETE FROM pgboss.job WHERE ${queued} AND state <> 'active'`, [client])
        const [row] = await run(`SELECT count(*)::integer AS running FROM pgboss.job WHERE ${queued}`, [
          client,
        ])
        return (row as { running: number }).running
      }),
    noteExport: (deletionId, sha256) =>
      database.inTransaction((run) => deletionLog.noteExport(run, deletionId, sha256)),
    noteFiles: (deletionId, files) =>
      database.inTransaction((run) => deletionLog.addCount(run, deletionId, 'file_keys', files)),
    async deleteRows(deletionId, client, onProgress) {
      const scope = scopeOf(client)
      const tables = await tablesOf(database, scope)
      await deleteTenantRows(database, scope, tables, async (run, table, rows) => {
        await deletionLog.addCount(run, deletionId, table, rows)
        onProgress(table, rows)
      })
      const left = await countTenantRows(database, scope, tables)
      return { ...(await database.inTransaction((run) => deletionLog.state(run, deletionId))), left }
    },
    complete: (deletionId, receipt, hash) =>
      database.inTransaction((run) => deletionLog.complete(run, deletionId, receipt, hash)),
    receipts: () => deletionLog.receipts(database),
  }
}
