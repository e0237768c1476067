import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import fc from 'fast-check'
import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiKey, authentication } from './authentication.ts'
import { Problem } from './problem.ts'
import { type App, listen } from './server.ts'
import { examineOpenApi, type OpenApiDocument } from './testing-openapi.ts'
import { SampleError, sampleServer } from './testing-server.ts'

let app: App
beforeAll(async () => {
  const sample = await sampleServer({
    rateLimitPerMinute: 0,
    maxEventLoopDelayMs: 0,
    bodyLimitBytes: 3_000_000,
  })
  app = sample.app
  await app.register(authentication, { authenticators: [apiKey((hash) => (hash ? undefined : 'x'))] })
  const open = { public: true }
  const schema = { tags: ['operations'], summary: 's' }
  app.post('/free', { config: open, schema: { ...schema, operationId: 'free' } }, async (request) => ({
    got: request.body,
  }))
  app.get(
    '/things/:thing_id',
    {
      config: open,
      schema: {
        ...schema,
        operationId: 'getThing',
        params: Type.Object({ thing_id: Type.String({ description: 'Its id' }) }),
        querystring: Type.Object({
          as_of: Type.Optional(Type.String({ description: 'When' })),
          limit: Type.Optional(Type.Integer({ description: 'How many' })),
        }),
        response: {
          200: Type.Object({}, { additionalProperties: true, description: 'It' }),
          409: SampleError,
        },
      },
    },
    async (request) => ({ ...(request.params as object), ...(request.query as object) }),
  )
  app.put('/things/:thing_id', { config: open }, async () => ({}))
  app.get('/guarded', { schema: { ...schema, operationId: 'guarded' } }, async () => 'secret')
  const failing = (path: string, code: string) =>
    app.get(path, { config: open }, async () => {
      throw Object.assign(new Error('invalid input syntax for type uuid: "s3cret"'), { code })
    })
  failing('/class-22', '22P02')
  failing('/class-54', '54000')
  failing('/class-23', '23505')
  app.get('/busy', { config: open }, async () => {
    throw new Problem('rate-limited', 'Too many.', { field: 'request', issue: 'too many', provided: null })
  })
  await listen(app, { host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

const post = (payload: string | Buffer, type = 'application/json') =>
  app.inject({ method: 'POST', url: '/free', payload, headers: { 'content-type': type } })
const told = (response: Awaited<ReturnType<typeof post>>) => ({
  status: response.statusCode,
  ...(response.json() as { details: { field: string; issue: string; provided: unknown } }).details,
})

describe('text is text', () => {
  const PAIR = 'must not contain half of a surrogate pair'
  const NUL = 'must not contain the character NUL'

  test.each([
    ['a value', '{"a":{"b":["x","y\\u0000"]}}', 'a.b.1', NUL],
    ['a value that is all of the body', '"\\u0000"', 'body', NUL],
    ['half of a pair, high', '{"a":"\\ud800"}', 'a', PAIR],
    ['half of a pair, low', '{"a":"x\\uDC00y"}', 'a', PAIR],
    ['a pair in the wrong order', '{"a":"\\udc00\\ud800"}', 'a', PAIR],
    ['a name', '{"a":{"b\\u0000":1}}', 'a.b\0', `has a name that ${NUL}`],
    ['half of a pair in a name', '{"a":[{"\\ud83d":1}]}', 'a.0.\ufffd', `has a name that ${PAIR}`],
    ['a number that is none', '{"a":[1,1e999]}', 'a.1', 'must be a finite number'],
    ['a number of 400 digits', `{"a":-${'9'.repeat(400)}}`, 'a', 'must be a finite number'],
  ])('%s in a body is 422 and named', async (_name, body, field, issue) => {
    expect(told(await post(body))).toMatchObject({ status: 422, field, issue })
  })

  test.each([
    ['ordinary escapes', '{"a":"\\u00e9\\ud83d\\ude00\\\\u0000"}', { a: 'é😀\\u0000' }],
    [
      'numbers at the edge',
      '{"a":[-0,5e-324,1.7976931348623157e308,1e-999]}',
      { a: [0, 5e-324, 1.7976931348623157e308, 0] },
    ],
    ['the replacement character', '{"a":"\ufffd"}', { a: '\ufffd' }],
    ['a byte order mark', '\ufeff{"a":1}', { a: 1 }],
  ])('%s pass', async (_name, body, got) => {
    expect((await post(body)).json()).toEqual({ got })
  })

  test('law: a body of well-formed text without NUL passes as it is; any other is refused', async () => {
    const key = fc.string({ unit: 'binary' }).filter((text) => text !== '__proto__')
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\0', '\ud800', 'a\udfff', '😀'))
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(key, fc.array(text, { maxLength: 3 }), { noNullPrototype: true }),
        async (value) => {
          const good = Object.entries(value)
            .flat(2)
            .every((part) => part.isWellFormed() && !part.includes('\0'))
          const response = await post(JSON.stringify(value))
          expect(response.statusCode).toBe(good ? 200 : 422)
          if (good) expect(response.json()).toEqual({ got: value })
        },
      ),
      { numRuns: 100 },
    )
  })

  test('bytes that are not UTF-8 are refused, not replaced', async () => {
    for (const bytes of [[0xff], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xc3]]) {
      const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from(bytes), Buffer.from('"}')])
      expect(told(await post(body))).toMatchObject({
        status: 400,
        field: 'body',
        issue: 'is not valid UTF-8',
      })
    }
  })

  test('a raw NUL in JSON is no JSON', async () => {
    expect(told(await post('{"a":"\0"}'))).toMatchObject({ status: 400, field: 'body' })
  })

  test.each([
    ['NUL in a path', '/things/a%00b', 422, 'thing_id', NUL],
    ['NUL in a query parameter', '/things/a?as_of=%00', 422, 'as_of', NUL],
    ['NUL in the name of a query parameter', '/things/a?as%00of=1', 422, 'as\0of', NUL],
    [
      'half of a pair in a query parameter',
      '/things/a?as_of=%ED%A0%80',
      422,
      'as_of',
      'is not valid percent-encoded UTF-8',
    ],
    ['a lonely percent sign', '/things/a?as_of=100%', 422, 'as_of', 'is not valid percent-encoded UTF-8'],
    ['half of a pair in a path', '/things/%ED%A0%80', 400, 'path', 'cannot be read'],
    ['an undecodable path', '/things/%zz', 400, 'path', 'cannot be read'],
  ])('%s', async (_name, url, status, field, issue) => {
    expect(told(await app.inject(url))).toMatchObject({ status, field, issue })
  })

  test('what is only unusual text passes', async () => {
    const response = await app.inject('/things/%C3%A9%F0%9F%98%80?as_of=100%25+%C3%A9')
    expect(response.json()).toEqual({ thing_id: 'é😀', as_of: '100% é' })
  })
})

