import type { AddressInfo } from 'node:net'
import Type from 'typebox'
import { afterEach, describe, expect, test } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'
import { serverOptions } from './options.ts'
import type { App } from './server.ts'
import { sampleServer } from './testing-server.ts'

const opened: App[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()))
})

const read = (text: string) =>
  loadConfig(Type.Object(serverOptions), { argv: [], env: { TRUST_PROXY: text } }).config.trustProxy

/** A server on a loopback port that tells what it takes its client for: the peer is 127.0.0.1, as a proxy would be. */
async function whoIs(trustProxy: string) {
  const { app } = await sampleServer({ trustProxy: read(trustProxy) })
  opened.push(app)
  app.get('/who', async ({ ip, host, protocol }) => ({ ip, host, protocol }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return async (headers: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}/who`, { headers })
    return (await response.json()) as { ip: string; host: string; protocol: string }
  }
}
const from = (...addresses: string[]) => ({ 'x-forwarded-for': addresses.join(', ') })

test.each([
  'false',
  '0',
  '1',
  '3',
  'loopback',
  '10.0.0.0/8',
  '10.1.2.3',
  'loopback, 2001:db8::/32',
  'uniquelocal,linklocal',
])('TRUST_PROXY=%s is taken', (text) => expect(() => read(text)).not.toThrow())

test.each([
  'true',
  'TRUE',
  'yes',
  'all',
  '*',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.0/33',
  '10.0.0.0/8/8',
  '10.0.0',
  '-1',
  '100',
  '1.5',
  'loopback,',
  '10.0.0.0/255.0.0.0',
])('TRUST_PROXY=%s is refused with what to write instead', (text) => {
  expect(() => read(text)).toThrow(ConfigError)
  expect(() => read(text)).toThrow(
    /has a problem:\n {2}- TRUST_PROXY: must be false, the number of proxies in front of this service \(such as 1\) or their networks \(such as 10\.0\.0\.0\/8,loopback\)/,
  )
})

test('a configuration file may say it as a number', async () => {
  const { config } = loadConfig(Type.Object(serverOptions), { argv: ['--trust-proxy', '2'], env: {} })
  expect(config.trustProxy).toBe(2)
})

describe('the client is the address that our proxies saw, not the one that it claims', () => {
  test('without trust nothing is believed', async () => {
    const who = await whoIs('false')
    const told = await who({
      ...from('6.6.6.6'),
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'https',
    })
    expect(told).toMatchObject({ ip: '127.0.0.1', protocol: 'http' })
    expect(told.host).not.toContain('evil')
  })

  test('one proxy: the last entry counts, whatever a client wrote before it', async () => {
    const who = await whoIs('1')
    expect((await who()).ip).toBe('127.0.0.1')
    expect((await who(from('192.0.2.7'))).ip).toBe('192.0.2.7')
    expect((await who(from('6.6.6.6', '192.0.2.7'))).ip).toBe('192.0.2.7')
    expect((await who(from(...Array.from({ length: 50 }, (_, i) => `6.6.6.${i}`), '192.0.2.7'))).ip).toBe(
      '192.0.2.7',
    )
  })

  test('two proxies: the last but one counts', async () => {
    const who = await whoIs('2')
    expect((await who(from('6.6.6.6', '192.0.2.7', '10.0.0.1'))).ip).toBe('192.0.2.7')
  })

  test('networks: the last entry that is not one of our proxies counts', async () => {
    const who = await whoIs('loopback,10.0.0.0/8')
    expect((await who(from('6.6.6.6', '192.0.2.7', '10.0.0.1', '10.9.9.9'))).ip).toBe('192.0.2.7')
    // A client cannot pass for a proxy by writing an address of one before its own.
    expect((await who(from('10.0.0.1', '192.0.2.7'))).ip).toBe('192.0.2.7')
  })

  test('networks: a peer that is not a proxy of ours is the client itself', async () => {
    const who = await whoIs('10.0.0.0/8')
    const told = await who({
      ...from('6.6.6.6'),
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'https',
    })
    expect(told).toMatchObject({ ip: '127.0.0.1', protocol: 'http' })
    expect(told.host).not.toContain('evil')
  })

  test('of several forwarded hosts and protocols the last one counts', async () => {
    const who = await whoIs('1')
    expect(
      await who({ 'x-forwarded-host': 'evil.test, api.test', 'x-forwarded-proto': 'gopher, https' }),
    ).toMatchObject({ host: 'api.test', protocol: 'https' })
  })
})

describe('the rate limit counts networks', () => {
  async function limited(trustProxy: string) {
    const { app } = await sampleServer({ trustProxy: read(trustProxy), rateLimitPerMinute: 2 })
    opened.push(app)
    app.get('/', async () => 'here')
    return async (...forwarded: string[]) =>
      (await app.inject({ url: '/', headers: from(...forwarded), remoteAddress: '127.0.0.1' })).statusCode
  }

  test('a client that writes a new address before its own with every request is still one client', async () => {
    const ask = await limited('1')
    const statuses = []
    for (let i = 0; i < 4; i++) statuses.push(await ask(`6.6.6.${i}`, '192.0.2.7'))
    expect(statuses).toEqual([200, 200, 429, 429])
    expect(await ask('192.0.2.8')).toBe(200)
  })

  test('a client that takes a new address of its /64 with every request is still one client', async () => {
    const ask = await limited('1')
    const statuses = []
    for (let i = 0; i < 4; i++) statuses.push(await ask(`2001:db8:0:1:${i}::${i + 1}`))
    expect(statuses).toEqual([200, 200, 429, 429])
    expect(await ask('2001:db8:0:2::1')).toBe(200)
  })

  test('garbage, ports and mapped addresses make no new clients', async () => {
    const ask = await limited('1')
    const statuses = []
    for (const claimed of ['unknown', '_a', '<script>', '999.1.1.1']) statuses.push(await ask(claimed))
    expect(statuses).toEqual([200, 200, 429, 429])
    expect([await ask('192.0.2.7:1'), await ask('::ffff:192.0.2.7'), await ask('192.0.2.7:3')]).toEqual([
      200, 200, 429,
    ])
  })
})
