import { hash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Principal } from './authentication.ts'
import { clientNetwork } from './client-address.ts'
import { clientAddressBy, type TrustProxy } from './trusted-proxies.ts'

/** Tells callers of a server apart before their credentials are verified. */
export interface Callers {
  /** Returns the subject of whom one of these headers held the credential when it was last verified, or undefined. */
  find(headers: IncomingHttpHeaders): string | undefined
  /** Notes whose credential a request held; undefined when it was refused. */
  note(headers: IncomingHttpHeaders, principal: Pick<Principal, 'subject' | 'method'> | undefined): void
}

/** Number of credentials that are remembered, and for how long after they were last verified. */
const MOST = 10_000
const REMEMBERED_MS = 60_000

/** The header that carries each kind of credential. A request may have several, of which one was verified. */
const HEADERS: Readonly<Partial<Record<Principal['method'], string>>> = {
  jwt: 'authorization',
  'api-key': 'x-api-key',
  cookie: 'cookie',
}

/** Names a header and its value; hashed, so that no secret is kept and long ones take no more room. */
const keyOf = (headers: IncomingHttpHeaders, header: string): string | undefined =>
  headers[header] === undefined ? undefined : `${header} ${hash('sha256', String(headers[header]))}`

const keysOf = (headers: IncomingHttpHeaders): string[] =>
  Object.values(HEADERS).flatMap((header) => keyOf(headers, header) ?? [])

/**
 * Remembers verified credentials for a minute. A credential that was not verified names nobody: anybody can invent a new one for
 * each request.
 */
export function verifiedCallers(now: () => number = () => performance.now()): Callers {
  const known = new Map<string, { readonly subject: string; readonly until: number }>()
  return {
    find(headers) {
      for (const key of keysOf(headers)) {
        const found = known.get(key)
        if (found && found.until > now()) return found.subject
      }
      return undefined
    },
    note(headers, principal) {
      if (!principal) {
        for (const key of keysOf(headers)) known.delete(key)
        return
      }
      const header = HEADERS[principal.method]
      const key = header === undefined ? undefined : keyOf(headers, header)
      if (key === undefined) return
      // Deleted first, so that the order of the map is that of the last use.
      known.delete(key)
      known.set(key, { subject: principal.subject, until: now() + REMEMBERED_MS })
      if (known.size > MOST) known.delete(known.keys().next().value as string)
    },
  }
}

/** Returns a function that names who sends a request: the subject of verified credentials, else the network it comes from. */
export function callerBy(
  callers: Callers,
  trust: TrustProxy,
): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string {
  const addressOf = clientAddressBy(trust)
  return (request) => {
    const subject = callers.find(request.headers)
    return subject === undefined ? clientNetwork(addressOf(request)) : `subject ${subject}`
  }
}
