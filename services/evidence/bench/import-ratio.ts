import { type Row, row } from '@assay/kit/testing-report'
import { composeImport } from '../src/compose/commands.ts'
import { readConfig } from '../src/config.ts'
import { median } from './http-load.ts'
import {
  copyInto,
  EVIDENCE_COLUMNS,
  ITEMS_PER_MOLECULE,
  moleculeName,
  prepareDatabase,
  run,
} from './prepared-database.ts'

const OBSERVED = '2026-01-10T00:00:00Z'

const itemOf = (i: number) => ({
  molecule_id: moleculeName(Math.floor(i / (ITEMS_PER_MOLECULE / 10))),
  type: 'spectral_match',
  value: (i % 1000) / 1000,
  uncertainty: 0.1,
  timestamp: OBSERVED,
  source: `lab ${i % 7}`,
  metadata: { spectrum: i, matched_peaks: i % 40 },
})

async function* bytesOf(count: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < count; start += 1000) {
    let text = ''
    for (let i = start; i < Math.min(count, start + 1000); i += 1) text += `${JSON.stringify(itemOf(i))}\n`
    yield Buffer.from(text)
  }
}

function* copyLines(organizationId: string, count: number): Generator<string> {
  for (let start = 0; start < count; start += 1000) {
    let text = ''
    for (let i = start; i < Math.min(count, start + 1000); i += 1) {
      const { molecule_id, type, value, uncertainty, timestamp, source, metadata } = itemOf(i)
      // Scattered like the hashes that the service makes, so that the index costs the same.
      const id = `${(Math.imul(i, 2654435761) >>> 0).toString(16).padStart(8, '0')}-0000-4000-8000-${String(i).padStart(12, '0')}`
      text += `${organizationId}\t${molecule_id}\t${id}\t${type}\t${value}\t${uncertainty}\t${timestamp}\t${source}\t${JSON.stringify(metadata)}\t${timestamp}\n`
    }
    yield text
  }
}

/**
 * Rows per second of an import of NDJSON, from the first byte received to the last row kept (stored in parts, read,
 * checked, hashed, made idempotent, with progress), over those of a bare COPY of the same rows into the same table and
 * indexes without policies.
 */
export async function importRow(short: boolean): Promise<Row> {
  const [count, bound, rounds] = short ? [20_000, 0.1, 3] : [200_000, 0.2, 5]
  const prepared = await prepareDatabase()
  const { database, receiveImport, runImport, findImport } = await composeImport(
    readConfig({ argv: ['--database-url', prepared.url, '--log-level', 'error'], env: {} }),
  )
  try {
    const { organizationId, userId } = prepared
    const actor = { userId, organizationId, role: 'researcher' as const, epoch: 0, requestId: 'bench' }
    const rates: { import: number; copy: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      await run(prepared.url, 'TRUNCATE evidence, molecule, import_job, import_chunk')
      await run(prepared.url, 'DROP TABLE IF EXISTS bare')
      await run(prepared.url, 'CREATE TABLE bare (LIKE evidence INCLUDING ALL)')
      const started = performance.now()
      const job = await receiveImport(actor, { format: 'ndjson', bytes: bytesOf(count) })
      const received = performance.now()
      await runImport({ organizationId, importId: job.id }, new AbortController().signal)
      const imported = performance.now()
      const { itemsAdded, status } = await findImport(actor, job.id)
      if (status !== 'completed' || itemsAdded !== count) throw new Error(`${status}: ${itemsAdded} items`)
      const copyStarted = performance.now()
      await copyInto(prepared.url, `bare ${EVIDENCE_COLUMNS}`, copyLines(organizationId, count))
      const copied = performance.now()
      rates.push({
        import: (1000 * count) / (imported - started),
        copy: (1000 * count) / (copied - copyStarted),
      })
      console.log(
        `import: ${rates.at(-1)!.import.toFixed(0)} rows/s (${(received - started).toFixed(0)} ms to receive, ${(imported - received).toFixed(0)} ms to keep), COPY ${rates.at(-1)!.copy.toFixed(0)} rows/s`,
      )
    }
    // Round by round: each pair met the same noise.
    const ratio = median(rates.map((rate) => rate.import / rate.copy))
    return row('import: rows/s over bare COPY', ratio, '>=', bound, 1)
  } finally {
    await database.close()
    await prepared.remove()
  }
}
