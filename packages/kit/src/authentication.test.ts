import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  type Authenticator,
  apiKey,
  authentication,
  bearerToken,
  createApiKey,
  hashApiKey,
  openIdVerifier,
  sharedSecretVerifier,
} from './authentication.ts'
import { Problem, problemStatus } from './problem.ts'

/** A small identity provider on a loopback port: discovery and keys, each of which can be made to fail. */
class Issuer {
  url = ''
  keys: JWK[] = []
  discoveries = 0
  fetches = 0
  broken: 'discovery' | 'html' | 'keys' | undefined
  readonly #server: Server

  constructor() {
    this.#server = createServer((request, response) => {
      const json = (value: unknown) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
      if (request.url === '/realm/.well-known/openid-configuration') {
        this.discoveries++
        if (this.broken === 'discovery') return response.writeHead(502).end()
        if (this.broken === 'html') return response.writeHead(200).end('<html>')
        return json({ issuer: this.url, jwks_uri: `${this.url}/keys` })
      }
      this.fetches++
      return this.broken === 'keys' ? response.writeHead(500).end() : json({ keys: this.keys })
    })
  }

  async start() {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/realm`
  }

  stop() {
    this.#server.close()
  }

  async newKey(kid: string): Promise<CryptoKey> {
    const pair = await generateKeyPair('RS256', { extractable: true })
    this.keys.push({ ...(await exportJWK(pair.publicKey)), kid, alg: 'RS256', use: 'sig' })
    return pair.privateKey
  }

  token(key: CryptoKey, kid: string, claims: Record<string, unknown> = {}, expires = '5m') {
    return new SignJWT({ sub: 'alice', ...claims })
      .setProtectedHeader({ alg: 'RS256', kid })
      .setIssuer((claims.iss as string) ?? this.url)
      .setAudience((claims.aud as string) ?? 'service')
      .setExpirationTime(expires)
      .sign(key)
  }
}

const issuers: Issuer[] = []
let issuer: Issuer
beforeEach(async () => {
  issuer = new Issuer()
  issuers.push(issuer)
  await issuer.start()
})
afterAll(() => {
  for (const started of issuers) started.stop()
})

async function appWith(...authenticators: Authenticator[]) {
  const app = Fastify()
  app.setErrorHandler((error, _request, reply) =>
    error instanceof Problem
      ? reply
          .code(problemStatus[error.kind])
          .send({ kind: error.kind, message: error.message, details: error.details })
      : reply.code(500).send({ kind: 'unexpected' }),
  )
  await app.register(authentication, { authenticators })
  app.get('/who', async (request) => request.principal)
  app.get('/open', { config: { public: true } }, async () => 'open')
  return app
}
type App = Awaited<ReturnType<typeof appWith>>
const who = async (app: App, headers: Record<string, string> = {}) => {
  const response = await app.inject({ url: '/who', headers })
  return {
    status: response.statusCode,
    body: response.json(),
    challenge: response.headers['www-authenticate'],
  }
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

test('an OpenID Connect token is verified through discovery and its key set', async () => {
  const key = await issuer.newKey('one')
  const app = await appWith(bearerToken(openIdVerifier({ issuer: issuer.url, audience: 'service' })))
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => who(app, bearer(await issuer.token(key, 'one')))),
  )
  for (const { status, body } of answers) {
    expect(status).toBe(200)
    expect(body).toMatchObject({ subject: 'alice', method: 'jwt', claims: { aud: 'service' } })
  }
  expect(issuer.discoveries).toBe(1)
})

test('wrong audience, issuer, key, lifetime and text are 401 with a challenge', async () => {
  const key = await issuer.newKey('one')
  const stranger = (await generateKeyPair('RS256')).privateKey
  const app = await appWith(bearerToken(openIdVerifier({ issuer: issuer.url, audience: 'service' })))
  const tokens = {
    audience: await issuer.token(key, 'one', { aud: 'other' }),
    issuer: await issuer.token(key, 'one', { iss: 'https://evil.test' }),
    'another key': await issuer.token(stranger, 'one'),
    'unknown kid': await issuer.token(stranger, 'nine'),
    expired: await issuer.token(key, 'one', {}, '-1s'),
    'no subject': await issuer.token(key, 'one', { sub: '' }),
    garbage: 'a.b.c',
  }
  for (const [name, token] of Object.entries(tokens)) {
    const { status, challenge } = await who(app, bearer(token))
    expect([name, status, challenge]).toEqual([name, 401, 'Bearer'])
  }
  expect((await who(app, bearer(tokens.expired))).body.message).toMatch(/expired; log in again/)
})

test.each(['discovery', 'html', 'keys'] as const)(
  'a provider whose %s fails is 503, and is asked again',
  async (part) => {
    const key = await issuer.newKey('one')
    const app = await appWith(bearerToken(openIdVerifier({ issuer: issuer.url, audience: 'service' })))
    issuer.broken = part
    expect(await who(app, bearer(await issuer.token(key, 'one')))).toMatchObject({ status: 503 })
    issuer.broken = undefined
    expect(await who(app, bearer(await issuer.token(key, 'one')))).toMatchObject({ status: 200 })
  },
)

test('a shared secret verifies its own tokens and refuses others; a short one is refused at start', async () => {
  const secret = 's'.repeat(32)
  const sign = (key: string) =>
    new SignJWT({ sub: 'bob' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1m')
      .sign(new TextEncoder().encode(key))
  const app = await appWith(bearerToken(sharedSecretVerifier({ secret })))
  expect(await who(app, bearer(await sign(secret)))).toMatchObject({ status: 200, body: { subject: 'bob' } })
  expect(await who(app, bearer(await sign('t'.repeat(32))))).toMatchObject({ status: 401 })
  expect(() => sharedSecretVerifier({ secret: 'short' })).toThrow('at least 32')
})

test('a token of a shared secret must expire, and must be meant for us where an audience is set', async () => {
  const secret = 's'.repeat(32)
  const sign = (token: SignJWT) =>
    token.setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret))
  const forever = await sign(new SignJWT({ sub: 'bob' }).setAudience('query'))
  const forAnother = await sign(new SignJWT({ sub: 'bob' }).setExpirationTime('1m').setAudience('other'))
  const forNobody = await sign(new SignJWT({ sub: 'bob' }).setExpirationTime('1m'))
  const forUs = await sign(new SignJWT({ sub: 'bob' }).setExpirationTime('1m').setAudience(['x', 'query']))
  const any = await appWith(bearerToken(sharedSecretVerifier({ secret })))
  const bound = await appWith(bearerToken(sharedSecretVerifier({ secret, audience: 'query' })))
  for (const app of [any, bound])
    expect(await who(app, bearer(forever))).toMatchObject({
      status: 401,
      body: { details: { field: 'authorization', issue: 'lacks the claim exp', provided: '[hidden]' } },
    })
  expect((await who(any, bearer(forAnother))).status).toBe(200)
  expect((await who(bound, bearer(forUs))).status).toBe(200)
  expect(await who(bound, bearer(forAnother))).toMatchObject({
    status: 401,
    body: { details: { issue: 'is not valid' } },
  })
  expect(await who(bound, bearer(forNobody))).toMatchObject({
    status: 401,
    body: { details: { issue: 'lacks the claim aud' } },
  })
  expect(await who(bound)).toMatchObject({ body: { details: { issue: 'is missing', provided: null } } })
})

test('a token of an issuer must expire too', async () => {
  const key = await issuer.newKey('one')
  const app = await appWith(bearerToken(openIdVerifier({ issuer: issuer.url, audience: 'service' })))
  const forever = await new SignJWT({ sub: 'alice' })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setIssuer(issuer.url)
    .setAudience('service')
    .sign(key)
  expect(await who(app, bearer(forever))).toMatchObject({ status: 401 })
})

test('API keys are found by hash; the key itself is 256 bits and never kept', async () => {
  const { key, hash } = createApiKey()
  expect(hash).toBe(hashApiKey(key))
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect(Buffer.from(key.replace(/^assay_/, ''), 'base64url')).toHaveLength(32)
  expect(createApiKey().key).not.toBe(key)
  const app = await appWith(apiKey((given) => (given === hash ? 'robot' : undefined)))
  expect(await who(app, { 'x-api-key': key })).toMatchObject({
    status: 200,
    body: { subject: 'robot', method: 'api-key', claims: {} },
  })
  expect(await who(app, { 'x-api-key': `${key}x` })).toMatchObject({
    status: 401,
    challenge: 'ApiKey header="X-API-Key"',
  })
  expect(await who(app, { 'x-api-key': '' })).toMatchObject({ status: 401 })
})

test('either kind is enough; none is 401; a public route and an unknown address ask for nothing', async () => {
  const { key, hash } = createApiKey()
  const app = await appWith(
    bearerToken(sharedSecretVerifier({ secret: 's'.repeat(32) })),
    apiKey((given) => (given === hash ? 'robot' : undefined)),
  )
  expect(await who(app, { 'x-api-key': key })).toMatchObject({ status: 200 })
  expect(await who(app)).toMatchObject({ status: 401, challenge: 'Bearer, ApiKey header="X-API-Key"' })
  expect(await who(app, { authorization: 'Basic YTpi' })).toMatchObject({ status: 401 })
  expect((await app.inject('/open')).statusCode).toBe(200)
  expect((await app.inject('/nothing')).statusCode).toBe(404)
})
