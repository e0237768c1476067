/** Which entries of the audit trail are shown, as it stands in the address. */
export type AuditSearch = {
  readonly action?: string
  readonly user?: string
  readonly from?: string
  readonly to?: string
}

const NAMES = ['action', 'user', 'from', 'to'] as const

/** Reads the filters of an address. Everything else is left out. */
export const readAuditSearch = (search: Record<string, unknown>): AuditSearch =>
  Object.fromEntries(
    NAMES.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : [])),
  )