describe('no body breaks the server', () => {
  const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)

  test.each([
    ['100 levels', nested(99, '[', ']'), 200],
    ['101 levels', nested(101, '[', ']'), 422],
    ['10 000 levels', nested(10_000, '[', ']'), 422],
    ['10 000 levels of objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 422],
    ['a million levels', nested(1_000_000, '[', ']'), 422],
    ['a poisoned prototype', '{"a":{"__proto__":{"x":1}}}', 400],
    ['a poisoned prototype in disguise', '{"\\u005f_proto__":{"x":1}}', 400],
    ['a poisoned constructor', '{"constructor":{"prototype":{"x":1}}}', 400],
    ['a harmless constructor', '{"constructor":"Bouwbedrijf"}', 200],
    ['a list of nothing', '[,]', 400],
    ['two bodies', '{}{}', 400],
    ['nothing', '', 400],
    ['only a byte order mark', '\ufeff', 400],
    ['NaN', '{"a":NaN}', 400],
  ])('%s', async (_name, body, status) => {
    const response = await post(body)
    expect(response.statusCode).toBe(status)
    if (status !== 200) expect(told(response).field).not.toBe('')
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  test('three megabytes of brackets take no longer than three megabytes of data', async () => {
    const item = JSON.stringify({ type: 'spectral_match', value: 0.5, source: 'a "quoted" [name] \\\\' })
    const data = `[${Array.from({ length: 30_000 }, () => item).join(',')}]`
    const median = async (payload: string, status: number) => {
      const times: number[] = []
      for (let i = 0; i < 5; i++) {
        const started = performance.now()
        expect((await post(payload)).statusCode).toBe(status)
        times.push(performance.now() - started)
      }
      return times.sort((a, b) => a - b)[2]!
    }
    const bytes = 2_900_000
    const honest = await median(data, 200)
    for (const hostile of ['['.repeat(bytes), '{"a":'.repeat(bytes / 5), `${'["[",'.repeat(bytes / 5)}`])
      expect(await median(hostile, 422)).toBeLessThan(2 * honest)
  })

  test('broken JSON is told with its place and without its content', async () => {
    const response = await post('{"password": "hunter22", }')
    expect(told(response)).toMatchObject({ status: 400, field: 'body', provided: null })
    expect(told(response).issue).toMatch(/^is not valid JSON at position \d+/)
    expect(response.body).not.toContain('hunter22')
    expect(told(await post('{"a": 1')).issue).toMatch(/at position 7/)
  })
})

describe('every refusal says field, issue and what was provided', () => {
  test.each<[string, () => ReturnType<typeof post>, object]>([
    ['400', () => post('{'), { status: 400, field: 'body', provided: null }],
    [
      '401 without credentials',
      () => app.inject('/guarded'),
      { status: 401, field: 'x-api-key', issue: 'is missing', provided: null },
    ],
    [
      '401 with wrong ones',
      () => app.inject({ url: '/guarded', headers: { 'x-api-key': 's3cret' } }),
      { status: 401, field: 'x-api-key', issue: 'is not valid', provided: '[hidden]' },
    ],
    [
      '404',
      () => app.inject('/nothing?a=b'),
      { status: 404, field: 'path', issue: 'does not exist', provided: '/nothing' },
    ],
    [
      '405',
      () => app.inject({ method: 'DELETE', url: '/free' }),
      { status: 405, field: 'method', issue: 'must be POST', provided: 'DELETE' },
    ],
    [
      '413',
      () => post('x'.repeat(3_000_001)),
      { status: 413, field: 'body', issue: 'must have at most 3000000 bytes', provided: 3_000_001 },
    ],
    [
      '415',
      () => post('<a/>', 'application/xml'),
      { status: 415, field: 'content-type', provided: 'application/xml' },
    ],
    [
      '422',
      () => app.inject('/things/a?limit=x'),
      { status: 422, field: 'limit', issue: 'must be integer', provided: 'x' },
    ],
    ['429', () => app.inject('/busy'), { status: 429, field: 'request', provided: null }],
    ['500', () => app.inject('/class-23'), { status: 500, field: 'request', provided: null }],
  ])('%s', async (_status, send, expected) => {
    expect(told(await send())).toMatchObject(expected)
  })

  test('every 429 has Retry-After, also when nobody knows when', async () => {
    expect((await app.inject('/busy')).headers['retry-after']).toBe('60')
  })
})

test('a value that PostgreSQL refuses is 422 without internals, never 500', async () => {
  for (const url of ['/class-22', '/class-54']) {
    const response = await app.inject(url)
    expect(told(response)).toEqual({
      status: 422,
      field: 'request',
      issue: 'holds a value that cannot be stored',
      provided: null,
    })
    expect(response.body).not.toMatch(/s3cret|uuid|22P02|syntax/)
  }
})

describe('unknown query parameters', () => {
  test.each([
    ['/things/a?as_off=2026-01-01', 'as_off', 'is not a known query parameter; did you mean as_of?'],
    ['/things/a?LIMIT=1', 'LIMIT', 'is not a known query parameter; did you mean limit?'],
    ['/things/a?colour=red', 'colour', 'is not a known query parameter; known are as_of, limit'],
    ['/things/a?__proto__=1', '__proto__', 'is not a known query parameter; known are as_of, limit'],
    ['/busy?as_of=1', 'as_of', 'is not a known query parameter; this address takes none'],
  ])('%s', async (url, field, issue) => {
    expect(told(await app.inject(url))).toMatchObject({ status: 422, field, issue })
  })

  test('known ones, health checks with a query and the documentation still work', async () => {
    for (const url of ['/things/a?as_of=x&limit=2', '/health?x=1', '/ready?probe', '/docs/json?v=1'])
      expect([url, (await app.inject(url)).statusCode]).toEqual([url, 200])
  })
})

describe('a wrong method', () => {
  test.each([
    ['DELETE', '/free', 'POST'],
    ['PATCH', '/things/a', 'GET, HEAD, PUT'],
    ['POST', '/health?x=1', 'GET, HEAD'],
    ['OPTIONS', '/things/a%20b', 'GET, HEAD, PUT'],
    ['TRACE', '/free', 'POST'],
  ])('%s %s is 405 with Allow', async (method, url, allowed) => {
    const { port } = app.server.address() as AddressInfo
    const answer = await new Promise<string>((resolve, reject) => {
      let text = ''
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`${method} ${url} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`),
      )
      socket.on('data', (chunk) => (text += String(chunk)))
      socket.on('close', () => resolve(text)).on('error', reject)
    })
    expect(answer).toMatch(/^HTTP\/1.1 405/)
    expect(/^allow: (.*)$/im.exec(answer)?.[1]?.split(', ').sort().join(', ')).toBe(allowed)
  })

  test('an unknown address stays 404, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'DELETE'] as const)
      expect((await app.inject({ method, url: '/nothing' })).statusCode).toBe(404)
  })
})

describe('the OpenAPI document', () => {
  test('declares every status that occurs, with one envelope that all refer to', async () => {
    const document = app.swagger() as unknown as OpenApiDocument
    const statuses = (path: string, method: string) => Object.keys(document.paths[path]![method]!.responses)
    const always = ['422', '429', '431', '500', '503']
    expect(statuses('/free', 'post')).toEqual(['400', '408', '413', '415', ...always])
    expect(statuses('/things/{thing_id}', 'get')).toEqual(['200', '400', '404', '409', ...always])
    expect(statuses('/guarded', 'get')).toEqual(['400', '401', '403', ...always])
    expect(statuses('/health', 'get')).toEqual(['200'])
    expect(statuses('/ready', 'get')).toEqual(['200', '503'])
    const text = JSON.stringify(document)
    expect(text.match(/Every refusal has this shape/g)).toHaveLength(1)
    expect(document.paths['/free']!.post!.responses['422']).toEqual({
      $ref: '#/components/responses/UnprocessableContent',
    })
    expect(document.components?.responses?.UnprocessableContent).toEqual({
      description: 'The request is well formed, but its content is not valid',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    })
    expect(examineOpenApi(document).problems.filter((problem) => problem.includes('compile'))).toEqual([])
  })
})
