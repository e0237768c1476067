import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type CommandContext, UserError } from '@assay/kit/cli'
import { jsonLine, jsonText, printer, printResult, type Sheet } from '@assay/kit/sheet'
import { DEMO_SEED, demoRun } from '../domain/demo/demo-run.ts'
import { readTimestamp } from '../domain/evidence/observed-evidence.ts'
import type { ImportedEvidence } from '../domain/imports/import-record.ts'
import { Refusal } from '../domain/refusal.ts'
import { reportHtml } from '../domain/report/report-html.ts'
import type { StoredReport } from '../operations/ports.ts'
import { presentReport } from '../wire/reports.present.ts'
import { REPORT_COLUMNS, reportRows } from '../wire/reports.tsv.ts'
import { bytesOf, ofFile, reportErrors } from './evidence-files.ts'

/** Help text of `assay-evidence report`. */
export const reportHelp = `FILE… [--run NAME] [--out FILE] [--threshold P] [--now TIME]

Reports the candidates of one run from the tables of its tools (GNPS, SIRIUS, ISDB, MS-DIAL, mzmine, mzTab-M …) without a
server, database or user. All files belong to one run: feature 7 of one table is feature 7 of the others. Prints the page
(--format html, the default), a table or JSON, or writes it to --out, whose ending then names the format. --now sets the time of the
evidence, to get the same result hash again later. The run is named after the folder of the first file, or by --run.`

/** How `assay-evidence report` prints a report other than as a page. */
export const reportSheet: Sheet<StoredReport, ReturnType<typeof reportRows>[number]> = {
  row: 'one candidate of an observation',
  usual: 'html',
  columns: REPORT_COLUMNS,
  rows: reportRows,
  json: (report) => jsonText(presentReport(report)),
}

/** Formats in which a report can be written to a file. */
const FORMATS = ['html', 'tsv', 'json']

/** Writes a report in a format. */
function written(report: StoredReport, format: string): string {
  if (format === 'html') return reportHtml(report)
  let text = ''
  printer(reportSheet, format, (part) => (text += part))(report)
  return text
}

/** Returns the name of the folder of a file, which usually is that of the run. */
const nameOfRun = (path: string): string => basename(dirname(resolve(path))) || 'run'

/** Runs `assay-evidence report FILE…`. */
export async function reportCommand({ argv, format: asked }: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      run: { type: 'string' },
      out: { type: 'string' },
      threshold: { type: 'string', default: '0.5' },
      now: { type: 'string' },
    },
  })
  if (positionals.length === 0)
    throw new UserError('Give the paths of the files of one run. See "assay-evidence report --help".')
  const format = asked ?? values.out?.split('.').at(-1) ?? 'html'
  if (asked === undefined && !FORMATS.includes(format))
    throw new UserError(`--out ${values.out} must end in .${FORMATS.join(', .')}, or give --format.`)
  const threshold = Number(values.threshold)
  if (!(threshold > 0 && threshold < 1))
    throw new UserError(`--threshold is ${values.threshold}; it must be above 0 and below 1.`)
  try {
    const moment = values.now === undefined ? new Date() : new Date(readTimestamp(values.now, '--now'))
    const { readEvidenceFile, reportOffline } = await import('../compose/commands.ts')
    const items: ImportedEvidence[] = []
    for (const path of positionals) {
      const bytes = await bytesOf(path)
      const file = await ofFile(path, () => readEvidenceFile(path, bytes))
      reportErrors(path, positionals.length > 1, file.errors)
      for (const item of file.items) items.push(item)
    }
    const runId = values.run ?? nameOfRun(positionals[0]!)
    const report = reportOffline(items, { runId, threshold, moment })
    if (report.report.observations.length === 0)
      throw new UserError('The files contain no observation with a candidate.')
    if (values.out === undefined) process.stdout.write(written(report, format))
    else {
      await writeFile(values.out, written(report, format))
      process.stdout.write(
        `${values.out}: ${report.report.observations.length} observations, result hash ${report.hash}\n`,
      )
    }
    return 0
  } catch (error) {
    if (error instanceof Refusal) throw new UserError(error.message)
    throw error
  }
}

/** How `assay-evidence demo` prints what it wrote. */
export const demoSheet: Sheet<readonly string[], string> = {
  row: 'one written file',
  columns: { file: ['path of the file', (file) => file] },
  rows: (files) => files,
  json: (files) => jsonLine({ files }),
  text: (files) => files.map((file) => `${file}\n`).join(''),
}

/** Help text of `assay-evidence demo`. */
export const demoHelp = `DIR [--seed N]

Writes a run with known truth as tables of GNPS, SIRIUS and ISDB, and truth.tsv, into DIR. The molecules are real natural
products; the scores are drawn. Try it with:

  assay-evidence demo demo-run && assay-evidence report demo-run/demo_*.tsv --out report.html`

/** Runs `assay-evidence demo DIR`. */
export async function demoCommand({ argv, format }: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { seed: { type: 'string', default: String(DEMO_SEED) } },
  })
  const [folder] = positionals
  const seed = Number(values.seed)
  if (!folder || positionals.length > 1)
    throw new UserError('Give the folder to write to. See "assay-evidence demo --help".')
  if (!Number.isSafeInteger(seed)) throw new UserError(`--seed is ${values.seed}; it must be a whole number.`)
  const { files, truth } = demoRun(seed)
  const answers = truth.map(
    ({ featureId, molecule }) =>
      `${featureId}\t${molecule?.inchikey ?? ''}\t${molecule?.name ?? 'none of these'}`,
  )
  const all = [
    ...files,
    { name: 'truth.tsv', text: `${['feature_id\tinchikey\tname', ...answers].join('\n')}\n` },
  ]
  await mkdir(folder, { recursive: true })
  for (const { name, text } of all) await writeFile(join(folder, name), text)
  printResult(
    demoSheet,
    format,
    all.map(({ name }) => join(folder, name)),
  )
  return 0
}
