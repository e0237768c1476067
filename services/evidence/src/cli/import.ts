import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { type CommandContext, UserError } from '@assay/kit/cli'
import { DataDirInUse } from '@assay/kit/data-dir-lock'
import { progressBar } from '@assay/kit/progress'
import { jsonLine, printResult, type Sheet } from '@assay/kit/sheet'
import type { Static } from 'typebox'
import { readConfig } from '../config.ts'
import { OPERATOR_ID } from '../domain/accounts/user.ts'
import { IMPORT_FORMATS, type ImportFormat } from '../domain/imports/import-format.ts'
import { Refusal } from '../domain/refusal.ts'
import { presentImport } from '../wire/imports.present.ts'
import type { ImportAnswer } from '../wire/imports.schema.ts'
import { ask, logInThere } from './there.ts'

/** Help text of `assay-evidence import`. */
export const importHelp = `FILE --organization NAME [--run NAME] [--input FORMAT] [--data-dir DIR]
       assay-evidence import FILE --url URL --username NAME --password-stdin [--run NAME] [--input FORMAT]

Imports NDJSON, CSV, mzTab-M or the table of a tool as it wrote it (GNPS, SIRIUS, ISDB, MS-DIAL, MS-FINDER, mzmine,
xMSannotator, MS2Query, matchms, Percolator, mokapot, Sage, FragPipe, MaxQuant), also gzipped (.gz). The layout is found from
the content; --input ndjson, csv, mztab or table names it. Without --url the command opens the database itself: DATABASE_URL, or
the embedded one in --data-dir if no server uses it. With --url it sends the file to a running server, logged in as that
user. --run names the run that the observations belong to; files of one measurement share it. Without it the file is its own
run. Equal items are kept once, so importing a file again adds nothing.`

const CONTENT_TYPES: Record<ImportFormat, string> = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  mztab: 'text/tab-separated-values',
  table: 'text/plain',
}

/** Returns the named format, or undefined to detect it from the content. */
function formatOf(named: string | undefined): ImportFormat | undefined {
  if (named === undefined) return undefined
  const format = IMPORT_FORMATS.find((name) => name === named)
  if (format) return format
  throw new UserError(`--input must be one of ${IMPORT_FORMATS.join(', ')}.`)
}

type WireImport = Static<typeof ImportAnswer>

const summary = (job: WireImport) =>
  `${job.items_read} items, ${job.items_added} new, ${job.error_count} faulty lines`

interface Imported {
  readonly path: string
  readonly job: WireImport
}

/** How `assay-evidence import` prints its result. */
export const importSheet: Sheet<Imported> = {
  row: 'one imported file',
  columns: {
    file: ['path of the file', ({ path }) => path],
    import_id: ['id of the import', ({ job }) => job.import_id],
    run_id: ['run that the observations belong to', ({ job }) => job.run_id],
    layout: ['layout that was found', ({ job }) => job.layout],
    status: ['how the import ended', ({ job }) => job.status],
    items_read: ['items of evidence in the file', ({ job }) => job.items_read],
    items_added: ['items that were new', ({ job }) => job.items_added],
    error_count: [
      'lines and cells that could not be read; standard error lists them',
      ({ job }) => job.error_count,
    ],
  },
  rows: (imported) => [imported],
  json: ({ path, job }) => jsonLine({ file: path, ...job }),
  text: ({ job }) => `${summary(job)}\n`,
}

function conclude(path: string, job: WireImport, format: string | undefined) {
  for (const { line, field, issue, provided } of job.errors) {
    const value = provided === undefined ? '' : ` (${provided})`
    process.stderr.write(`line ${line}: ${field === '' ? '' : `${field} `}${issue}${value}\n`)
  }
  if (job.status === 'failed') throw new UserError(job.failure ?? 'The import failed.')
  printResult(importSheet, format, { path, job })
  return 0
}

