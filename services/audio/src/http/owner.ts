import type { Authenticator } from '@assay/kit/authentication'
import type { FastifyRequest } from 'fastify'
import { PUBLIC } from '../domain/owner.ts'

/** Returns the client of a request; it owns every row that the request creates. */
export function ownerOf(request: FastifyRequest): string {
  if (!request.principal)
    throw new Error('the request has no authenticated owner; the route must not be public')
  return request.principal.subject
}

/** Challenge of a service without keys, where only a signed address can be refused. */
export const SIGNED_ADDRESS_CHALLENGE = 'SignedAddress'

/** Authenticator of a service without authentication: all callers are the same client. */
export const anonymous: Authenticator = Object.assign(
  async () => ({ subject: PUBLIC, method: 'anonymous', claims: {} }) as const,
  { challenge: SIGNED_ADDRESS_CHALLENGE },
)
