import { engines } from '@assay/kit/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCOUNT_FREE_ATTEMPTS, PAIR_LIMIT, TURN_SECONDS } from '../src/domain/accounts/login-throttle.ts'
import { PASSWORD, type RunningService, runService } from './support/running-service.ts'

describe.each(engines)('guessing passwords on %s', (engine) => {
  let service: RunningService

  beforeAll(async () => {
    service = await runService(engine)
  })
  afterAll(() => service.remove())

  const logIn = async (username: string, remoteAddress: string, password = 'a guess of a password') => {
    const response = await service.app.inject({
      method: 'POST',
      url: '/v1/auth/login',
      remoteAddress,
      payload: { username, password },
    })
    return { status: response.statusCode, retryAfter: response.headers['retry-after'], body: response.json() }
  }
  /** Lets time pass for the counters: the database's clock is nobody's to set. */
  const pass = (seconds: number) =>
    sql`UPDATE login_attempt SET window_ends_at = window_ends_at - make_interval(secs => ${seconds}),
      turn_at = turn_at - make_interval(secs => ${seconds})`.execute(service.owner.db)

  it('from many addresses does not lock the owner out: no wait at home, one bounded wait elsewhere', async () => {
    const { username } = await service.addUser('researcher', 'Lab')
    expect((await logIn(username, '192.0.2.1', PASSWORD)).status).toBe(200)
    const strangers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => logIn(username, `198.51.100.${n}`)),
    )
    // However many at once, no more than the free ones were looked at.
    expect(strangers.filter(({ status }) => status === 401)).toHaveLength(ACCOUNT_FREE_ATTEMPTS)
    const refused = strangers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(40 - ACCOUNT_FREE_ATTEMPTS)
    for (const { retryAfter, body } of refused) {
      expect(Number(retryAfter)).toBe(TURN_SECONDS)
      expect(body.error).toMatchObject({
        code: 'RATE_LIMITED',
        details: { field: 'username', issue: `must wait ${retryAfter} s`, provided: username },
      })
    }

    expect((await logIn(username, '192.0.2.1', PASSWORD)).status).toBe(200)
    const away = await logIn(username, '203.0.113.9', PASSWORD)
    expect(away.status).toBe(429)
    expect(Number(away.retryAfter)).toBeLessThanOrEqual(TURN_SECONDS)
    await pass(Number(away.retryAfter) + 1)
    // The strangers that waited as long have their one try, and take nothing from the owner.
    const again = await Promise.all(Array.from({ length: 40 }, (_, n) => logIn(username, `198.51.100.${n}`)))
    expect(again.filter(({ status }) => status === 401)).toHaveLength(refused.length)
    expect((await logIn(username, '203.0.113.9', PASSWORD)).status).toBe(200)
    expect((await logIn(username, '203.0.113.9', PASSWORD)).status).toBe(200)
  })

  it('from one IPv6 network with many addresses counts as one, and IPv4 in IPv6 as IPv4', async () => {
    const { username } = await service.addUser('researcher', 'Lab')
    for (let i = 0; i < PAIR_LIMIT.maxAttempts; i += 1)
      expect((await logIn(username, `2001:db8:0:1::${i + 1}`)).status).toBe(401)
    const refused = await logIn(username, '2001:db8:0:1:ffff::1', PASSWORD)
    expect(refused.status).toBe(429)
    expect(Number(refused.retryAfter)).toBeLessThanOrEqual(PAIR_LIMIT.windowSeconds)
    expect((await logIn(username, '2001:db8:0:2::1', PASSWORD)).status).toBe(200)

    const mapped = await service.addUser('researcher', 'Lab')
    for (let i = 0; i < PAIR_LIMIT.maxAttempts; i += 1)
      await logIn(mapped.username, i % 2 ? '192.0.2.99' : '::ffff:192.0.2.99')
    expect((await logIn(mapped.username, '192.0.2.99', PASSWORD)).status).toBe(429)
  })

  it('by a stolen access token at the change of the password is limited the same way', async () => {
    const { token, username } = await service.addUser('researcher', 'Lab')
    const guess = async () =>
      service.app.inject({
        method: 'POST',
        url: '/v1/auth/password',
        remoteAddress: '192.0.2.50',
        headers: { authorization: `Bearer ${token}` },
        payload: { current_password: 'a guess of a password', new_password: 'staple battery horse correct' },
      })
    const statuses = []
    for (let i = 0; i < PAIR_LIMIT.maxAttempts; i += 1) statuses.push((await guess()).statusCode)
    expect(statuses).toEqual(new Array(PAIR_LIMIT.maxAttempts).fill(403))
    const refused = await guess()
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await logIn(username, '192.0.2.50', PASSWORD)).status).toBe(429)
  })

  it('leaves no counters behind for ever', async () => {
    await pass(2 * 86_400)
    for (let i = 0; i < 60; i += 1) await logIn(`nobody-${i % 3}`, `203.0.113.${100 + (i % 5)}`)
    const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM login_attempt
      WHERE window_ends_at < now() - interval '1 hour'`.execute(service.owner.db)
    expect(rows[0]!.n).toBe(0)
  })
})
