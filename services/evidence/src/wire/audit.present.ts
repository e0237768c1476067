import type { Static } from 'typebox'
import type { Page } from '../operations/page.ts'
import type { AuditEntry } from '../operations/ports.ts'
import type { AuditAnswer, AuditEntryBody } from './audit.schema.ts'
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
