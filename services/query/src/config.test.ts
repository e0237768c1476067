import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('limits of uploads', () => {
  it('can be reached within the request timeout by default', () => {
    expect(() => readConfig({ argv: [], env: {} })).not.toThrow()
  })
  it('that cannot be reached within it are refused at the start, with what to change', () => {
    const read = () => readConfig({ argv: [], env: { REQUEST_TIMEOUT_MS: '60000' } })
    expect(read).toThrow(
      /MAX_BATCH_BYTES: \d+ bytes cannot arrive within REQUEST_TIMEOUT_MS=60000.*at least \d+/,
    )
  })
})
