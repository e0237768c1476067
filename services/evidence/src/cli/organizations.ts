import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createGzip } from 'node:zlib'
import { type CommandContext, UserError } from '@assay/kit/cli'
import { operatorName } from '@assay/kit/operator-name'
import { type Columns, jsonLine, jsonLines, jsonText, printResult, type Sheet } from '@assay/kit/sheet'
import { readConfig } from '../config.ts'
import { OPERATOR_ID } from '../domain/accounts/user.ts'
import { Refusal } from '../domain/refusal.ts'
import type { DeletionReceipt } from '../operations/organization-data.ts'
import type { Actor } from '../operations/ports.ts'

/** Help text of `assay-evidence organizations export`. */
export const organizationExportHelp = `--organization NAME --out FILE [--data-dir DIR]

Writes all data of an organization to FILE as lines of JSON (gzip if the name ends in .gz) and prints the SHA-256 of the
file. Passwords and session tokens are left out. Rows that are written while it runs may be missing.`

/** Help text of `assay-evidence organizations delete`. */
export const organizationDeleteHelp = `--organization NAME --confirm NAME [--export FILE] [--receipt FILE] [--by WHO]
       [--data-dir DIR]

Deletes an organization with all its data, users and audit trail, and prints a receipt. This cannot be undone. Access ends at
once; with --export all data are written to FILE after that and before anything else is deleted. The receipt names the rows
deleted per table, the hash of the export and the end of the audit chain; it is stored too ("organizations receipts").

The command needs the database login that owns the tables, like "assay-evidence migrate". If it is interrupted, run it again:
it continues. --by names the person who asked for it (default: the user of the operating system).`

/** Help text of `assay-evidence organizations receipts`. */
export const organizationReceiptsHelp = `[--data-dir DIR]

Prints the receipts of deleted organizations, newest first. Needs the login that owns the tables.`

interface Written {
  readonly file: string
  readonly bytes: number
  readonly sha256: string
}

/** How `assay-evidence organizations export` prints what it wrote. */
export const exportSheet: Sheet<Written> = {
  row: 'the written file',
  usual: 'json',
  columns: {
    file: ['path of the file', ({ file }) => file],
    bytes: ['size of the file', ({ bytes }) => bytes],
    sha256: ['SHA-256 of the file', ({ sha256 }) => sha256],
  },
  rows: (file) => [file],
  json: jsonLine,
}

const receiptColumns: Columns<DeletionReceipt> = {
  receipt: ['version of the receipt', ({ receipt }) => receipt],
  service: ['name of the service', ({ service }) => service],
  version: ['version of the program', ({ version }) => version],
  organization_id: ['id of the organization', ({ organization }) => organization.id],
  organization: ['name of the organization', ({ organization }) => organization.name],
  requested_by: ['who asked for it', (receipt) => receipt.requested_by],
  started_at: ['when the deletion began (ISO 8601, UTC)', (receipt) => receipt.started_at],
  completed_at: ['when the deletion ended (ISO 8601, UTC)', (receipt) => receipt.completed_at],
  rows_deleted: ['rows deleted in each table, as JSON', (receipt) => JSON.stringify(receipt.rows_deleted)],
  rows_deleted_total: ['rows deleted in all tables', (receipt) => receipt.rows_deleted_total],
  rows_left: ['rows that are left', (receipt) => receipt.rows_left],
  export_sha256: ['SHA-256 of the export, if there was one', (receipt) => receipt.export_sha256],
  audit_head: ['end of the audit chain before it was deleted, as seq:hash', (receipt) => receipt.audit_head],
  hash: ['hash of the receipt', ({ hash }) => hash],
}

/** How `assay-evidence organizations delete` prints its receipt. */
export const receiptSheet: Sheet<DeletionReceipt> = {
  row: 'the deleted organization',
  usual: 'json',
  columns: receiptColumns,
  rows: (receipt) => [receipt],
  json: jsonText,
}

/** How `assay-evidence organizations receipts` prints receipts. */
export const receiptsSheet: Sheet<readonly DeletionReceipt[], DeletionReceipt> = {
  row: 'one deleted organization, newest first',
  usual: 'json',
  columns: receiptColumns,
  rows: (receipts) => receipts,
  json: jsonLines,
}

