import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One row of a bench, an accuracy run or a proof. */
export interface Row {
  readonly name: string
  readonly value: number | string
  /** Value that passes: a number with `sense`, or words. Null for a figure without a bound, which cannot fail. */
  readonly bound: number | string | null
  /** Value of another system, or the source of the bound. */
  readonly baseline: number | string | null
  readonly ok: boolean
  /** Whether a numeric bound is the smallest or the largest value that passes. */
  readonly sense?: '>=' | '<='
}

type Baseline = Row['baseline']

/** Returns a row that passes at or above (`>=`) or at or below (`<=`) its bound. */
export const row = (
  name: string,
  value: number,
  sense: '>=' | '<=',
  bound: number,
  baseline: Baseline = null,
): Row => ({
  ...{ name, value, bound, baseline, sense },
  ok: sense === '>=' ? value >= bound : value <= bound,
})

/** Returns a row that passes at or above its bound. */
export const atLeast = (name: string, value: number, bound: number, baseline: Baseline = null): Row =>
  row(name, value, '>=', bound, baseline)

/** Returns a row that passes at or below its bound. */
export const atMost = (name: string, value: number, bound: number, baseline: Baseline = null): Row =>
  row(name, value, '<=', bound, baseline)

/** Returns a row without a bound. It is shown and cannot fail. */
export const figure = (name: string, value: number | string, baseline: Baseline = null): Row => ({
  ...{ name, value, bound: null, baseline },
  ok: true,
})

/** Returns a row that passes when all of `of` items are right and their number is the expected one, at least one. */
export const countRow = (
  name: string,
  right: number,
  of: number,
  { expected = of, baseline = null }: { expected?: number; baseline?: Baseline } = {},
): Row => ({
  ...{ name, value: `${right} of ${of}`, bound: `${expected} of ${expected}`, baseline },
  ok: right === of && of === expected && of > 0,
})

/** Formats a cell: at most four significant digits, and whole numbers from a thousand on. */
export function showCell(cell: number | string | null): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return cell
  return String(Math.abs(cell) >= 1000 ? Math.round(cell) : Number(cell.toPrecision(4)))
}

/** Formats a bound with its sense. */
export const showBound = ({ bound, sense }: Pick<Row, 'bound' | 'sense'>): string =>
  sense === undefined ? showCell(bound) : `${sense} ${showCell(bound)}`

/** Returns the rows as a table, numbers aligned right and words left. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) => [row.name, showCell(row.value), showBound(row), showCell(row.baseline)])
  const table = [['measure', 'value', 'bound', 'baseline'], ...lines]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((line) => line[column]!.length)))
  return table
    .map((line, i) => {
      const verdict = i === 0 || rows[i - 1]!.bound === null ? '' : rows[i - 1]!.ok ? 'ok' : 'FAILED'
      const cells = line.map((cell, c) => (c === 0 ? cell.padEnd(widths[c]!) : cell.padStart(widths[c]!)))
      return [...cells, verdict].join('  ').trimEnd()
    })
    .join('\n')
}

/** Content of `docs/results/<run>.json`, written by `--record`. `docs/accuracy.md` is rendered from it. */
export interface RecordedRun {
  readonly run: string
  /** Command that printed the rows. */
  readonly command: string
  /** Form of the run: full, or what was left out. */
  readonly form: string
  /** Day of the run, ISO 8601. */
  readonly date: string
  /** Commit that was measured, with "+" when files had changed since. */
  readonly commit: string
  /** Note for readers, for instance that the figures come from an older page. */
  readonly note?: string
  readonly rows: readonly Row[]
}

const ROOT = join(import.meta.dirname, '../../..')
const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()

function record(recorded: Pick<RecordedRun, 'run' | 'command' | 'form' | 'rows'>): void {
  const changed = git('status', '--porcelain', '--', 'services', 'packages') === '' ? '' : '+'
  const { rows, ...about } = recorded
  const date = new Date().toISOString().slice(0, 10)
  const commit = `${git('rev-parse', '--short=10', 'HEAD')}${changed}`
  const lines = rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n')
  const head = JSON.stringify({ ...about, date, commit }, null, 2).slice(0, -2)
  const folder = join(ROOT, 'docs/results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${recorded.run}.json`), `${head},\n  "rows": [\n${lines}\n  ]\n}\n`)
}

/**
 * Prints the rows as a table and, with `--json`, as one object on the last line. Sets the exit code: 0 only when there
 * are rows and all of them pass. With `--record`, a run with a name also writes its result file.
 */
export function report(
  rows: readonly Row[],
  options: { notes?: readonly string[]; recorded?: Pick<RecordedRun, 'run' | 'command' | 'form'> } = {},
): void {
  console.log(tableOf(rows))
  for (const note of options.notes ?? []) console.log(note)
  if (process.argv.includes('--record')) {
    if (!options.recorded) throw new Error('This run has no result file: leave --record out.')
    record({ ...options.recorded, rows })
  }
  if (process.argv.includes('--json')) {
    const bare = rows.map(({ name, value, bound, baseline, ok }) => ({ name, value, bound, baseline, ok }))
    console.log(JSON.stringify({ rows: bare }))
  }
  process.exitCode = rows.length > 0 && rows.every(({ ok }) => ok) ? 0 : 1
}
