import { createReadStream } from 'node:fs'
import { open, realpath, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { type CommandContext, UserError } from '@assay/kit/cli'
import { progressBar } from '@assay/kit/progress'
import { csvFormat } from '../adapters/tabular/csv.ts'
import { ndjsonFormat } from '../adapters/tabular/ndjson.ts'
import type { Proportion } from '../domain/survey/proportion.ts'
import type { SurveySummary } from '../domain/survey/survey.ts'
import { computeBatch } from '../operations/compute-batch.ts'
import type { TableFormat } from '../operations/ports.ts'
import { batchRows } from '../operations/run-batch.ts'
import { presentSurvey } from '../wire/batch.present.ts'

export const batchHelp = `FILE [--out FILE] [--metrics a,b,…] [--json]

Computes metrics for every row of a .csv (header of parameter names) or .ndjson file, in constant memory, and prints the
survey summary: prevalences with 95 % intervals and WHO/UNICEF quality figures.

  assay-query batch survey.csv --out scored.csv
  assay-query batch survey.csv --metrics bmi,weight_for_age_z --json > summary.json

Without --out only the summary is printed. Without --metrics the four WHO z-scores of a survey are computed.`

const FORMATS: Readonly<Record<string, TableFormat>> = {
  '.csv': csvFormat,
  '.ndjson': ndjsonFormat,
  '.jsonl': ndjsonFormat,
}

function formatOf(path: string): TableFormat {
  const format = FORMATS[extname(path).toLowerCase()]
  if (format) return format
  throw new UserError(`${path}: the name must end in .csv, .ndjson or .jsonl, which says how to read it.`)
}

const share = ({ percent, low, high, of }: Proportion) =>
  of === 0 ? 'no children' : `${percent.toFixed(1)} % (${low.toFixed(1)}–${high.toFixed(1)})  n = ${of}`

function summaryText(summary: SurveySummary): string {
  const lines = [
    `${summary.rows} rows, ${summary.refusedRows} refused; ${summary.boys} boys, ${summary.girls} girls`,
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

/** Opens the file to write before anything is read, and never the one that is read. */
async function openOutput(out: string, path: string) {
  const same = await Promise.all([realpath(out), realpath(path)]).catch(() => undefined)
  if (same && same[0] === same[1]) throw new UserError(`--out ${out} is the file that is read; name another.`)
  return open(out, 'w').catch(() => {
    throw new UserError(`--out ${out} cannot be written; check that its folder exists.`)
  })
}

/** `assay-query batch FILE`. */
export async function batchCommand({ argv }: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      metrics: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const [path] = positionals
  if (path === undefined || positionals.length > 1)
    throw new UserError('Name one file: assay-query batch survey.csv')
  const format = formatOf(path)
  const size = await stat(path).catch(() => undefined)
  if (!size?.isFile()) throw new UserError(`${path} cannot be read; check the name.`)
  const batch = computeBatch({ now: () => new Date() })({
    metrics: values.metrics?.split(',').map((id) => id.trim()),
  })
  const out = values.out === undefined ? undefined : await openOutput(values.out, path)
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
  const rows = Readable.from(batchRows(batch, format, counted(), presentSurvey))
  if (out) await pipeline(rows, out.createWriteStream())
  else for await (const _text of rows);
  progress.end()
  const summary = batch.summary()
  process.stdout.write(values.json ? `${JSON.stringify(presentSurvey(summary))}\n` : summaryText(summary))
  return summary.refusedRows === summary.rows && summary.rows > 0 ? 1 : 0
}
