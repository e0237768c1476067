import { setTimeout as sleep } from 'node:timers/promises'
import { overloaded } from '@assay/kit/admission-gate'
import { fairShare } from '@assay/kit/fair-share'
import { engines } from '@assay/kit/testing'
import { forClient, type WaitingClient, waitingClient } from '@assay/kit/waiting-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPageSession, postgresPageSessionStore } from '../src/adapters/postgres/page-session-store.ts'
import { postgresSessionStore } from '../src/adapters/postgres/session-store.ts'
import { postgresSignOnStore } from '../src/adapters/postgres/sign-on-store.ts'
import { postgresUserStore } from '../src/adapters/postgres/user-store.ts'
import { shareBetweenOrganizations } from '../src/adapters/postgres/with-organization.ts'
import { PAIR_LIMIT } from '../src/domain/accounts/login-throttle.ts'
import { NEW_PASSWORD } from './support/lab-users.ts'
import { call, PASSWORD, type RunningService, runService } from './support/running-service.ts'

const ORIGIN = { address: '192.0.2.1', requestId: 'test' }

describe.each(engines)('an organization that is refused connections on %s', (engine) => {
  let service: RunningService
  let admin: { id: string; username: string; token: string }

  beforeAll(async () => {
    service = await runService(engine)
    admin = await service.addUser('admin', 'Lab')
  })
  afterAll(() => service.remove())
  beforeEach(() => calm())

  const calm = () => shareBetweenOrganizations(service.database.db, (_, work) => work())
  const busy = () =>
    shareBetweenOrganizations(service.database.db, async () => {
      throw overloaded()
    })
  const logIn = (username: string, password = PASSWORD) =>
    call(service, undefined, 'POST', '/v1/auth/login', { username, password })
  const refresh = (refresh_token: string) =>
    call(service, undefined, 'POST', '/v1/auth/refresh', { refresh_token })
  const entriesOf = async (userId: string, action: string) =>
    (await call(service, admin.token, 'GET', `/v1/audit?user_id=${userId}&action=${action}`)).body.entries
  const memberOf = async (username: string) =>
    (await postgresUserStore(service.database.db).findByUsername(username))!

  it('still answers and records wrong passwords, like those of unknown users', async () => {
    const { id, username, token } = await service.addUser('researcher', 'Lab')
    busy()
    expect((await logIn('nobody', 'a guess of a password')).status).toBe(401)
    expect((await logIn(username, 'a guess of a password')).status).toBe(401)
    const change = { current_password: 'a guess of a password', new_password: NEW_PASSWORD }
    expect((await call(service, token, 'POST', '/v1/auth/password', change)).status).toBe(403)
    calm()
    expect(await entriesOf(id, 'session.login_failed')).toHaveLength(1)
    expect(await entriesOf(id, 'user.password_refused')).toHaveLength(1)
  })

  it('does not count right passwords as guesses', async () => {
    const [one, two] = [await service.addUser('viewer', 'Lab'), await service.addUser('viewer', 'Lab')]
    busy()
    const change = { current_password: PASSWORD, new_password: NEW_PASSWORD }
    for (let i = 0; i < PAIR_LIMIT.maxAttempts; i += 1) {
      expect((await logIn(one.username)).status).toBe(503)
      expect((await call(service, two.token, 'POST', '/v1/auth/password', change)).status).toBe(503)
    }
    calm()
    expect((await logIn(one.username)).status).toBe(200)
    expect((await logIn(two.username)).status).toBe(200)
  })

  it('still ends a login whose refresh token is used twice', async () => {
    const { id, username } = await service.addUser('researcher', 'Lab')
    const first = (await logIn(username)).body.refresh_token
    const second = (await refresh(first)).body.refresh_token
    busy()
    expect((await refresh(first)).status).toBe(401)
    calm()
    expect((await refresh(second)).status).toBe(401)
    expect(await entriesOf(id, 'session.refresh_reused')).toHaveLength(1)
  })

  it.runIf(engine === 'server')(
    'holds at most two connections while refresh tokens are used again and again',
    async () => {
      const stranger = await service.addUser('viewer', 'Other Lab')
      const users = await Promise.all([1, 2, 3].map(() => service.addUser('researcher', 'Lab')))
      const { organizationId } = await memberOf(users[0]!.username)
      const tokens: string[] = []
      for (const { username } of users) tokens.push((await logIn(username)).body.refresh_token)
      for (const token of tokens) expect((await refresh(token)).status).toBe(200)
      /** Runs work while something of each user is being written, such as a part of an import. */
      const whileWriting = (work: (waiting: () => Promise<number>) => Promise<void>) =>
        service.owner.inTransaction(async (run) => {
          await run(`SELECT set_config('evidence.organization_id', '${organizationId}', true)`)
          for (const { id } of users) await run(`SELECT FROM hold_users('${id}', NULL)`)
          await work(async () => {
            const [found] =
              await run(`SELECT count(*)::int AS waiting FROM pg_locks WHERE locktype = 'advisory'
              AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
            return found!.waiting as number
          })
        })
      const replays: Promise<{ status: number }>[] = []
      await whileWriting(async (waiting) => {
        for (let i = 0; i < 20; i += 1) replays.push(...tokens.map(refresh))
        while ((await waiting()) < 2) await sleep(5)
        expect((await call(service, stranger.token, 'GET', '/v1/runs')).status).toBe(200)
        expect(await waiting()).toBe(2)
      })
      expect(new Set((await Promise.all(replays)).map(({ status }) => status))).toEqual(new Set([401]))
      for (const { id } of users) expect(await entriesOf(id, 'session.refresh_reused')).toHaveLength(1)
      // What has ended is not waited for.
      await whileWriting(async () => {
        expect((await refresh(tokens[0]!)).status).toBe(401)
      })
    },
  )

  it('still ends the sessions of who is no longer admitted', async () => {
    const { id, username } = await service.addUser('researcher', 'Lab')
    const { refresh_token } = (await logIn(username)).body
    busy()
    const signOns = postgresSignOnStore(service.database.db)
    await signOns.endSessions(await memberOf(username), 'https://sso.example.org', ORIGIN)
    calm()
    expect((await refresh(refresh_token)).status).toBe(401)
    expect(await entriesOf(id, 'session.revoke_all')).toHaveLength(1)
  })

  it('logs out who disconnects while waiting', async () => {
    const { db } = service.database
    const { id, username } = await service.addUser('researcher', 'Lab')
    const member = await memberOf(username)
    const pages = postgresPageSessionStore(db, { idleSeconds: 60, lifetimeSeconds: 60 })
    const sessions = postgresSessionStore(db, 60, addPageSession(60), 60_000)
    const token = await sessions.start(member, ORIGIN)
    const pageToken = await pages.start(member, ORIGIN)
    const callbacks: (() => void)[] = []
    const leaving: WaitingClient = {
      hasLeft: () => true,
      onLeave(callback) {
        callbacks.push(callback)
        return () => {}
      },
    }
    const share = fairShare({ most: 1, waitMs: 60_000 })
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = share(member.organizationId, () => promise)
    const asked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let next = 0
    shareBetweenOrganizations(db, (organization, work) => {
      const turn = share(organization, work)
      asked[next++]?.resolve()
      return turn
    })
    const ended = Promise.all([
      forClient(leaving, () => sessions.end(token, ORIGIN)),
      forClient(leaving, () => pages.end(pageToken, ORIGIN)),
    ])
    await Promise.all(asked.map((one) => one.promise))
    for (const leave of callbacks) leave()
    resolve()
    await Promise.all([before, ended])
    calm()
    expect(await entriesOf(id, 'session.logout')).toHaveLength(2)
  })

  /** Refuses the turns of these numbers, counted from 1. */
  const refuse = (...turns: readonly number[]) => {
    let turn = 0
    shareBetweenOrganizations(service.database.db, async (_, work) => {
      turn += 1
      if (turns.includes(turn)) throw overloaded()
      return work()
    })
  }
  const upload = async (payload: string) => {
    const { statusCode, body } = await service.app.inject({
      method: 'POST',
      url: '/v1/evidence/import',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/x-ndjson' },
      payload,
    })
    return { status: statusCode, body: JSON.parse(body) }
  }
  const line = JSON.stringify({ molecule_id: 'M1', type: 'spectral_match', value: 0.5 })

  it('receives an upload that has begun, and refuses others', async () => {
    refuse(1)
    expect((await upload(line)).status).toBe(503)
    // The part, and the end.
    refuse(2, 4)
    const { status, body } = await upload(line)
    expect([status, body.status]).toEqual([202, 'queued'])
    calm()
    expect((await call(service, admin.token, 'GET', `/v1/imports/${body.import_id}`)).status).toBe(200)
  })

  it('answers why an upload failed, and marks it', async () => {
    const failed = async () =>
      (
        await service.owner.inTransaction((run) =>
          run("SELECT status FROM import_job WHERE status IN ('receiving', 'failed')"),
        )
      ).map(({ status }) => status)
    refuse(2)
    expect((await upload('')).body.error.message).toBe('The file is empty.')
    expect(await failed()).toEqual(['failed'])
    refuse(2, 3, 4, 5, 6, 7)
    expect((await upload('')).body.error.message).toBe('The file is empty.')
  })

  it('exports its audit trail whole', async () => {
    const get = () =>
      service.app.inject({
        url: '/v1/audit/export?format=ndjson',
        headers: { authorization: `Bearer ${admin.token}` },
      })
    const whole = (await get()).body
    refuse(2)
    expect((await get()).body).toBe(whole)
    refuse(1)
    expect((await get()).statusCode).toBe(503)
    refuse(2, 4, 6)
    expect((await call(service, admin.token, 'GET', '/v1/audit/chain')).body.intact).toBe(true)
  })

  it.runIf(engine === 'embedded')('has its jobs done', async () => {
    // Jobs have no client that waits for them.
    shareBetweenOrganizations(service.database.db, async (_, work) => {
      if (!waitingClient()) throw overloaded()
      return work()
    })
    const { body } = await upload(line)
    const found = async () => (await call(service, admin.token, 'GET', `/v1/imports/${body.import_id}`)).body
    while ((await found()).progress < 1) await sleep(50)
    expect(await found()).toMatchObject({ status: 'completed' })
  })
})
