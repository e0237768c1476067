import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllEnvs())

/** The module as a test run with these variables sees it. */
async function testingWith(settings: { DATABASE_URL: string; CI: string }) {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  vi.resetModules()
  return import('./testing.ts')
}

test('in CI a missing server fails the tests with what to do, and skips none', async () => {
  const { engines, freshDatabase } = await testingWith({ DATABASE_URL: '', CI: 'true' })
  expect(engines).toEqual(['server', 'embedded'])
  await expect(freshDatabase('server')).rejects.toThrow('Set DATABASE_URL; CONTRIBUTING.md')
})

test('elsewhere tests run on the embedded engine, and on both with a server', async () => {
  const without = await testingWith({ DATABASE_URL: '', CI: '' })
  expect([without.engines, without.hasServer]).toEqual([['embedded'], false])
  const { engines, hasServer } = await testingWith({ DATABASE_URL: 'postgres://localhost/test', CI: '' })
  expect([engines, hasServer]).toEqual([['server', 'embedded'], true])
})
