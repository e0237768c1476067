import type { Queue } from '@assay/kit/queue'
import { withoutClient } from '@assay/kit/waiting-client'
import { type Kysely, type Selectable, sql } from 'kysely'
import { mayDo } from '../../domain/accounts/access.ts'
import { OPERATOR_ID } from '../../domain/accounts/user.ts'
import type { ImportFormat } from '../../domain/imports/import-format.ts'
import type { ImportJob, ImportStatus } from '../../domain/imports/import-job.ts'
import type { LineError } from '../../domain/imports/import-record.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { ImportDelivery, ImportStore, JobData } from '../../operations/ports.ts'
import { audit } from './audit.ts'
import { countImport, forgetOldQuota, type ImportQuota } from './import-quota.ts'
import { keepLines } from './keep-lines.ts'
import { markObservations, othersAreStale } from './mark-observations.ts'
import type { EvidenceDatabase, TenantDatabase } from './schema.ts'
import {
  leaveOrganization,
  patiently,
  readOrganization,
  roleOfUser,
  type TenantTransaction,
  withOrganization,
  writeOrganization,
} from './with-organization.ts'

/** Number of errors stored per import, first ones first. `errorCount` counts all of them. */
const MAX_KEPT_ERRORS = 1000
/** Number of errors in an answer. */
const MAX_LISTED_ERRORS = 100

const toJob = (row: Selectable<TenantDatabase['import_job']>, errors: readonly LineError[]): ImportJob => ({
  id: row.import_id,
  runId: row.run_id,
  format: row.format as ImportFormat,
  layout: row.reader_state.survey?.layout ?? row.format,
  status: row.status as ImportStatus,
  receivedBytes: row.received_bytes,
  progress: row.status === 'completed' ? 1 : row.chunk_count === 0 ? 0 : row.next_chunk / row.chunk_count,
  linesRead: row.reader_state.lineNumber,
  itemsRead: row.items_read,
  itemsAdded: row.items_added,
  errorCount: row.error_count,
  errors,
  notes: Object.entries(row.reader_state.notes ?? {}).map(([reason, count]) => ({ reason, count })),
  failure: row.failure,
  createdAt: row.created_at,
  completedAt: row.completed_at,
})

const jobOf = (trx: TenantTransaction, { organizationId, importId }: ImportDelivery) =>
  trx
    .selectFrom('import_job')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('import_id', '=', importId)

async function dropChunks(trx: TenantTransaction, { organizationId, importId }: ImportDelivery) {
  await trx
    .deleteFrom('import_chunk')
    .where('organization_id', '=', organizationId)
    .where('import_id', '=', importId)
    .execute()
}

/**
 * Refuses to continue when the sender was removed or is now a viewer. A new password and ended sessions do not
 * stop an import, because the sender may still write.
 */
async function checkSender(trx: TenantTransaction, userId: string) {
  if (userId === OPERATOR_ID) return
  const role = await roleOfUser(trx, userId)
  if (role && mayDo(role, 'write')) return
  throw new Refusal(
    'PERMISSION_ERROR',
    'The import was stopped because the user who sent it was removed or may no longer write. Evidence that was read before is kept.',
    { field: 'user_id', issue: 'was removed or may no longer write', provided: userId },
  )
}

/** Marks uploads as failed whose server died while it received them, so that their bytes are deleted. */
async function abandonStale(trx: TenantTransaction, organizationId: string) {
  const stale = await trx
    .updateTable('import_job')
    .set({
      status: 'failed',
      failure: 'The upload was interrupted. Send the file again.',
      completed_at: sql<Date>`now()`,
    })
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'receiving')
    .where(sql<boolean>`created_at < now() - interval '1 day'`)
    .returning('import_id')
    .execute()
  for (const { import_id } of stale) await dropChunks(trx, { organizationId, importId: import_id })
}

