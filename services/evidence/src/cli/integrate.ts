import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { type CommandContext, UserError } from '@assay/kit/cli'
import { printer, printResult } from '@assay/kit/sheet'
import { readTimestamp } from '../domain/evidence/observed-evidence.ts'
import { IMPORT_FORMATS, type ImportFormat } from '../domain/imports/import-format.ts'
import type { ImportedEvidence } from '../domain/imports/import-record.ts'
import { Refusal } from '../domain/refusal.ts'
import { presentIntegrated } from '../wire/integrate.present.ts'
import { bytesOf, ofFile, reportErrors } from './evidence-files.ts'
import { moleculeSheet, runSheet, understandingSheet } from './integrate-sheets.ts'
import { lossAsText } from './run-table.ts'

/** Help text of `assay-evidence integrate`. */
export const integrateHelp = `FILE… [--run NAME] [--top N] [--input FORMAT] [--now TIME] [--dry-run]

Assesses evidence without a server, database or user. FILE is a request body of POST /v1/fuzzy-evidence/integrate (.json),
NDJSON or CSV with molecule_id, type and value, mzTab-M, or the table of a tool as it wrote it: GNPS, SIRIUS, ISDB, MS-DIAL,
MS-FINDER, mzmine, xMSannotator, MS2Query, matchms, Percolator, mokapot, Sage, FragPipe, MaxQuant; also gzipped (.gz). The
layout is found from the content. Several files are read as one run: equal feature ids are one observation.

  --run NAME      name of the run; by default the name of the first file
  --top N         candidates of each observation in a table (3)
  --input FORMAT  ndjson, csv, mztab or table, if the content does not say it
  --now TIME      time from which the age of evidence is counted, to get the same result again later
  --dry-run       say how the files are understood: layout, columns and their score cards, refused cells`

/** Whether the content is a request body of the integrate endpoint. */
function isRequest(path: string, bytes: Uint8Array): boolean {
  if (!path.endsWith('.json')) return false
  const start = new TextDecoder().decode(bytes.subarray(0, 100_000))
  return /^\s*\{/.test(start) && (start.includes('"evidence_list"') || !start.includes('"SpectrumID"'))
}

function inputFormat(named: string | undefined): ImportFormat | undefined {
  if (named === undefined) return undefined
  const format = IMPORT_FORMATS.find((name) => name === named)
  if (format) return format
  throw new UserError(`--input must be one of ${IMPORT_FORMATS.join(', ')}.`)
}

interface Given {
  readonly paths: readonly string[]
  readonly run: string
  readonly input: ImportFormat | undefined
  readonly output: string | undefined
  readonly top: number
  readonly moment: Date
}

async function understand({ paths, input, output }: Given): Promise<number> {
  const { understandEvidenceFile } = await import('../compose/commands.ts')
  const print = printer(understandingSheet, output)
  for (const path of paths) {
    const bytes = await bytesOf(path)
    const file = await ofFile(path, () => understandEvidenceFile(path, bytes, input))
    print({ path, file })
    // The rows are columns of the file: they have no place for cells and for a file without items.
    if (output === 'tsv') process.stderr.write(lossAsText(path, file))
  }
  return 0
}

/** Assesses molecules one by one, as the endpoint does. */
async function integrateMolecules(
  path: string,
  bytes: Uint8Array,
  format: ImportFormat | 'json',
  { moment, output }: Given,
) {
  const started = performance.now()
  const { assessOffline } = await import('../compose/commands.ts')
  const { results, errors } = assessOffline(new TextDecoder().decode(bytes), format, moment)
  reportErrors(path, false, errors)
  if (results.length === 0) throw new UserError(`${path} contains no evidence.`)
  const print = printer(moleculeSheet, output)
  for (const result of results) print(presentIntegrated(result, performance.now() - started))
  return 0
}

async function integrateFiles(given: Given): Promise<number> {
  const { paths, run, input, output, top, moment } = given
  const { readEvidenceFile, integrateRun } = await import('../compose/commands.ts')
  const items: ImportedEvidence[] = []
  for (const path of paths) {
    const bytes = await bytesOf(path)
    if (isRequest(path, bytes)) {
      if (paths.length > 1) throw new UserError(`${path} is a request body. Give it alone.`)
      return integrateMolecules(path, bytes, 'json', given)
    }
    const file = await ofFile(path, () => readEvidenceFile(path, bytes, input))
    const plain = file.survey.format === 'ndjson' || file.survey.format === 'csv'
    if (plain && paths.length === 1 && (output === undefined || output === 'json'))
      return integrateMolecules(path, bytes, file.survey.format, given)
    reportErrors(path, paths.length > 1, file.errors)
    for (const [reason, count] of Object.entries(file.state.notes ?? {}))
      process.stderr.write(`${path}: ${count} times: ${reason}\n`)
    for (const item of file.items) items.push(item)
  }
  const observations = integrateRun(items, run, moment)
  if (observations.length === 0)
    throw new UserError(
      `${paths.join(', ')}: no evidence about an observation. See how the file is understood with --dry-run.`,
    )
  const files = paths.map((path) => basename(path))
  printResult(runSheet, output, { run, files, observations, top })
  return 0
}

/** Runs `assay-evidence integrate FILE…`. */
export async function integrateCommand({ argv, format }: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      run: { type: 'string' },
      input: { type: 'string' },
      top: { type: 'string', default: '3' },
      now: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  })
  if (positionals.length === 0)
    throw new UserError('Give the path of a file. See "assay-evidence integrate --help".')
  const top = Number(values.top)
  if (!Number.isInteger(top) || top < 1) throw new UserError('--top must be a whole number from 1.')
  try {
    const given: Given = {
      paths: positionals,
      run:
        values.run ??
        basename(positionals[0]!)
          .replace(/(?:\.gz)?$/i, '')
          .replace(/\.[a-z]+$/i, ''),
      input: inputFormat(values.input),
      output: format,
      top,
      moment: values.now === undefined ? new Date() : new Date(readTimestamp(values.now, '--now')),
    }
    return values['dry-run'] ? await understand(given) : await integrateFiles(given)
  } catch (error) {
    if (error instanceof Refusal) throw new UserError(error.message)
    throw error
  }
}
