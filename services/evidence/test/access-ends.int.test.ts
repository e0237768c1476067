import { randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { openKeyRing } from '@assay/kit/signing-keys'
import { type Engine, engines } from '@assay/kit/testing'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { contentId } from '../src/adapters/hash/content-id.ts'
import { postgresImportStore } from '../src/adapters/postgres/import-store.ts'
import { postgresSigningKeyStore } from '../src/adapters/postgres/signing-key-store.ts'
import { readOrganization, withOrganization } from '../src/adapters/postgres/with-organization.ts'
import { receiveImport, runImport } from '../src/operations/import-evidence.ts'
import { operations } from './support/operations.ts'
import { call, PASSWORD, type RunningService, runService } from './support/running-service.ts'

const MOLECULE = 'MOL_12345'
const NEW_PASSWORD = 'staple battery horse correct'

describe.each(engines)('access that was taken away, on %s', (engine: Engine) => {
  let service: RunningService
  let admin: { id: string; username: string; token: string }
  let organizationId: string

  beforeAll(async () => {
    service = await runService(engine)
    admin = await service.addUser('admin', 'Lab')
    const organization = await service.owner.db
      .selectFrom('organization')
      .selectAll()
      .executeTakeFirstOrThrow()
    organizationId = organization.id
    await call(service, admin.token, 'PUT', `/v1/molecules/${MOLECULE}`, { name: 'a molecule' })
    await call(service, admin.token, 'POST', '/v1/labels', {
      labels: [{ molecule_id: MOLECULE, correct: true }],
    })
  })
  afterAll(() => service.remove())
  afterEach(() => vi.restoreAllMocks())

  const logIn = async (username: string, password = PASSWORD) =>
    (await call(service, undefined, 'POST', '/v1/auth/login', { username, password })).body
  const refresh = (refresh_token: string) =>
    call(service, undefined, 'POST', '/v1/auth/refresh', { refresh_token })
  const remove = (id: string) => call(service, admin.token, 'DELETE', `/v1/auth/users/${id}`)
  const change = (id: string, body: object) =>
    call(service, admin.token, 'PATCH', `/v1/auth/users/${id}`, body)

  /** Sends a request that the service would do if the token were good. */
  const attempt = async (
    { method, path, contentType, example }: ReturnType<typeof operations>[number],
    token: string,
    target: string,
  ) => {
    const response = await service.app.inject({
      method,
      url: path
        .replace('{molecule_id}', MOLECULE)
        .replace('{import_id}', randomUUID())
        .replace('{user_id}', target),
      headers: {
        authorization: `Bearer ${token}`,
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
      },
      ...(contentType === undefined ? {} : { payload: JSON.stringify(example ?? {}) }),
    })
    return response.statusCode
  }

  it('covers requests that a good token may do', async () => {
    for (const operation of operations(service).filter(({ access }) => access !== 'read')) {
      const target = await service.addUser('viewer', 'Lab')
      const { token } = await service.addUser('admin', 'Lab')
      const status = await attempt(operation, token, target.id)
      // 409 is the example's username, taken by an earlier test: the work was done to find out.
      expect([operation.name, status < 300 || status === 409]).toEqual([operation.name, true])
    }
  })

  type User = { id: string; username: string; token: string }
  const endings: Record<string, (user: User) => Promise<{ status: number }>> = {
    'the user was removed': ({ id }) => remove(id),
    'the user was demoted': ({ id }) => change(id, { role: 'viewer' }),
    'the user was promoted': ({ id }) => change(id, { role: 'researcher' }),
    'an administrator set the password': ({ id }) => change(id, { password: NEW_PASSWORD }),
    'an administrator ended the sessions': ({ id }) =>
      call(service, admin.token, 'DELETE', `/v1/auth/users/${id}/sessions`),
    'the user changed the password': ({ token }) =>
      call(service, token, 'POST', '/v1/auth/password', {
        current_password: PASSWORD,
        new_password: NEW_PASSWORD,
      }),
    'the user ended all sessions': ({ token }) => call(service, token, 'DELETE', '/v1/auth/sessions'),
  }

  it.each(Object.keys(endings))(
    'refuses every operation once %s: writes and administration at once, reads within 60 s',
    async (name) => {
      const role = name === 'the user was promoted' ? 'viewer' : 'admin'
      const user = await service.addUser(role, 'Lab')
      const target = await service.addUser('viewer', 'Lab')
      const now = performance.now()
      // Time stands still: this replica goes on believing what it has just read of the user.
      const clock = vi.spyOn(performance, 'now').mockReturnValue(now)
      const vocabulary = () => call(service, user.token, 'GET', '/v1/fuzzy-evidence/linguistic-variables')
      expect((await vocabulary()).status).toBe(200)

      expect((await endings[name]!(user)).status).toBeLessThan(300)
      expect((await vocabulary()).status).toBe(200)
      const all = operations(service)
      const atOnce = all.filter(
        ({ access }) => access === 'account' || (role === 'admin' && access !== 'read'),
      )
      expect(atOnce.length).toBeGreaterThanOrEqual(2)
      for (const operation of atOnce) {
        expect([operation.name, await attempt(operation, user.token, target.id)]).toEqual([
          operation.name,
          401,
        ])
      }
      // Reads by route, writes in effect.
      const rectify = { molecule_id: MOLECULE, dry_run: false }
      const learn = {
        evidence_types_to_predict: ['spectral_match'],
        prediction_config: { network_learning_enabled: true },
      }
      if (role === 'admin') {
        const post = (path: string, body: object) => call(service, user.token, 'POST', path, body)
        expect((await post('/v1/evidence/rectify', rectify)).status).toBe(401)
        expect((await post(`/v1/fuzzy-evidence/predict-evidence/${MOLECULE}`, learn)).status).toBe(401)
      }

      clock.mockReturnValue(now + 60_000)
      for (const operation of all) {
        expect([operation.name, await attempt(operation, user.token, target.id)]).toEqual([
          operation.name,
          401,
        ])
      }
    },
  )

  it('lets the refresh tokens of the user end with the access, and the new password start anew', async () => {
    const user = await service.addUser('researcher', 'Lab')
    const [one, two] = [await logIn(user.username), await logIn(user.username)]
    const wrong = await call(service, one.access_token, 'POST', '/v1/auth/password', {
      current_password: 'not the password',
      new_password: NEW_PASSWORD,
    })
    expect(wrong.status).toBe(403)
    expect(wrong.body.error.details).toEqual({
      field: 'current_password',
      issue: 'is wrong',
      provided: '[hidden]',
    })
    const same = await call(service, one.access_token, 'POST', '/v1/auth/password', {
      current_password: PASSWORD,
      new_password: PASSWORD,
    })
    expect(same.status).toBe(422)
    const changed = await call(service, one.access_token, 'POST', '/v1/auth/password', {
      current_password: PASSWORD,
      new_password: NEW_PASSWORD,
    })
    expect(changed.status).toBe(200)
    for (const { refresh_token } of [one, two]) expect((await refresh(refresh_token)).status).toBe(401)
    const put = (token: string) => call(service, token, 'PUT', '/v1/molecules/AFTER', { name: 'after' })
    expect((await put(two.access_token)).status).toBe(401)
    expect((await put(changed.body.access_token)).status).toBe(200)
    const next = await refresh(changed.body.refresh_token)
    expect(next.status).toBe(200)
    expect((await put(next.body.access_token)).status).toBe(200)
    expect((await logIn(user.username)).error.code).toBe('AUTHENTICATION_ERROR')
    expect((await logIn(user.username, NEW_PASSWORD)).user.id).toBe(user.id)
  })

  it('ends the access token of a thief when a refresh token is used twice, once', async () => {
    const user = await service.addUser('researcher', 'Lab')
    const put = (token: string) => call(service, token, 'PUT', '/v1/molecules/THEFT', { name: 'theft' })
    const session = await logIn(user.username)
    const thief = (await refresh(session.refresh_token)).body
    expect((await put(thief.access_token)).status).toBe(200)
    expect((await refresh(session.refresh_token)).status).toBe(401)
    expect((await put(thief.access_token)).status).toBe(401)
    expect((await refresh(thief.refresh_token)).status).toBe(401)
    // The old token is no means to end what comes after.
    const again = await logIn(user.username)
    expect((await refresh(session.refresh_token)).status).toBe(401)
    expect((await put(again.access_token)).status).toBe(200)
  })

  it('refuses a token of the version before, which carries no epoch', async () => {
    const keys = openKeyRing({
      store: postgresSigningKeyStore(service.owner.db),
      now: () => new Date(),
      issuer: 'assay-evidence',
      audience: 'assay-evidence',
      tokenLifetimeSeconds: 3600,
      rotateAfterDays: 30,
    })
    const claims = {
      username: admin.username,
      role: 'admin',
      organization: 'Lab',
      organization_id: organizationId,
    }
    const token = async (more: object) => keys.sign(admin.id, { ...claims, ...more })
    const users = async (more: object) => call(service, await token(more), 'GET', '/v1/auth/users')
    expect((await users({ epoch: 0 })).status).toBe(200)
    for (const epoch of [undefined, 'operator', -1, 0.5, null]) {
      const { status, body } = await users({ epoch })
      expect(status).toBe(401)
      expect(body.error.message).toMatch(/log in again/i)
    }
  })

  it('takes the role from the database, not from the token', async () => {
    const { id, token } = await service.addUser('researcher', 'Lab')
    // Behind the service's back, so that the epoch stays: the token still says researcher.
    await service.owner.db.updateTable('app_user').set({ role: 'viewer' }).where('id', '=', id).execute()
    const { status, body } = await call(service, token, 'PUT', '/v1/molecules/ROLE', { name: 'role' })
    expect(status).toBe(403)
    expect(body.error.details).toMatchObject({ field: 'role', provided: 'viewer' })
  })

  it('lets PostgreSQL refuse a write in a transaction that was opened to read', async () => {
    await expect(
      readOrganization(service.database.db, organizationId, (trx) =>
        trx.updateTable('molecule').set({ name: 'changed' }).execute(),
      ),
    ).rejects.toThrow(/read-only transaction/)
  })

  describe('imports', () => {
    const line = (id: string) =>
      `${JSON.stringify({ molecule_id: id, type: 'spectral_match', value: 0.5 })}\n`
    const accepted = async (user: User, molecule: string) => {
      const imports = postgresImportStore(
        service.database.db,
        { send: async () => {} },
        { imports: 0, bytes: 0 },
      )
      const receive = receiveImport({ imports, newId: randomUUID, maxBytes: 1e6 })
      const actor = {
        userId: user.id,
        organizationId,
        role: 'researcher' as const,
        epoch: 0,
        requestId: 'test',
      }
      async function* bytes() {
        yield new TextEncoder().encode(line(molecule))
      }
      const { id } = await receive(actor, { format: 'ndjson', bytes: bytes() })
      const work = () =>
        runImport({ imports, contentId, pause: async () => {}, sliceParts: 100 })(
          { organizationId, importId: id },
          new AbortController().signal,
        )
      const found = async () => (await call(service, admin.token, 'GET', `/v1/imports/${id}`)).body
      return { work, found }
    }

    it.each([
      ['removed', (id: string) => remove(id)],
      ['made a viewer', (id: string) => change(id, { role: 'viewer' })],
    ])('stop with a reason when their sender was %s', async (how, end) => {
      const user = await service.addUser('researcher', 'Lab')
      const molecule = `FROM_${how.toUpperCase().replaceAll(' ', '_')}`
      const { work, found } = await accepted(user, molecule)
      expect((await end(user.id)).status).toBeLessThan(300)
      await work()
      expect(await found()).toMatchObject({
        status: 'failed',
        items_added: 0,
        failure: expect.stringContaining('was removed or may no longer write'),
      })
      expect((await call(service, admin.token, 'GET', `/v1/molecules/${molecule}`)).status).toBe(404)
    })

    it('go on when their sender only changed the password', async () => {
      const user = await service.addUser('researcher', 'Lab')
      const { work, found } = await accepted(user, 'FROM_NEW_PASSWORD')
      await endings['the user changed the password']!(user)
      await work()
      expect(await found()).toMatchObject({ status: 'completed', items_added: 1 })
    })

    it('break off when their sender is removed during the upload', async () => {
      const user = await service.addUser('researcher', 'Lab')
      const body = new PassThrough()
      const answer = service.app.inject({
        method: 'POST',
        url: '/v1/evidence/import',
        headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/x-ndjson' },
        payload: body,
      })
      const sent = line('UPLOADED').repeat(40_000)
      body.write(sent)
      const received = () =>
        withOrganization(service.database.db, organizationId, (trx) =>
          trx
            .selectFrom('import_job')
            .select(['import_id', 'received_bytes'])
            .where('user_id', '=', user.id)
            .executeTakeFirst(),
        )
      while (!((await received())?.received_bytes ?? 0)) await sleep(20)
      expect((await remove(user.id)).status).toBe(204)
      body.end(sent)
      const { statusCode } = await answer
      expect(statusCode).toBe(401)
      const { import_id } = (await received())!
      const { body: job } = await call(service, admin.token, 'GET', `/v1/imports/${import_id}`)
      expect(job.status).toBe('failed')
      expect((await call(service, admin.token, 'GET', '/v1/molecules/UPLOADED')).status).toBe(404)
    })
  })

  describe('races', () => {
    const ROUNDS = engine === 'server' ? 15 : 5
    /** What a user has written, by the audit trail, which is written in the same transaction. */
    const written = (userId: string, action: string) =>
      withOrganization(service.database.db, organizationId, async (trx) => {
        const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM audit_log
          WHERE user_id = ${userId} AND action = ${action}`.execute(trx)
        return rows[0]!.n
      })

    it('commit no write of a user after the removal or demotion was acknowledged, and do not hold it up', async () => {
      let before = 0
      for (let round = 0; round < ROUNDS; round += 1) {
        const user = await service.addUser('researcher', 'Lab')
        let ended = false
        let done = 0
        const writer = async (n: number) => {
          for (;;) {
            const startedAfter = ended
            const url = `/v1/molecules/RACE_${round}_${n}`
            const { status } = await call(service, user.token, 'PUT', url, { name: 'race' })
            if (status === 401) return
            expect([status, startedAfter]).toEqual([200, false])
            done += 1
          }
        }
        const writers = Array.from({ length: 8 }, (_, n) => writer(n))
        while (done < 8) await sleep(1)
        const { status } = await (round % 2 ? remove(user.id) : change(user.id, { role: 'viewer' }))
        ended = true
        const acknowledged = await written(user.id, 'molecule.put')
        await Promise.all(writers)
        expect(status).toBeLessThan(300)
        // Every write that was answered is there, and none came after.
        expect([acknowledged, await written(user.id, 'molecule.put')]).toEqual([done, done])
        before += done
      }
      expect(before).toBeGreaterThan(ROUNDS)
    })

    it('do not let a removed administrator make a new one', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const mallory = await service.addUser('admin', 'Lab')
        // Hashing the password takes a while: the removal falls into it, more or less.
        const making = call(service, mallory.token, 'POST', '/v1/auth/users', {
          username: `heir-${engine}-${round}`,
          password: PASSWORD,
          role: 'admin',
        })
        await sleep(round)
        expect((await remove(mallory.id)).status).toBe(204)
        const acknowledged = await written(mallory.id, 'user.add')
        const { status } = await making
        expect([status, acknowledged]).toEqual(acknowledged === 1 ? [201, 1] : [401, 0])
        expect(await written(mallory.id, 'user.add')).toBe(acknowledged)
        const heir = await logIn(`heir-${engine}-${round}`)
        expect(heir.error?.code).toBe(acknowledged === 1 ? undefined : 'AUTHENTICATION_ERROR')
      }
    })

    it('let no refresh and no login with the old password outlive the end of the sessions', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const user = await service.addUser('researcher', 'Lab')
        const sessions = await Promise.all([logIn(user.username), logIn(user.username)])
        const racing = [
          ...sessions.map(({ refresh_token }) => refresh(refresh_token).then(({ body }) => body)),
          logIn(user.username),
        ]
        await sleep(round % 5)
        const ended = await endings['the user changed the password']!(user)
        expect(ended.status).toBe(200)
        for (const { access_token, refresh_token } of await Promise.all(racing)) {
          if (access_token === undefined) continue
          const put = await call(service, access_token, 'PUT', '/v1/molecules/OLD', { name: 'old' })
          expect([put.status, (await refresh(refresh_token)).status]).toEqual([401, 401])
        }
      }
    })
  })
})