const openHere = async (env: CommandContext['env'], dataDir: string | undefined) => {
  const config = readConfig({ argv: dataDir ? ['--data-dir', dataDir] : [], env })
  const { composeOrganizations } = await import('../compose/commands.ts')
  return composeOrganizations(config)
}
type Here = Awaited<ReturnType<typeof openHere>>

/** Opens the database, runs `work`, closes the database, and turns refusals into messages for the user. */
async function here<T>(
  env: CommandContext['env'],
  dataDir: string | undefined,
  work: (operations: Here) => Promise<T>,
): Promise<T> {
  const operations = await openHere(env, dataDir)
  try {
    return await work(operations)
  } catch (error) {
    if (error instanceof Refusal) throw new UserError(error.message)
    throw error
  } finally {
    await operations.database.close()
  }
}

async function operatorOf({ organizations }: Here, organization: string): Promise<Actor> {
  const organizationId = await organizations.findOrganization(organization)
  if (!organizationId)
    throw new UserError(`There is no organization named "${organization}". Check the spelling.`)
  return {
    userId: OPERATOR_ID,
    organizationId,
    role: 'admin',
    epoch: 'operator',
    requestId: 'assay-evidence organizations',
  }
}

/** Writes lines to a new file, readable by its owner only. Returns the hash and the number of its bytes. */
async function writeLines(
  file: string,
  lines: AsyncIterable<string>,
): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  const source = Readable.from(lines)
  await (file.endsWith('.gz')
    ? pipeline(source, createGzip(), measure, target)
    : pipeline(source, measure, target)
  ).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new UserError(`${file} exists already. Choose another name.`)
    throw error
  })
  return { sha256: hash.digest('hex'), bytes }
}

/** Runs `assay-evidence organizations export`. */
export async function organizationExportCommand({ argv, env, format }: CommandContext): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: { organization: { type: 'string' }, out: { type: 'string' }, 'data-dir': { type: 'string' } },
  })
  const { organization, out } = values
  if (!organization || !out) throw new UserError('--organization and --out are required.')
  return here(env, values['data-dir'], async (operations) => {
    const { lines } = await operations.exportOrganization(await operatorOf(operations, organization))
    const { sha256, bytes } = await writeLines(out, lines)
    printResult(exportSheet, format, { file: out, bytes, sha256 })
    return 0
  })
}

/** Runs `assay-evidence organizations delete`. */
export async function organizationDeleteCommand({ argv, env, format }: CommandContext): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      organization: { type: 'string' },
      confirm: { type: 'string' },
      export: { type: 'string' },
      receipt: { type: 'string' },
      by: { type: 'string' },
      'data-dir': { type: 'string' },
    },
  })
  const { organization, export: file } = values
  if (!organization) throw new UserError('--organization is required.')
  if (values.confirm !== organization)
    throw new UserError(
      `This deletes everything of "${organization}" and cannot be undone. Repeat the name to go on: --confirm "${organization}"`,
    )
  return here(env, values['data-dir'], async (operations) => {
    const operator = await operatorOf(operations, organization)
    const exportTo =
      file === undefined
        ? undefined
        : async (removedFirst: Readonly<Record<string, readonly string[]>>) => {
            const { lines } = await operations.exportOrganization(operator, removedFirst)
            return writeLines(file, lines)
          }
    const receipt = await operations.deleteOrganization(
      {
        organizationId: operator.organizationId,
        organization,
        requestedBy: values.by ?? operatorName(),
      },
      exportTo,
      (table, rows) => process.stderr.write(`deleted ${rows} rows of ${table}\n`),
    )
    if (values.receipt) await writeFile(values.receipt, jsonText(receipt), { mode: 0o600 })
    printResult(receiptSheet, format, receipt)
    return 0
  })
}

/** Runs `assay-evidence organizations receipts`. */
export async function organizationReceiptsCommand({ argv, env, format }: CommandContext): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options: { 'data-dir': { type: 'string' } } })
  return here(env, values['data-dir'], async ({ receipts }) => {
    printResult(receiptsSheet, format, (await receipts()) as DeletionReceipt[])
    return 0
  })
}
