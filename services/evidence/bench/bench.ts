/**
 * `npm run bench -w @assay/evidence [-- --short | --full] [-- --json]`: how fast the service is beside what it stands on.
 * `--short` is the form for CI on a noisy machine: smaller, and it fails only at half of a bound or worse. `--full` stores
 * ten million rows (`--rows N` for another number) where the plain form stores a million. Needs DATABASE_URL, a PostgreSQL
 * server on which it may create databases; it removes them.
 */

import { runOptions } from '@assay/kit/testing-options'
import { report } from '@assay/kit/testing-report'
import { domainRows } from './domain-time.ts'
import { importRow } from './import-ratio.ts'
import { integrateRow } from './integrate-ratio.ts'
import { runRows } from './run-table.ts'
import { storedRows } from './stored-rows.ts'

const { is, values } = runOptions({ flags: ['short', 'full'], options: ['rows'] })
const { short, full } = is
const few = short ? 20_000 : 100_000
const many = values.rows[0] ? Number(values.rows[0]) : short ? 200_000 : full ? 10_000_000 : 1_000_000

report([
  ...domainRows(short),
  await integrateRow(short),
  await importRow(short),
  ...(await runRows(short)),
  ...(await storedRows({ few, many, short })),
])
