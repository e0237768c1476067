import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** One golden child: the columns of the file by name, as text. */
export type GoldenRow = Readonly<Record<string, string>>
export type GoldenSet = 'who-2006' | 'who-2007' | 'cdc'

/** Golden sets handed over with the project, beside the repository; absent on a machine that has the repository alone. */
const SHARED = new URL('../../../../shared/data/growth/golden/', import.meta.url)
const FIXTURE = new URL('../fixtures/growth-golden.json', import.meta.url)
const FILES: Readonly<Record<GoldenSet, string>> = {
  'who-2006': 'who-2006.csv',
  'who-2007': 'who-2007.csv',
  cdc: 'cdc.csv.gz',
}

/** Rows of a golden set: the whole set where it is, else the part of it that the repository keeps. */
export function goldenRows(set: GoldenSet): { readonly whole: boolean; readonly rows: readonly GoldenRow[] } {
  const file = new URL(FILES[set], SHARED)
  if (!existsSync(file)) return { whole: false, rows: fixtureRows(set) }
  const bytes = readFileSync(file)
  return {
    whole: true,
    rows: parseCsv((FILES[set].endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')),
  }
}

function fixtureRows(set: GoldenSet): readonly GoldenRow[] {
  const fixture = JSON.parse(readFileSync(FIXTURE, 'utf8')) as Record<
    GoldenSet,
    { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] }
  >
  const { columns, rows } = fixture[set]
  return rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i] ?? ''])))
}

/** Reads plain CSV (no quotes occur in these files). */
export function parseCsv(text: string): readonly GoldenRow[] {
  const [header, ...lines] = text.trim().split('\n')
  const names = header!.trim().split(',')
  return lines.map((line) => {
    const cells = line.trim().split(',')
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']))
  })
}
