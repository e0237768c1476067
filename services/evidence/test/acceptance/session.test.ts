import { createPublicKey, verify } from 'node:crypto'
import { engines, freshDatabase, hasServer, type TestDatabase } from '@assay/kit/testing'
import { addressOf, type RunningProcess, stopProcess } from '@assay/kit/testing-process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEvidenceClient, type EvidenceClient } from '../../client/client.ts'
import { evidence, evidenceToEnd } from '../cli.ts'

const PASSWORD = 'correct horse battery staple'

/** Spoils one character in the middle of a token's part. */
const spoil = (token: string, part: number) =>
  token
    .split('.')
    .map((text, index) =>
      index === part ? `${text.slice(0, 10)}${text[10] === 'A' ? 'B' : 'A'}${text.slice(11)}` : text,
    )
    .join('.')

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString()) as Record<string, unknown>

describe.each(engines)('the evidence service on its %s database', (engine) => {
  let fresh: TestDatabase
  let server: RunningProcess
  let baseUrl: string
  let anonymous: EvidenceClient
  let settings: Record<string, string>

  const logIn = (username: string, password: string) =>
    anonymous.POST('/v1/auth/login', { body: { username, password } })

  beforeAll(async () => {
    fresh = await freshDatabase(engine, 'evidence')
    settings = fresh.config.databaseUrl
      ? { DATABASE_URL: fresh.config.databaseUrl }
      : { DATA_DIR: fresh.config.dataDir }
    const create = (username: string) =>
      evidenceToEnd(
        [
          'users',
          'create',
          '--username',
          username,
          '--organization',
          'Example Lab',
          '--role',
          'admin',
          '--password-stdin',
        ],
        settings,
        `${PASSWORD}\n`,
      )
    expect(await create('Ada')).toMatchObject({
      code: 0,
      output: expect.stringContaining('Created admin Ada'),
    })
    const again = await create('ada')
    expect(again.code).toBe(1)
    expect(again.output).toContain('A user named ada already exists.')
    server = evidence(['serve', '--port', '0'], settings)
    baseUrl = await addressOf(server)
    anonymous = createEvidenceClient({ baseUrl })
  })

  afterAll(async () => {
    expect(await stopProcess(server)).toMatchObject({ code: 0 })
    await fresh.remove()
  })

  test('login → me → linguistic variables', async () => {
    const { data: session } = await logIn('ADA', PASSWORD)
    expect(session).toMatchObject({
      token_type: 'Bearer',
      expires_in: 3600,
      user: { username: 'Ada', role: 'admin', organization: 'Example Lab' },
    })
    const client = createEvidenceClient({ baseUrl, token: session!.access_token })
    const me = await client.GET('/v1/auth/users/me')
    expect(me.response.status).toBe(200)
    expect(me.data).toEqual(session!.user)
    const variables = await client.GET('/v1/fuzzy-evidence/linguistic-variables')
    expect(variables.response.status).toBe(200)
    const { linguistic_variables, membership_function_types, fuzzy_operations } = variables.data!
    expect(
      linguistic_variables.confidence_levels.map(({ name, range, membership_function }) => [
        name,
        range,
        membership_function.type,
        membership_function.parameters,
      ]),
    ).toEqual([
      ['very_low', [0, 0.2], 'triangular', [0, 0, 0.2]],
      ['low', [0.1, 0.4], 'triangular', [0.1, 0.25, 0.4]],
      ['medium', [0.3, 0.7], 'triangular', [0.3, 0.5, 0.7]],
      ['high', [0.6, 0.9], 'triangular', [0.6, 0.75, 0.9]],
      ['very_high', [0.8, 1], 'triangular', [0.8, 1, 1]],
    ])
    for (const { description } of linguistic_variables.confidence_levels) expect(description).not.toBe('')
    expect(membership_function_types.map(({ name, parameters }) => [name, parameters])).toEqual([
      ['triangular', ['left', 'center', 'right']],
      ['gaussian', ['center', 'sigma']],
      ['trapezoidal', ['left', 'left_top', 'right_top', 'right']],
      ['sigmoid', ['center', 'slope']],
    ])
    expect(fuzzy_operations).toEqual({
      t_norms: ['minimum', 'product', 'lukasiewicz'],
      s_norms: ['maximum', 'probabilistic', 'lukasiewicz'],
      defuzzification: ['centroid', 'weighted_average', 'maximum'],
    })
  })

  test('a stranger verifies the token with the published keys alone', async () => {
    const { data: session } = await logIn('ada', PASSWORD)
    const [header, payload, signature] = session!.access_token.split('.') as [string, string, string]
    const { kid, alg } = JSON.parse(Buffer.from(header, 'base64url').toString()) as Record<string, string>
    expect(alg).toBe('ES256')
    const { data: jwks } = await anonymous.GET('/.well-known/jwks.json')
    const jwk = jwks!.keys.find((key) => key.kid === kid)
    expect(Object.keys(jwk!)).not.toContain('d')
    const key = createPublicKey({ key: jwk!, format: 'jwk' })
    const signed = (text: string) =>
      verify(
        'sha256',
        Buffer.from(text),
        { key, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      )
    expect(signed(`${header}.${payload}`)).toBe(true)
    expect(signed(`${header}.${payload}x`)).toBe(false)
    expect(claimsOf(session!.access_token)).toMatchObject({ sub: session!.user.id, role: 'admin' })
  })

  test('a wrong password and a wrong name are the same refusal, without the password', async () => {
    const wrong = [await logIn('ada', 'not this one, sorry'), await logIn('nobody', PASSWORD)]
    for (const { error, response } of wrong) {
      expect(response.status).toBe(401)
      expect(error?.error).toMatchObject({
        code: 'AUTHENTICATION_ERROR',
        message: 'The username or the password is wrong.',
        details: { field: 'username' },
      })
      expect(error?.error.request_id).toBe(response.headers.get('x-request-id'))
      expect(Date.parse(error!.error.timestamp)).toBeGreaterThan(0)
      expect(JSON.stringify(error)).not.toMatch(/sorry|battery/)
    }
  })

  test.each([
    ['none', undefined, 'This request needs credentials in the header authorization.'],
    ['garbage', 'garbage', 'The access token is not valid.'],
  ])('token: %s', async (_, token, message) => {
    const client = createEvidenceClient({ baseUrl, ...(token ? { token } : {}) })
    for (const path of ['/v1/auth/users/me', '/v1/fuzzy-evidence/linguistic-variables'] as const) {
      const { error, response } = await client.GET(path)
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toBe('Bearer')
      expect(error?.error).toMatchObject({ code: 'AUTHENTICATION_ERROR', message })
    }
  })

  test('a token with a changed header, claim or signature is refused', async () => {
    const { data: session } = await logIn('ada', PASSWORD)
    for (const part of [0, 1, 2]) {
      const client = createEvidenceClient({ baseUrl, token: spoil(session!.access_token, part) })
      expect((await client.GET('/v1/auth/users/me')).response.status).toBe(401)
    }
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${session!.access_token.split('.')[1]}.`
    const client = createEvidenceClient({ baseUrl, token: unsigned })
    expect((await client.GET('/v1/auth/users/me')).response.status).toBe(401)
  })

  test.each([
    ['no body field', '{}', 422, 'FUZZY_EVIDENCE_VALIDATION_ERROR', 'username'],
    [
      'an extra field',
      '{"username":"a","password":"b","admin":true}',
      422,
      'FUZZY_EVIDENCE_VALIDATION_ERROR',
      'admin',
    ],
    ['a number', '{"username":7,"password":"b"}', 422, 'FUZZY_EVIDENCE_VALIDATION_ERROR', 'username'],
    ['no JSON', '{', 400, 'MALFORMED_REQUEST', 'body'],
  ])('login with %s', async (_, body, status, code, field) => {
    const response = await fetch(`${baseUrl}/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(response.status).toBe(status)
    const { error } = (await response.json()) as { error: { code: string; details: { field?: string } } }
    expect(error.code).toBe(code)
    expect(error.details.field).toBe(field)
  })

  test('an address that does not exist is a 404 in the same envelope', async () => {
    const response = await fetch(`${baseUrl}/v1/nothing`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { code: 'NOT_FOUND', details: { field: 'path' } } })
  })

  // Last: it uses this address's tries up.
  test('guessing is throttled, also for the right password', async () => {
    const tries = await Promise.all(Array.from({ length: 12 }, () => logIn('eve', 'a guess of a password')))
    const statuses = tries.map(({ response }) => response.status)
    expect(statuses).toContain(401)
    expect(statuses).toContain(429)
    const { error, response } = await logIn('eve', 'one more guess of it')
    expect(response.status).toBe(429)
    expect(error?.error.code).toBe('RATE_LIMITED')
  })
})

