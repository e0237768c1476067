import { type Page, page } from './page.ts'
import type { Actor, AuditEntry, AuditQuery, AuditTrail } from './ports.ts'

/** Reads the audit trail of the actor's organization, newest first, in pages. */
export function readAudit(deps: { trail: AuditTrail }) {
  return (actor: Actor, query: AuditQuery): Promise<Page<AuditEntry>> =>
    page(
      query,
      (wanted) => deps.trail.list(actor, { ...query, ...wanted }),
      ({ id }) => id,
    )
}
