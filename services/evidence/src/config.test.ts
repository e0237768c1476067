import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('limits of uploads', () => {
  it('can be reached within the request timeout by default', () => {
    expect(() => readConfig({ argv: [], env: {} })).not.toThrow()
  })
  it('that cannot be reached within it are refused at the start, with what to change', () => {
    const read = () => readConfig({ argv: [], env: { REQUEST_TIMEOUT_MS: '60000' } })
    expect(read).toThrow(
      /IMPORT_LIMIT_BYTES: \d+ bytes cannot arrive within REQUEST_TIMEOUT_MS=60000.*at least \d+/,
    )
  })
})

describe('a demonstration', () => {
  const read = (...argv: string[]) => readConfig({ argv: ['--demo', ...argv], env: {} })
  it('listens on this machine only', () => {
    expect(read().demo).toBe(true)
    for (const host of ['127.0.0.1', '::1', 'localhost']) expect(read('--host', host).host).toBe(host)
    for (const host of ['0.0.0.0', '::', '192.168.1.5', 'lab.example'])
      expect(() => read('--host', host)).toThrow(/other machines; --demo listens on this machine only/)
  })
  it('is refused behind a proxy, on a database server and without the page', () => {
    expect(() => read('--trust-proxy', '1')).toThrow(/TRUST_PROXY/)
    expect(() => read('--database-url', 'postgres://localhost/lab')).toThrow(/DATABASE_URL/)
    expect(() => read('--page', 'off')).toThrow(/PAGE/)
  })
})
