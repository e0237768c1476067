/**
 * `npm run bench:partitions -w @assay/evidence [-- --short | --full] [-- --json]`: evidence in 64 hash partitions
 * (`deploy/evidence-partitions.sql`) beside the plain table, with as many rows in both: 20 000 with `--short`, a million,
 * or ten million with `--full`. Also prints the bytes that a row takes, with indexes. Needs DATABASE_URL.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runOptions } from '@assay/kit/testing-options'
import { atLeast, figure, report } from '@assay/kit/testing-report'
import { type PreparedDatabase, run } from './prepared-database.ts'
import { comparedMedians, removeSides, type StoredSide, serverWith } from './stored-rows.ts'

const { short, full } = runOptions({ flags: ['short', 'full'] }).is
const rows = short ? 20_000 : full ? 10_000_000 : 1_000_000
const partitioned = async ({ url }: PreparedDatabase) => {
  await run(url, await readFile(join(import.meta.dirname, '../../../deploy/evidence-partitions.sql'), 'utf8'))
}

/** Bytes per row of the table with its partitions, without and with indexes. */
async function bytesPerRow({ prepared: { url } }: StoredSide): Promise<{ table: number; all: number }> {
  const [sizes] = await run(
    url,
    `SELECT sum(pg_table_size(relid))::float8 AS heap, sum(pg_total_relation_size(relid))::float8 AS all_bytes
     FROM (SELECT relid FROM pg_partition_tree('evidence') UNION SELECT 'evidence'::regclass) AS parts`,
  )
  return { table: Number(sizes!.heap) / rows, all: Number(sizes!.all_bytes) / rows }
}

const sides: StoredSide[] = []
try {
  sides.push(await serverWith(rows, { name: 'one table' }))
  sides.push(await serverWith(rows, { name: '64 partitions', before: partitioned }))
  const [plain, split] = [sides[0]!, sides[1]!]
  const compared = await comparedMedians([plain, split], {
    requests: short ? 60 : 400,
    bound: short ? 2 : 1.2,
  })
  const [bytes, splitBytes] = [await bytesPerRow(plain), await bytesPerRow(split)]
  const [filled] = await run(
    split.prepared.url,
    `SELECT count(*) FILTER (WHERE reltuples > 0)::int AS partitions FROM pg_class WHERE relname ~ '^evidence_\\d\\d$'`,
  )
  report([
    ...compared,
    figure(`evidence, bytes per row of ${rows}`, bytes.table),
    figure('evidence, bytes per row with indexes', bytes.all),
    figure('evidence in partitions, bytes per row with indexes', splitBytes.all),
    atLeast('partitions with rows', Number(filled!.partitions), short ? 30 : 64),
  ])
} finally {
  await removeSides(sides)
}
