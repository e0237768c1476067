import { connect } from 'node:net'
import Type from 'typebox'
import { afterEach, describe, expect, test } from 'vitest'
import { apiKey, authentication } from './authentication.ts'
import { openapiText } from './openapi.ts'
import type { ServerConfig } from './options.ts'
import { Problem } from './problem.ts'
import { NotReady } from './readiness.ts'
import { type App, listen } from './server.ts'
import { sampleServer } from './testing-server.ts'

const opened: App[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()))
})

async function server(overrides: Partial<ServerConfig> = {}, ready?: () => Promise<unknown>) {
  const { app, lines } = await sampleServer(overrides, ready)
  opened.push(app)
  app.post(
    '/echo',
    {
      schema: { body: Type.Object({ value: Type.Number({ minimum: 0 }) }, { additionalProperties: false }) },
    },
    async (request) => request.body,
  )
  app.get(
    '/find',
    {
      schema: {
        querystring: Type.Object({
          page: Type.Optional(Type.Integer({ minimum: 1 })),
          title: Type.Optional(Type.String()),
        }),
      },
    },
    async (request) => request.query,
  )
  app.get('/fail', async () => {
    throw new Error('connection to postgres://admin:hunter22@db failed')
  })
  app.get('/no-database', async () => {
    throw Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
  })
  app.get('/pool-empty', async () => {
    throw new Error('timeout exceeded when trying to connect')
  })
  app.get('/locked', async () => {
    throw Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })
  })
  app.get('/endless', async () => {
    throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
  })
  app.get('/cut-off', async () => {
    throw new Error('Connection terminated unexpectedly')
  })
  app.get('/throw-text', async () => {
    throw 'just text'
  })
  app.get('/slow', async () => new Promise((resolve) => setTimeout(() => resolve('done'), 300)))
  return { app, lines }
}
const post = (app: App, payload: string, type = 'application/json') =>
  app.inject({ method: 'POST', url: '/echo', payload, headers: { 'content-type': type } })

describe('every refusal is in the envelope of the service', () => {
  test.each<[string, (app: App) => ReturnType<typeof post>, number, string]>([
    ['unknown address', (app) => app.inject('/nothing?secret=1') as never, 404, 'not-found'],
    ['undecodable address', (app) => app.inject('/%zz') as never, 400, 'malformed'],
    ['broken JSON', (app) => post(app, '{"value": 1'), 400, 'malformed'],
    ['empty JSON', (app) => post(app, ''), 400, 'malformed'],
    ['a poisoned prototype', (app) => post(app, '{"__proto__": {"a": 1}}'), 400, 'malformed'],
    [
      'another media type',
      (app) => post(app, 'value=1', 'application/x-www-form-urlencoded'),
      415,
      'unsupported-media-type',
    ],
    [
      'too large a body',
      (app) => post(app, JSON.stringify({ value: 1, pad: 'x'.repeat(5000) })),
      413,
      'too-large',
    ],
    ['an invalid body', (app) => post(app, '{"value": -1}'), 422, 'invalid'],
    ['an invalid query string', (app) => app.inject('/find?page=0') as never, 422, 'invalid'],
    ['a bug', (app) => app.inject('/fail') as never, 500, 'internal'],
    ['a database that is away', (app) => app.inject('/no-database') as never, 503, 'overloaded'],
    ['a pool that is all in use', (app) => app.inject('/pool-empty') as never, 503, 'overloaded'],
    ['a database that died in mid-query', (app) => app.inject('/cut-off') as never, 503, 'overloaded'],
    ['rows that others hold', (app) => app.inject('/locked') as never, 503, 'overloaded'],
    ['a statement without end', (app) => app.inject('/endless') as never, 503, 'overloaded'],
    ['a thrown text', (app) => app.inject('/throw-text') as never, 500, 'internal'],
  ])('%s', async (_name, send, status, code) => {
    const { app } = await server({ bodyLimitBytes: 2048 })
    const response = await send(app)
    expect([response.statusCode, response.json().code]).toEqual([status, code])
    expect(response.json().request_id).toBe(response.headers['x-request-id'])
    expect(response.headers['content-type']).toMatch(/^application\/json/)
  })

  test('an invalid body says where, what and which value', async () => {
    const { app } = await server()
    expect((await post(app, '{"value": "5"}')).json().details).toEqual({
      field: 'value',
      issue: 'must be number',
      provided: '5',
    })
    expect((await post(app, 'null')).json().details).toMatchObject({ field: 'body' })
  })

  test('a bug leaves nothing internal in the body; the log has it, with the request id', async () => {
    const { app, lines } = await server()
    const response = await app.inject({ url: '/fail', headers: { 'x-request-id': 'abc-1' } })
    expect(response.body).not.toMatch(/hunter22|postgres|at .*\.ts/)
    const logged = lines.find((line) => line.msg === 'request failed')
    expect(logged).toMatchObject({ reqId: 'abc-1', level: 50 })
    expect(JSON.stringify(logged)).toContain('server.test.ts')
  })
})

