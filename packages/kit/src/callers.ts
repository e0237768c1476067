import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { clientNetwork } from './client-address.ts'
import { clientAddressBy, type TrustProxy } from './trusted-proxies.ts'

/** Tells callers of a server apart before their credentials are verified. */
export interface Callers {
  /** Returns the subject whose credentials these headers held when they were last verified, or undefined. */
  find(headers: IncomingHttpHeaders): string | undefined
  /** Notes whose credentials a request held; undefined when they were refused. */
  note(headers: IncomingHttpHeaders, subject: string | undefined): void
}

/** Number of credentials that are remembered, and for how long after they were last verified. */
const MOST = 10_000
const REMEMBERED_MS = 60_000

const credentialOf = ({ authorization, cookie, ...headers }: IncomingHttpHeaders): string | undefined =>
  authorization ?? (headers['x-api-key'] as string | undefined) ?? cookie

/**
 * Remembers verified credentials for a minute. A credential that was not verified names nobody: anybody can invent a new one for
 * each request.
 */
export function verifiedCallers(now: () => number = () => performance.now()): Callers {
  const known = new Map<string, { readonly subject: string; readonly until: number }>()
  return {
    find(headers) {
      const credential = credentialOf(headers)
      const found = credential === undefined ? undefined : known.get(credential)
      return found && found.until > now() ? found.subject : undefined
    },
    note(headers, subject) {
      const credential = credentialOf(headers)
      if (credential === undefined) return
      // Deleted first, so that the order of the map is that of the last use.
      known.delete(credential)
      if (subject === undefined) return
      known.set(credential, { subject, until: now() + REMEMBERED_MS })
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
