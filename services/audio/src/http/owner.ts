import type { Authenticator } from '@assay/kit/authentication'
import type { FastifyRequest } from 'fastify'
import { PUBLIC } from '../domain/owner.ts'

/** The client that a request comes from; every row it leads to carries this name. */
export function ownerOf(request: FastifyRequest): string {
  if (!request.principal)
    throw new Error('a route asked for the owner of a request that nobody authenticated')
  return request.principal.subject
}

/** What a refused client of a service without keys is told: only the address of a file can be wrong there. */
export const SIGNED_ADDRESS_CHALLENGE = 'SignedAddress'

/** For a service without authentication: everyone is the same client. */
export const anonymous: Authenticator = Object.assign(
  async () => ({ subject: PUBLIC, method: 'anonymous', claims: {} }) as const,
  { challenge: SIGNED_ADDRESS_CHALLENGE },
)
