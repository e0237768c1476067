import type { Static } from 'typebox'
import type { Session } from '../operations/log-in.ts'
import type { JsonWebKey, Jwks, LoginAnswer } from './auth.schema.ts'

/** Presents the tokens of a login. */
export const presentSession = (session: Session): Static<typeof LoginAnswer> => ({
  access_token: session.accessToken,
  token_type: 'Bearer',
  expires_in: session.lifetimeSeconds,
  user: session.user,
  refresh_token: session.refreshToken,
  refresh_expires_in: session.refreshLifetimeSeconds,
})

/** Copies the public members only. Throws for a key that lacks one, because it cannot verify anything. */
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

/** Presents the public keys as a JSON Web Key Set. */
export const presentKeys = (keys: readonly Readonly<Record<string, unknown>>[]): Static<typeof Jwks> => ({
  keys: keys.map(presentKey),
})
