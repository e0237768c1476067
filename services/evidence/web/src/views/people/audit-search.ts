/** Which entries of the audit trail are shown, as it stands in the address. */
export type AuditSearch = {
  readonly action?: string
  readonly user?: string
  readonly from?: string
  readonly to?: string
}

const DAY = /^\d{4}-\d\d-\d\d$/
const PATTERNS = { action: /^[a-z_.]{1,100}$/, user: /^[0-9a-f-]{36}$/, from: DAY, to: DAY }

/**
 * Reads the filters of an address. Everything else is undefined: the router puts the answer over what stands in the
 * address, so that a name which is left out would keep its text.
 */
export const readAuditSearch = (search: Record<string, unknown>): AuditSearch =>
  Object.fromEntries(
    Object.entries(PATTERNS).map(([name, pattern]) => {
      const value = search[name]
      return [name, typeof value === 'string' && pattern.test(value) ? value : undefined]
    }),
  )
