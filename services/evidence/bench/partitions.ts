/**
 * `npm run bench:partitions -w @assay/evidence [-- --short | --full] [-- --json]`: evidence in 64 hash partitions
 * (`deploy/evidence-partitions.sql`) beside the plain table, with as many rows of 200 organizations in both: 20 000 of two with
 * `--short`, a million, or ten million with `--full`. Also prints the bytes that a row takes, with indexes. Needs DATABASE_URL.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runOptions } from '@assay/kit/testing-options'
import { atLeast, figure, report } from '@assay/kit/testing-report'
import {
  EVIDENCE_COLUMNS,
  ITEMS_PER_MOLECULE,
  type PreparedDatabase,
  run,
  TYPES,
} from './prepared-database.ts'
import { comparedMedians, removeSides, type StoredSide, serverWith } from './stored-rows.ts'

const { short, full } = runOptions({ flags: ['short', 'full'] }).is
const [rows, organizations] = short ? [20_000, 2] : full ? [10_000_000, 200] : [1_000_000, 200]
/** Molecules of each organization. */
const molecules = rows / organizations / ITEMS_PER_MOLECULE

/**
 * Fills the tables on the server, which is several times quicker than COPY from here: rows first, then the indexes. The
 * values are those of `loadEvidence`, 200 rows to a molecule.
 */
async function fill({ url, organizationId }: PreparedDatabase): Promise<void> {
  const indexes = (await run(
    url,
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index WHERE indrelid = 'evidence'::regclass AND NOT indisprimary`,
  )) as { name: string; definition: string }[]
  for (const { name } of indexes) await run(url, `DROP INDEX ${name}`)
  await run(url, 'ALTER TABLE evidence DROP CONSTRAINT evidence_pkey')
  await run(
    url,
    `CREATE TABLE filling AS SELECT 0 AS number, '${organizationId}'::uuid AS id
     UNION ALL SELECT n, gen_random_uuid() FROM generate_series(1, ${organizations - 1}) AS n`,
  )
  await run(
    url,
    "INSERT INTO organization (id, name) SELECT id, 'Lab ' || number FROM filling WHERE number > 0",
  )
  await run(
    url,
    `INSERT INTO molecule (organization_id, molecule_id, created_at, last_recorded_at)
     SELECT id, 'MOL_' || lpad(m::text, 8, '0'), '2026-01-02T00:00:00Z', '2026-01-02T00:00:00Z'
     FROM generate_series(0, ${molecules - 1}) AS m, filling`,
  )
  await run(
    url,
    `INSERT INTO evidence ${EVIDENCE_COLUMNS}
     SELECT f.id, 'MOL_' || lpad((i / ${ITEMS_PER_MOLECULE})::text, 8, '0'), gen_random_uuid(),
       (ARRAY['${TYPES.slice(0, 3).join("','")}'])[1 + i % 3], (i * 7919 % 10000) / 10000.0, 0.1, '2026-01-02T00:00:00Z',
       'lab ' || i % 17, jsonb_build_object('matched_peaks', i % 40), '2026-01-02T00:00:00Z'
     FROM generate_series(0, ${molecules * ITEMS_PER_MOLECULE - 1}) AS i, filling AS f`,
  )
  await run(url, 'DROP TABLE filling')
  await run(
    url,
    'ALTER TABLE evidence ADD CONSTRAINT evidence_pkey PRIMARY KEY (organization_id, molecule_id, evidence_id)',
  )
  for (const { definition } of indexes) await run(url, definition)
}

const seconds = async (name: string, work: () => Promise<unknown>): Promise<void> => {
  const started = performance.now()
  await work()
  console.log(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`)
}

/** Starts a server on filled tables, as they are or split by the script that operators run. */
async function side(name: string, split: boolean): Promise<StoredSide> {
  const before = async (prepared: PreparedDatabase) => {
    await seconds(`${name}: filled with ${rows} rows`, () => fill(prepared))
    const script = join(import.meta.dirname, '../../../deploy/evidence-partitions.sql')
    if (split) await seconds(`${name}: split`, async () => run(prepared.url, await readFile(script, 'utf8')))
    await seconds(`${name}: vacuumed`, () => run(prepared.url, 'VACUUM (ANALYZE) evidence'))
    await run(prepared.url, 'ANALYZE molecule')
  }
  return serverWith(rows, { name, before, filled: molecules })
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
  sides.push(await side('one table', false))
  sides.push(await side('64 partitions', true))
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
    atLeast('partitions with rows', Number(filled!.partitions), short ? 1 : 56),
  ])
} finally {
  await removeSides(sides)
}
