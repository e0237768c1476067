/**
 * `npm run docs:accuracy [-- --check]`: renders the tables of docs/accuracy.md from the result files in docs/results,
 * which `--record` writes. With `--check` nothing is written, and a page that differs from its files is an error.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RecordedRun, type Row, showBound, showCell } from './testing-report.ts'

/** A table stands between these two comments; the first one names its run. */
const TABLE = /<!-- results: ([\w-]+) -->\n[\s\S]*?<!-- end of results -->/g
/**
 * Decimal numbers in the text could disagree with the files, so they are refused. Whole numbers, such as counts of
 * pieces, are allowed.
 */
const FIGURE = /(?<![\w.])\d*\.\d+(?!\w)/

const cell = (text: string): string => text.replaceAll('|', '\\|')
const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`

function rowLine(row: Row): string {
  const value = showCell(row.value)
  return line([row.name, row.ok ? value : `**${value}** (missed)`, showBound(row), showCell(row.baseline)])
}

/** Returns the table of one run, with what was run, when, and at which commit. */
function renderRun({ command, form, date, commit, note, rows }: RecordedRun): string {
  const about = `\`${command}\`, ${form}; ${date}, commit ${commit}.${note === undefined ? '' : ` ${note}`}`
  const head = ['| measure | Assay | bound | baseline |', '|---|---|---|---|']
  return [about, '', ...head, ...rows.map(rowLine)].join('\n')
}

/** Returns the page with every table rendered again, and all disagreements between page and files. */
export function renderPage(
  page: string,
  runs: ReadonlyMap<string, RecordedRun>,
): { text: string; problems: readonly string[] } {
  const problems: string[] = []
  const shown = new Set<string>()
  const text = page.replaceAll(TABLE, (before, run: string) => {
    shown.add(run)
    const recorded = runs.get(run)
    if (recorded) return `<!-- results: ${run} -->\n${renderRun(recorded)}\n<!-- end of results -->`
    problems.push(`the page shows the run ${run}, which has no file docs/results/${run}.json`)
    return before
  })
  for (const run of runs.keys())
    if (!shown.has(run)) problems.push(`docs/results/${run}.json is not shown: add <!-- results: ${run} -->`)
  for (const words of page.replaceAll(TABLE, '').split('\n'))
    if (FIGURE.test(words))
      problems.push(`a figure stands in the text, outside of the tables: ${words.trim()}`)
  return { text, problems }
}

if (import.meta.main) {
  const check = process.argv.includes('--check')
  const docs = join(import.meta.dirname, '../../../docs')
  const folder = join(docs, 'results')
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
  const runs = new Map(
    files.sort().map((name) => {
      const recorded = JSON.parse(readFileSync(join(folder, name), 'utf8')) as RecordedRun
      return [name.replace(/\.json$/, ''), recorded] as const
    }),
  )
  const path = join(docs, 'accuracy.md')
  const page = readFileSync(path, 'utf8')
  const { text, problems } = renderPage(page, runs)
  const stale = text !== page
  if (stale && !check) writeFileSync(path, text)
  for (const problem of problems) console.error(problem)
  if (stale && check) console.error('docs/accuracy.md differs from docs/results: npm run docs:accuracy')
  const failed = problems.length + (stale && check ? 1 : 0)
  console.log(`docs:accuracy: ${runs.size} passed, ${failed} failed`)
  process.exitCode = failed > 0 || runs.size === 0 ? 1 : 0
}
