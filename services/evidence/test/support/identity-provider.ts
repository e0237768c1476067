import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'

/** A provider of a test: its address, and the end of it. */
export interface TestProvider {
  readonly issuer: string
  close(): Promise<void>
}

const listen = async (
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  host = '127.0.0.1',
) => {
  const server: Server = createServer(handle)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const close = () =>
    new Promise<void>((done) => {
      server.closeAllConnections()
      server.close(() => done())
    })
  return { issuer: `http://${host}:${(server.address() as AddressInfo).port}`, close }
}

/** Claims about the person who signs in next, by the id of the account. */
export type Accounts = Record<string, { email?: string; email_verified?: boolean }>

/** Starts a real provider (the npm package oidc-provider). Whoever comes is signed in as `account()` without a form. */
export async function realProvider(
  redirectUri: string,
  accounts: Accounts,
  account: () => string,
  host?: string,
): Promise<TestProvider> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {}
  const { issuer, close } = await listen((request, response) => handle(request, response), host)
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'evidence',
        client_secret: 'a secret of the client',
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    features: { devInteractions: { enabled: false } },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...accounts[id] }) }),
    cookies: { keys: ['only for tests'] },
  })
  const callback = provider.callback()
  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    const { prompt, params } = await provider.interactionDetails(request, response)
    const accountId = account()
    if (prompt.name === 'login')
      return provider.interactionFinished(request, response, { login: { accountId } })
    const grant = new provider.Grant({ accountId, clientId: String(params.client_id) })
    grant.addOIDCScope('openid email profile')
    const grantId = await grant.save()
    return provider.interactionFinished(
      request,
      response,
      { consent: { grantId } },
      { mergeWithLastSubmission: true },
    )
  }
  handle = (request, response) =>
    void (request.url?.startsWith('/interaction/')
      ? interact(request, response)
      : callback(request, response))
  return { issuer, close }
}

/** What a hostile or broken provider does differently. */
export interface Faults {
  /** Issuer in the metadata. */
  metadataIssuer?: string
  /** Claims of the ID token that differ. */
  claims?: Record<string, unknown>
  /** Whether the ID token is signed with a key that the provider does not publish. */
  foreignKey?: boolean
  /** Whether the ID token is not signed at all. */
  unsigned?: boolean
}

/** Starts a small provider whose answers a test can falsify. It gives out codes without asking anybody. */
export async function faultyProvider(faults: Faults): Promise<TestProvider> {
  const [own, foreign] = await Promise.all([1, 2].map(() => generateKeyPair('RS256', { extractable: true })))
  const jwk: JWK = { ...(await exportJWK(own!.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }
  let nonce = ''
  let issuer = ''
  const idToken = async (): Promise<string> => {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      ...{ iss: issuer, aud: 'evidence', sub: 'eve', nonce, iat: now, exp: now + 300 },
      ...{ email: 'eve@example.org', email_verified: true },
      ...faults.claims,
    }
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    if (faults.unsigned) return `${encoded({ alg: 'none' })}.${encoded(claims)}.`
    const key: CryptoKey = (faults.foreignKey ? foreign! : own!).privateKey
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'own' }).sign(key)
  }
  const started = await listen((request, response) => {
    const json = (body: unknown) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    const url = new URL(request.url ?? '/', issuer)
    if (url.pathname === '/.well-known/openid-configuration')
      return json({
        issuer: faults.metadataIssuer ?? issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      })
    if (url.pathname === '/jwks') return json({ keys: [jwk] })
    if (url.pathname === '/authorize') {
      nonce = url.searchParams.get('nonce') ?? ''
      const back = new URL(url.searchParams.get('redirect_uri')!)
      back.searchParams.set('code', 'a-code')
      back.searchParams.set('state', url.searchParams.get('state') ?? '')
      return response.writeHead(302, { location: back.href }).end()
    }
    return void text(request)
      .then(idToken)
      .then((id_token) => json({ access_token: 'a', token_type: 'bearer', expires_in: 60, id_token }))
  })
  issuer = started.issuer
  return started
}
