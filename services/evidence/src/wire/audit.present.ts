import { type Columns, tsvHeader, tsvRows } from '@assay/kit/sheet'
import type { Static } from 'typebox'
import { CHAIN_START, type ChainLink, type ChainPlace } from '../domain/accounts/audit-chain.ts'
import { canonicalJson } from '../domain/evidence/canonical-json.ts'
import type { AuditVerdict } from '../operations/audit.ts'
import type { Page } from '../operations/page.ts'
import type { AuditEntry, SealedEntry } from '../operations/ports.ts'
import type {
  AUDIT_FORMATS,
  AuditAnswer,
  AuditEntryBody,
  AuditVerdictAnswer,
  SealedAuditEntry,
} from './audit.schema.ts'
import { writeCursor } from './cursor.ts'

/** Presents an entry of the audit trail. */
export const presentAuditEntry = (entry: AuditEntry): Static<typeof AuditEntryBody> => ({
  id: entry.id,
  at: entry.at.toISOString(),
  user_id: entry.userId,
  username: entry.username,
  request_id: entry.requestId,
  action: entry.action,
  target: entry.target,
  details: entry.details,
})

/** Presents a page of the audit trail. */
export const presentAudit = ({ items, next }: Page<AuditEntry>): Static<typeof AuditAnswer> => ({
  entries: items.map(presentAuditEntry),
  next_cursor: next === undefined ? null : writeCursor(next),
})

/** Writes a place of the chain as `seq:hash`. */
export const writePlace = ({ seq, hash }: ChainPlace): string => `${seq}:${hash}`

/** Reads a place of the chain that was written as `seq:hash` and checked by its pattern. */
export function readPlace(text: string): ChainPlace {
  const [seq = '', hash = ''] = text.split(':')
  return { seq: Number(seq), hash }
}

/** Presents the verdict over the chain. */
export const presentVerdict = (
  verdict: Pick<AuditVerdict, 'entries' | 'head' | 'problems'> & { start?: ChainPlace },
): Static<typeof AuditVerdictAnswer> => ({
  intact: verdict.problems.length === 0,
  entries: verdict.entries,
  start: writePlace(verdict.start ?? CHAIN_START),
  head: writePlace(verdict.head),
  problems: verdict.problems.map(({ seq, id, issue }) => ({ seq, id, issue })),
})

type Line = Static<typeof SealedAuditEntry>

const presentSealed = ({ seq, hash, sealed }: SealedEntry, entry: AuditEntry): Line => ({
  seq,
  hash,
  ...presentAuditEntry(entry),
  sealed: sealed ?? '',
})

const asJson = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value)

type Entry = Static<typeof AuditEntryBody>

/** Columns of entries of the audit trail. */
export const AUDIT_COLUMNS: Columns<Partial<Entry>> = {
  id: ['id of the entry', ({ id }) => id],
  at: ['time of the entry (ISO 8601, UTC)', ({ at }) => at],
  user_id: ['id of the user', (entry) => entry.user_id],
  username: ['name of the user, if the user still exists', ({ username }) => username],
  request_id: ['id of the request', (entry) => entry.request_id],
  action: [
    'what was done, such as molecule.put; (removed) for an entry that is missing',
    ({ action }) => action,
  ],
  target: ['what it was done to', ({ target }) => target],
  details: ['details as JSON', ({ details }) => asJson(details)],
}

/** Columns of the export of the audit trail. */
export const SEALED_COLUMNS: Columns<Partial<Line>> = {
  seq: ['place of the entry in the chain', ({ seq }) => seq],
  hash: ['hash of the entry and of all before it', ({ hash }) => hash],
  ...AUDIT_COLUMNS,
  sealed: ['text that was hashed', ({ sealed }) => sealed],
}

/** Writes entries of the chain as lines of the export. An entry that was removed leaves its place and hash. */
export async function* auditLines(
  format: (typeof AUDIT_FORMATS)[number],
  pages: AsyncIterable<readonly SealedEntry[]>,
): AsyncGenerator<string> {
  if (format === 'tsv') yield tsvHeader(SEALED_COLUMNS)
  for await (const page of pages)
    yield page
      .map((place) => {
        const line = place.entry && presentSealed(place, place.entry)
        if (format === 'ndjson')
          return `${JSON.stringify(line ?? { seq: place.seq, hash: place.hash, id: place.id, removed: true })}\n`
        const cells: Partial<Line> = line ?? {
          seq: place.seq,
          hash: place.hash,
          id: place.id,
          action: '(removed)',
        }
        return tsvRows(SEALED_COLUMNS, [cells])
      })
      .join('')
}

/**
 * Reads a line of the export for a check of its chain. A line whose readable fields differ from the text that was hashed
 * counts as an entry without that text.
 */
export function readSealedLine(text: string): ChainLink {
  const { seq, hash, id, at, user_id, request_id, action, target, details, sealed } = JSON.parse(text) as Line
  const place = { seq: Number(seq), hash: String(hash), id: String(id) }
  if (typeof sealed !== 'string') return { ...place, sealed: undefined }
  const [, sealedSeq, sealedId, sealedAt, ...rest] = JSON.parse(sealed) as unknown[]
  const same =
    sealedSeq === seq &&
    String(sealedId) === id &&
    new Date(String(sealedAt)).toISOString() === at &&
    canonicalJson(rest) === canonicalJson([user_id, request_id, action, target, details])
  return { ...place, sealed: same ? sealed : `${sealed} differs from the fields beside it` }
}
