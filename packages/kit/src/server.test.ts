import { expect, test } from 'vitest'
import { server } from '../test/routed-server.ts'
import { apiKey, authentication } from './authentication.ts'
import { openapiText } from './openapi.ts'
import { listen } from './server.ts'

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

test('with authentication on, /health, /ready and /docs stay open', async () => {
  const { app } = await server()
  await app.register(authentication, { authenticators: [apiKey(() => undefined)] })
  app.get('/guarded', async () => 'secret')
  for (const url of ['/health', '/ready', '/docs/json', '/docs/static/swagger-ui.css'])
    expect([url, (await app.inject(url)).statusCode]).toEqual([url, 200])
  expect((await app.inject('/guarded')).statusCode).toBe(401)
})

test('a taken port is told in a sentence', async () => {
  const { app } = await server()
  const url = await listen(app, { host: '127.0.0.1', port: 0 })
  const { app: second } = await server()
  await expect(listen(second, { host: '127.0.0.1', port: Number(new URL(url).port) })).rejects.toThrow(
    /is taken by another process. Choose another with --port/,
  )
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
