import { afterEach, expect, test, vi } from 'vitest'
import { freshDatabase } from './testing.ts'

afterEach(() => vi.unstubAllEnvs())

test('without a server the tests fail with the command to run, and are not skipped', async () => {
  vi.stubEnv('DATABASE_URL', '')
  await expect(freshDatabase('server')).rejects.toThrow('export DATABASE_URL=$(tooling/postgres.sh start)')
})
