import { describe, expect, it } from 'vitest'
import { readConfig, readServerConfig } from './config.ts'

describe('limits of uploads', () => {
  it('can be reached within the request timeout by default', () => {
    expect(() => readConfig({ argv: [], env: {} })).not.toThrow()
  })
  it('that cannot be reached within it are refused at the start, with what to change', () => {
    const read = () => readConfig({ argv: [], env: { REQUEST_TIMEOUT_MS: '60000' } })
    expect(read).toThrow(
      /MAX_UPLOAD_BYTES: \d+ bytes cannot arrive within REQUEST_TIMEOUT_MS=60000.*at least \d+/,
    )
  })
})

describe('an address that other machines can reach', () => {
  const env = { HOST: '0.0.0.0' }
  it('is refused to a server without authentication', () => {
    expect(() => readServerConfig({ argv: [], env })).toThrow(
      /HOST: 0\.0\.0\.0 can be reached .*choose api-key, or set ALLOW_ANONYMOUS=true/,
    )
  })
  it.each([
    { ...env, ALLOW_ANONYMOUS: 'true' },
    { ...env, AUTHENTICATION: 'api-key', API_KEYS: `studio:${'0'.repeat(64)}` },
    { HOST: '127.0.0.1' },
  ])('is taken with %j', (settings) => {
    expect(() => readServerConfig({ argv: [], env: settings })).not.toThrow()
  })
  it('does not concern commands that do not listen', () => {
    expect(() => readConfig({ argv: [], env })).not.toThrow()
  })
})
