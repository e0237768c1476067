import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { migrate, readMigrations } from '@assay/kit/migrate'
import { engines, freshDatabase, hasServer } from '@assay/kit/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EvidenceDatabase } from '../src/adapters/postgres/schema.ts'
import { type TenantTransaction, withOrganization } from '../src/adapters/postgres/with-organization.ts'
import { type RunningService, runService } from './support/running-service.ts'

/** Every table that carries an organization's rows, as the database itself knows it. */
const tenantTables = async (trx: TenantTransaction) =>
  (
    await sql<{ name: string }>`SELECT c.relname AS name FROM pg_class c
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id' AND NOT a.attisdropped
      WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace ORDER BY 1`.execute(trx)
  ).rows.map(({ name }) => name)

const addMolecule = (trx: TenantTransaction, organizationId: string, moleculeId: string) =>
  trx
    .insertInto('molecule')
    .values({
      organization_id: organizationId,
      molecule_id: moleculeId,
      created_at: sql<Date>`now()`,
      last_recorded_at: sql<Date>`now()`,
    } as never)
    .execute()

describe.each(engines)('row-level security on %s', (engine) => {
  let service: RunningService
  let a: string
  let b: string

  beforeAll(async () => {
    service = await runService(engine)
    await service.addUser('admin', 'A')
    await service.addUser('admin', 'B')
    const organizations = await service.owner.db.selectFrom('organization').selectAll().execute()
    a = organizations.find(({ name }) => name === 'A')!.id
    b = organizations.find(({ name }) => name === 'B')!.id
    await withOrganization(service.database.db, a, (trx) => addMolecule(trx, a, 'MOL_A'))
  })
  afterAll(() => service.remove())

  it('shows an organization its own rows and no other', async () => {
    const { db } = service.database
    const seen = (organization: string) =>
      withOrganization(db, organization, (trx) => trx.selectFrom('molecule').select('molecule_id').execute())
    expect(await seen(a)).toEqual([{ molecule_id: 'MOL_A' }])
    expect(await seen(b)).toEqual([])
  })

  it('refuses to write into another organization', async () => {
    await expect(
      withOrganization(service.database.db, b, (trx) => addMolecule(trx, a, 'MOL_B')),
    ).rejects.toThrow(/row-level security/)
    const changed = await withOrganization(service.database.db, b, (trx) =>
      trx.updateTable('molecule').set({ name: 'taken' }).returning('molecule_id').execute(),
    )
    expect(changed).toEqual([])
  })

  it('shows the role no row of any tenant table when no organization is set', async () => {
    const counts = await service.database.db.transaction().execute(async (trx) => {
      const tenant = trx as unknown as TenantTransaction
      const names = await tenantTables(tenant)
      await sql`SET LOCAL ROLE evidence_tenant`.execute(trx)
      const found: Record<string, number> = {}
      for (const name of names) {
        const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(name)}`.execute(trx)
        found[name] = rows[0]!.n
      }
      return found
    })
    expect(Object.keys(counts)).toEqual(
      expect.arrayContaining(['app_user', 'audit_log', 'evidence', 'molecule']),
    )
    expect(Object.values(counts).every((n) => n === 0)).toBe(true)
  })

  it('has row-level security on every table with an organization, forced on all but users', async () => {
    const { rows } = await sql<{ name: string; on: boolean; forced: boolean }>`
      SELECT c.relname AS name, c.relrowsecurity AS on, c.relforcerowsecurity AS forced FROM pg_class c
      JOIN pg_attribute t ON t.attrelid = c.oid AND t.attname = 'organization_id'
      WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace`.execute(service.owner.db)
    expect(rows.filter(({ on }) => !on)).toEqual([])
    expect(rows.filter(({ forced }) => !forced).map(({ name }) => name)).toEqual(['app_user'])
  })

  it('keeps role and organization to the transaction', async () => {
    const { db } = service.database
    await withOrganization(db, a, async () => {})
    const { rows } = await sql<{ organization: string; role: string }>`
      SELECT coalesce(current_setting('evidence.organization_id', true), '') AS organization,
             current_user::text AS role`.execute(db)
    expect(rows[0]!.organization).toBe('')
    expect(rows[0]!.role).not.toBe('evidence_tenant')
  })

  it('refuses an organization that is no UUID', async () => {
    await expect(withOrganization(service.database.db, "' OR true", async () => {})).rejects.toThrow(
      TypeError,
    )
  })

  it('lets nobody rewrite the audit trail', async () => {
    await expect(
      withOrganization(service.database.db, a, (trx) => trx.deleteFrom('audit_log').execute()),
    ).rejects.toThrow(/permission denied/)
  })

  it.runIf(engine === 'server')('runs as a login that owns nothing and is bound by policies', async () => {
    const { rows } = await sql<{ superuser: boolean; bypass: boolean; owned: number; seen: number }>`
      SELECT r.rolsuper AS superuser, r.rolbypassrls AS bypass,
        (SELECT count(*) FROM pg_class WHERE pg_has_role(current_user, relowner, 'MEMBER')) AS owned,
        (SELECT count(*) FROM molecule) AS seen
      FROM pg_roles r WHERE r.rolname = current_user`.execute(service.database.db)
    expect(rows).toEqual([{ superuser: false, bypass: false, owned: 0, seen: 0 }])
  })
})

describe.runIf(hasServer)('roles of the cluster', () => {
  it('are made once though several databases migrate at the same moment', async () => {
    const migrations = readMigrations(join(import.meta.dirname, '../migrations'))
    const tests = await Promise.all(Array.from({ length: 3 }, () => freshDatabase('server')))
    try {
      const handles = await Promise.all(
        tests.flatMap((test) => [test.open<EvidenceDatabase>(), test.open<EvidenceDatabase>()]),
      )
      const applied = await Promise.all(handles.map((handle) => migrate(handle, migrations)))
      expect(applied.flat().length).toBe(migrations.length * tests.length)
      await handles[0]!.db.insertInto('organization').values({ id: randomUUID(), name: 'x' }).execute()
    } finally {
      for (const test of tests) await test.remove()
    }
  })
})
