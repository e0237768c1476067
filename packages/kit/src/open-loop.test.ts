import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { metrics } from '@opentelemetry/api'
import { afterEach, expect, test } from 'vitest'
import { guardServer } from './admission-gate.ts'
import { openLoop, summaryOf } from './open-loop.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function serving(answer: RequestListener) {
  const server = createServer(answer)
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
const post = () => ({ method: 'POST', path: '/', body: '{"a": 1}' })

test('a stall is charged to every request that was due meanwhile', async () => {
  let started: number | undefined
  const { url } = await serving((request, response) => {
    request.resume()
    started ??= performance.now()
    // Answers nothing before 400 ms have passed since the first request, which a busy machine sends late.
    setTimeout(() => response.end('{}'), Math.max(0, 400 - (performance.now() - started)))
  })
  const shots = await openLoop(url, post, { ratePerSecond: 100, seconds: 0.3, connections: 2 })
  expect([shots.length, shots.every(({ status }) => status === 200)]).toEqual([30, true])
  // The last one was due after 290 ms and answered after 400 at the earliest; the first waited longest.
  for (const { dueMs, latencyMs } of shots) expect(dueMs + latencyMs).toBeGreaterThan(350)
})

test('sums up a quarter of an hour of a fast server', () => {
  const shots = Array.from({ length: 500_000 }, (_, i) => ({
    ...{ dueMs: i * 2, latencyMs: 1, status: 200, retryAfter: false },
  }))
  expect(summaryOf(shots).acceptedPerSecond).toBeCloseTo(500, 1)
})

test('counts refusals with Retry-After, and whoever gets no answer as failed', async () => {
  let count = 0
  const { url } = await serving((request, response) => {
    request.resume()
    count += 1
    if (count % 4 === 0) response.writeHead(503, { 'retry-after': '1' }).end('{}')
    else if (count % 4 === 1) request.socket.destroy()
    else response.end('{}')
  })
  const shots = await openLoop(url, post, { ratePerSecond: 400, seconds: 0.1 })
  expect(summaryOf(shots)).toMatchObject({ sent: 40, accepted: 20, refused: 10, failed: 10 })
})

test('the gate answers in the envelope with Retry-After, keeps the connection, and lets /health through', async () => {
  const { server, url } = await serving((_request, response) => response.end('handled'))
  let open = false
  guardServer(server, {
    present: (problem, requestId) => ({ status: 503, body: { code: problem.kind, requestId } }),
    headers: { 'x-safe': 'yes' },
    meter: metrics.getMeter('test'),
    gate: { admit: () => (open ? { begin: () => true, end: () => {} } : undefined), overloaded: true },
  })
  const refused = await fetch(`${url}/work`, { method: 'POST', body: 'x'.repeat(100_000) })
  const { headers } = refused
  expect([refused.status, headers.get('retry-after'), headers.get('x-safe')]).toEqual([503, '1', 'yes'])
  expect(await refused.json()).toEqual({ code: 'overloaded', requestId: headers.get('x-request-id') })
  expect(await (await fetch(`${url}/health`)).text()).toBe('handled')
  open = true
  expect(await (await fetch(`${url}/work`)).text()).toBe('handled')
})
