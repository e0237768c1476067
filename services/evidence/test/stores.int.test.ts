import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Database } from '@assay/kit/database'
import { migrate, readMigrations } from '@assay/kit/migrate'
import { openKeyRing } from '@assay/kit/signing-keys'
import { engines, freshDatabase, type TestDatabase } from '@assay/kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EvidenceDatabase } from '../src/adapters/postgres/schema.ts'
import { postgresSigningKeyStore } from '../src/adapters/postgres/signing-key-store.ts'
import { postgresUserStore } from '../src/adapters/postgres/user-store.ts'

describe.each(engines)('%s', (engine) => {
  let fresh: TestDatabase
  let database: Database<EvidenceDatabase>
  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    database = await fresh.open<EvidenceDatabase>()
    await migrate(database, readMigrations(join(import.meta.dirname, '../migrations')))
  })
  afterAll(() => fresh.remove())

  const user = (username: string, organization: string) => ({
    id: randomUUID(),
    username,
    organization,
    role: 'researcher' as const,
    passwordHash: '$argon2id$',
  })

  test('a user is found by name in any case and by id, with the organization', async () => {
    const users = postgresUserStore(database.db)
    const ada = user('Ada.Lovelace', 'Analytical Engines')
    expect(await users.add(ada)).toBe(true)
    expect(await users.findByUsername('ADA.LOVELACE')).toMatchObject(ada)
    const { passwordHash: _, ...shown } = ada
    expect(await users.findById(ada.id)).toMatchObject(shown)
    expect(await users.findByUsername('ada')).toBeUndefined()
    expect(await users.findById(randomUUID())).toBeUndefined()
  })

  test('a name that differs only by case is taken, in any organization, and nothing of the second is stored', async () => {
    const users = postgresUserStore(database.db)
    const first = user('grace', 'Navy')
    expect(await users.add(first)).toBe(true)
    expect(await users.add(user('Grace', 'Navy'))).toBe(false)
    expect(await users.add(user('GRACE', 'Elsewhere'))).toBe(false)
    expect((await users.findByUsername('grace'))?.id).toBe(first.id)
  })

  test('twenty creations of one user at once: one wins', async () => {
    const users = postgresUserStore(database.db)
    const added = await Promise.all(
      Array.from({ length: 20 }, (_, n) => users.add(user(n % 2 ? 'alan' : 'ALAN', 'Bletchley'))),
    )
    expect(added.filter(Boolean)).toHaveLength(1)
  })

  test('twenty users of one new organization at once: all are in, and it is one organization', async () => {
    const users = postgresUserStore(database.db)
    const added = await Promise.all(
      Array.from({ length: 20 }, (_, n) => users.add(user(`member${n}`, 'Brand New'))),
    )
    expect(added).toEqual(Array(20).fill(true))
    const organizations = await database.db
      .selectFrom('organization')
      .select('id')
      .where('name', '=', 'Brand New')
      .execute()
    expect(organizations).toHaveLength(1)
    const members = await database.db
      .selectFrom('app_user')
      .select('id')
      .where('organization_id', '=', organizations[0]!.id)
      .execute()
    expect(members).toHaveLength(20)
  })

  test('two key rings on one store, as two replicas have: each verifies what the other signed, also after rotation', async () => {
    let now = Date.now()
    const ring = () =>
      openKeyRing({
        store: postgresSigningKeyStore(database.db),
        now: () => new Date(now),
        elapsed: () => now,
        issuer: 'test',
        audience: 'test',
        tokenLifetimeSeconds: 3600,
        rotateAfterDays: 30,
      })
    const [left, right] = [ring(), ring()]
    const [first, second] = await Promise.all([left.sign('a', { role: 'x' }), right.sign('b', {})])
    now += 1500 // an unknown key is looked for at most once a second
    expect((await right.verify(first)).sub).toBe('a')
    expect((await left.verify(second)).sub).toBe('b')
    now += 61_000 // keys are read again once a minute
    expect(await left.jwks()).toEqual(await right.jwks())
    const before = (await left.jwks()).keys.length

    now += 30 * 86_400_000 - 60_000
    const old = await left.sign('c', {})
    now += 120_000
    const young = await left.sign('d', {})
    expect((await right.verify(old)).sub).toBe('c')
    expect((await right.verify(young)).sub).toBe('d')
    expect((await right.jwks()).keys.length).toBe(before + 1)

    now += 3_600_000
    await expect(right.verify(young)).rejects.toThrow()
    const { keys } = await ring().jwks()
    expect(keys).toHaveLength(1)
    expect(keys.some((key) => 'd' in key)).toBe(false)
  })
})
