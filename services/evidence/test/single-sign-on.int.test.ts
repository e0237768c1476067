import { engines } from '@assay/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Accounts,
  type Faults,
  faultyProvider,
  realProvider,
  type TestProvider,
} from './support/identity-provider.ts'
import { call, PASSWORD, type RunningService, runService } from './support/running-service.ts'

const PUBLIC_URL = 'http://127.0.0.1:9'
const CALLBACK = `${PUBLIC_URL}/v1/sso-callback`

const flags = (issuer: string) => [
  ...['--public-url', PUBLIC_URL, '--oidc-issuer', issuer, '--oidc-client-id', 'evidence'],
  ...['--oidc-client-secret', 'a secret of the client', '--oidc-name', 'Example ID'],
  ...['--oidc-admit', 'email:chief@example.org=Lab:admin,email_domain:example.org=Lab:researcher'],
]

/** A browser that follows the provider's redirects with its cookies, up to the address of our callback. */
async function followProvider(address: string): Promise<URL> {
  const jar = new Map<string, string>()
  for (let url = address, hops = 0; hops < 10; hops += 1) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]!.split(/=(.*)/s)
      jar.set(name, value)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
    url = new URL(location, url).href
    if (url.startsWith(CALLBACK)) return new URL(url)
  }
  throw new Error('too many redirects')
}

const cookieOf = (headers: Record<string, unknown>, name: string): string | undefined =>
  [headers['set-cookie']]
    .flat()
    .map(String)
    .find((cookie) => cookie.startsWith(`${name}=`))

const begin = async (service: RunningService, query = '') => {
  const { statusCode, headers } = await service.app.inject({ url: `/v1/sso${query}` })
  expect(statusCode).toBe(302)
  const cookie = cookieOf(headers, 'assay_sso')!
  expect(cookie).toMatch(/HttpOnly; SameSite=Lax/)
  return { address: String(headers.location), cookie: cookie.split(';')[0]! }
}
const finish = (service: RunningService, { search }: URL, cookie?: string) =>
  service.app.inject({ url: `/v1/sso-callback${search}`, headers: cookie ? { cookie } : {} })
const signOn = async (service: RunningService, query = '') => {
  const { address, cookie } = await begin(service, query)
  return finish(service, await followProvider(address), cookie)
}
/** The user of the session that an answer started. */
const userOf = async (service: RunningService, headers: Record<string, unknown>) => {
  const session = cookieOf(headers, 'assay_session')
  expect(session).toMatch(/HttpOnly; SameSite=Strict/)
  const answer = await service.app.inject({
    url: '/v1/session',
    headers: { cookie: session!.split(';')[0]! },
  })
  return JSON.parse(answer.body).user
}

/** One engine is enough: what differs between them is tested with the other stores. */
const engine = engines[0]!

