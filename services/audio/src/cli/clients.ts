import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Command, type CommandContext, UsageError, UserError } from '@assay/kit/cli'
import { operatorName } from '@assay/kit/operator-name'
import { type Columns, jsonLine, jsonLines, jsonText, printResult, type Sheet } from '@assay/kit/sheet'
import { Refusal } from '../domain/refusal.ts'
import type { DeletionReceipt } from '../operations/client-data.ts'
import { parseOptions } from './parse-options.ts'

type Clients = Awaited<ReturnType<typeof import('../compose/clients.ts').composeClients>>

/** Opens database and storage, runs `work`, and turns refusals into messages for the user. */
async function withClients<T>(
  { env }: Pick<CommandContext, 'env'>,
  dataDir: string | undefined,
  work: (clients: Clients) => Promise<T>,
): Promise<T> {
  const { readConfig } = await import('../config.ts')
  const { composeClients } = await import('../compose/clients.ts')
  const config = readConfig({ argv: dataDir ? ['--data-dir', dataDir] : [], env })
  const clients = await composeClients(config)
  try {
    return await work(clients)
  } catch (error) {
    if (error instanceof Refusal) throw new UserError(error.message)
    throw error
  } finally {
    await clients.database.close()
  }
}

/** Writes a stream to a new file, readable by its owner only. Returns its size and hash. */
async function writeNew(
  path: string,
  stream: AsyncIterable<Uint8Array | string>,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  const target = createWriteStream(path, { mode: 0o600, flush: true })
  await pipeline(Readable.from(stream), measure, target)
  return { bytes, sha256: hash.digest('hex') }
}

/** Writes all data of a client into a new folder: data.ndjson, and each stored file in `files`. */
async function exportInto(clients: Clients, client: string, folder: string) {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new UserError(`${folder} exists already. Choose another name.`)
    throw error
  })
  await mkdir(join(folder, 'files'))
  const lines = clients.exportClient(client, (key, stream) => writeNew(join(folder, 'files', key), stream))
  return writeNew(join(folder, 'data.ndjson'), lines)
}

interface Exported {
  readonly folder: string
  readonly bytes: number
  readonly sha256: string
}

const exportSheet: Sheet<Exported> = {
  row: 'the written folder',
  usual: 'json',
  columns: {
    folder: ['path of the folder', ({ folder }) => folder],
    bytes: ['size of its data.ndjson', ({ bytes }) => bytes],
    sha256: ['SHA-256 of its data.ndjson', ({ sha256 }) => sha256],
  },
  rows: (exported) => [exported],
  json: jsonLine,
}

const receiptColumns: Columns<DeletionReceipt> = {
  receipt: ['version of the receipt', ({ receipt }) => receipt],
  service: ['name of the service', ({ service }) => service],
  version: ['version of the program', ({ version }) => version],
  client: ['name of the client', ({ client }) => client],
  requested_by: ['who asked for it', (receipt) => receipt.requested_by],
  started_at: ['when the deletion began (ISO 8601, UTC)', (receipt) => receipt.started_at],
  completed_at: ['when the deletion ended (ISO 8601, UTC)', (receipt) => receipt.completed_at],
  deleted: ['rows deleted in each table, and files, as JSON', ({ deleted }) => JSON.stringify(deleted)],
  rows_left: ['rows that are left', (receipt) => receipt.rows_left],
  export_sha256: ['SHA-256 of the export, if there was one', (receipt) => receipt.export_sha256],
  hash: ['hash of the receipt', ({ hash }) => hash],
}

const receiptSheet: Sheet<DeletionReceipt> = {
  row: 'the deleted client',
  usual: 'json',
  columns: receiptColumns,
  rows: (receipt) => [receipt],
  json: jsonText,
}

const receiptsSheet: Sheet<readonly DeletionReceipt[], DeletionReceipt> = {
  row: 'one deleted client, newest first',
  usual: 'json',
  columns: receiptColumns,
  rows: (receipts) => receipts,
  json: jsonLines,
}

const exportCommand: Command = {
  sheets: [exportSheet],
  summary: 'Write all data of a client, with its files, to a folder',
  help: `--client NAME --out DIR [--data-dir DIR]

Writes every row of the client to DIR/data.ndjson and its files to DIR/files, and prints the SHA-256 of data.ndjson, which holds
the hash of each file. Without authentication the client is "public".`,
  async run(context) {
    const { values } = parseOptions(context, {
      client: { type: 'string' },
      out: { type: 'string' },
      'data-dir': { type: 'string' },
    })
    const { client, out } = values
    if (!client || !out) throw new UsageError('--client and --out are required.')
    return withClients(context, values['data-dir'], async (clients) => {
      const { bytes, sha256 } = await exportInto(clients, client, out)
      printResult(exportSheet, context.format, { folder: out, bytes, sha256 })
      return 0
    })
  },
}

const deleteCommand: Command = {
  sheets: [receiptSheet],
  summary: 'Delete all data of a client with its files, with a receipt',
  help: `--client NAME --confirm NAME [--export DIR] [--receipt FILE] [--by WHO] [--data-dir DIR]

Deletes all jobs, results, tracks, keys and files of a client and prints a receipt. This cannot be undone. Remove the client
from API_KEYS and restart the servers first, so that it cannot send more. With --export all data are written to DIR before
anything is deleted. If the command is interrupted, run it again: it continues. --by names the person who asked for it.`,
  async run(context) {
    const { values } = parseOptions(context, {
      client: { type: 'string' },
      confirm: { type: 'string' },
      export: { type: 'string' },
      receipt: { type: 'string' },
      by: { type: 'string' },
      'data-dir': { type: 'string' },
    })
    const { client, export: folder } = values
    if (!client) throw new UsageError('--client is required.')
    if (values.confirm !== client)
      throw new UserError(
        `This deletes everything of "${client}" and cannot be undone. Repeat the name to go on: --confirm ${client}`,
      )
    return withClients(context, values['data-dir'], async (clients) => {
      const receipt = await clients.deleteClient(
        { client, requestedBy: values.by ?? operatorName() },
        folder === undefined ? undefined : () => exportInto(clients, client, folder),
        (table, rows) => process.stderr.write(`deleted ${rows} rows of ${table}\n`),
      )
      if (values.receipt) await writeFile(values.receipt, jsonText(receipt), { mode: 0o600 })
      printResult(receiptSheet, context.format, receipt)
      return 0
    })
  },
}

const receiptsCommand: Command = {
  sheets: [receiptsSheet],
  summary: 'Print the receipts of deleted clients',
  help: '[--data-dir DIR]\n\nPrints the newest first.',
  async run(context) {
    const { values } = parseOptions(context, { 'data-dir': { type: 'string' } })
    return withClients(context, values['data-dir'], async ({ receipts }) => {
      printResult(receiptsSheet, context.format, (await receipts()) as DeletionReceipt[])
      return 0
    })
  },
}

/** Commands on all data of a client. */
export const clientCommands: Readonly<Record<string, Command>> = {
  'clients export': exportCommand,
  'clients delete': deleteCommand,
  'clients receipts': receiptsCommand,
}
