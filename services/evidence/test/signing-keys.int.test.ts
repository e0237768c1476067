import { randomBytes } from 'node:crypto'
import { engines } from '@assay/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evidenceToEnd } from './cli.ts'
import { call, type RunningService, runService } from './support/running-service.ts'

const [FIRST, SECOND] = [randomBytes(32).toString('base64'), randomBytes(32).toString('hex')]

describe.each(engines)('signing keys on %s', (engine) => {
  let service: RunningService
  let user: { id: string; username: string; token: string }
  beforeAll(async () => {
    service = await runService(engine, ['--key-encryption-key', FIRST])
    user = await service.addUser('admin', 'Lab')
  })
  afterAll(() => service.remove())

  const stored = async () => {
    const rows = await service.owner.db.selectFrom('signing_key').selectAll().orderBy('created_at').execute()
    return rows.map(({ kid, private_jwk }) => ({ kid, text: JSON.stringify(private_jwk) }))
  }

  it('are stored encrypted and sign all the same', async () => {
    expect((await call(service, user.token, 'GET', '/v1/auth/users/me')).status).toBe(200)
    const [key] = await stored()
    expect(key!.text).toMatch(/^\{"jwe":"[\w-]+\.\./)
    expect(key!.text).not.toContain('"d"')
    expect((await call(service, undefined, 'GET', '/.well-known/jwks.json')).body.keys).toHaveLength(1)
  })

  it.runIf(engine === 'server')('are rotated, encrypted anew and revoked by command', async () => {
    const owner = { DATABASE_URL: (service.owner as { url?: string }).url! }
    const run = (args: string[], settings: Record<string, string> = {}) =>
      evidenceToEnd(['keys', ...args], { ...owner, KEY_ENCRYPTION_KEY: FIRST, ...settings })
    const [old] = await stored()
    const bare = await run(['rotate'], { KEY_ENCRYPTION_KEY: '' })
    expect([bare.code, bare.output]).toEqual([1, expect.stringContaining('Set KEY_ENCRYPTION_KEY')])
    expect(await stored()).toHaveLength(1)
    expect((await run(['rotate'])).code).toBe(0)
    const listed = (await run(['list'])).output.trim().split('\n')
    expect(listed).toHaveLength(2)
    expect(listed[1]).toMatch(new RegExp(`^${old!.kid}  \\S+Z  [0-9a-f]{16}$`))

    const changed = { KEY_ENCRYPTION_KEY: SECOND, KEY_ENCRYPTION_PREVIOUS_KEY: FIRST }
    const lost = await run(['encrypt'], { KEY_ENCRYPTION_KEY: SECOND })
    expect([lost.code, lost.output]).toEqual([1, expect.stringContaining('which is not configured')])
    const start = await evidenceToEnd(['serve', '--port', '0'], { ...owner, KEY_ENCRYPTION_KEY: SECOND })
    expect([start.code, start.output]).toEqual([1, expect.stringContaining('which is not configured')])
    expect((await run(['encrypt'], changed)).output).toContain('Encrypted 2 keys')
    expect((await run(['encrypt'], { KEY_ENCRYPTION_KEY: SECOND })).output).toContain('Encrypted 0 keys')
    expect((await run(['list'], { KEY_ENCRYPTION_KEY: 'a passphrase' })).code).not.toBe(0)

    const asService = { DATABASE_URL: service.databaseUrl!, MIGRATE_ON_START: 'false' }
    const refused = await run(['revoke', '--kid', old!.kid], asService)
    expect([refused.code, refused.output]).toEqual([
      1,
      expect.stringContaining('may not change signing keys'),
    ])
    expect((await run(['revoke', '--kid', old!.kid])).code).toBe(0)
    expect((await stored()).map(({ kid }) => kid)).not.toContain(old!.kid)
  })
})
