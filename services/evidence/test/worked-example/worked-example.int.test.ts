import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { workedExample } from './make.ts'

describe('docs/worked-example.md', () => {
  it.each(Object.entries(workedExample()))('%s is what the service computes now', (name, content) => {
    expect(readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8')).toBe(content)
  })
})
