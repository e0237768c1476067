import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { type CommandContext, UserError } from '@assay/kit/cli'
import { jsonText, printResult, type Sheet, type SheetDescription } from '@assay/kit/sheet'
import type { Static } from 'typebox'
import { resultHash } from '../adapters/hash/content-id.ts'
import { CHAIN_START, chainCheck } from '../domain/accounts/audit-chain.ts'
import {
  auditLines,
  presentVerdict,
  readPlace,
  readSealedLine,
  SEALED_COLUMNS,
} from '../wire/audit.present.ts'
import type { AuditVerdictAnswer } from '../wire/audit.schema.ts'
import { explained, withAuditHere } from './audit-here.ts'
import { ask, logInThere } from './there.ts'

const WHERE = `Without --url the command opens the database itself: DATABASE_URL, or the embedded one in --data-dir if no server uses it.
With --url it asks a running server, logged in as that administrator.`

/** Help text of `assay-evidence audit export`. */
export const auditExportHelp = `--organization NAME [--data-dir DIR]
       assay-evidence audit export --url URL --username NAME --password-stdin

Prints the whole audit trail of an organization, oldest first, each entry with its hash and the text that was hashed.
"assay-evidence audit verify --file FILE" checks the lines of JSON without a database; --format ndjson means json.

${WHERE}`

/** Help text of `assay-evidence audit verify`. */
export const auditVerifyHelp = `--organization NAME [--known-head SEQ:HASH] [--data-dir DIR]
       assay-evidence audit verify --url URL --username NAME --password-stdin [--known-head SEQ:HASH]
       assay-evidence audit verify --file FILE [--known-head SEQ:HASH]

Checks the hash chain of an audit trail and prints the verdict as JSON: entries that were removed, changed, inserted or
moved. Exit code 1 if there is a problem. Keep the printed head outside of the database and pass it as --known-head later:
it shows a chain that was cut at its end or computed anew.

${WHERE}`

type Verdict = Static<typeof AuditVerdictAnswer>

/** How `assay-evidence audit export` prints the chain, which may be larger than the memory. */
export const sealedSheet: SheetDescription = {
  row: 'one entry of the audit trail, oldest first',
  usual: 'json',
  columns: SEALED_COLUMNS,
}

interface VerdictRow {
  readonly verdict: Verdict
  readonly problem?: Verdict['problems'][number]
}

/** How `assay-evidence audit verify` prints its verdict. */
export const verdictSheet: Sheet<Verdict, VerdictRow> = {
  row: 'one problem of the chain, or one without a problem when it is intact',
  usual: 'json',
  columns: {
    intact: ['true when nothing was removed, changed, inserted or moved', ({ verdict }) => verdict.intact],
    entries: ['number of entries that were checked', ({ verdict }) => verdict.entries],
    start: ['place before the first entry, as seq:hash', ({ verdict }) => verdict.start],
    head: ['place of the last entry, as seq:hash', ({ verdict }) => verdict.head],
    seq: ['place of the problem in the chain', ({ problem }) => problem?.seq],
    id: ['id of the entry with the problem', ({ problem }) => problem?.id],
    issue: ['what is wrong', ({ problem }) => problem?.issue],
  },
  rows: (verdict) =>
    verdict.problems.length === 0 ? [{ verdict }] : verdict.problems.map((problem) => ({ verdict, problem })),
  json: jsonText,
}

const serverOptions = {
  organization: { type: 'string' },
  'data-dir': { type: 'string' },
  url: { type: 'string' },
  username: { type: 'string' },
  'password-stdin': { type: 'boolean', default: false },
} as const

interface Login {
  readonly url?: string | undefined
  readonly username?: string | undefined
  readonly 'password-stdin': boolean
}

/** Logs in to the server of `--url`. */
async function logIn(values: Login) {
  if (!values.username || !values['password-stdin'])
    throw new UserError('--url requires --username and --password-stdin.')
  const password = (await text(process.stdin)).replace(/\r?\n$/, '')
  return logInThere(values.url!, values.username, password)
}

/** Runs `assay-evidence audit export`. */
export async function auditExportCommand({ argv, env, format: asked }: CommandContext): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options: serverOptions })
  const format = asked === 'tsv' ? 'tsv' : 'ndjson'
  return explained('audit export', async () => {
    if (values.url) {
      const { base, authorization } = await logIn(values)
      const response = await fetch(`${base}/audit/export?format=${format}`, { headers: { authorization } })
      if (!response.ok || !response.body) throw new UserError(`${base} answered ${response.status}.`)
      await pipeline(Readable.fromWeb(response.body), process.stdout, { end: false })
      return 0
    }
    const where = { organization: values.organization, dataDir: values['data-dir'] }
    await withAuditHere(env, where, async ({ exportAudit }, operator) => {
      const { pages } = await exportAudit(operator)
      await pipeline(Readable.from(auditLines(format, pages)), process.stdout, { end: false })
    })
    return 0
  })
}

/** Checks an exported file, whatever its size, line by line. */
async function verifyFile(file: string, known: string | undefined): Promise<Verdict> {
  let check: ReturnType<typeof chainCheck> | undefined
  let start = CHAIN_START
  let confirmed = known === undefined
  let line = 0
  for await (const row of createInterface({
    input: createReadStream(file),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    line += 1
    let link: ReturnType<typeof readSealedLine>
    try {
      link = readSealedLine(row)
    } catch {
      throw new UserError(`Line ${line} of ${file} is not a line of an audit export in NDJSON.`)
    }
    if (!check) {
      // After retention, an export begins later; the hash before its first entry is then not in the file.
      if (link.seq > 1) start = { seq: link.seq, hash: link.hash }
      check = chainCheck(resultHash, start)
      if (link.seq > 1) {
        confirmed ||= known === `${link.seq}:${link.hash}`
        continue
      }
    }
    check.add(link)
    confirmed ||= known === `${link.seq}:${link.hash}`
  }
  check ??= chainCheck(resultHash)
  if (!confirmed) check.report({ seq: null, id: null, issue: 'the file does not contain the known head' })
  return presentVerdict({ ...check.end(), start })
}

/** Runs `assay-evidence audit verify`. */
export async function auditVerifyCommand({ argv, env, format }: CommandContext): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: { ...serverOptions, file: { type: 'string' }, 'known-head': { type: 'string' } },
  })
  const known = values['known-head']
  if (known !== undefined && !/^\d{1,15}:[0-9a-f]{64}$/.test(known))
    throw new UserError('--known-head must be SEQ:HASH, the head that an earlier check printed.')
  return explained('audit verify', async () => {
    let verdict: Verdict
    if (values.file) verdict = await verifyFile(values.file, known)
    else if (values.url) {
      const { base, authorization } = await logIn(values)
      const query = known === undefined ? '' : `?known_head=${known}`
      verdict = await ask<Verdict>(`${base}/audit/chain${query}`, { headers: { authorization } })
    } else {
      const where = { organization: values.organization, dataDir: values['data-dir'] }
      verdict = await withAuditHere(env, where, async ({ verifyAudit }, operator) =>
        presentVerdict(await verifyAudit(operator, known === undefined ? undefined : readPlace(known))),
      )
    }
    printResult(verdictSheet, format, verdict)
    return verdict.intact ? 0 : 1
  })
}
