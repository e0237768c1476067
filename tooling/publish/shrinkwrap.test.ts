import { expect, test } from 'vitest'
import { type Lockfile, shrinkwrapOf } from './shrinkwrap.ts'

const LOCK: Lockfile = {
  lockfileVersion: 3,
  packages: {
    '': {},
    'node_modules/a': { version: '1.0.0', dependencies: { b: '^2.0.0', c: '*' } },
    'node_modules/a/node_modules/b': { version: '2.0.0' },
    'node_modules/b': { version: '1.0.0', dev: true },
    'node_modules/c': { version: '3.0.0', optional: true, optionalDependencies: { gone: '1' } },
    'node_modules/d': { version: '4.0.0', peerDependencies: { b: '*' } },
    'node_modules/unused': { version: '9.0.0' },
  },
}
const manifest = { name: 'service', version: '0.1.0' }

test('keeps what the package needs, from the nearest node_modules', () => {
  const { packages } = shrinkwrapOf({ ...manifest, dependencies: { a: '1.0.0' } }, LOCK)
  expect(Object.keys(packages)).toEqual([
    '',
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/c',
  ])
  expect(packages['']).toEqual({ ...manifest, dependencies: { a: '1.0.0' } })
})

test('marks as optional only what nothing needs otherwise', () => {
  const of = (wanted: object) => shrinkwrapOf({ ...manifest, ...wanted }, LOCK).packages
  expect(of({ optionalDependencies: { c: '3.0.0' } })['node_modules/c']?.optional).toBe(true)
  expect(
    of({ optionalDependencies: { c: '3.0.0' }, dependencies: { a: '1.0.0' } })['node_modules/c']?.optional,
  ).toBeUndefined()
})

test('takes packages of development that are needed as peers', () => {
  const { packages } = shrinkwrapOf({ ...manifest, dependencies: { d: '4.0.0' } }, LOCK)
  expect(packages['node_modules/b']).toEqual({ version: '1.0.0' })
})

test('refuses a lockfile that lacks a package', () => {
  expect(() => shrinkwrapOf({ ...manifest, dependencies: { missing: '1' } }, LOCK)).toThrow(
    'service needs missing, which package-lock.json lacks: npm install',
  )
})
