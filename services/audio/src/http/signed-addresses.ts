import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Authenticator } from '@assay/kit/authentication'
import { Problem } from '@assay/kit/problem'
import type { AddressSigner } from '../wire/files.present.ts'

/** Signs addresses and admits requests to them. */
export interface SignedAddresses extends AddressSigner {
  /** Admits GET and HEAD requests to signed addresses. */
  readonly authenticator: Authenticator
}

/** Players request the size (HEAD) before the bytes. */
const READING = ['GET', 'HEAD']
const PARAMETERS = ['client', 'expires', 'signature'] as const

/**
 * Creates and verifies addresses that carry their own permission, for players, browsers and other programs without a
 * key. The signature is an HMAC-SHA-256 over owner, path and expiry, so none of them can be changed.
 */
export function signedAddresses(options: {
  secret: string
  /** Address at which clients reach the service, without a trailing slash; empty for addresses without a host. */
  publicUrl: string
  now: () => Date
}): SignedAddresses {
  const signatureOf = (path: string, client: string, expires: string) =>
    createHmac('sha256', options.secret)
      .update(JSON.stringify([path, client, expires]))
      .digest('base64url')
  const refused = (field: string, issue: string, provided: string, message: string) =>
    new Problem('unauthenticated', message, { field, issue, provided })
  return {
    sign(path, owner, expiresAt) {
      const expires = String(Math.floor(expiresAt.getTime() / 1000))
      const query = new URLSearchParams({
        client: owner,
        expires,
        signature: signatureOf(path, owner, expires),
      })
      return `${options.publicUrl}${path}?${query}`
    },
    authenticator: async (request) => {
      const [path = '', search = ''] = request.url.split('?', 2)
      const query = new URLSearchParams(search)
      if (!READING.includes(request.method) || !query.has('signature')) return undefined
      const [client, expires, signature] = PARAMETERS.map((name) => query.get(name) ?? '') as [
        string,
        string,
        string,
      ]
      const expected = Buffer.from(signatureOf(path, client, expires))
      const given = Buffer.from(signature)
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        throw refused('signature', 'is not valid', '[hidden]', 'The signature of this address is not valid.')
      if (Number(expires) * 1000 < options.now().getTime())
        throw refused(
          'expires',
          'is in the past',
          expires,
          'This address has expired. Get its job or track again for a new one.',
        )
      return { subject: client, method: 'signed-address', claims: {} }
    },
  }
}
