import * as openid from 'openid-client'
import { Refusal } from '../../domain/refusal.ts'
import type { IdentityProvider } from '../../operations/ports.ts'

/** Settings of the provider. */
export interface OpenIdSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly scopes: string
  /** Address of the callback, as it is registered with the provider. */
  readonly redirectUri: string
}

/** Time after which the metadata of the provider are read again. */
const METADATA_FRESH_MS = 3_600_000
const TIMEOUT_SECONDS = 5

const refused = (cause: unknown) => {
  const refusal = new Refusal('AUTHENTICATION_ERROR', 'The answer of the identity provider is not valid.', {
    field: 'code',
    issue: 'is not valid for this sign-in',
    provided: '[hidden]',
  })
  refusal.cause = cause
  return refusal
}

/** Whether an error means that the provider could not be reached, rather than that its answer is not valid. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof TypeError || (error as { name?: string }).name === 'TimeoutError'

/**
 * Signs people in by OpenID Connect: authorization code with PKCE (S256), state and nonce. Issuer metadata are discovered and
 * must name the configured issuer; ID tokens are checked against the keys of the provider (issuer, audience, expiry, nonce and
 * signature).
 */
export function openIdProvider(settings: OpenIdSettings): IdentityProvider {
  const insecure = new URL(settings.issuer).protocol === 'http:'
  let discovered: { config: Promise<openid.Configuration>; at: number } | undefined

  const discover = async () => {
    const config = await openid.discovery(
      new URL(settings.issuer),
      settings.clientId,
      settings.clientSecret === undefined ? {} : settings.clientSecret,
      settings.clientSecret === undefined ? openid.None() : undefined,
      { timeout: TIMEOUT_SECONDS, ...(insecure ? { execute: [openid.allowInsecureRequests] } : {}) },
    )
    // The ID token comes over TLS from the provider itself; its signature is checked all the same.
    openid.enableNonRepudiationChecks(config)
    return config
  }
  const configuration = (): Promise<openid.Configuration> => {
    if (!discovered || Date.now() - discovered.at > METADATA_FRESH_MS) {
      const fresh = { config: discover(), at: Date.now() }
      fresh.config.catch(() => {
        if (discovered === fresh) discovered = undefined // the next sign-in tries again
      })
      discovered = fresh
    }
    return discovered.config
  }

  return {
    issuer: settings.issuer,
    async begin() {
      const config = await configuration()
      const attempt = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        codeVerifier: openid.randomPKCECodeVerifier(),
      }
      const address = openid.buildAuthorizationUrl(config, {
        redirect_uri: settings.redirectUri,
        scope: settings.scopes,
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(attempt.codeVerifier),
        code_challenge_method: 'S256',
      })
      return { attempt, address: address.href }
    },
    async finish(query, attempt) {
      const config = await configuration()
      try {
        const tokens = await openid.authorizationCodeGrant(
          config,
          new URL(`${settings.redirectUri}${query}`),
          {
            expectedState: attempt.state,
            expectedNonce: attempt.nonce,
            pkceCodeVerifier: attempt.codeVerifier,
            idTokenExpected: true,
          },
        )
        const token = tokens.claims()
        if (!token) throw new Error('the provider sent no ID token')
        const known = config.serverMetadata().userinfo_endpoint
        const more =
          token.email === undefined && known
            ? await openid.fetchUserInfo(config, tokens.access_token, token.sub)
            : {}
        const all: Record<string, unknown> = { ...more, ...token }
        return {
          issuer: token.iss,
          subject: token.sub,
          email: typeof all.email === 'string' ? all.email : undefined,
          emailVerified: all.email_verified === true,
          all,
        }
      } catch (error) {
        throw isUnreachable(error) ? error : refused(error)
      }
    },
  }
}
