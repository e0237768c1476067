import { engines } from '@assay/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compose } from '../src/compose/server.ts'
import { readConfig } from '../src/config.ts'
import { call, PASSWORD, type RunningService, runService } from './support/running-service.ts'

const body = (token: string, username = 'ada', more = {}) => ({
  token,
  username,
  password: PASSWORD,
  organization: 'Example Lab',
  ...more,
})

describe.each(engines)('the first start on %s', (engine) => {
  let service: RunningService
  let token: string
  beforeAll(async () => {
    service = await runService(engine)
    token = (await service.offerSetup())!
  })
  afterAll(() => service.remove())

  const setUp = (content: object, headers = {}) =>
    service.app.inject({ method: 'POST', url: '/v1/setup', payload: content, headers })
  const needed = async () => (await call(service, undefined, 'GET', '/v1/setup')).body

  it('is needed while there is no user, and refuses what is wrong without using the token up', async () => {
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(await needed()).toEqual({ needed: true })
    const wrong = await setUp(body('A'.repeat(43)))
    expect([wrong.statusCode, wrong.json().error.details.field]).toEqual([401, 'token'])
    expect((await setUp(body(token, 'ada', { password: 'short' }))).statusCode).toBe(422)
    expect((await setUp(body(token, '-'))).statusCode).toBe(422)
    expect((await setUp(body(token, 'ada', { role: 'viewer' }))).statusCode).toBe(422)
    expect((await setUp(body(token), { origin: 'https://evil.example' })).statusCode).toBe(403)
    expect(await needed()).toEqual({ needed: true })
  })

  it('keeps only the hash of the token, and refuses one that has expired', async () => {
    const rows = await service.owner.db.selectFrom('setup_token').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    const late = (await service.offerSetup())!
    const hours = (n: number) =>
      service.owner.inTransaction((run) =>
        run(`UPDATE setup_token SET expires_at = expires_at - interval '${n} hours'`),
      )
    await hours(25)
    expect((await setUp(body(late))).statusCode).toBe(401)
    await hours(-25)
  })

  it('creates one administrator, however many replicas and browsers try at once', async () => {
    const tokens = [token, (await service.offerSetup())!, (await service.offerSetup())!]
    const replica =
      service.databaseUrl === undefined
        ? undefined
        : await compose(
            readConfig({
              argv: ['--database-url', service.databaseUrl, '--no-migrate-on-start', '--log-level', 'error'],
              env: {},
            }),
          )
    await replica?.app.ready()
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        (i % 2 === 0 || !replica ? service.app : replica.app).inject({
          method: 'POST',
          url: '/v1/setup',
          payload: body(tokens[i % 3]!, `ada${i}`),
        }),
      ),
    )
    await replica?.app.close()
    await replica?.stop()
    const won = answers.filter(({ statusCode }) => statusCode === 201)
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409, 409])
    const cookie = String(won[0]!.headers['set-cookie']).split(';')[0]!
    const users = await service.app.inject({ url: '/v1/auth/users', headers: { cookie } })
    expect(users.json().users).toEqual([
      { ...won[0]!.json().user, role: 'admin', organization: 'Example Lab' },
    ])
    const trail = await service.app.inject({ url: '/v1/audit?action=user.setup', headers: { cookie } })
    expect(trail.json().entries).toHaveLength(1)
  })

  it('is over then: no token is offered, and none works', async () => {
    expect(await needed()).toEqual({ needed: false })
    expect(await service.offerSetup()).toBeUndefined()
    const again = await setUp(body(token))
    expect([again.statusCode, again.json().error.code]).toEqual([409, 'CONFLICT'])
    expect(await service.owner.db.selectFrom('setup_token').selectAll().execute()).toEqual([])
  })
})
