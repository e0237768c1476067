import { engines } from '@assay/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withOrganization } from '../src/adapters/postgres/with-organization.ts'
import { call, PASSWORD, type RunningService, runService } from './support/running-service.ts'

describe.each(engines)('sessions and users on %s', (engine) => {
  let service: RunningService
  beforeAll(async () => {
    service = await runService(engine)
  })
  afterAll(() => service.remove())

  const logIn = async (username: string, password = PASSWORD) =>
    call(service, undefined, 'POST', '/v1/auth/login', { username, password })
  const refresh = (refresh_token: string) =>
    call(service, undefined, 'POST', '/v1/auth/refresh', { refresh_token })

  it('rotates a refresh token and ends the family when one is used twice', async () => {
    const { username } = await service.addUser('researcher', 'Rotation')
    const first = (await logIn(username)).body.refresh_token
    const second = await refresh(first)
    expect(second.status).toBe(200)
    expect(second.body.refresh_token).not.toBe(first)
    expect((await call(service, second.body.access_token, 'GET', '/v1/auth/users/me')).body.username).toBe(
      username,
    )
    const third = await refresh(second.body.refresh_token)
    expect(third.status).toBe(200)

    const stolen = await refresh(first)
    expect(stolen.status).toBe(401)
    expect(stolen.body.error.code).toBe('AUTHENTICATION_ERROR')
    expect((await refresh(third.body.refresh_token)).status).toBe(401)
  })

  it('gives one of many parallel uses of a token a successor', async () => {
    const { username } = await service.addUser('researcher', 'Rotation')
    const { refresh_token } = (await logIn(username)).body
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(refresh_token)))
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
  })

  it('logs out: the refresh token ends, twice is no error, another login lives on', async () => {
    const { username } = await service.addUser('viewer', 'Rotation')
    const [one, two] = [(await logIn(username)).body, (await logIn(username)).body]
    for (const _ of [1, 2]) {
      const answer = await call(service, undefined, 'POST', '/v1/auth/logout', {
        refresh_token: one.refresh_token,
      })
      expect(answer.status).toBe(204)
    }
    expect((await refresh(one.refresh_token)).status).toBe(401)
    expect((await refresh(two.refresh_token)).status).toBe(200)
  })

  it('refuses an unknown refresh token, and one sent as nothing', async () => {
    expect((await refresh('no such token')).status).toBe(401)
    expect((await call(service, undefined, 'POST', '/v1/auth/refresh', {})).status).toBe(422)
  })

  it('lets an administrator manage the users of the own organization and nobody else', async () => {
    const admin = await service.addUser('admin', 'Managed')
    const stranger = await service.addUser('admin', 'Elsewhere')
    const added = await call(service, admin.token, 'POST', '/v1/auth/users', {
      username: `new-${engine}`,
      password: PASSWORD,
      role: 'viewer',
    })
    expect(added.status).toBe(201)
    expect(added.body).toMatchObject({ role: 'viewer', organization: 'Managed' })
    const path = `/v1/auth/users/${added.body.id}`

    const listed = await call(service, admin.token, 'GET', '/v1/auth/users')
    expect(listed.body.users.map((user: { id: string }) => user.id).sort()).toEqual(
      [admin.id, added.body.id].sort(),
    )
    expect((await call(service, stranger.token, 'GET', '/v1/auth/users')).body.users).toHaveLength(1)
    expect((await call(service, stranger.token, 'PATCH', path, { role: 'admin' })).status).toBe(404)
    expect((await call(service, stranger.token, 'DELETE', path)).status).toBe(404)

    const session = (await logIn(`new-${engine}`)).body
    expect((await call(service, session.access_token, 'GET', '/v1/auth/users')).status).toBe(403)
    expect((await call(service, admin.token, 'PATCH', path, { role: 'researcher' })).body.role).toBe(
      'researcher',
    )
    expect((await refresh(session.refresh_token)).status).toBe(401)
    expect((await call(service, admin.token, 'DELETE', path)).status).toBe(204)
    expect((await call(service, session.access_token, 'GET', '/v1/auth/users/me')).status).toBe(401)

    const taken = await call(service, stranger.token, 'POST', '/v1/auth/users', {
      username: admin.username.toUpperCase(),
      password: PASSWORD,
      role: 'viewer',
    })
    expect(taken.status).toBe(409)

    const { id } = await service.owner.db
      .selectFrom('organization')
      .select('id')
      .where('name', '=', 'Managed')
      .executeTakeFirstOrThrow()
    const trail = await withOrganization(service.database.db, id, (trx) =>
      trx.selectFrom('audit_log').select(['action', 'target', 'user_id']).orderBy('audit_id').execute(),
    )
    expect(trail.filter(({ action }) => action.startsWith('user.'))).toEqual(
      ['user.add', 'user.change', 'user.remove'].map((action) => ({
        action,
        target: added.body.id,
        user_id: admin.id,
      })),
    )
  })

  it('keeps the last administrator, also when two demote each other at once', async () => {
    const one = await service.addUser('admin', 'Last')
    const two = await service.addUser('admin', 'Last')
    const demote = (by: { token: string }, whom: { id: string }) =>
      call(service, by.token, 'PATCH', `/v1/auth/users/${whom.id}`, { role: 'viewer' })
    const answers = await Promise.all([demote(one, two), demote(two, one)])
    // The slower one is no administrator any more when its turn comes.
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    const self = await service.addUser('admin', 'Alone')
    expect((await demote(self, self)).status).toBe(409)
    const other = await service.addUser('admin', 'Alone')
    const both = await Promise.all([demote(self, self), demote(other, other)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('refuses further tries on an account after ten, whatever the password, and no other account', async () => {
    const { username } = await service.addUser('viewer', 'Throttled')
    const other = await service.addUser('viewer', 'Throttled')
    const tries = []
    for (let i = 0; i < 10; i += 1) tries.push((await logIn(username, 'wrong wrong wrong')).status)
    expect(tries).toEqual(new Array(10).fill(401))
    const refused = await logIn(username)
    expect(refused.status).toBe(429)
    expect(refused.body.error.code).toBe('RATE_LIMITED')
    expect((await logIn(other.username)).status).toBe(200)
  })
})
