import { describe, expect, it } from 'vitest'
import { isLoopback, publicAddressProblems } from './public-address.ts'

describe('a public address', () => {
  it.each(['127.0.0.1', '127.8.9.10', 'localhost', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1'])(
    '%s is reached from this machine only',
    (host) => expect(isLoopback(host)).toBe(true),
  )
  it.each([
    '0.0.0.0',
    '::',
    '',
    '10.0.0.1',
    '127.example.org',
    'localhost.example.org',
    '128.0.0.1',
    '::ffff:10.0.0.1',
  ])('%j may be reached by others', (host) => expect(isLoopback(host)).toBe(false))
  it('needs authentication, or the word of the operator', () => {
    const open = { host: '0.0.0.0', authentication: 'none', allowAnonymous: false }
    expect(publicAddressProblems(open, 'api-key')).toEqual([
      expect.stringMatching(/^HOST: 0\.0\.0\.0 .*ALLOW_ANONYMOUS/),
    ])
    expect(publicAddressProblems({ ...open, allowAnonymous: true }, '')).toEqual([])
    expect(publicAddressProblems({ ...open, authentication: 'api-key' }, '')).toEqual([])
    expect(publicAddressProblems({ ...open, host: '127.0.0.1' }, '')).toEqual([])
  })
})
