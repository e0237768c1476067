import { expect, it } from 'vitest'
import { type Lock, productionClosure } from './closure.ts'

const lock: Lock = {
  'services/a': { dependencies: { '@assay/kit': '*', left: '1' } },
  'packages/kit': { dependencies: { left: '2' } },
  'node_modules/@assay/kit': { link: true, resolved: 'packages/kit' },
  'node_modules/left': {
    version: '1.0.0',
    peerDependencies: { host: '*', maybe: '*' },
    peerDependenciesMeta: { maybe: { optional: true } },
  },
  'packages/kit/node_modules/left': { version: '2.0.0', optionalDependencies: { native: '1', absent: '1' } },
  'node_modules/host': {},
  'node_modules/native': {},
  'node_modules/unrelated': {},
}

it('follows links, nested versions, required peers and present optional packages, and nothing else', () => {
  expect(productionClosure(lock, 'services/a')).toEqual([
    'node_modules/host',
    'node_modules/left',
    'node_modules/native',
    'packages/kit',
    'packages/kit/node_modules/left',
  ])
})

it('refuses a lock that lacks a required package', () => {
  expect(() => productionClosure({ 'services/a': { dependencies: { gone: '1' } } }, 'services/a')).toThrow(
    /needs gone/,
  )
})
