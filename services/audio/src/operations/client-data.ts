import { Refusal } from '../domain/refusal.ts'
import type { ClientData, ClientEraser } from './ports/client-data.ts'
import type { FileStore } from './ports.ts'

/** Version of the format of exports and receipts. */
const FORMAT = 1

/** Saves a file of an export. Returns its size and its SHA-256. */
export type SaveFile = (
  key: string,
  stream: AsyncIterable<Uint8Array>,
) => Promise<{ bytes: number; sha256: string }>

/**
 * Exports all data of a client: yields lines of JSON (a manifest, every row of every table that the catalog names, every file
 * with its hash, and the counts at the end, by which a cut export shows) and passes the files to `save`. Memory is bounded.
 */
export function exportClient(deps: {
  data: ClientData
  files: Pick<FileStore, 'open'>
  now: () => Date
  packageVersion: string
}) {
  return async function* (client: string, save: SaveFile): AsyncGenerator<string> {
    const tables = await deps.data.tables()
    yield `${JSON.stringify({
      export: FORMAT,
      service: 'audio',
      version: deps.packageVersion,
      client,
      exported_at: deps.now().toISOString(),
      tables,
    })}\n`
    const counts: Record<string, number> = {}
    for (const table of tables) {
      counts[table] = 0
      for await (const rows of deps.data.rows(client, table)) {
        counts[table] += rows.length
        const head = `{"table":${JSON.stringify(table)},"row":`
        yield rows.map((row) => `${head}${row}}\n`).join('')
      }
    }
    let files = 0
    let bytes = 0
    for await (const keys of deps.data.fileKeys(client))
      for (const key of keys) {
        const opened = await deps.files.open(key)
        if (!opened) continue
        const saved = await save(key, opened.stream)
        files += 1
        bytes += saved.bytes
        yield `${JSON.stringify({ file: key, ...saved })}\n`
      }
    yield `${JSON.stringify({ end: true, counts, files, file_bytes: bytes })}\n`
  }
}

/** Receipt of a deletion. `hash` is the SHA-256 of the JSON text of all other fields, in this order. */
export interface DeletionReceipt {
  readonly receipt: number
  readonly service: 'audio'
  readonly version: string
  readonly client: string
  readonly requested_by: string
  readonly started_at: string
  readonly completed_at: string
  /** Rows per table, and `file_keys`: files that rows named, of which some had been removed before. */
  readonly deleted: Readonly<Record<string, number>>
  readonly rows_left: number
  readonly export_sha256: string | null
  readonly hash: string
}

/** How long workers are awaited before the deletion is refused. */
const JOB_WAIT_MS = 60_000
const JOB_POLL_MS = 500
/** How often deletion is repeated when a job that was ending added rows or files. */
const PASSES = 3

interface DeletionDeps {
  readonly data: ClientData
  readonly eraser: ClientEraser
  readonly files: Pick<FileStore, 'remove'>
  readonly newId: () => string
  readonly sha256: (text: string) => string
  readonly wait: (ms: number) => Promise<unknown>
  readonly packageVersion: string
}

const busy = (message: string, issue: string, client: string) =>
  new Refusal('CONFLICT', message, { field: 'client', issue, provided: client })

async function endJobs({ eraser, wait }: DeletionDeps, client: string): Promise<void> {
  for (let waited = 0; (await eraser.stopJobs(client)) > 0; waited += JOB_POLL_MS) {
    if (waited >= JOB_WAIT_MS)
      throw busy(
        'A worker still processes a job of this client. Run the command again; it continues where it ended.',
        'has a running job',
        client,
      )
    await wait(JOB_POLL_MS)
  }
}

/** Removes all files, then all rows: a file whose row is gone could not be found any more. */
async function removeAll(
  deps: DeletionDeps,
  deletionId: string,
  client: string,
  onProgress: (table: string, rows: number) => void,
) {
  for await (const keys of deps.data.fileKeys(client)) {
    const distinct = [...new Set(keys)]
    for (const key of distinct) await deps.files.remove(key)
    await deps.eraser.noteFiles(deletionId, distinct.length)
  }
  return deps.eraser.deleteRows(deletionId, client, onProgress)
}

/**
 * Deletes all data of a client: cancels jobs, waits for workers, exports if asked, removes every file and every row, and stores
 * a receipt. An interrupted deletion continues with the next call.
 */
export function deleteClient(deps: DeletionDeps) {
  return async (
    request: { client: string; requestedBy: string },
    exportTo: (() => Promise<{ sha256: string }>) | undefined,
    onProgress: (table: string, rows: number) => void,
  ): Promise<DeletionReceipt> => {
    const { client } = request
    const open = await deps.eraser.open(client, request.requestedBy, deps.newId())
    await endJobs(deps, client)
    if (exportTo) await deps.eraser.noteExport(open.deletionId, (await exportTo()).sha256)
    let outcome = await removeAll(deps, open.deletionId, client, onProgress)
    for (let pass = 1; Object.keys(outcome.left).length > 0 && pass < PASSES; pass += 1) {
      await endJobs(deps, client)
      outcome = await removeAll(deps, open.deletionId, client, onProgress)
    }
    const left = Object.values(outcome.left).reduce((sum, rows) => sum + rows, 0)
    if (left > 0)
      throw busy(
        `${left} rows were written while the client was deleted. Remove its key from API_KEYS, restart the servers and run the command again.`,
        'is still written to',
        client,
      )
    const facts = {
      receipt: FORMAT,
      service: 'audio' as const,
      version: deps.packageVersion,
      client,
      requested_by: open.requestedBy,
      started_at: open.startedAt.toISOString(),
      completed_at: outcome.at.toISOString(),
      deleted: outcome.counts,
      rows_left: left,
      export_sha256: outcome.exportSha256,
    }
    const receipt = { ...facts, hash: deps.sha256(JSON.stringify(facts)) }
    await deps.eraser.complete(open.deletionId, JSON.stringify(receipt), receipt.hash)
    return receipt
  }
}
