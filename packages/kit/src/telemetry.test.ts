import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { observeRequests, startTelemetry, type Telemetry } from './telemetry.ts'

const settings = { service: 'sample', version: '1.2.3', traceSampleRatio: 1 }

function observed(telemetry: Telemetry) {
  const app = Fastify()
  observeRequests(app, telemetry)
  app.get('/things/:id', async (request) => ({ id: (request.params as { id: string }).id }))
  app.get('/fail', async () => {
    throw new Error('no')
  })
  return app
}

/** An OTLP/HTTP receiver that keeps what it gets. */
async function receiver() {
  const received: { path: string; body: string }[] = []
  const server = createHttpServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ path: request.url ?? '', body: Buffer.concat(chunks).toString('utf8') })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => server.close(),
  }
}

test('the admin port serves Prometheus text with the duration of requests by route and status', async () => {
  const telemetry = startTelemetry({ ...settings, traceSampleRatio: 0 })
  const app = observed(telemetry)
  await app.inject('/things/1?name=secret')
  await app.inject('/things/2')
  await app.inject('/fail')
  await app.inject('/nothing/42')
  const admin = await telemetry.listen(0)
  const at = `http://127.0.0.1:${(admin.address() as AddressInfo).port}`
  const text = await (await fetch(`${at}/metrics`)).text()
  expect(text).toMatch(
    /http_server_request_duration_count\{[^}]*method="GET"[^}]*route="\/things\/:id"[^}]*status="200"[^}]*\} 2/,
  )
  expect(text).toMatch(/http_server_request_duration_count\{[^}]*route="\/fail"[^}]*status="500"[^}]*\} 1/)
  expect(text).toMatch(/http_server_request_duration_bucket\{[^}]*le="0.005"/)
  expect(text).toMatch(/http_server_request_duration_count\{[^}]*route="unknown"[^}]*status="404"/)
  expect(text).not.toMatch(/secret|things\/1|nothing\/42/)
  expect((await fetch(`${at}/telemetry`)).status).toBe(200)
  expect((await fetch(`${at}/other`)).status).toBe(404)
  await telemetry.shutdown()
  await expect(fetch(`${at}/metrics`)).rejects.toThrow()
})

test('spans go to the configured OTLP receiver, continue the caller’s trace and hold no text of the request', async () => {
  const { received, url, stop } = await receiver()
  const telemetry = startTelemetry({ ...settings, otlpEndpoint: `${url}/` })
  const app = observed(telemetry)
  const trace = '0af7651916cd43dd8448eb211c80319c'
  await app.inject({
    url: '/things/1?name=secret',
    headers: { traceparent: `00-${trace}-b7ad6b7169203331-01` },
  })
  await app.inject('/fail')
  await telemetry.shutdown()
  stop()
  expect(received.map(({ path }) => path)).toEqual(['/v1/traces'])
  const body = received[0]?.body ?? ''
  const spans = JSON.parse(body).resourceSpans[0].scopeSpans[0].spans
  expect(spans.map((span: { name: string }) => span.name)).toEqual(['GET /things/:id', 'GET /fail'])
  expect(spans[0]).toMatchObject({ traceId: trace, parentSpanId: 'b7ad6b7169203331' })
  expect(spans[1].status.code).toBe(2)
  expect(body).not.toMatch(/secret|things\/1/)
})

test('without an address, or with a ratio of 0, nothing is traced', async () => {
  expect(startTelemetry(settings).tracer).toBeUndefined()
  const { received, url, stop } = await receiver()
  const telemetry = startTelemetry({ ...settings, traceSampleRatio: 0, otlpEndpoint: url })
  await observed(telemetry).inject('/fail')
  await telemetry.shutdown()
  stop()
  expect(telemetry.tracer).toBeUndefined()
  expect(received).toEqual([])
})