describe('single sign-on with a real provider', () => {
  let service: RunningService
  let provider: TestProvider
  let admin: { id: string; username: string; token: string }
  let account = 'ada'
  const accounts: Accounts = {
    ada: { email: 'ada@example.org', email_verified: true },
    unverified: { email: 'boss@example.org', email_verified: false },
    elsewhere: { email: 'ada@evil.org', email_verified: true },
    taker: { email: 'local@example.org', email_verified: true },
    chief: { email: 'chief@example.org', email_verified: true },
  }

  beforeAll(async () => {
    provider = await realProvider(CALLBACK, accounts, () => account)
    service = await runService(engine, flags(provider.issuer))
    admin = await service.addUser('admin', 'Lab')
  })
  afterAll(async () => {
    await service.remove()
    await provider.close()
  })

  it('signs a new person in with the configured role, and the same person again as the same user', async () => {
    expect((await call(service, undefined, 'GET', '/v1/sso-provider')).body).toEqual({ name: 'Example ID' })
    account = 'ada'
    const first = await signOn(service, '?return_to=%2Fruns%2Fr1')
    expect([first.statusCode, first.headers.location]).toEqual([303, '../#/runs/r1'])
    const user = await userOf(service, first.headers)
    expect(user).toMatchObject({ username: 'ada@example.org', role: 'researcher', organization: 'Lab' })
    // The address may change at the provider; the subject counts.
    accounts.ada = { email: 'ada.lovelace@example.org', email_verified: true }
    expect((await userOf(service, (await signOn(service)).headers)).id).toBe(user.id)
    const { entries } = (await call(service, admin.token, 'GET', `/v1/audit?user_id=${user.id}`)).body
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      ...['session.login', 'session.login', 'user.add'],
    ])
    expect(entries.at(-1).details).toMatchObject({ issuer: provider.issuer, role: 'researcher' })
    await call(service, admin.token, 'DELETE', `/v1/auth/users/${user.id}`)
    expect((await userOf(service, (await signOn(service)).headers)).id).not.toBe(user.id)
  })

  it('lets a role from a rule follow the claims at each sign-on, and leaves one given by hand', async () => {
    account = 'chief'
    const claim = (email: string) => {
      accounts.chief = { email, email_verified: true }
    }
    const first = await signOn(service)
    const user = await userOf(service, first.headers)
    expect(user.role).toBe('admin')
    const statusOf = async ({ headers }: { headers: Record<string, unknown> }) => {
      const cookie = cookieOf(headers, 'assay_session')!.split(';')[0]!
      return (await service.app.inject({ url: '/v1/session', headers: { cookie } })).statusCode
    }
    claim('former@example.org')
    const lowered = await signOn(service)
    expect(await userOf(service, lowered.headers)).toMatchObject({ id: user.id, role: 'researcher' })
    expect([await statusOf(first), await statusOf(lowered)]).toEqual([401, 200])
    const trail = `/v1/audit?user_id=${user.id}&action=user.change`
    const { entries } = (await call(service, admin.token, 'GET', trail)).body
    expect(entries[0].details).toMatchObject({ role: 'researcher', role_before: 'admin' })
    claim('chief@example.org')
    expect((await userOf(service, (await signOn(service)).headers)).role).toBe('admin')

    const byHand = (role: string) =>
      call(service, admin.token, 'PATCH', `/v1/auth/users/${user.id}`, { role })
    const changes = async () =>
      (await call(service, admin.token, 'GET', '/v1/audit?action=user.change')).body.entries
    const before = (await changes()).length
    // Of two requests for the role that the user has, the first changes who decides about it.
    for (const _ of [1, 2]) expect((await byHand('admin')).body.role).toBe('admin')
    const [pinned, ...others] = await changes()
    expect(others).toHaveLength(before)
    expect(pinned).toMatchObject({
      user_id: admin.id,
      target: user.id,
      details: { role: 'admin', role_before: 'admin', role_by_hand: true },
    })
    await byHand('viewer')
    expect((await userOf(service, (await signOn(service)).headers)).role).toBe('viewer')
    await byHand('admin')
    claim('former@example.org')
    const kept = await signOn(service)
    expect((await userOf(service, kept.headers)).role).toBe('admin')

    claim('chief@evil.org')
    expect((await signOn(service)).headers.location).toBe('../#/?sso=not-admitted')
    expect(await statusOf(kept)).toBe(401)
  })

  it.each([
    ['unverified', 'email-not-verified'],
    ['elsewhere', 'not-admitted'],
  ])('does not admit %s', async (who, failure) => {
    account = who
    const { statusCode, headers } = await signOn(service)
    expect([statusCode, headers.location]).toEqual([303, `../#/?sso=${failure}`])
    expect(cookieOf(headers, 'assay_session')).toBeUndefined()
  })

  it('never takes over a local account of the same name; the operator can link it', async () => {
    const local = { username: 'local@example.org', password: PASSWORD, role: 'admin' }
    const added = await call(service, admin.token, 'POST', '/v1/auth/users', local)
    account = 'taker'
    expect((await signOn(service)).headers.location).toBe('../#/?sso=name-taken')
    const { postgresSignOnStore } = await import('../src/adapters/postgres/sign-on-store.ts')
    const store = postgresSignOnStore(service.database.db)
    const identity = { issuer: provider.issuer, subject: 'taker' }
    expect(await store.link('nobody', identity)).toBe('unknown-user')
    expect(await store.link('LOCAL@example.org', identity)).toBe('linked')
    expect(await store.link('local@example.org', identity)).toBe('in-use')
    expect((await userOf(service, (await signOn(service)).headers)).id).toBe(added.body.id)
  })

  it('takes an answer of the provider once, and only from the browser that asked', async () => {
    account = 'ada'
    const { address, cookie } = await begin(service)
    const back = await followProvider(address)
    const failed = async (given: string | undefined, url = back) =>
      (await finish(service, url, given)).headers.location === '../#/?sso=expired'
    expect(await failed(undefined)).toBe(true)
    expect(await failed('assay_sso=another-browser')).toBe(true)
    const other = new URL(back)
    other.searchParams.set('state', 'made-up')
    expect(await failed(cookie, other)).toBe(true)
    expect((await finish(service, back, cookie)).headers.location).toBe('../#/')
    expect(await failed(cookie)).toBe(true)
  })

  it('refuses a code of another attempt, and an error of the provider', async () => {
    account = 'ada'
    const [one, two] = [await begin(service), await begin(service)]
    const back = await followProvider(one.address)
    const mixed = new URL(back)
    mixed.searchParams.set('state', new URL(two.address).searchParams.get('state')!)
    expect((await finish(service, mixed, two.cookie)).headers.location).toBe('../#/?sso=refused')
    const denied = new URL(CALLBACK)
    denied.searchParams.set('error', 'access_denied')
    denied.searchParams.set('state', back.searchParams.get('state')!)
    expect((await finish(service, denied, one.cookie)).headers.location).toBe('../#/?sso=refused')
  })

  it.each(['https://evil.org', '//evil.org', '/\\evil.org', '/x#y', 'javascript:alert(1)'])(
    'leads nowhere else: %s',
    async (target) => {
      account = 'ada'
      const { headers } = await signOn(service, `?return_to=${encodeURIComponent(target)}`)
      expect(headers.location).toBe('../#/')
    },
  )
})