async function keepErrors(
  trx: TenantTransaction,
  { organizationId, importId }: ImportDelivery,
  errors: readonly LineError[],
) {
  if (errors.length === 0) return
  await trx
    .insertInto('import_error')
    .values(errors.map((error) => ({ organization_id: organizationId, import_id: importId, ...error })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Counts a file of a run, unless the run has the same file already, and creates the run if needed. */
async function addFile(
  trx: TenantTransaction,
  { organizationId, importId }: ImportDelivery,
  { hash, run: { id, name } }: { hash: string; run: { id: string; name: string | null } },
) {
  // The row of the run is the lock: of two equal files at once the second sees the first.
  await sql`INSERT INTO run (organization_id, run_id, name) VALUES (${organizationId}, ${id}, ${name})
    ON CONFLICT (organization_id, run_id) DO UPDATE SET name = coalesce(EXCLUDED.name, run.name)`.execute(trx)
  await sql`UPDATE run SET files = files + 1 WHERE organization_id = ${organizationId} AND run_id = ${id}
    AND NOT EXISTS (SELECT FROM import_job j WHERE j.organization_id = ${organizationId} AND j.run_id = ${id}
      AND j.file_hash = ${hash} AND j.import_id <> ${importId})`.execute(trx)
}

/** Imports of at most this many parts are small and have their own queue. */
const SMALL_PARTS = 1

/** Stores imports, their bytes and their errors. Writes the queue entry in the transaction of the job row. */
export function postgresImportStore(
  db: Kysely<EvidenceDatabase>,
  queue: Pick<Queue<JobData>, 'send'>,
  quota: ImportQuota,
): ImportStore {
  const update = (trx: TenantTransaction, { organizationId, importId }: ImportDelivery) =>
    trx
      .updateTable('import_job')
      .where('organization_id', '=', organizationId)
      .where('import_id', '=', importId)
  return {
    start: (actor, { id, format }) =>
      writeOrganization(db, actor, async (trx) => {
        await abandonStale(trx, actor.organizationId)
        await forgetOldQuota(trx, actor.organizationId)
        await countImport(trx, actor.organizationId, { imports: 1, bytes: 0 }, quota)
        await trx
          .insertInto('import_job')
          .values({
            organization_id: actor.organizationId,
            import_id: id,
            user_id: actor.userId,
            request_id: actor.requestId,
            format,
            status: 'receiving',
          })
          .execute()
      }),
    append(actor, importId, position, bytes) {
      const { organizationId } = actor
      const keep = async (trx: TenantTransaction) => {
        await trx
          .insertInto('import_chunk')
          .values({ organization_id: organizationId, import_id: importId, position, bytes })
          .execute()
        await update(trx, { organizationId, importId })
          .set({ received_bytes: sql<number>`received_bytes + ${bytes.length}::bigint` })
          .execute()
        // Last, because it locks the row of the day until the transaction ends.
        await countImport(trx, organizationId, { imports: 0, bytes: bytes.length }, quota)
      }
      return patiently(() => writeOrganization(db, actor, keep))
    },
    accept(actor, importId, { chunkCount, hash, run, survey }) {
      const delivery = { organizationId: actor.organizationId, importId }
      const keep = async (trx: TenantTransaction) => {
        const row = await update(trx, delivery)
          .set({
            status: 'queued',
            chunk_count: chunkCount,
            run_id: run.id,
            file_hash: hash,
            format: survey.format,
            reader_state: JSON.stringify({ lineNumber: 0, survey }),
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        await addFile(trx, delivery, { hash, run })
        await audit(trx, actor, { action: 'evidence.import', target: importId })
        await leaveOrganization(trx)
        const lane = chunkCount <= SMALL_PARTS ? 'import-small' : 'import'
        await queue.send(trx, lane, delivery, { id: importId, group: actor.organizationId })
        return toJob(row, [])
      }
      return patiently(() => writeOrganization(db, actor, keep))
    },
    requeue: (delivery) =>
      db
        .transaction()
        .execute((trx) => queue.send(trx, 'import', delivery, { group: delivery.organizationId })),
    find: (organizationId, importId) =>
      readOrganization(db, organizationId, async (trx) => {
        const row = await jobOf(trx, { organizationId, importId }).executeTakeFirst()
        if (!row) return undefined
        const errors = await trx
          .selectFrom('import_error')
          .select(['line', 'field', 'issue', 'provided'])
          .where('organization_id', '=', organizationId)
          .where('import_id', '=', importId)
          .orderBy('line')
          .orderBy('field')
          .limit(MAX_LISTED_ERRORS)
          .execute()
        return toJob(
          row,
          errors.map(({ provided, ...error }) => ({ ...error, ...(provided === null ? {} : { provided }) })),
        )
      }),
    advance: (delivery, read) =>
      withOrganization(db, delivery.organizationId, async (trx) => {
        // Another worker with the same job waits here and then continues after this part.
        const row = await jobOf(trx, delivery).forUpdate().executeTakeFirst()
        if (!row || (row.status !== 'queued' && row.status !== 'running')) return 'idle'
        await checkSender(trx, row.user_id)
        const chunks = await trx
          .selectFrom('import_chunk')
          .select(['position', 'bytes'])
          .where('organization_id', '=', delivery.organizationId)
          .where('import_id', '=', delivery.importId)
          .where('position', 'in', [row.next_chunk, row.next_chunk + 1])
          .orderBy('position')
          .execute()
        const [chunk, following] = chunks
        if (!chunk) {
          await update(trx, delivery).set({ status: 'completed', completed_at: sql<Date>`now()` }).execute()
          await dropChunks(trx, delivery)
          const { organizationId } = delivery
          const others = row.run_id !== null && (await othersAreStale(trx, organizationId, row.run_id))
          await leaveOrganization(trx)
          for (const runId of others ? [row.run_id, null] : [row.run_id])
            await queue.send(trx, 'assess', { organizationId, runId }, { group: organizationId })
          return 'done'
        }
        const format = row.format as ImportFormat
        const runId = row.run_id ?? ''
        const part = await read({ format, runId, state: row.reader_state, bytes: chunk.bytes })
        const errors = [...part.errors]
        const refused = ({ line }: { line: number }) =>
          errors.push({ line, field: '', issue: 'contains data that the database cannot store' })
        const keeping = keepLines(trx, delivery.organizationId, part.items, refused)
        // Read ahead while the database is busy. An unreadable part is refused when it is read in its turn.
        if (following) read({ format, runId, state: part.state, bytes: following.bytes }).catch(() => {})
        const added = await keeping
        if (added > 0) await markObservations(trx, delivery.organizationId, part.items)
        const room = Math.max(0, MAX_KEPT_ERRORS - row.error_count)
        await keepErrors(trx, delivery, errors.slice(0, room))
        await update(trx, delivery)
          .set({
            status: 'running',
            next_chunk: row.next_chunk + 1,
            reader_state: JSON.stringify(part.state),
            items_read: row.items_read + part.items.length - (errors.length - part.errors.length),
            items_added: row.items_added + added,
            error_count: row.error_count + errors.length,
          })
          .execute()
        return 'more'
      }),
    fail(delivery, reason) {
      const drop = async (trx: TenantTransaction) => {
        await update(trx, delivery)
          .set({ status: 'failed', failure: reason, completed_at: sql<Date>`now()` })
          .where('status', 'not in', ['completed', 'failed'])
          .execute()
        await dropChunks(trx, delivery)
      }
      // Also after its client has left, which is a reason to fail.
      return withoutClient(() => patiently(() => withOrganization(db, delivery.organizationId, drop)))
    },
  }
}
