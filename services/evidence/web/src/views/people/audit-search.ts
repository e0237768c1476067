/** Which entries of the audit trail are shown, as it stands in the address. */
export type AuditSearch = {
  readonly action?: string
  readonly user?: string
  readonly from?: string
  readonly to?: string
}

const DAY = /^\d{4}-\d\d-\d\d$/
const PATTERNS = { action: /^[a-z_.]{1,100}$/, user: /^[0-9a-f-]{36}$/, from: DAY, to: DAY }

/** Reads the filters of an address. Everything else is left out. */
export const readAuditSearch = (search: Record<string, unknown>): AuditSearch =>
  Object.fromEntries(
    Object.entries(PATTERNS).flatMap(([name, pattern]) => {
      const value = search[name]
      return typeof value === 'string' && pattern.test(value) ? [[name, value]] : []
    }),
  )
