import { expect, test } from 'vitest'
import { server } from '../test/routed-server.ts'
import { apiKey, authentication } from './authentication.ts'
import { Problem } from './problem.ts'
import { NotReady } from './readiness.ts'

test('too many requests: 429 in the envelope with Retry-After; health is exempt, unknown addresses are not', async () => {
  const { app } = await server({ rateLimitPerMinute: 3 })
  for (let i = 0; i < 3; i++) expect((await app.inject('/find')).statusCode).toBe(200)
  const refused = await app.inject('/find')
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate-limited'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect((await app.inject('/health')).statusCode).toBe(200)
  expect((await app.inject('/ready')).statusCode).toBe(200)
  expect((await app.inject('/nothing')).statusCode).toBe(429)
})

test('guessing credentials is limited too', async () => {
  const { app } = await server({ rateLimitPerMinute: 3 })
  await app.register(authentication, { authenticators: [apiKey(() => undefined)] })
  app.get('/guarded', async () => 'secret')
  const guess = async () =>
    (await app.inject({ url: '/guarded', headers: { 'x-api-key': 'guess' } })).statusCode
  expect([await guess(), await guess(), await guess(), await guess()]).toEqual([401, 401, 401, 429])
  expect((await app.inject('/health')).statusCode).toBe(200)
})

/** Keeps the event loop busy. */
function block(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test('more than can be done is refused: 503 in the envelope with Retry-After; health and readiness still answer', async () => {
  const { app } = await server({ maxEventLoopDelayMs: 200, rateLimitPerMinute: 0 })
  app.get('/long', async () => block(20))
  const url = await app.listen({ port: 0 })
  let refusal: Response | undefined
  const ask = async () => {
    while (!refusal) {
      const answer = await fetch(`${url}/long`)
      if (answer.status === 503) refusal = answer
      else await answer.text()
    }
  }
  await Promise.all(Array.from({ length: 100 }, ask))
  expect(await refusal?.json()).toMatchObject({ code: 'overloaded' })
  expect(Number(refusal?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await fetch(`${url}/health`)).status).toBe(200)
  expect((await fetch(`${url}/ready`)).status).toBe(200)
})

test('a process that gets no processor time refuses none of the requests of one person', async () => {
  const { app } = await server({ maxEventLoopDelayMs: 20, rateLimitPerMinute: 0 })
  const url = await app.listen({ port: 0 })
  const statuses = new Set<number>()
  for (let round = 0; round < 20; round++) {
    block(200)
    for (const answer of await Promise.all([fetch(`${url}/find`), fetch(`${url}/find`)]))
      statuses.add(answer.status)
  }
  expect([...statuses]).toEqual([200])
})

test('readiness follows the service; draining turns it to 503 and closes connections, requests are still answered', async () => {
  let healthy = true
  const { app } = await server({}, async () => {
    if (!healthy) throw new Error('database is away')
    return []
  })
  expect((await app.inject('/ready')).json()).toMatchObject({ status: 'ready', version: '1.2.3' })
  healthy = false
  const away = await app.inject('/ready')
  expect([away.statusCode, away.json().status]).toEqual([503, 'not ready'])
  expect(away.body).not.toContain('database')
  healthy = true
  app.drain()
  expect((await app.inject('/ready')).json().status).toBe('draining')
  const answer = await app.inject('/find')
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close'])
  expect((await app.inject('/health')).statusCode).toBe(200)
})

test('/ready names what all replicas lack, and stays 200', async () => {
  const reason = { field: 'S3_BUCKET', issue: 'The bucket cannot be reached.' }
  const { app, lines } = await server({}, async () => [{ reason, error: new Error('connect ECONNREFUSED') }])
  const answer = await app.inject('/ready')
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    expect.objectContaining({ status: 'ready', reasons: [reason] }),
  ])
  expect(lines.find(({ msg }) => msg === 'ready without S3_BUCKET')).toMatchObject({
    err: { message: 'connect ECONNREFUSED' },
  })
})

test('/ready says in its own shape why not: each failed check, a stop, an overload, or no more than that', async () => {
  let failure: Error = new Error('postgres://admin:hunter22@db refused')
  const { app } = await server({}, () => Promise.reject(failure))
  const reasons = async () => {
    const answer = await app.inject('/ready')
    expect(answer.statusCode).toBe(503)
    return answer.json().reasons
  }
  expect(await reasons()).toEqual([{ field: 'service', issue: 'The service cannot take work right now.' }])
  const why = [
    { field: 'database', issue: 'The database is not available right now.' },
    { field: 'STORAGE_DIR', issue: 'The folder no longer exists.' },
  ]
  failure = new NotReady(why, [])
  expect(await reasons()).toEqual(why)
  // As the line for the database refuses.
  failure = new Problem('overloaded', 'The service is overloaded.', {
    field: 'service',
    issue: 'is overloaded',
    provided: null,
  })
  expect(await reasons()).toHaveLength(1)
  app.drain()
  expect(await reasons()).toEqual([{ field: 'service', issue: 'The process is stopping.' }])
  expect((await app.inject('/health')).statusCode).toBe(200)
})
