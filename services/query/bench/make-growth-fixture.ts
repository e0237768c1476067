/**
 * Keeps a few hundred golden growth figures in the repository: fixtures/growth-golden.json.
 * Chosen are the hard children (oedema, beyond ±3 SD, measured in the other position, older than the table, above the
 * 95th centile) and every nth of the others. Run from services/query: node bench/make-growth-fixture.ts
 */
import { writeFileSync } from 'node:fs'
import { type GoldenRow, type GoldenSet, goldenRows } from './growth-golden.ts'

const SOURCES: Readonly<Record<GoldenSet, string>> = {
  'who-2006': "WHO's survey example, z-scores by WHO's own software, rounded to 2 decimals",
  'who-2007': "WHO's survey example (AnthroPlus), z-scores rounded to 2 decimals",
  cdc: 'CDC program output on synthetic data; bmiz is the extended score of 2022, original_bmiz the plain one',
}
const far = (row: GoldenRow, limit: number): boolean =>
  Object.entries(row).some(
    ([name, cell]) => name.startsWith('z_') && cell !== '' && Math.abs(Number(cell)) > limit,
  )
const HARD: Readonly<Record<GoldenSet, (row: GoldenRow) => boolean>> = {
  'who-2006': (row) =>
    row.oedema === 'yes' ||
    far(row, 3) ||
    Number(row.age_days) > 1826 ||
    (row.measured === 'standing' && Number(row.age_days) < 731) ||
    (row.measured === 'lying' && Number(row.age_days) >= 731),
  'who-2007': (row) => row.oedema === 'y' || far(row, 3),
  cdc: (row) => Number(row.bmi) > 1.5 * Number(row.bmi95),
}
const WANTED = 40

const fixture = Object.fromEntries(
  (['who-2006', 'who-2007', 'cdc'] as const).map((set) => {
    const { whole, rows } = goldenRows(set)
    if (!whole) throw new Error(`the golden set ${set} is not beside the repository`)
    const every = (some: readonly GoldenRow[]) =>
      some.filter((_, i) => i % Math.ceil(some.length / WANTED) === 0)
    const kept = [...every(rows.filter(HARD[set])), ...every(rows.filter((row) => !HARD[set](row)))]
    const columns = Object.keys(rows[0]!)
    return [set, { source: SOURCES[set], columns, rows: kept.map((row) => columns.map((name) => row[name])) }]
  }),
)
const lines = Object.entries(fixture).map(([set, part]) => {
  const { source, columns, rows } = part as { source: string; columns: string[]; rows: string[][] }
  const body = rows.map((row) => `      ${JSON.stringify(row)}`).join(',\n')
  return `  ${JSON.stringify(set)}: {\n    "source": ${JSON.stringify(source)},\n    "columns": ${JSON.stringify(columns)},\n    "rows": [\n${body}\n    ]\n  }`
})
writeFileSync(new URL('../fixtures/growth-golden.json', import.meta.url), `{\n${lines.join(',\n')}\n}\n`)
