import type { Static } from 'typebox'
import type { Session } from '../operations/log-in.ts'
import type { JsonWebKey, Jwks, LoginAnswer } from './auth.schema.ts'

export const presentSession = (session: Session): Static<typeof LoginAnswer> => ({
  access_token: session.accessToken,
  token_type: 'Bearer',
  expires_in: session.lifetimeSeconds,
  user: session.user,
  refresh_token: session.refreshToken,
  refresh_expires_in: session.refreshLifetimeSeconds,
})

/** Copies the public members alone. A key that lacks one cannot verify anything, so it is an error of ours. */
function presentKey(key: Readonly<Record<string, unknown>>): Static<typeof JsonWebKey> {
  const member = (name: string): string => {
    const value = key[name]
    if (typeof value === 'string') return value
    throw new Error(`a signing key lacks ${name}`)
  }
  return {
    kid: member('kid'),
    kty: member('kty'),
    alg: member('alg'),
    use: member('use'),
    crv: member('crv'),
    x: member('x'),
    y: member('y'),
  }
}

export const presentKeys = (keys: readonly Readonly<Record<string, unknown>>[]): Static<typeof Jwks> => ({
  keys: keys.map(presentKey),
})
