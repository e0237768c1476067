import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientNetwork } from './client-address.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:4711', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:0201', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]:4711', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['::1', '::/64'],
  ['', 'unknown'],
  ['unknown', 'unknown'],
  ['_hidden', 'unknown'],
  ['192.0.2.300', 'unknown'],
  ["' OR 1=1 --", 'unknown'],
  ['<script>', 'unknown'],
])('%j is counted under %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network)
})

test('law: all addresses of a /64 are one client, those of another /64 are not', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((n) => n.toString(16))
  const half = fc.tuple(group, group, group, group).map((groups) => groups.join(':'))
  fc.assert(
    fc.property(half, half, half, half, (one, other, a, b) => {
      const [first, second] = [`2${one.slice(1)}`, `2${other.slice(1)}`]
      fc.pre(first.length > 1 && second.length > 1)
      expect(clientNetwork(`${first}:${a}`)).toBe(clientNetwork(`${first}:${b}`))
      expect(clientNetwork(`${first}:${a}`) === clientNetwork(`${second}:${a}`)).toBe(
        clientNetwork(`${first}:0:0:0:0`) === clientNetwork(`${second}:0:0:0:0`),
      )
    }),
  )
})

test('law: text that is no address never makes a client of its own', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(!/^[\s\d.:a-f[\]%/]*$/i.test(text))
      expect(clientNetwork(`${text}x`)).toBe('unknown')
    }),
  )
})
