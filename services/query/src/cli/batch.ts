import { createReadStream } from 'node:fs'
import { open, realpath, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { type CommandContext, UserError } from '@assay/kit/cli'
import { progressBar } from '@assay/kit/progress'
import { jsonLine, printResult, type Sheet } from '@assay/kit/sheet'
import { FORMAT_OF_EXTENSION } from '../adapters/tabular/formats.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Proportion } from '../domain/survey/proportion.ts'
import { computeBatch } from '../operations/compute-batch.ts'
import type { TableFormat, TableSummary } from '../operations/ports.ts'
import { batchRows } from '../operations/run-batch.ts'
import { readTableOptions } from '../operations/table-options.ts'
import { FIGURE_COLUMNS, presentSurvey, presentSurveyTables, surveyTablesCsv } from '../wire/batch.present.ts'
import { surveyReport } from '../wire/survey-report.present.ts'

export const batchHelp = `FILE [--out FILE] [--report FILE] [--metrics a,b,…] [--map column=name]…

Computes metrics for every row of a .csv, .tsv, .xlsx or .ndjson file and prints the survey summary: prevalences as WHO
computes them, with 95 % intervals, and WHO/UNICEF quality figures. --format tsv prints every figure of every group.

  assay-query batch survey.csv --out scored.csv
  assay-query batch survey.xlsx --report report.html --title "Nutrition survey 2026"
  assay-query batch survey.csv --map wt1=weight_kg --map psu_id=cluster --report tables.csv

  --out FILE            every row with its metrics (CSV for .xlsx)
  --report FILE         .html: a page to print; .csv: every figure of every group; .json: both as data
  --title TEXT          title of the report
  --metrics a,b         metrics of every row; default: the four WHO z-scores of a survey
  --map column=name     a column with another name; column=- leaves it out; may be repeated
  --sex-codes 1=male,2=female   meaning of codes
  --design none|strata,clusters,weights   what of the design to use; default: all that the file has
  --ages under_5|5_to_19        children to analyse; default: the range more of them are in

Columns are known by name in any spelling and in the layouts of WHO Anthro, ENA for SMART, DHS and MICS.`

function formatOf(path: string): TableFormat {
  const extension = extname(path).toLowerCase()
  const format = FORMAT_OF_EXTENSION[extension]
  if (format) return format
  throw new UserError(
    `${path}: the name must end in ${Object.keys(FORMAT_OF_EXTENSION).join(', ')}, which says how to read it.`,
  )
}

const share = ({ percent, low, high, of }: Proportion) =>
  of === 0 ? 'no children' : `${percent.toFixed(1)} % (${low.toFixed(1)}–${high.toFixed(1)})  n = ${of}`

const SHOWN_COLUMNS = 12

function summaryText(summary: TableSummary): string {
  const { unread, assumed, layout } = summary.table
  const notRead = unread.slice(0, SHOWN_COLUMNS).join(', ') + (unread.length > SHOWN_COLUMNS ? ', …' : '')
  const lines = [
    `${summary.rows} rows, ${summary.refusedRows} refused; ${summary.boys} boys, ${summary.girls} girls`,
    `${summary.analysed} children of ${summary.ages === 'under_5' ? 'birth to 5' : '5 to 19'} years analysed, ${summary.leftOut} rows left out`,
    ...(layout === undefined ? [] : [`layout: ${layout}`]),
    ...(unread.length === 0 ? [] : [`columns not read: ${notRead}`]),
    ...[...assumed, ...summary.design.notes].map((note) => `note: ${note}`),
    '',
    ...Object.entries(summary.named).map(([name, value]) => `${name.padEnd(20)} ${share(value)}`),
    '',
    ...Object.entries(summary.indices).map(
      ([name, { z, flagged }]) =>
        `${name.padEnd(26)} mean z ${z.mean.toFixed(2)}, SD ${z.standardDeviation.toFixed(2)}, flagged ${flagged.count}`,
    ),
    ...(summary.quality.warnings.length > 0
      ? ['', 'Quality:', ...summary.quality.warnings.map((warning) => `  ! ${warning}`)]
      : []),
  ]
  return `${lines.join('\n')}\n`
}

type Figure = ReturnType<typeof presentSurveyTables>['tables'][number]

/** How `assay-query batch` prints the summary of a survey. */
export const surveySheet: Sheet<TableSummary, Figure> = {
  row: 'one figure of a group of children',
  columns: FIGURE_COLUMNS,
  rows: (summary) => presentSurveyTables(summary).tables,
  json: (summary) => jsonLine(presentSurvey(summary)),
  text: summaryText,
}

/** Opens a file to write before anything is read, and never the one that is read. */
async function openOutput(flag: string, out: string, path: string) {
  const same = await Promise.all([realpath(out), realpath(path)]).catch(() => undefined)
  if (same && same[0] === same[1])
    throw new UserError(`${flag} ${out} is the file that is read; name another.`)
  return open(out, 'w').catch(() => {
    throw new UserError(`${flag} ${out} cannot be written; check that its folder exists.`)
  })
}

type ReportWriter = (summary: TableSummary, title: string | undefined, today: string) => string
const REPORTS: Readonly<Record<string, ReportWriter>> = {
  '.html': (summary, title, today) => surveyReport(summary, { title, today }),
  '.csv': surveyTablesCsv,
  '.json': (summary) => `${JSON.stringify(presentSurveyTables(summary), undefined, 2)}\n`,
}
function reportOf(path: string): ReportWriter {
  const write = REPORTS[extname(path).toLowerCase()]
  if (write) return write
  throw new UserError(`--report ${path}: the name must end in .html, .csv or .json.`)
}

const OPTIONS = {
  out: { type: 'string' },
  report: { type: 'string' },
  title: { type: 'string' },
  metrics: { type: 'string' },
  map: { type: 'string', multiple: true },
  'sex-codes': { type: 'string' },
  design: { type: 'string' },
  ages: { type: 'string' },
} as const

/** `assay-query batch FILE`. */
export async function batchCommand(context: CommandContext): Promise<number> {
  try {
    return await runBatch(context)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const nearest = Object.entries((error.details.nearest ?? {}) as Record<string, readonly string[]>)
    const hints = nearest.map(([column, names]) => `\n  ${column}: did you mean ${names.join(' or ')}?`)
    throw new UserError(error.message + hints.join(''))
  }
}

async function runBatch({ argv, format: printed }: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...argv], allowPositionals: true, options: OPTIONS })
  const [path] = positionals
  if (path === undefined || positionals.length > 1)
    throw new UserError('Name one file: assay-query batch survey.csv')
  const format = formatOf(path)
  const writeReport = values.report === undefined ? undefined : reportOf(values.report)
  const size = await stat(path).catch(() => undefined)
  if (!size?.isFile()) throw new UserError(`${path} cannot be read; check the name.`)
  const now = () => new Date()
  const task = readTableOptions({ ...values, sexCodes: values['sex-codes'] })
  const batch = computeBatch({ now })(task)
  const out = values.out === undefined ? undefined : await openOutput('--out', values.out, path)
  const report = values.report === undefined ? undefined : await openOutput('--report', values.report, path)
  // Rows are garbage as soon as they are written. V8 would let its nursery grow for them: a hundred megabytes for nothing.
  setFlagsFromString('--semi-space-growth-factor=1')
  const progress = progressBar(path)
  let readBytes = 0
  const counted = async function* () {
    for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array>) {
      readBytes += chunk.length
      progress.show(readBytes / size.size, 'computing')
      yield chunk
    }
  }
  let summary: TableSummary | undefined
  const present = (result: TableSummary) => {
    summary = result
    return presentSurvey(result)
  }
  const rows = Readable.from(batchRows({ batch, format, columns: task }, counted(), present))
  if (out) await pipeline(rows, out.createWriteStream())
  else for await (const _text of rows);
  progress.end()
  const found = summary!
  if (report && writeReport) {
    await report.writeFile(writeReport(found, values.title, now().toISOString().slice(0, 10)))
    await report.close()
  }
  printResult(surveySheet, printed, found)
  return found.refusedRows === found.rows && found.rows > 0 ? 1 : 0
}
