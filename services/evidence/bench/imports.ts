/**
 * `npm run imports -w @assay/evidence`: imports the files that real tools wrote (beside the repository) and prints what
 * was read of each. Exit 0 when all bounds hold. `--json` adds one JSON line.
 */

import { type Row, report, row } from '@assay/kit/testing-report'
import { crosstoolJoin, hasExports, importExports } from './export-files.ts'

/** Largest share of refused cells of a file. */
const MAX_REFUSED = 0.02

if (!hasExports) {
  console.error('imports: the files of the tools are not here; put the folder shared beside the repository')
  process.exit(1)
}
const files = await importExports()
console.log('| file | layout | observations | candidates | items | cells | refused | share |')
console.log('|---|---|---|---|---|---|---|---|')
for (const one of files)
  console.log(
    one.wholeRefused || one.items === 0
      ? `| ${one.file} | ${one.layout} | ${one.because} | | ${one.items} | ${one.cells} | ${one.refused} | |`
      : `| ${one.file} | ${one.layout} | ${one.observations} | ${one.candidates} | ${one.items} | ${one.cells} | ${one.refused} | ${(100 * one.share).toFixed(1)} % |`,
  )
const read = files.filter(({ wholeRefused }) => !wholeRefused)
const joined = await crosstoolJoin()
const rows: Row[] = [
  row('imports: files read', read.length, '>=', 58, 1),
  row('imports: files with items', read.filter(({ items }) => items > 0).length, '>=', 51, 1),
  row('imports: invalid files refused as a whole', files.length - read.length, '<=', 2, 1),
  row(
    'imports: largest share of refused cells',
    Math.max(...read.map(({ share }) => share)),
    '<=',
    MAX_REFUSED,
    1,
  ),
  row('imports: features with all three tools', joined.all, '>=', 108, 1),
  row('imports: GNPS and SIRIUS agree', joined.gnpsSirius[1]!, '>=', 97, 1),
  row('imports: GNPS and ISDB agree', joined.gnpsIsdb[1]!, '>=', 39, 1),
  row(
    'imports: distance of candidates and none from 1',
    Math.max(...read.map(({ sumError }) => sumError)),
    '<=',
    1e-12,
    1,
  ),
]
report(rows)
