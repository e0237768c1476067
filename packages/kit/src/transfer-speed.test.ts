import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import Type from 'typebox'
import { afterEach, describe, expect, it } from 'vitest'
import { loadConfig } from './config.ts'
import { serverOptions } from './options.ts'
import type { App } from './server.ts'
import { sampleServer } from './testing-server.ts'
import { unreachableLimits } from './transfer-speed.ts'

const defaults = loadConfig(Type.Object(serverOptions), { argv: [], env: {} }).config
const Pause = Type.Object({ ms: Type.Integer() })
const apps: App[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) {
    app.server.closeAllConnections()
    await app.close()
  }
})

async function serve(config: { minTransferBytesPerSecond: number; stallTimeoutMs: number }): Promise<string> {
  const { app } = await sampleServer({ ...config, rateLimitPerMinute: 0, maxEventLoopDelayMs: 0 })
  apps.push(app)
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
  app.post('/json', async () => ({ done: true }))
  app.post('/upload', async (incoming) => {
    let bytes = 0
    for await (const piece of incoming.body as Readable) bytes += (piece as Buffer).length
    return { bytes }
  })
  app.post('/slow-reader', { schema: { querystring: Pause } }, async (incoming) => {
    await sleep(incoming.query.ms)
    let bytes = 0
    for await (const piece of incoming.body as Readable) bytes += (piece as Buffer).length
    return { bytes }
  })
  app.get('/think', { schema: { querystring: Pause } }, async (incoming) => {
    await sleep(incoming.query.ms)
    return { done: true }
  })
  app.get('/endless', (_request, reply) => {
    const block = Buffer.alloc(64 * 1024)
    const blocks = function* () {
      for (;;) yield block
    }
    return reply.type('application/octet-stream').send(Readable.from(blocks()))
  })
  app.get('/large', () => Buffer.alloc(32 * 1024 * 1024).toString('latin1'))
  await app.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

const post = (url: string, type: string, length: number): ClientRequest =>
  request(url, { method: 'POST', headers: { 'content-type': type, 'content-length': length }, agent: false })

async function answerOf(sending: ClientRequest) {
  const [response] = (await once(sending, 'response')) as [IncomingMessage]
  let text = ''
  for await (const piece of response) text += piece
  return { status: response.statusCode, body: JSON.parse(text) as unknown }
}

/** Sends at a steady speed, however late the timers are. */
async function trickle(sending: ClientRequest, bytes: number, bytesPerSecond: number): Promise<void> {
  const started = performance.now()
  for (let sent = 0; sent < bytes && !sending.destroyed; ) {
    const due = Math.min(bytes, Math.floor(((performance.now() - started) * bytesPerSecond) / 1000))
    if (due > sent) sending.write(Buffer.alloc(due - sent, 'a'))
    sent = Math.max(sent, due)
    await sleep(20)
  }
}

describe('a client that keeps a request open', () => {
  it.each([
    ['/json', 'application/json'],
    ['/upload', 'application/octet-stream'],
  ])('by a byte now and then is cut off with 408: %s', async (path, type) => {
    const url = await serve({ minTransferBytesPerSecond: 1024, stallTimeoutMs: 300 })
    const sending = post(`${url}${path}`, type, 1_000_000)
    sending.on('error', () => {})
    const dripping = setInterval(() => sending.destroyed || sending.write(' '), 50)
    const { status, body } = await answerOf(sending).finally(() => clearInterval(dripping))
    expect({ status, body }).toMatchObject({
      status: 408,
      body: { message: 'The request did not arrive in time.' },
    })
  })
  it('by a fast start and nothing after it is cut off', async () => {
    const url = await serve({ minTransferBytesPerSecond: 1024, stallTimeoutMs: 300 })
    const sending = post(`${url}/upload`, 'application/octet-stream', 100_000_000)
    sending.on('error', () => {})
    sending.write(Buffer.alloc(10_000_000))
    expect(await answerOf(sending)).toMatchObject({ status: 408 })
  })
  it('by going on with a body that was refused is cut off', async () => {
    const url = await serve({ minTransferBytesPerSecond: 1024, stallTimeoutMs: 300 })
    const sending = post(`${url}/nothing-here`, 'application/octet-stream', 1_000_000)
    sending.on('error', () => {})
    const closed = once(sending, 'close')
    const dripping = setInterval(() => sending.destroyed || sending.write(' '), 50)
    expect(await answerOf(sending)).toMatchObject({ status: 404 })
    await closed
    clearInterval(dripping)
  })
  it.each(['/endless', '/large'])('by not reading its answer is cut off: %s', async (path) => {
    const url = await serve({ minTransferBytesPerSecond: 1024, stallTimeoutMs: 300 })
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.pause()
    socket.write(`GET ${path} HTTP/1.1\r\nhost: test\r\n\r\n`)
    const [app] = apps
    const connections = () =>
      new Promise<number>((resolve) => app!.server.getConnections((_error, count) => resolve(count)))
    while ((await connections()) === 0) await sleep(10)
    while ((await connections()) > 0) await sleep(10)
    socket.destroy()
  })
})

describe('a client that does its part', () => {
  it('slowly is served, however long it takes', async () => {
    const url = await serve({ minTransferBytesPerSecond: 20_000, stallTimeoutMs: 1500 })
    const bytes = 150_000
    const sending = post(`${url}/upload`, 'application/octet-stream', bytes)
    const answer = answerOf(sending)
    await trickle(sending, bytes, 30_000)
    sending.end()
    expect(await answer).toEqual({ status: 200, body: { bytes } })
  })
  it('is not cut off because the service is slow', async () => {
    const url = await serve({ minTransferBytesPerSecond: 1_000_000, stallTimeoutMs: 200 })
    const bytes = 3_000_000
    const sending = post(`${url}/slow-reader?ms=1500`, 'application/octet-stream', bytes)
    sending.end(Buffer.alloc(bytes))
    expect(await answerOf(sending)).toEqual({ status: 200, body: { bytes } })
    expect(await answerOf(request(`${url}/think?ms=1000`).end())).toEqual({
      status: 200,
      body: { done: true },
    })
  })
})

describe('a limit that cannot be reached', () => {
  const config = { requestTimeoutMs: 60_000, minTransferBytesPerSecond: 1000, stallTimeoutMs: 10_000 }
  it('is a problem of the configuration', () => {
    expect(unreachableLimits(config, { SMALL: 50_000, LARGE: 50_001 })).toEqual([
      'LARGE: 50001 bytes cannot arrive within REQUEST_TIMEOUT_MS=60000 at MIN_TRANSFER_BYTES_PER_SECOND=1000; set REQUEST_TIMEOUT_MS to at least 60001, or a smaller LARGE',
    ])
    expect(unreachableLimits({ ...config, requestTimeoutMs: 0 }, { LARGE: 1e12 })).toEqual([])
  })
  it('is not among the defaults', () => {
    expect(unreachableLimits(defaults, { BODY_LIMIT_BYTES: defaults.bodyLimitBytes })).toEqual([])
  })
})
