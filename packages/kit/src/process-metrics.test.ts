import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { tenantLabel } from './process-metrics.ts'
import { observeRequests, startTelemetry } from './telemetry.ts'

test('every process shows its event loop, memory and processor, with the name of its service', async () => {
  const telemetry = startTelemetry({ service: 'sample', version: '1.2.3', traceSampleRatio: 0 })
  const admin = await telemetry.listen(0)
  const text = await (await fetch(`http://127.0.0.1:${(admin.address() as AddressInfo).port}/metrics`)).text()
  for (const name of [
    'event_loop_delay_seconds',
    'process_resident_memory_bytes',
    'process_cpu_seconds_total',
  ])
    expect(text).toMatch(new RegExp(`^${name}\\{[^}]*service_name="sample"[^}]*\\} [\\d.e+-]+$`, 'm'))
  await telemetry.shutdown()
})

test('usage is counted by a hash of the tenant, and beyond 500 tenants together', async () => {
  const telemetry = startTelemetry({ service: 'sample', version: '1.2.3', traceSampleRatio: 0 })
  const app = Fastify()
  observeRequests(app, telemetry, ({ headers }) => headers['x-tenant'] as string | undefined)
  app.get('/', async () => 'yes')
  await app.inject('/')
  for (let i = 0; i < 502; i++) await app.inject({ url: '/', headers: { 'x-tenant': `Example Lab ${i}` } })
  await app.inject({ url: '/', headers: { 'x-tenant': 'Example Lab 0' } })
  const admin = await telemetry.listen(0)
  const text = await (await fetch(`http://127.0.0.1:${(admin.address() as AddressInfo).port}/metrics`)).text()
  const usage = text.split('\n').filter((line) => line.startsWith('tenant_requests_total{'))
  const of = (label: string) => usage.find((line) => line.includes(`tenant="${label}"`))?.split(' ')[1]
  expect(usage).toHaveLength(501)
  expect(of(tenantLabel('Example Lab 0'))).toBe('2')
  expect(of('other')).toBe('2')
  expect(text).not.toContain('Example Lab')
  await telemetry.shutdown()
})