test.runIf(hasServer)('an expired token is refused with the reason', async () => {
  const fresh = await freshDatabase('server')
  const settings = { DATABASE_URL: fresh.config.databaseUrl as string, TOKEN_LIFETIME_SECONDS: '60' }
  const created = await evidenceToEnd(
    ['users', 'create', '--username', 'ada', '--organization', 'Example Lab'],
    settings,
  )
  const password = /shown only now: (\S+)/.exec(created.output)?.[1] as string
  const today = evidence(['serve', '--port', '0'], settings)
  // The same service a day later: libfaketime would be a dependency, so the clock of a second replica is moved instead.
  const tomorrow = evidence(['serve', '--port', '0'], {
    ...settings,
    NODE_OPTIONS: `--import ${new URL('../tomorrow.ts', import.meta.url).href}`,
  })
  try {
    const now = createEvidenceClient({ baseUrl: await addressOf(today) })
    const { data } = await now.POST('/v1/auth/login', { body: { username: 'ada', password } })
    const token = data!.access_token
    const valid = createEvidenceClient({ baseUrl: await addressOf(today), token })
    expect((await valid.GET('/v1/auth/users/me')).response.status).toBe(200)
    const late = createEvidenceClient({ baseUrl: await addressOf(tomorrow), token })
    const { error, response } = await late.GET('/v1/auth/users/me')
    expect(response.status).toBe(401)
    expect(error?.error.message).toBe('The access token has expired; log in again.')
  } finally {
    await Promise.all([stopProcess(today), stopProcess(tomorrow)])
    await fresh.remove()
  }
})
