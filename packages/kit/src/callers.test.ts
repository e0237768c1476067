import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import Fastify from 'fastify'
import { expect, it, test } from 'vitest'
import { callerBy, verifiedCallers } from './callers.ts'
import { clientAddressBy, trustedProxies } from './trusted-proxies.ts'

const from = (remoteAddress: string, headers: IncomingHttpHeaders = {}) =>
  ({ headers, socket: { remoteAddress } }) as Pick<IncomingMessage, 'headers' | 'socket'>

test('invented credentials name nobody: all requests of an address are those of one caller', () => {
  const callerOf = callerBy(verifiedCallers(), false)
  const invented = Array.from({ length: 100 }, (_, i) => [
    callerOf(from('192.0.2.1', { authorization: `Bearer invented-${i}` })),
    callerOf(from('192.0.2.1', { 'x-api-key': `invented-${i}` })),
    callerOf(from('192.0.2.1', { cookie: `session=${i}`, 'x-forwarded-for': `198.51.100.${i}` })),
  ]).flat()
  expect(new Set(invented)).toEqual(new Set(['192.0.2.1']))
})

test('verified credentials name their subject from any address, for a minute and until they are refused', () => {
  let time = 0
  const callers = verifiedCallers(() => time)
  const callerOf = callerBy(callers, false)
  const headers = { authorization: 'Bearer good' }
  callers.note(headers, { subject: 'ada', method: 'jwt' })
  callers.note({ 'x-api-key': 'other key of hers' }, { subject: 'ada', method: 'api-key' })
  expect(callerOf(from('192.0.2.1', headers))).toBe('subject ada')
  expect(callerOf(from('192.0.2.2', { 'x-api-key': 'other key of hers' }))).toBe('subject ada')
  callers.note(headers, undefined)
  expect(callerOf(from('192.0.2.1', headers))).toBe('192.0.2.1')
  time = 61_000
  expect(callerOf(from('192.0.2.2', { 'x-api-key': 'other key of hers' }))).toBe('192.0.2.2')
})

test('only the header that was verified names its subject', () => {
  const callers = verifiedCallers()
  const proxied = { authorization: 'Basic of a proxy', 'x-api-key': 'key of ada' }
  callers.note(proxied, { subject: 'ada', method: 'api-key' })
  callers.note({ authorization: 'Basic of a proxy' }, { subject: 'public', method: 'anonymous' })
  expect(callers.find(proxied)).toBe('ada')
  expect(callers.find({ authorization: 'Basic of a proxy' })).toBeUndefined()
  expect(callers.find({ ...proxied, 'x-api-key': 'invented' })).toBeUndefined()
})

test('remembers a bounded number of credentials', () => {
  const callers = verifiedCallers()
  for (let i = 0; i <= 10_000; i++)
    callers.note({ authorization: `token ${i}` }, { subject: `subject ${i}`, method: 'jwt' })
  expect(callers.find({ authorization: 'token 0' })).toBeUndefined()
  expect(callers.find({ authorization: 'token 10000' })).toBe('subject 10000')
})

it.each([
  false,
  1,
  2,
  'loopback',
  'loopback, uniquelocal',
  '192.0.2.0/24,2001:db8::/32',
  '192.0.2.7',
] as const)('finds the address that Fastify finds when it trusts %s', async (option) => {
  const trustProxy = trustedProxies(option)
  const addressOf = clientAddressBy(trustProxy)
  const app = Fastify({ trustProxy })
  app.get('/', async ({ ip, raw }) => [ip, addressOf(raw)])
  for (const remoteAddress of [
    '127.0.0.1',
    '192.0.2.7',
    '10.1.2.3',
    '2001:db8::1',
    '::1',
    '::ffff:192.0.2.7',
  ])
    for (const forwarded of [
      undefined,
      '',
      '198.51.100.1',
      'invented, 198.51.100.1, 192.0.2.7',
      '198.51.100.1,10.0.0.9, 127.0.0.1',
      '2001:db8::5, 192.0.2.9',
    ]) {
      const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
      const answer = await app.inject({ url: '/', headers, remoteAddress })
      const [fastify, ours] = answer.json() as string[]
      expect([remoteAddress, forwarded, ours]).toEqual([remoteAddress, forwarded, fastify])
    }
})
