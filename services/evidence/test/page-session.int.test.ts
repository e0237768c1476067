import { engines } from '@assay/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, type RunningService, runService } from './support/running-service.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const NEW_PASSWORD = 'staple battery horse correct'
const PAGE = { 'x-assay-page': '1' }
const MOLECULE = '/v1/molecules/MOL_page'

describe.each(engines)('sessions of a page on %s', (engine) => {
  let service: RunningService
  beforeAll(async () => {
    service = await runService(engine)
  })
  afterAll(() => service.remove())

  const send = async (method: Method, url: string, headers: Record<string, string> = {}, body?: unknown) => {
    const answer = await service.app.inject({
      method,
      url,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: answer.body === '' ? null : JSON.parse(answer.body),
    }
  }
  const cookieOf = (headers: Record<string, unknown>) => String(headers['set-cookie']).split(';')[0]!
  const signIn = (username: string, headers = {}, password = PASSWORD) =>
    send('POST', '/v1/session', headers, { username, password })
  const signedIn = async (role: 'admin' | 'researcher' | 'viewer', organization: string) => {
    const user = await service.addUser(role, organization)
    return { ...user, cookie: cookieOf((await signIn(user.username)).headers) }
  }

  it('signs in with a cookie that scripts cannot read, and returns no token', async () => {
    const { username } = await service.addUser('researcher', 'Cookies')
    const answer = await signIn(username)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      user: { id: expect.any(String), username, role: 'researcher', organization: 'Cookies' },
    })
    expect(answer.headers['set-cookie']).toMatch(
      /^assay_session=[\w-]{43}; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
    )
    expect(answer.headers['cache-control']).toBe('no-store')
    const secure = await signIn(username, { origin: 'https://lab.example', host: 'lab.example' })
    expect(secure.headers['set-cookie']).toMatch(/; Secure$/)
    const me = await send('GET', '/v1/session', { cookie: cookieOf(answer.headers) })
    expect([me.status, me.body, me.headers['cache-control']]).toEqual([200, answer.body, 'no-store'])
    const wrong = await signIn(username, {}, 'wrong wrong wrong wrong')
    expect([wrong.status, wrong.headers['set-cookie']]).toEqual([401, undefined])
  })

  it('reads with the cookie, and writes only what this page sent', async () => {
    const { cookie } = await signedIn('researcher', 'Origins')
    const put = (headers: Record<string, string>) =>
      send('PUT', MOLECULE, { cookie, ...headers }, { name: 'water' })
    expect((await put(PAGE)).status).toBe(200)
    expect((await send('GET', MOLECULE, { cookie })).status).toBe(200)
    const refused = [
      {},
      { 'x-assay-page': '0' },
      { ...PAGE, 'sec-fetch-site': 'cross-site' },
      { ...PAGE, 'sec-fetch-site': 'same-site' },
      { ...PAGE, origin: 'http://evil.example', host: 'lab.example' },
      { ...PAGE, origin: 'http://lab.example:81', host: 'lab.example' },
      { ...PAGE, origin: 'null', host: 'lab.example' },
    ]
    for (const headers of refused) {
      const { status, body } = await put(headers as Record<string, string>)
      expect([headers, status, body.error?.code]).toEqual([headers, 403, 'PERMISSION_ERROR'])
    }
    expect(
      (await put({ ...PAGE, 'sec-fetch-site': 'same-origin', origin: 'https://behind.proxy' })).status,
    ).toBe(200)
    expect((await put({ ...PAGE, origin: 'http://lab.example', host: 'lab.example' })).status).toBe(200)
  })

  it('refuses to sign a browser in or out for another site', async () => {
    const { username, cookie } = await signedIn('viewer', 'Origins')
    expect((await signIn(username, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await signIn(username, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await send('DELETE', '/v1/session', { cookie })).status).toBe(403)
    expect((await send('GET', '/v1/session', { cookie })).status).toBe(200)
    const form = await service.app.inject({
      method: 'POST',
      url: '/v1/session',
      headers: { 'content-type': 'text/plain' },
      payload: JSON.stringify({ username, password: PASSWORD }),
    })
    expect(form.statusCode).toBe(415)
  })

  it('lets an access token win over the cookie, also a wrong one', async () => {
    const one = await signedIn('viewer', 'Winner')
    const two = await service.addUser('admin', 'Other')
    const both = await send('GET', '/v1/session', {
      cookie: one.cookie,
      authorization: `Bearer ${two.token}`,
    })
    expect(both.body.user.organization).toBe('Other')
    const wrong = await send('GET', '/v1/session', { cookie: one.cookie, authorization: 'Bearer nonsense' })
    expect(wrong.status).toBe(401)
    // A program needs no header of the page.
    expect(
      (await send('PUT', MOLECULE, { authorization: `Bearer ${two.token}` }, { name: 'x' })).status,
    ).toBe(200)
  })

  it('gives a new token at each sign-in and ends the one before', async () => {
    const { username, cookie } = await signedIn('researcher', 'Fixation')
    const again = await signIn(username, { cookie })
    expect(cookieOf(again.headers)).not.toBe(cookie)
    expect((await send('GET', '/v1/session', { cookie })).status).toBe(401)
    // A token that an attacker planted is not taken over.
    const planted = `assay_session=${'A'.repeat(43)}`
    const fresh = await signIn(username, { cookie: planted })
    expect(cookieOf(fresh.headers)).not.toBe(planted)
    expect((await send('GET', '/v1/session', { cookie: planted })).status).toBe(401)
    const two = await send('GET', '/v1/session', { cookie: `${cookieOf(fresh.headers)}; ${planted}` })
    expect([two.status, two.body.error.details.field]).toEqual([401, 'cookie'])
    for (const strange of ['assay_session=', 'assay_session', 'assay_session="x"', 'x=1; ;=;assay_session'])
      expect((await send('GET', '/v1/session', { cookie: strange })).status).toBe(401)
  })

  it('signs out on the server too, and twice is no error', async () => {
    const { cookie } = await signedIn('researcher', 'Out')
    const out = await send('DELETE', '/v1/session', { cookie, ...PAGE })
    expect([out.status, out.headers['set-cookie']]).toEqual([
      204,
      'assay_session=; Max-Age=0; HttpOnly; SameSite=Strict',
    ])
    expect((await send('GET', '/v1/session', { cookie })).status).toBe(401)
    expect((await send('DELETE', '/v1/session', { cookie, ...PAGE })).status).toBe(204)
    expect((await send('DELETE', '/v1/session')).status).toBe(204)
  })

  it('ends with the access of its user: removed, demoted, revoked, another password', async () => {
    const admin = await signedIn('admin', 'Ends')
    const by = { cookie: admin.cookie, ...PAGE }
    const ways = [
      (id: string) => send('DELETE', `/v1/auth/users/${id}`, by),
      (id: string) => send('PATCH', `/v1/auth/users/${id}`, by, { role: 'viewer' }),
      (id: string) => send('PATCH', `/v1/auth/users/${id}`, by, { password: NEW_PASSWORD }),
    ]
    for (const way of ways) {
      const user = await signedIn('researcher', 'Ends')
      expect((await send('GET', MOLECULE, { cookie: user.cookie })).status).toBe(404)
      expect((await way(user.id)).status).toBeLessThan(300)
      const write = await send('PUT', MOLECULE, { cookie: user.cookie, ...PAGE }, { name: 'x' })
      expect([write.status, write.body.error.details.field]).toEqual([401, 'cookie'])
      expect((await send('GET', MOLECULE, { cookie: user.cookie })).status).toBe(401)
    }
    const user = await signedIn('viewer', 'Ends')
    expect((await send('DELETE', '/v1/auth/sessions', { cookie: user.cookie, ...PAGE })).status).toBe(204)
    expect((await send('GET', '/v1/session', { cookie: user.cookie })).status).toBe(401)
  })

  it('changes the password without showing a token, and renews the cookie', async () => {
    const { username, cookie, token } = await signedIn('viewer', 'Passwords')
    const other = cookieOf((await signIn(username)).headers)
    const body = { current_password: PASSWORD, new_password: NEW_PASSWORD }
    const tokens = await send('POST', '/v1/auth/password', { cookie, ...PAGE }, body)
    expect([tokens.status, tokens.body.error.code]).toEqual([403, 'PERMISSION_ERROR'])
    const changed = await send('PATCH', '/v1/session', { cookie, ...PAGE }, body)
    expect([changed.status, Object.keys(changed.body)]).toEqual([200, ['user']])
    expect((await send('GET', '/v1/session', { cookie: cookieOf(changed.headers) })).status).toBe(200)
    for (const ended of [cookie, other])
      expect((await send('GET', '/v1/session', { cookie: ended })).status).toBe(401)
    const old = await send('PUT', MOLECULE, { authorization: `Bearer ${token}` }, { name: 'x' })
    expect(old.status).toBe(401)
  })

  it('counts attempts together with those of programs', async () => {
    const { username } = await service.addUser('viewer', 'Counted')
    const wrong = { username, password: 'wrong wrong wrong' }
    for (let i = 0; i < 5; i += 1) {
      expect((await send('POST', '/v1/session', {}, wrong)).status).toBe(401)
      expect((await send('POST', '/v1/auth/login', {}, wrong)).status).toBe(401)
    }
    const refused = await signIn(username)
    expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMITED'])
  })

  it('ends a session that was not used, and one that is too old, and prolongs one in use', async () => {
    const { cookie } = await signedIn('viewer', 'Idle')
    const age = (column: 'last_used_at' | 'expires_at', hours: number) =>
      service.owner.inTransaction((run) =>
        run(`UPDATE page_session SET ${column} = now() - interval '${hours} hours' WHERE user_id IN
          (SELECT u.id FROM app_user u JOIN organization o ON o.id = u.organization_id WHERE o.name = 'Idle')`),
      )
    const status = async () => (await send('GET', '/v1/session', { cookie })).status
    await age('last_used_at', 11)
    expect(await status()).toBe(200)
    const { last } = await service.owner.db
      .selectFrom('page_session')
      .innerJoin('app_user', 'app_user.id', 'user_id')
      .innerJoin('organization', 'organization.id', 'organization_id')
      .where('name', '=', 'Idle')
      .select('last_used_at as last')
      .executeTakeFirstOrThrow()
    expect(Date.now() - last.getTime()).toBeLessThan(3_600_000)
    await age('last_used_at', 13)
    expect(await status()).toBe(401)
    await age('last_used_at', 0)
    expect(await status()).toBe(200)
    await age('expires_at', 1)
    expect(await status()).toBe(401)
  })
})
