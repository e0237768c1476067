import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticator, Principal } from './authentication.ts'
import { Problem } from './problem.ts'

/** Name of the cookie that carries the session of a page. */
export const SESSION_COOKIE = 'assay_session'

/** Header that a page sends with every request. Another site cannot send it without CORS, which no service allows. */
const PAGE_HEADER = 'x-assay-page'

/** Methods that change nothing (RFC 9110, section 9.2.1). */
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']

/** Tokens are 32 random bytes in base64url. Anything else is no token of ours, and is not looked up. */
const TOKEN = /^[\w-]{43}$/

const forbidden = (field: string, issue: string, message: string, provided: unknown) =>
  new Problem('forbidden', message, { field, issue, provided })

/**
 * Returns the token in the session cookie, or undefined without one. Refuses two different ones: a neighbouring host can
 * plant a cookie beside the real one, and nobody can tell them apart.
 */
export function sessionTokenOf(request: FastifyRequest): string | undefined {
  const found = new Set<string>()
  for (const pair of request.headers.cookie?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === SESSION_COOKIE) found.add(pair.slice(at + 1).trim())
  }
  const [token, ...others] = found
  if (others.length > 0)
    throw new Problem(
      'unauthenticated',
      'The browser sent two different sessions. Delete the cookies of this site, then sign in again.',
      {
        field: 'cookie',
        issue: `must contain ${SESSION_COOKIE} once`,
        provided: '[hidden]',
      },
    )
  return token === '' ? undefined : token
}

const hostOf = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).host : undefined

/**
 * Refuses a request that a page of another origin made. Browsers say so in `Sec-Fetch-Site`, and over plain HTTP in
 * `Origin`; scripts can set neither. Programs send neither and are not refused.
 */
export function checkSameOrigin(request: FastifyRequest): void {
  const { 'sec-fetch-site': site, origin } = request.headers
  if (site !== undefined) {
    if (site === 'same-origin' || site === 'none') return
    throw forbidden(
      'sec-fetch-site',
      'must be same-origin',
      'This request came from a page of another site.',
      site,
    )
  }
  if (origin === undefined || hostOf(origin) === request.host.toLowerCase()) return
  throw forbidden(
    'origin',
    'must be the address of this service',
    'This request came from a page of another site. Behind a proxy, let it keep the Host header or set TRUST_PROXY.',
    origin,
  )
}

/** Refuses a request that another site could have made a signed-in browser send. Safe methods change nothing and pass. */
export function checkPageRequest(request: FastifyRequest): void {
  if (SAFE_METHODS.includes(request.method)) return
  if (request.headers[PAGE_HEADER] !== '1')
    throw forbidden(
      PAGE_HEADER,
      'must be 1',
      `A request with the session cookie needs the header ${PAGE_HEADER}: 1, so that another site cannot send it. Programs use an access token instead.`,
      request.headers[PAGE_HEADER] ?? null,
    )
  checkSameOrigin(request)
}

/**
 * Creates an authenticator for the session cookie of a page. `find` returns the principal of a token that is valid now.
 * Register it after the bearer token, which then always wins.
 */
export function sessionCookie(find: (token: string) => Promise<Principal | undefined>): Authenticator {
  return async (request) => {
    const token = sessionTokenOf(request)
    if (token === undefined) return undefined
    checkPageRequest(request)
    const principal = TOKEN.test(token) ? await find(token) : undefined
    if (!principal)
      throw new Problem('unauthenticated', 'Your session has ended. Sign in again.', {
        field: 'cookie',
        issue: 'has ended or expired',
        provided: '[hidden]',
      })
    return principal
  }
}

/** Whether the browser reached the service over HTTPS: directly, through a trusted proxy, or as its `Origin` says. */
const isSecure = (request: FastifyRequest): boolean =>
  request.protocol === 'https' || request.headers.origin?.startsWith('https:') === true

/**
 * Sets the session cookie, or removes it with an empty token. It has no `Path`: the browser takes the folder of the
 * address it called, so call this only on routes directly below `/v1/`. The cookie is then sent to `<any prefix>/v1/`
 * alone, and the service need not know the prefix that a proxy gave it. `secure` says that browsers use HTTPS where the
 * request itself does not show it.
 */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, maxAgeSeconds, secure }: { token: string; maxAgeSeconds: number; secure?: boolean | undefined },
): void {
  const parts = [`${SESSION_COOKIE}=${token}`, `Max-Age=${maxAgeSeconds}`, 'HttpOnly', 'SameSite=Strict']
  if (secure || isSecure(request)) parts.push('Secure')
  reply.header('set-cookie', parts.join('; ')).header('cache-control', 'no-store')
}
