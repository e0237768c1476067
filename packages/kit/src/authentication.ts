import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import { Problem } from './problem.ts'

/** The authenticated caller of a request. */
export interface Principal {
  readonly subject: string
  readonly method: 'jwt' | 'cookie' | 'api-key' | 'signed-address' | 'anonymous'
  /** Verified claims of a token; empty for other credentials. */
  readonly claims: Readonly<Record<string, unknown>>
}

/**
 * Reads one kind of credential. Returns undefined when the request has none of that kind; throws a Problem when it is
 * invalid.
 */
export interface Authenticator {
  (request: FastifyRequest): Promise<Principal | undefined>
  /** Challenge for the `WWW-Authenticate` header of a 401; undefined when there is no scheme to name. */
  readonly challenge?: string
  /** Header that carries the credential, in lower case. */
  readonly header?: string
}

/** Verifies a token and returns its claims; throws when it is not valid. */
export type VerifyToken = (token: string) => Promise<JWTPayload>

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null
  }
}

const refused = (field: string, issue: string, message: string, cause?: unknown) =>
  new Problem(
    'unauthenticated',
    message,
    { field, issue, provided: issue === MISSING ? null : '[hidden]' },
    { cause },
  )

const MISSING = 'is missing'
const NOT_VALID = 'is not valid'
const AUTHORIZATION = 'authorization'
const API_KEY = 'x-api-key'

/** Creates an authenticator for `Authorization: Bearer <JWT>`. */
export function bearerToken(verify: VerifyToken): Authenticator {
  const authenticate: Authenticator = async (request) => {
    const header = request.headers.authorization
    if (header === undefined) return undefined
    const token = /^Bearer ([\w.~+/=-]{1,8192})$/i.exec(header)?.[1]
    if (!token)
      throw refused(
        AUTHORIZATION,
        'must be "Bearer <access token>"',
        'The Authorization header must be "Bearer <access token>".',
      )
    try {
      const claims = await verify(token)
      if (!claims.sub)
        throw refused(AUTHORIZATION, 'names no subject (sub)', 'The access token names no subject (sub).')
      return { subject: claims.sub, method: 'jwt', claims }
    } catch (error) {
      if (error instanceof errors.JWTExpired)
        throw refused(AUTHORIZATION, 'has expired', 'The access token has expired; log in again.', error)
      if (error instanceof errors.JWTClaimValidationFailed && error.reason === 'missing')
        throw refused(
          AUTHORIZATION,
          `lacks the claim ${error.claim}`,
          `The access token lacks the claim ${error.claim}.`,
          error,
        )
      if (error instanceof errors.JOSEError)
        throw refused(AUTHORIZATION, NOT_VALID, 'The access token is not valid.', error)
      throw error
    }
  }
  return Object.assign(authenticate, { challenge: 'Bearer', header: AUTHORIZATION })
}

/**
 * Creates a verifier for tokens of any OpenID Connect issuer. Finds the keys by discovery, caches them, and fetches
 * them again when they rotate.
 */
export function openIdVerifier(options: { issuer: string; audience: string }): VerifyToken {
  let keys: Promise<ReturnType<typeof createRemoteJWKSet>> | undefined
  const unreachable = (cause: unknown): never => {
    throw new Problem(
      'overloaded',
      'The identity provider is not available right now. Try again shortly.',
      { field: 'service', issue: 'cannot reach the identity provider', provided: null },
      { cause, retryAfterSeconds: 5 },
    )
  }
  const discover = async () => {
    const address = `${options.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const response = await fetch(address, { signal: AbortSignal.timeout(5000) })
    if (!response.ok) throw new Error(`${address} answered ${response.status}`)
    const { jwks_uri } = (await response.json()) as { jwks_uri: string }
    return createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: 5000 })
  }
  return async (token) => {
    keys ??= discover().catch((cause: unknown) => {
      keys = undefined // the next request tries again
      return unreachable(cause)
    })
    const keySet = await keys
    // A missing key makes the token invalid. Any other failure means that the key set could not be fetched.
    const find = (...header: Parameters<typeof keySet>) =>
      keySet(...header).catch((error: unknown) => {
        if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
          throw error
        return unreachable(error)
      })
    const { payload } = await jwtVerify(token, find, {
      issuer: options.issuer,
      audience: options.audience,
      algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
      requiredClaims: ['exp'],
    })
    return payload
  }
}

/**
 * Creates a verifier for tokens signed with one shared secret (HS256, at least 32 bytes). Every token must have an
 * expiry, because such a token cannot be revoked.
 */
export function sharedSecretVerifier(options: {
  secret: string
  issuer?: string
  audience?: string
}): VerifyToken {
  const key = new TextEncoder().encode(options.secret)
  if (key.length < 32) throw new Error(`The token secret has ${key.length} bytes; HS256 needs at least 32.`)
  return async (token) => {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
      ...(options.issuer ? { issuer: options.issuer } : {}),
      ...(options.audience ? { audience: options.audience } : {}),
    })
    return payload
  }
}

/** Returns the SHA-256 of an API key in hex. Keys have 256 random bits, so a fast hash cannot be reversed by search. */
export const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('hex')

/** Creates a random API key and the hash to store. The key itself is shown only once. */
export function createApiKey(): { key: string; hash: string } {
  const key = `assay_${randomBytes(32).toString('base64url')}`
  return { key, hash: hashApiKey(key) }
}

/**
 * Creates an authenticator for `X-API-Key`. `find` maps the hash of the key to a subject. Comparing hashes leaks
 * nothing about the key.
 */
export function apiKey(
  find: (hash: string) => string | undefined | Promise<string | undefined>,
): Authenticator {
  const authenticate: Authenticator = async (request) => {
    const key = request.headers['x-api-key']
    if (key === undefined) return undefined
    const subject = typeof key === 'string' ? await find(hashApiKey(key)) : undefined
    if (subject === undefined) throw refused(API_KEY, NOT_VALID, 'The API key is not valid.')
    return { subject, method: 'api-key', claims: {} }
  }
  return Object.assign(authenticate, { challenge: API_KEY_CHALLENGE, header: API_KEY })
}

/** API keys have no registered scheme; this one names the header to use. */
const API_KEY_CHALLENGE = 'ApiKey header="X-API-Key"'

/**
 * Runs every authenticator in turn on every route that is not `config.public`. The first one that returns a principal
 * decides. It runs after all `onRequest` hooks, including the rate limit, so that guessing credentials is limited too.
 * Routes must check `request.principal` in `preHandler` or later.
 */
export const authentication = fastifyPlugin<{ authenticators: readonly Authenticator[] }>(
  async (app, { authenticators }) => {
    // A 401 must carry a challenge, and one header may hold several (RFC 9110, sections 11.6.1 and 15.5.2).
    const challenges = authenticators.flatMap(({ challenge }) => challenge ?? []).join(', ')
    const header = authenticators.find((known) => known.header !== undefined)?.header ?? AUTHORIZATION
    app.decorateRequest('principal', null)
    app.addHook('preParsing', async (request, reply) => {
      if (request.routeOptions.config.public || request.is404) return
      try {
        for (const authenticate of authenticators) {
          request.principal = (await authenticate(request)) ?? null
          if (request.principal) return
        }
        throw refused(header, MISSING, `This request needs credentials in the header ${header}.`)
      } catch (error) {
        if (error instanceof Problem && error.kind === 'unauthenticated')
          reply.header('www-authenticate', challenges)
        throw error
      }
    })
  },
)