async function importHere(
  context: CommandContext,
  path: string,
  format: ImportFormat | undefined,
  organization: string,
  { dataDir, runId }: { dataDir: string | undefined; runId: string | undefined },
) {
  const config = readConfig({ argv: dataDir ? ['--data-dir', dataDir] : [], env: context.env })
  const { composeImport } = await import('../compose/commands.ts')
  const { database, organizations, receiveImport, findImport, runImport, assessRuns } =
    await composeImport(config)
  const bar = progressBar('import')
  try {
    const organizationId = await organizations.findOrganization(organization)
    if (!organizationId)
      throw new UserError(
        `There is no organization named "${organization}". Create it with its first user: "assay-evidence users create".`,
      )
    // No user is logged in; the audit trail shows the operator.
    const actor = {
      userId: OPERATOR_ID,
      organizationId,
      role: 'researcher' as const,
      epoch: 'operator' as const,
      requestId: 'assay-evidence import',
    }
    const file = createReadStream(path)
    const bytes = path.toLowerCase().endsWith('.gz') ? file.pipe(createGunzip()) : file
    const { id } = await receiveImport(actor, {
      ...(format ? { format } : {}),
      name: path,
      bytes,
      runId,
    })
    let running = true
    const done = runImport({ organizationId, importId: id }, new AbortController().signal).finally(() => {
      running = false
    })
    done.catch(() => {}) // awaited below
    while (running) {
      await Promise.race([done, sleep(300)])
      const job = await findImport(actor, id)
      bar.show(job.progress, summary(presentImport(job)))
    }
    await done
    const job = await findImport(actor, id)
    // There is no queue: the observations are assessed here, so that the table of the run is up to date.
    if (job.status === 'completed')
      await assessRuns({ organizationId, runId: job.runId }, new AbortController().signal)
    bar.end()
    return conclude(path, presentImport(job), context.format)
  } finally {
    await database.close()
  }
}

async function importThere(
  url: string,
  path: string,
  format: ImportFormat | undefined,
  {
    username,
    password,
    runId,
    printed,
  }: { username: string; password: string; runId: string | undefined; printed: string | undefined },
) {
  const { base, authorization } = await logInThere(url, username, password)
  const bar = progressBar('import')
  const size = (await stat(path)).size
  // A generator, because a stream with a 'data' listener ignores the back pressure of fetch.
  async function* counted() {
    let sent = 0
    for await (const piece of createReadStream(path)) {
      sent += (piece as Buffer).length
      bar.show((0.5 * sent) / size, 'sending')
      yield piece as Buffer
    }
  }
  // Folders may name people; the last one may name the feature.
  const names = path.split(/[/\\]/).slice(-2).join('/')
  const query = new URLSearchParams({ file_name: names, ...(runId === undefined ? {} : { run_id: runId }) })
  let job = await ask<WireImport>(`${base}/evidence/import?${query}`, {
    method: 'POST',
    headers: {
      authorization,
      'content-type': CONTENT_TYPES[format ?? 'table'],
      ...(path.toLowerCase().endsWith('.gz') ? { 'content-encoding': 'gzip' } : {}),
    },
    body: ReadableStream.from(counted()),
    duplex: 'half',
  } as RequestInit)
  while (job.status === 'queued' || job.status === 'running') {
    const waiting = job.status === 'queued' ? 'waiting for a worker (assay-evidence work)' : summary(job)
    bar.show(0.5 + 0.5 * job.progress, waiting)
    await sleep(300)
    job = await ask<WireImport>(`${base}/imports/${job.import_id}`, { headers: { authorization } })
  }
  bar.show(1, summary(job))
  bar.end()
  return conclude(path, job, printed)
}

/** Runs `assay-evidence import FILE`. */
export async function importCommand(context: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...context.argv],
    allowPositionals: true,
    options: {
      organization: { type: 'string' },
      input: { type: 'string' },
      'data-dir': { type: 'string' },
      run: { type: 'string' },
      url: { type: 'string' },
      username: { type: 'string' },
      'password-stdin': { type: 'boolean', default: false },
    },
  })
  const [path] = positionals
  if (!path || positionals.length > 1)
    throw new UserError('Give the path of one file. See "assay-evidence import --help".')
  const format = formatOf(values.input)
  try {
    if (values.url) {
      if (!values.username || !values['password-stdin'])
        throw new UserError('--url requires --username and --password-stdin.')
      const password = (await text(process.stdin)).replace(/\r?\n$/, '')
      const { username, run: runId } = values
      return await importThere(values.url, path, format, {
        username,
        password,
        runId,
        printed: context.format,
      })
    }
    if (!values.organization)
      throw new UserError('--organization is required: the organization that the evidence belongs to.')
    return await importHere(context, path, format, values.organization, {
      dataDir: values['data-dir'],
      runId: values.run,
    })
  } catch (error) {
    if (error instanceof DataDirInUse && error.owner?.url) {
      throw new UserError(
        `A server is using this data folder. Send the file to the server: assay-evidence import ${path} --url ${error.owner.url} --username NAME --password-stdin`,
      )
    }
    if (error instanceof Refusal) throw new UserError(error.message)
    throw error
  }
}