describe('what is no HTTP request is refused in the envelope too, and the connection closed', () => {
  const send = (port: number, text: string) =>
    new Promise<string>((resolve, reject) => {
      let answer = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      socket.setEncoding('utf8').on('data', (piece: string) => {
        answer += piece
      })
      socket.on('close', () => resolve(answer)).on('error', reject)
    })
  const parsed = (answer: string) => {
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]
    return { status: Number(head.split(' ')[1]), header, body: JSON.parse(body) as Record<string, unknown> }
  }

  test.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400, 'not_http'],
    ['an unknown method', 'BREW /health HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'not_http'],
    ['a header without a colon', 'GET /health HTTP/1.1\r\nhost\r\n\r\n', 400, 'not_http'],
    [
      'two lengths',
      'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
      400,
      'not_http',
    ],
    [
      'a chunk of no length',
      'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
      400,
      'not_http',
    ],
    [
      'headers without end',
      `GET /health HTTP/1.1\r\nhost: x\r\na: ${'b'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
  ])('%s', async (_name, text, status, issue) => {
    const { app, lines } = await server()
    const address = await listen(app, { host: '127.0.0.1', port: 0 })
    const answer = parsed(await send(Number(new URL(address).port), text))
    expect(answer).toMatchObject({
      status,
      body: { code: 'malformed', details: { field: 'request', issue } },
    })
    expect(answer.body.request_id).toBe(answer.header('x-request-id'))
    expect(answer.header('content-type')).toMatch(/^application\/json/)
    expect(answer.header('x-content-type-options')).toBe('nosniff')
    expect(answer.header('connection')).toBe('close')
    expect(lines.some(({ reqId, status: told }) => reqId === answer.body.request_id && told === status)).toBe(
      true,
    )
  })

  test('a request that does not arrive in time is 408, and an answer that has begun is not written into', async () => {
    const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    const { app } = await server()
    const written = (state: object) => {
      let text = ''
      const socket = {
        writable: true,
        destroyed: false,
        ...state,
        destroy() {},
        write: (part: string) => (text += part),
      }
      app.server.emit('clientError', late, socket as never)
      return text
    }
    expect(parsed(written({}))).toMatchObject({ status: 408, body: { details: { issue: 'timeout' } } })
    for (const state of [{ _httpMessage: { headersSent: true } }, { writable: false }, { destroyed: true }])
      expect(written(state)).toBe('')
  })
})

test('a request id is taken over when it is harmless, else made', async () => {
  const { app } = await server()
  const idFor = async (given?: string) =>
    (await app.inject({ url: '/health', headers: given === undefined ? {} : { 'x-request-id': given } }))
      .headers['x-request-id']
  expect(await idFor('trace-7:a.b')).toBe('trace-7:a.b')
  for (const bad of ['a b', 'x'.repeat(101), 'a\tb', '<script>', ''])
    expect(await idFor(bad)).toMatch(/^[0-9a-f-]{36}$/)
  expect(await idFor()).not.toBe(await idFor())
})

test('one log line per request, with the route and without the query string', async () => {
  const { app, lines } = await server()
  await app.inject('/find?page=2&title=hunter22')
  const answered = lines.filter((line) => line.msg === 'answered')
  expect(answered).toHaveLength(1)
  expect(answered[0]).toMatchObject({ method: 'GET', route: '/find', status: 200 })
  expect(JSON.stringify(lines)).not.toContain('hunter22')
})

test('helmet headers are on answers and on refusals', async () => {
  const { app } = await server()
  for (const url of ['/health', '/nothing', '/fail']) {
    const { headers } = await app.inject(url)
    expect(headers['content-security-policy']).toContain("default-src 'self'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['strict-transport-security']).toBeDefined()
    expect(headers['x-frame-options']).toBe('SAMEORIGIN')
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
    expect(headers['x-powered-by']).toBeUndefined()
  }
})

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

test('with authentication on, /health, /ready and /docs stay open', async () => {
  const { app } = await server()
  await app.register(authentication, { authenticators: [apiKey(() => undefined)] })
  app.get('/guarded', async () => 'secret')
  for (const url of ['/health', '/ready', '/docs/json', '/docs/static/swagger-ui.css'])
    expect([url, (await app.inject(url)).statusCode]).toEqual([url, 200])
  expect((await app.inject('/guarded')).statusCode).toBe(401)
})

test('a blocked event loop sheds load: 503 in the envelope with Retry-After; health still answers', async () => {
  const { app } = await server({ maxEventLoopDelayMs: 20 })
  await app.ready()
  let shed: Awaited<ReturnType<App['inject']>> | undefined
  for (let round = 0; round < 40 && shed?.statusCode !== 503; round++) {
    const until = performance.now() + 200
    while (performance.now() < until);
    await new Promise((resolve) => setImmediate(resolve))
    shed = await app.inject('/find')
  }
  expect([shed?.statusCode, shed?.json().code]).toEqual([503, 'overloaded'])
  expect(Number(shed?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await app.inject('/health')).statusCode).toBe(200)
})

test('a single stall, such as the opening of the embedded database, sheds nothing', async () => {
  const { app } = await server({ maxEventLoopDelayMs: 20 })
  await app.ready()
  const until = performance.now() + 1200
  while (performance.now() < until);
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect((await app.inject('/find')).statusCode).toBe(200)
})

test('readiness follows the service; draining turns it to 503 and closes connections, requests are still answered', async () => {
  let healthy = true
  const { app } = await server({}, async () => {
    if (!healthy) throw new Error('database is away')
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

test('what waits too long in the database may be tried again, and Retry-After says when', async () => {
  const { app } = await server()
  for (const url of ['/locked', '/endless', '/pool-empty'])
    expect((await app.inject(url)).headers['retry-after']).toBe('1')
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
    { field: 'database', issue: 'The database does not answer.' },
    { field: 'STORAGE_DIR', issue: 'The folder is no longer there.' },
  ]
  failure = new NotReady(why, [])
  expect(await reasons()).toEqual(why)
  // As shedding does it, in a hook before the handler.
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

test('a taken port is told in a sentence', async () => {
  const { app } = await server()
  const url = await listen(app, { host: '127.0.0.1', port: 0 })
  const { app: second } = await server()
  await expect(listen(second, { host: '127.0.0.1', port: Number(new URL(url).port) })).rejects.toThrow(
    /is taken by another process. Choose another with --port/,
  )
})

test('bytes that are no HTTP are answered with 400 and harm nobody', async () => {
  const { app } = await server()
  const url = await listen(app, { host: '127.0.0.1', port: 0 })
  const answer = await new Promise<string>((resolve, reject) => {
    let text = ''
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () =>
      socket.write('\x16\x03\x01 nonsense\r\n\r\n'),
    )
    socket.on('data', (chunk) => (text += String(chunk)))
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
  expect(answer).toMatch(/^HTTP\/1.1 400/)
  expect((await fetch(`${url}/health`)).status).toBe(200)
})

test('the OpenAPI document lists the routes, is 3.1 and is the same text each time', async () => {
  const { app } = await server()
  const document = (await app.inject('/docs/json')).json()
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/health', '/ready', '/echo', '/find']))
  expect(
    document.paths['/echo'].post.requestBody.content['application/json'].schema.properties.value,
  ).toMatchObject({ type: 'number', minimum: 0 })
  expect(JSON.parse(await openapiText(app))).toEqual(document)
  expect(await openapiText(app)).toBe(await openapiText((await server()).app))
})

test('everything that the /docs page loads is served from here and allowed by its policy', async () => {
  const { app } = await server()
  const first = await app.inject('/docs')
  const page =
    first.statusCode >= 300
      ? await app.inject(new URL(String(first.headers.location), 'http://localhost/docs').pathname)
      : first
  expect(page.statusCode).toBe(200)
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toMatch(/unsafe-eval|upgrade-insecure-requests/)
  expect(page.body).not.toMatch(/<script>[^<]/) // an inline script would be blocked
  const loaded = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => String(address))
  expect(loaded.length).toBeGreaterThanOrEqual(4)
  for (const address of loaded) {
    expect(address).not.toMatch(/^(https?:)?\/\//)
    const { pathname } = new URL(address, 'http://localhost/docs/')
    expect([pathname, (await app.inject(pathname)).statusCode]).toEqual([pathname, 200])
  }
})