describe('single sign-on with a provider that cheats', () => {
  const faults: Faults = {}
  let service: RunningService
  let provider: TestProvider
  beforeAll(async () => {
    provider = await faultyProvider(faults)
    service = await runService(engine, flags(provider.issuer))
    await service.addUser('admin', 'Lab')
  })
  afterAll(async () => {
    await service.remove()
    await provider.close()
  })

  it.each<[string, Faults]>([
    ['another issuer', { claims: { iss: 'https://evil.org' } }],
    ['another audience', { claims: { aud: 'somebody-else' } }],
    ['another nonce', { claims: { nonce: 'made-up' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['an expired token', { claims: { exp: 1 } }],
    ['a foreign key', { foreignKey: true }],
    ['no signature', { unsigned: true }],
  ])('refuses %s', async (_, fault) => {
    for (const name of Object.keys(faults)) delete faults[name as keyof Faults]
    Object.assign(faults, fault)
    const { headers } = await signOn(service)
    expect(headers.location).toBe('../#/?sso=refused')
    expect(cookieOf(headers, 'assay_session')).toBeUndefined()
  })

  it('admits the same person when nothing is wrong', async () => {
    for (const name of Object.keys(faults)) delete faults[name as keyof Faults]
    expect((await signOn(service)).headers.location).toBe('../#/')
  })
})

describe('single sign-on that is off or misconfigured', () => {
  it('is not there by default, and refuses metadata of another issuer', async () => {
    const plain = await runService(engine)
    try {
      expect((await call(plain, undefined, 'GET', '/v1/sso-provider')).body).toEqual({ name: null })
      expect((await call(plain, undefined, 'GET', '/v1/sso')).status).toBe(404)
      expect((await call(plain, undefined, 'GET', '/v1/sso-callback?state=x')).status).toBe(404)
    } finally {
      await plain.remove()
    }
    const provider = await faultyProvider({ metadataIssuer: 'https://evil.org' })
    const service = await runService(engine, flags(provider.issuer))
    try {
      expect((await call(service, undefined, 'GET', '/v1/sso')).status).toBe(503)
    } finally {
      await service.remove()
      await provider.close()
    }
  })
})
