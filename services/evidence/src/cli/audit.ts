import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { type CommandContext, UserError } from '@assay/kit/cli'
import { aligned, jsonLines, printResult, type Sheet } from '@assay/kit/sheet'
import type { Static } from 'typebox'
import { OPERATOR_ID } from '../domain/accounts/user.ts'
import { readTimestamp } from '../domain/evidence/observed-evidence.ts'
import { AUDIT_COLUMNS, presentAuditEntry } from '../wire/audit.present.ts'
import type { AuditAnswer, AuditEntryBody } from '../wire/audit.schema.ts'
import { explained, withAuditHere } from './audit-here.ts'
import { ask, logInThere } from './there.ts'

/** Help text of `assay-evidence audit`. */
export const auditHelp = `--organization NAME [filters] [--data-dir DIR]
       assay-evidence audit --url URL --username NAME --password-stdin [filters]

Prints the audit trail of an organization, newest first: logins, failed logins, changes to users and every write. Without
--url the command opens the database itself: DATABASE_URL, or the embedded one in --data-dir if no server uses it. With
--url it asks a running server, logged in as that administrator.

Filters:
  --action NAME    only this action, such as session.login_failed
  --user ID        only what the user with this id did
  --from TIME      only entries at or after this time (ISO 8601)
  --to TIME        only entries before this time
  --limit N        at most this many entries (default 100)`

type Entry = Static<typeof AuditEntryBody>

interface Filters {
  readonly action: string | undefined
  readonly user: string | undefined
  readonly from: string | undefined
  readonly to: string | undefined
  readonly limit: number
}

/** Maximum number of entries in one request. */
const PAGE = 1000

function readHere(
  context: CommandContext,
  organization: string | undefined,
  filters: Filters,
  dataDir: string | undefined,
): Promise<Entry[]> {
  const time = (value: string | undefined, field: string) =>
    value === undefined ? undefined : new Date(readTimestamp(value, field))
  const [from, to] = [time(filters.from, '--from'), time(filters.to, '--to')]
  return withAuditHere(context.env, { organization, dataDir }, async ({ readAudit }, operator) => {
    const { items } = await readAudit(operator, {
      action: filters.action,
      userId: filters.user,
      from,
      to,
      after: undefined,
      limit: filters.limit,
    })
    return items.map(presentAuditEntry)
  })
}

async function readThere(
  url: string,
  username: string,
  password: string,
  filters: Filters,
): Promise<Entry[]> {
  const { base, authorization } = await logInThere(url, username, password)
  const entries: Entry[] = []
  let cursor: string | null | undefined
  while (cursor !== null && entries.length < filters.limit) {
    const limit = Math.min(PAGE, filters.limit - entries.length)
    const wanted = {
      action: filters.action,
      user_id: filters.user,
      from: filters.from,
      to: filters.to,
      cursor,
    }
    const given = Object.entries(wanted).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    )
    const query = new URLSearchParams([...given, ['limit', String(limit)]])
    const page = await ask<Static<typeof AuditAnswer>>(`${base}/audit?${query}`, {
      headers: { authorization },
    })
    entries.push(...page.entries)
    cursor = page.next_cursor
  }
  return entries
}

const table = (entries: readonly Entry[]): string =>
  aligned([
    ['TIME', 'ACTION', 'USER', 'TARGET', 'DETAILS'],
    ...entries.map((entry) => [
      entry.at,
      entry.action,
      entry.username ?? (entry.user_id === OPERATOR_ID ? '(operator)' : entry.user_id),
      entry.target,
      Object.keys(entry.details).length === 0 ? '' : JSON.stringify(entry.details),
    ]),
  ])

/** How `assay-evidence audit` prints entries. */
export const auditSheet: Sheet<readonly Entry[], Partial<Entry>> = {
  row: 'one entry of the audit trail, newest first',
  columns: AUDIT_COLUMNS,
  rows: (entries) => entries,
  json: jsonLines,
  text: table,
}

function readLimit(limit: string): number {
  if (/^[1-9]\d{0,6}$/.test(limit)) return Number(limit)
  throw new UserError('--limit must be a whole number of at least 1.')
}

/** Runs `assay-evidence audit`. */
export async function auditCommand(context: CommandContext): Promise<number> {
  const { values } = parseArgs({
    args: [...context.argv],
    options: {
      organization: { type: 'string' },
      action: { type: 'string' },
      user: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      limit: { type: 'string', default: '100' },
      'data-dir': { type: 'string' },
      url: { type: 'string' },
      username: { type: 'string' },
      'password-stdin': { type: 'boolean', default: false },
    },
  })
  const { action, user, from, to } = values
  const filters = { action, user, from, to, limit: readLimit(values.limit) }
  return explained('audit', async () => {
    let entries: Entry[]
    if (values.url) {
      if (!values.username || !values['password-stdin'])
        throw new UserError('--url requires --username and --password-stdin.')
      const password = (await text(process.stdin)).replace(/\r?\n$/, '')
      entries = await readThere(values.url, values.username, password, filters)
    } else entries = await readHere(context, values.organization, filters, values['data-dir'])
    printResult(auditSheet, context.format, entries)
    return 0
  })
}
