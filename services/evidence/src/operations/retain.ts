import type { Retention } from './ports.ts'

/** Entries that one transaction removes, so that writers of the organization never wait long. */
const BATCH = 5000
const DAY_MS = 86_400_000

/** How long data are kept, in days; 0 keeps them for ever. */
export interface RetentionSettings {
  readonly auditDays: number
  readonly importDays: number
}

/** What a sweep removed. */
export interface Retained {
  readonly auditEntries: number
  readonly imports: number
}

/**
 * Removes audit entries and records of ended imports that are older than configured, in every organization. Any number of
 * workers may sweep at once. The audit trail keeps an entry that says what was removed. Ages are those of the database's
 * clock, which also wrote the times: a worker's own clock may step.
 */
export function retain(deps: { retention: Retention; settings: RetentionSettings }) {
  const { retention, settings } = deps
  return async (): Promise<Retained> => {
    const removed = { auditEntries: 0, imports: 0 }
    if (settings.auditDays === 0 && settings.importDays === 0) return removed
    const now = await retention.now()
    const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
    for (const organizationId of await retention.organizations()) {
      if (settings.importDays > 0)
        removed.imports += await retention.forgetImports(organizationId, before(settings.importDays))
      for (let batch = BATCH; settings.auditDays > 0 && batch === BATCH; ) {
        batch = await retention.trimAudit(organizationId, before(settings.auditDays), BATCH)
        removed.auditEntries += batch
      }
    }
    return removed
  }
}
