import { canonicalJson } from '../domain/evidence/canonical-json.ts'
import { Refusal } from '../domain/refusal.ts'
import type {
  Actor,
  AuditTrail,
  ExportManifest,
  NewId,
  OpenDeletion,
  OrganizationData,
  OrganizationEraser,
  ResultHash,
} from './ports.ts'

/** Version of the format of exports and receipts. */
const FORMAT = 1

interface ExportDeps {
  readonly data: OrganizationData
  readonly trail: AuditTrail
  readonly now: () => Date
  readonly packageVersion: string
}

/** Lines of an export: a manifest, one line per row, and the counts at the end, by which a cut file shows. */
async function* exportLines(
  deps: ExportDeps,
  actor: Actor,
  manifest: ExportManifest,
  extra: Readonly<Record<string, readonly string[]>>,
): AsyncGenerator<string> {
  yield `${JSON.stringify({
    export: FORMAT,
    service: 'evidence',
    version: deps.packageVersion,
    organization: { id: manifest.organizationId, name: manifest.organization },
    exported_at: deps.now().toISOString(),
    tables: manifest.tables,
  })}\n`
  const counts: Record<string, number> = {}
  const written = (table: string, rows: readonly string[]) => {
    counts[table] = (counts[table] ?? 0) + rows.length
    const head = `{"table":${JSON.stringify(table)},"row":`
    return rows.map((row) => `${head}${row}}\n`).join('')
  }
  for (const table of manifest.tables) {
    counts[table] = 0
    const before = extra[table]
    if (before && before.length > 0) yield written(table, before)
    for await (const rows of deps.data.rows(actor, table)) yield written(table, rows)
  }
  const { head } = await deps.trail.chainEnds(actor, 'begun')
  yield `${JSON.stringify({ end: true, counts, audit_head: `${head.seq}:${head.hash}` })}\n`
}

/**
 * Exports all data of the actor's organization as lines of JSON: every table that the catalog names, without passwords and
 * session tokens. Rows that are written while it runs may be missing. Memory is bounded. `extra` are rows that are no longer
 * stored.
 */
export function exportOrganization(deps: ExportDeps) {
  return async (
    actor: Actor,
    extra: Readonly<Record<string, readonly string[]>> = {},
  ): Promise<{ manifest: ExportManifest; lines: AsyncGenerator<string> }> => {
    const manifest = await deps.data.manifest(actor)
    return { manifest, lines: exportLines(deps, actor, manifest, extra) }
  }
}

/** Receipt of a deletion. `hash` is the SHA-256 of the canonical JSON of all other fields. */
export interface DeletionReceipt {
  readonly receipt: number
  readonly service: 'evidence'
  readonly version: string
  readonly organization: { readonly id: string; readonly name: string }
  readonly requested_by: string
  readonly started_at: string
  readonly completed_at: string
  readonly rows_deleted: Readonly<Record<string, number>>
  readonly rows_deleted_total: number
  readonly rows_left: number
  readonly export_sha256: string | null
  /** End of the audit chain before it was deleted, as seq:hash. */
  readonly audit_head: string | null
  readonly hash: string
}

/** How long running jobs are awaited before the deletion is refused. */
const JOB_WAIT_MS = 60_000
const JOB_POLL_MS = 500
/** How often deletion is repeated when a job that had just begun added rows. */
const PASSES = 3

interface DeletionDeps {
  readonly eraser: OrganizationEraser
  readonly newId: NewId
  readonly sha256: ResultHash
  readonly wait: (ms: number) => Promise<unknown>
  readonly packageVersion: string
}

/** Waits until no job of the organization runs. Refuses when one takes too long. */
async function endJobs({ eraser, wait }: DeletionDeps, organizationId: string): Promise<void> {
  for (let waited = 0; (await eraser.removeJobs(organizationId)) > 0; waited += JOB_POLL_MS) {
    if (waited >= JOB_WAIT_MS)
      throw new Refusal(
        'CONFLICT',
        'A worker is still processing a job of this organization. Run the command again; it continues where it ended.',
        { field: 'organization', issue: 'has a running job', provided: organizationId },
      )
    await wait(JOB_POLL_MS)
  }
}

/**
 * Deletes an organization whole: ends all access, waits for running jobs, exports if asked, deletes every row in batches, and
 * stores a receipt. An interrupted deletion continues with the next call, with the counts of both.
 */
export function deleteOrganization(deps: DeletionDeps) {
  return async (
    request: { organizationId: string; organization: string; requestedBy: string },
    exportTo: ((removedFirst: OpenDeletion['removedFirst']) => Promise<{ sha256: string }>) | undefined,
    onProgress: (table: string, rows: number) => void,
  ): Promise<DeletionReceipt> => {
    const { organizationId } = request
    const open = await deps.eraser.close(organizationId, request.requestedBy, deps.newId())
    await endJobs(deps, organizationId)
    if (exportTo) {
      const { sha256 } = await exportTo(open.removedFirst)
      await deps.eraser.noteExport(open.deletionId, sha256)
    }
    let outcome = await deps.eraser.deleteRows(open.deletionId, organizationId, onProgress)
    for (let pass = 1; Object.keys(outcome.left).length > 0 && pass < PASSES; pass += 1) {
      await endJobs(deps, organizationId)
      outcome = await deps.eraser.deleteRows(open.deletionId, organizationId, onProgress)
    }
    const left = Object.values(outcome.left).reduce((sum, rows) => sum + rows, 0)
    if (left > 0)
      throw new Refusal(
        'CONFLICT',
        `${left} rows were written while the organization was deleted. Run the command again.`,
        {
          field: 'organization',
          issue: 'is still written to',
          provided: outcome.left,
        },
      )
    const facts = {
      receipt: FORMAT,
      service: 'evidence' as const,
      version: deps.packageVersion,
      organization: { id: organizationId, name: request.organization },
      requested_by: open.requestedBy,
      started_at: open.startedAt.toISOString(),
      completed_at: outcome.at.toISOString(),
      rows_deleted: outcome.counts,
      rows_deleted_total: Object.values(outcome.counts).reduce((sum, rows) => sum + rows, 0),
      rows_left: left,
      export_sha256: outcome.exportSha256,
      audit_head: outcome.auditHead,
    }
    const receipt = { ...facts, hash: deps.sha256(canonicalJson(facts)) }
    await deps.eraser.complete(open.deletionId, organizationId, JSON.stringify(receipt), receipt.hash)
    return receipt
  }
}
