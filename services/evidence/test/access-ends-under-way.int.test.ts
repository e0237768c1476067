import { randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Engine, engines } from '@assay/kit/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentId, newFileHash } from '../src/adapters/hash/content-id.ts'
import { postgresImportStore } from '../src/adapters/postgres/import-store.ts'
import { withOrganization } from '../src/adapters/postgres/with-organization.ts'
import { receiveImport, runImport } from '../src/operations/import-evidence.ts'
import { type LabUser, labUsers } from './support/lab-users.ts'
import { call, PASSWORD, type RunningService, runService } from './support/running-service.ts'

describe.each(engines)('work under way when access is taken away, on %s', (engine: Engine) => {
  let service: RunningService
  let admin: LabUser
  let organizationId: string

  beforeAll(async () => {
    service = await runService(engine)
    admin = await service.addUser('admin', 'Lab')
    const organization = await service.owner.db
      .selectFrom('organization')
      .selectAll()
      .executeTakeFirstOrThrow()
    organizationId = organization.id
  })
  afterAll(() => service.remove())

  const { logIn, refresh, remove, change, changePassword } = labUsers(
    () => service,
    () => admin,
  )

  describe('imports', () => {
    const line = (id: string) =>
      `${JSON.stringify({ molecule_id: id, type: 'spectral_match', value: 0.5 })}\n`
    const accepted = async (user: LabUser, molecule: string) => {
      const imports = postgresImportStore(
        service.database.db,
        { send: async () => {} },
        { imports: 0, bytes: 0 },
      )
      const receive = receiveImport({ imports, newId: randomUUID, newFileHash, maxBytes: 1e6 })
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
      await changePassword(user)
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
        const ended = await changePassword(user)
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
