import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { post, server } from '../test/routed-server.ts'
import { type App, listen } from './server.ts'

describe('every refusal is in the envelope of the service', () => {
  test.each<[string, (app: App) => PromiseLike<Awaited<ReturnType<typeof post>>>, number, string]>([
    ['unknown address', (app) => app.inject('/nothing?secret=1'), 404, 'not-found'],
    ['undecodable address', (app) => app.inject('/%zz'), 400, 'malformed'],
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
    ['an invalid query string', (app) => app.inject('/find?page=0'), 422, 'invalid'],
    ['a bug', (app) => app.inject('/fail'), 500, 'internal'],
    ['a database that is away', (app) => app.inject('/no-database'), 503, 'overloaded'],
    ['a pool that is all in use', (app) => app.inject('/pool-empty'), 503, 'overloaded'],
    ['a database that died in mid-query', (app) => app.inject('/cut-off'), 503, 'overloaded'],
    ['rows that others hold', (app) => app.inject('/locked'), 503, 'overloaded'],
    ['a statement without end', (app) => app.inject('/endless'), 503, 'overloaded'],
    ['a thrown text', (app) => app.inject('/throw-text'), 500, 'internal'],
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
    expect(JSON.stringify(logged)).toContain('routed-server.ts')
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

test('what waits too long in the database may be tried again, and Retry-After says when', async () => {
  const { app } = await server()
  for (const url of ['/locked', '/endless', '/pool-empty'])
    expect((await app.inject(url)).headers['retry-after']).toBe('1')
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
