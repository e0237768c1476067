import { describe, expect, it } from 'vitest'
import type { Lock } from './closure.ts'
import { missingPlatformEntries, platformOf } from './platform-entries.ts'

describe('platformOf', () => {
  it.each([
    ['@biomejs/cli-darwin-arm64', { os: ['darwin'], cpu: ['arm64'] }],
    ['@oxlint/binding-linux-x64-musl', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
    ['@oxlint/binding-win32-ia32-msvc', { os: ['win32'], cpu: ['ia32'] }],
    ['@rolldown/binding-wasm32-wasi', { cpu: ['wasm32'] }],
    ['pg-cloudflare', undefined],
  ])('%s', (name, platform) => expect(platformOf(name)).toEqual(platform))
})

describe('missingPlatformEntries', () => {
  const lock: Lock = {
    'node_modules/tool': {
      version: '2.0.0',
      optionalDependencies: { 'tool-linux-x64': '2.0.0', 'tool-darwin-x64': '2.0.0', 'maybe-x64': '^1.0.0' },
    },
    'node_modules/tool-linux-x64': { version: '2.0.0' },
    'node_modules/host/node_modules/tool': {
      version: '1.0.0',
      optionalDependencies: { 'tool-darwin-x64': '1.0.0' },
    },
  }
  const missing = missingPlatformEntries(lock)
  it('adds what is pinned and absent, beside the package that asks for it', () => {
    expect(missing).toEqual({
      'node_modules/tool-darwin-x64': { version: '2.0.0', os: ['darwin'], cpu: ['x64'], optional: true },
      'node_modules/host/node_modules/tool-darwin-x64': {
        version: '1.0.0',
        os: ['darwin'],
        cpu: ['x64'],
        optional: true,
      },
    })
  })
  it('finds nothing to add a second time', () => {
    expect(missingPlatformEntries({ ...lock, ...missing })).toEqual({})
  })
})
