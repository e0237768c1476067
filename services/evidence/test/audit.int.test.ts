import { engines } from '@assay/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evidenceToEnd } from './cli.ts'
import { call, PASSWORD, type RunningService, runService } from './support/running-service.ts'

interface Entry {
  readonly id: string
  readonly at: string
  readonly user_id: string
  readonly username: string | null
  readonly request_id: string
  readonly action: string
  readonly target: string
  readonly details: Record<string, unknown>
}

describe.each(engines)('the audit trail on %s', (engine) => {
  let service: RunningService
  let admin: { id: string; username: string; token: string }
  let stranger: { id: string; username: string; token: string }

  beforeAll(async () => {
    service = await runService(engine)
    admin = await service.addUser('admin', 'Lab')
    stranger = await service.addUser('admin', 'Elsewhere')
  })
  afterAll(() => service.remove())

  const logIn = (username: string, password: string) =>
    call(service, undefined, 'POST', '/v1/auth/login', { username, password })
  const read = (query = '', token = admin.token) => call(service, token, 'GET', `/v1/audit${query}`)
  const entries = async (query = '', token = admin.token): Promise<Entry[]> =>
    (await read(query, token)).body.entries

  it('tells logins, failures, reuse, changes and removals, with who, whom and from where, and no secret', async () => {
    const user = await service.addUser('researcher', 'Lab')
    const wrong = 'a wrong password, honestly'
    await logIn(user.username.toUpperCase(), wrong)
    const session = (await logIn(user.username, PASSWORD)).body
    const next = (
      await call(service, undefined, 'POST', '/v1/auth/refresh', { refresh_token: session.refresh_token })
    ).body
    for (const _ of [1, 2, 3])
      await call(service, undefined, 'POST', '/v1/auth/refresh', { refresh_token: session.refresh_token })
    const again = (await logIn(user.username, PASSWORD)).body
    const renewed = 'staple battery horse correct'
    const change = (current_password: string) =>
      call(service, again.access_token, 'POST', '/v1/auth/password', {
        current_password,
        new_password: renewed,
      })
    await change(wrong)
    const changed = (await change(PASSWORD)).body
    await call(service, undefined, 'POST', '/v1/auth/logout', { refresh_token: changed.refresh_token })
    await call(service, undefined, 'POST', '/v1/auth/logout', { refresh_token: changed.refresh_token })
    await call(service, changed.access_token, 'DELETE', '/v1/auth/sessions')
    const path = `/v1/auth/users/${user.id}`
    await call(service, admin.token, 'PATCH', path, { role: 'viewer' })
    await call(service, admin.token, 'PATCH', path, { role: 'viewer' })
    await call(service, admin.token, 'PATCH', path, { password: PASSWORD })
    await call(service, admin.token, 'DELETE', `${path}/sessions`)
    await call(service, admin.token, 'DELETE', path)

    const about = (await entries()).filter(({ target }) => target === user.id).reverse()
    const by = (who: { id: string }) => ({ user_id: who.id })
    const address = '127.0.0.1'
    expect(about.map(({ action, user_id, details }) => ({ action, user_id, details }))).toEqual([
      { action: 'session.login', ...by(user), details: { address } },
      { action: 'session.login_failed', ...by(user), details: { address } },
      { action: 'session.login', ...by(user), details: { address } },
      { action: 'session.refresh_reused', ...by(user), details: { address } },
      { action: 'session.login', ...by(user), details: { address } },
      { action: 'user.password_refused', ...by(user), details: { address } },
      { action: 'user.password', ...by(user), details: { address } },
      { action: 'session.logout', ...by(user), details: {} },
      { action: 'session.revoke_all', ...by(user), details: {} },
      {
        action: 'user.change',
        ...by(admin),
        details: { role: 'viewer', role_before: 'researcher', password: false },
      },
      {
        action: 'user.change',
        ...by(admin),
        details: { role: 'viewer', role_before: 'viewer', password: true },
      },
      { action: 'session.revoke_all', ...by(admin), details: {} },
      {
        action: 'user.remove',
        ...by(admin),
        details: { username: user.username, role_before: 'viewer' },
      },
    ])
    expect(about[0]!.username).toBeNull()
    expect(about.at(-1)!.username).toBe(admin.username)
    const text = JSON.stringify(about)
    for (const secret of [PASSWORD, wrong, renewed, session, next, again, changed])
      for (const word of typeof secret === 'string' ? [secret] : [secret.refresh_token, secret.access_token])
        expect(text).not.toContain(word)
  })

  it('is kept from other organizations, and from whoever is no administrator', async () => {
    const researcher = await service.addUser('researcher', 'Lab')
    expect((await read('', researcher.token)).status).toBe(403)
    const theirs = await entries('', stranger.token)
    expect(theirs.map(({ user_id }) => user_id)).toEqual([stranger.id])
    expect(await entries(`?user_id=${admin.id}`, stranger.token)).toEqual([])
    // A place in the trail of another organization is no place in this one.
    const [newest] = await entries()
    const cursor = Buffer.from(newest!.id).toString('base64url')
    expect((await read(`?cursor=${cursor}`, stranger.token)).body).toEqual({ entries: [], next_cursor: null })
  })

  it('leaves out names that nobody has', async () => {
    const before = (await entries('?limit=1000')).length
    expect((await logIn(`nobody-${engine}`, PASSWORD)).status).toBe(401)
    expect((await entries('?limit=1000')).length).toBe(before)
  })

  it('comes in pages that hold every entry once, newest first, also filtered', async () => {
    for (let i = 0; i < 7; i += 1)
      await call(service, admin.token, 'PUT', `/v1/molecules/PAGE_${i}`, { name: 'page' })
    const all = await entries('?limit=1000')
    const times = all.map(({ at }) => at)
    expect(times).toEqual(times.toSorted().reverse())
    const pages = async (query: string) => {
      const found: Entry[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const { body } = await read(`?limit=3${query}${cursor === '' ? '' : `&cursor=${cursor}`}`)
        expect(body.entries.length).toBeLessThanOrEqual(3)
        found.push(...body.entries)
        cursor = body.next_cursor
      }
      return found
    }
    expect(await pages('')).toEqual(all)
    const puts = all.filter(({ action }) => action === 'molecule.put')
    expect(puts).toHaveLength(7)
    expect(await pages('&action=molecule.put')).toEqual(puts)
    expect(await pages(`&user_id=${admin.id}`)).toEqual(all.filter(({ user_id }) => user_id === admin.id))
    const [from, to] = [puts.at(-1)!.at, puts[0]!.at]
    const between = all.filter(({ at }) => at >= from && at < to)
    expect(await pages(`&from=${from}&to=${to}`)).toEqual(between)
  })

  it.each([
    ['a cursor of another list', `cursor=${Buffer.from('MOL_1').toString('base64url')}`, 'cursor'],
    ['no cursor at all', 'cursor=%00', 'cursor'],
    ['a time that is none', 'from=yesterday', 'from'],
    ['a user that is none', 'user_id=ada', 'user_id'],
    ['an action that is none', 'action=DROP%20TABLE', 'action'],
    ['an unknown filter', 'actor=ada', 'actor'],
  ])('refuses %s', async (_, query, field) => {
    const { status, body } = await read(`?${query}`)
    expect(status).toBe(422)
    expect(body.error.details.field).toBe(field)
  })

  it.runIf(engine === 'server')('is printed by the command line, as a table and as JSON', async () => {
    const settings = { DATABASE_URL: service.databaseUrl!, MIGRATE_ON_START: 'false' }
    const run = (...args: string[]) => evidenceToEnd(['audit', ...args], settings)
    const table = await run('--organization', 'Lab', '--action', 'molecule.put', '--limit', '2')
    expect(table.code).toBe(0)
    const lines = table.output.trim().split('\n')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatch(/^TIME +ACTION +USER +TARGET +DETAILS$/)
    expect(lines[1]).toMatch(new RegExp(`^\\S+Z  molecule\\.put  ${admin.username} +PAGE_6 +\\{`))
    const json = await run('--organization', 'Lab', '--action', 'molecule.put', '--json')
    const printed = json.output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Entry)
    expect(printed).toEqual(await entries('?action=molecule.put'))
    const nobody = await run('--organization', 'Nobody')
    expect(nobody.code).toBe(1)
    expect(nobody.output).toContain('There is no organization named "Nobody"')
  })
})
