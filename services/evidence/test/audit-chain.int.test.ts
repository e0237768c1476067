import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, readMigrations } from '@assay/kit/migrate'
import { engines, freshDatabase } from '@assay/kit/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { resultHash } from '../src/adapters/hash/content-id.ts'
import { postgresAuditTrail } from '../src/adapters/postgres/audit.ts'
import { postgresRetention } from '../src/adapters/postgres/retention.ts'
import type { EvidenceDatabase } from '../src/adapters/postgres/schema.ts'
import { OPERATOR_ID } from '../src/domain/accounts/user.ts'
import { verifyAudit } from '../src/operations/audit.ts'
import { retain } from '../src/operations/retain.ts'
import { evidenceToEnd } from './cli.ts'
import { call, type RunningService, runService } from './support/running-service.ts'

describe.each(engines)('the hash chain of the audit trail on %s', (engine) => {
  let service: RunningService
  let admin: { id: string; username: string; token: string }
  let other: { id: string; username: string; token: string }

  beforeAll(async () => {
    service = await runService(engine)
    admin = await service.addUser('admin', 'Lab')
    other = await service.addUser('admin', 'Elsewhere')
    // Writers at the same time: on the server they meet at the head of the chain.
    const put = (i: number) =>
      call(service, i % 4 === 3 ? other.token : admin.token, 'PUT', `/v1/molecules/M_${i}`, {
        name: 'tab\there',
      })
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => put(i)))
    expect(answers.every(({ status }) => status < 300)).toBe(true)
  })
  afterAll(() => service.remove())

  const verify = async (query = '', token = admin.token) =>
    (await call(service, token, 'GET', `/v1/audit/chain${query}`)).body
  /** Changes tables behind the service's back, as the owner, within one organization, and undoes it after `look`. */
  const tampered = async (change: string, look: () => Promise<void>) => {
    const copy = ['audit_log', 'audit_chain', 'audit_head']
    const organization = await service.owner.db
      .selectFrom('organization')
      .select('id')
      .where('name', '=', 'Lab')
      .executeTakeFirstOrThrow()
    const run = (statements: string[]) =>
      service.owner.inTransaction(async (query) => {
        await query(`SELECT set_config('evidence.organization_id', '${organization.id}', true)`)
        await query('SET LOCAL session_replication_role = replica')
        for (const statement of statements) await query(statement)
      })
    const mine = `WHERE organization_id = '${organization.id}'`
    await run([
      ...copy.map((table) => `CREATE TABLE kept_${table} AS SELECT * FROM ${table} ${mine}`),
      change,
    ])
    try {
      await look()
    } finally {
      await run(
        copy.flatMap((table) => [
          `DELETE FROM ${table} ${mine}`,
          `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM kept_${table}`,
          `DROP TABLE kept_${table}`,
        ]),
      )
    }
  }

  it('is intact after writers at the same time, each organization with its own', async () => {
    const [mine, theirs] = [await verify(), await verify('', other.token)]
    expect(mine).toMatchObject({ intact: true, entries: 31, problems: [] })
    expect(theirs).toMatchObject({ intact: true, entries: 11, problems: [] })
    expect(mine.head).toMatch(/^31:[0-9a-f]{64}$/)
    expect(await verify(`?known_head=${mine.head}`)).toEqual(mine)
    const researcher = await service.addUser('researcher', 'Lab')
    expect((await call(service, researcher.token, 'GET', '/v1/audit/chain')).status).toBe(403)
    expect((await call(service, admin.token, 'GET', '/v1/audit/chain?known_head=1')).status).toBe(422)
  })

  it.each([
    [
      'a removed line',
      'DELETE FROM audit_log WHERE audit_id = (SELECT audit_id FROM audit_chain WHERE seq = 7 LIMIT 1)',
      [[7, 'was removed']],
    ],
    [
      'a line removed with its hash',
      `WITH gone AS (DELETE FROM audit_chain WHERE seq = 7 RETURNING audit_id)
       DELETE FROM audit_log USING gone WHERE audit_log.audit_id = gone.audit_id`,
      [[8, 'entry 7 is missing before it']],
    ],
    [
      'a changed line',
      `UPDATE audit_log SET user_id = '${OPERATOR_ID}' WHERE audit_id = (SELECT audit_id FROM audit_chain WHERE seq = 9 LIMIT 1)`,
      [[9, 'was changed: its hash does not match']],
    ],
    [
      'an inserted line',
      `INSERT INTO audit_log (organization_id, user_id, request_id, action, target, details)
       SELECT organization_id, user_id, 'r', 'molecule.put', 'M', '{}' FROM audit_log WHERE organization_id = current_organization() LIMIT 1`,
      [[null, 'is not in the chain']],
    ],
  ])('shows %s', async (_, change, problems) => {
    // On the embedded database the owner is a superuser, whom row-level security does not bind.
    const scoped = change.replaceAll('seq = ', `organization_id = current_organization() AND seq = `)
    await tampered(scoped, async () => {
      const verdict = await verify()
      expect(verdict.intact).toBe(false)
      expect(verdict.problems.map(({ seq, issue }: { seq: number; issue: string }) => [seq, issue])).toEqual(
        problems,
      )
      expect((await verify('', other.token)).intact).toBe(true)
    })
    expect((await verify()).intact).toBe(true)
  })

  it('shows a chain that was cut at its end and recomputed, by the head that was noted', async () => {
    const { head } = await verify()
    const cut = `WITH last AS (SELECT max(seq) AS seq FROM audit_chain WHERE organization_id = current_organization()),
      gone AS (DELETE FROM audit_chain c USING last WHERE c.organization_id = current_organization() AND c.seq = last.seq RETURNING c.audit_id, c.seq),
      line AS (DELETE FROM audit_log USING gone WHERE audit_log.audit_id = gone.audit_id)
      UPDATE audit_head h SET seq = c.seq, hash = c.hash FROM audit_chain c, gone
        WHERE h.organization_id = current_organization() AND c.organization_id = h.organization_id AND c.seq = gone.seq - 1`
    await tampered(cut, async () => {
      expect((await verify()).intact).toBe(true)
      expect((await verify(`?known_head=${head}`)).problems).toMatchObject([
        { issue: 'the chain does not contain the known head' },
      ])
    })
  })

  it.runIf(engine === 'server')('keeps no reader waiting while an entry is written', async () => {
    let write: Promise<unknown> | undefined
    await service.owner.inTransaction(async (run) => {
      await run('SELECT FROM audit_head FOR UPDATE')
      let written = false
      write = call(service, admin.token, 'PUT', '/v1/molecules/WAITS', {}).then(() => {
        written = true
      })
      expect((await verify()).intact).toBe(true)
      expect((await call(service, admin.token, 'GET', '/v1/audit')).status).toBe(200)
      expect((await call(service, admin.token, 'GET', '/v1/molecules')).status).toBe(200)
      expect(written).toBe(false)
    })
    await write
    expect((await call(service, admin.token, 'GET', '/v1/molecules/WAITS')).status).toBe(200)
  })

  it('is exported whole as lines and as a table, and checked without the database', async () => {
    const get = (format: string) =>
      service.app.inject({
        url: `/v1/audit/export?format=${format}`,
        headers: { authorization: `Bearer ${admin.token}` },
      })
    const lines = await get('ndjson')
    const { head, entries } = await verify()
    expect(lines.headers['x-audit-head']).toBe(head)
    const rows = lines.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: entries }, (_, i) => i + 1))
    const { entries: listed } = (await call(service, admin.token, 'GET', '/v1/audit?limit=1000')).body
    const shown = rows.map(({ seq: _, hash: __, sealed: ___, ...entry }) => entry)
    const byId = (a: { id: string }, b: { id: string }) => Number(a.id) - Number(b.id)
    expect(shown.toSorted(byId)).toEqual(listed.toSorted(byId))
    const table = (await get('tsv')).body.trimEnd().split('\n')
    expect(table).toHaveLength(entries + 1)
    expect(new Set(table.map((line) => line.split('\t').length))).toEqual(new Set([11]))

    const folder = await mkdtemp(join(tmpdir(), 'audit-'))
    try {
      const file = join(folder, 'trail.ndjson')
      const check = async (text: string, ...args: string[]) => {
        await writeFile(file, text)
        return evidenceToEnd(['audit', 'verify', '--file', file, ...args])
      }
      const whole = await check(lines.body, '--known-head', head)
      expect(whole.code).toBe(0)
      expect(JSON.parse(whole.output)).toMatchObject({ intact: true, entries, head })
      const text = await readFile(file, 'utf8')
      const removed = await check(text.split('\n').toSpliced(4, 1).join('\n'))
      expect(removed.code).toBe(1)
      expect(JSON.parse(removed.output).problems).toMatchObject([{ issue: 'entry 5 is missing before it' }])
      const changed = await check(text.replace('"action":"molecule.put"', '"action":"session.login"'))
      expect(JSON.parse(changed.output).problems).toHaveLength(1)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it.runIf(engine === 'server')('is checked and exported by the command line', async () => {
    const settings = { DATABASE_URL: service.databaseUrl!, MIGRATE_ON_START: 'false' }
    const verdict = await evidenceToEnd(['audit', 'verify', '--organization', 'Lab'], settings)
    expect(verdict.code).toBe(0)
    expect(JSON.parse(verdict.output)).toEqual(await verify())
    const exported = await evidenceToEnd(
      ['audit', 'export', '--organization', 'Lab', '--format', 'tsv'],
      settings,
    )
    expect(exported.output.trimEnd().split('\n')).toHaveLength((await verify()).entries + 1)
  })

  it('is trimmed by retention from its beginning, and says so', async () => {
    const { entries, head } = await verify()
    const organization = (
      await service.owner.inTransaction((run) => run(`SELECT id FROM organization WHERE name = 'Lab'`))
    )[0]!.id as string
    // As if the first ten entries had been written a year ago, and hashed then.
    await service.owner.inTransaction(async (run) => {
      await run(`SELECT set_config('evidence.organization_id', '${organization}', true)`)
      await run(`UPDATE audit_log SET at = at - interval '1 year' WHERE organization_id = '${organization}' AND audit_id IN
        (SELECT audit_id FROM audit_chain WHERE organization_id = '${organization}' AND seq <= 10)`)
    })
    const settings = { auditDays: 90, importDays: 0 }
    const retention = postgresRetention(service.database.db)
    const sweep = retain({ retention, settings })
    // A worker whose clock is a year ahead: ages are those of the server's clock. The embedded database has that of the process.
    if (engine === 'server') vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 365 * 86_400_000 })
    const removed = await sweep().finally(() => vi.useRealTimers())
    expect(removed).toEqual({ auditEntries: 10, imports: 0 })
    expect(await sweep()).toEqual({ auditEntries: 0, imports: 0 })
    const after = await verify(`?known_head=${head}`)
    expect(after).toMatchObject({ intact: true, entries: entries - 10 + 1 })
    expect(after.start).toMatch(/^10:/)
    const [newest] = (await call(service, admin.token, 'GET', '/v1/audit?limit=1')).body.entries
    expect(newest).toMatchObject({ action: 'audit.trim', target: 'up to 10', details: { entries: 10 } })
    const young = retain({
      retention,
      settings: { auditDays: 1, importDays: 0 },
    })
    await expect(young()).rejects.toThrow('entries of the last 30 days cannot be removed')
  })

  it('takes over entries from before the chain', async () => {
    const test = await freshDatabase(engine)
    const database = await test.open<EvidenceDatabase>()
    try {
      const migrations = readMigrations(join(import.meta.dirname, '../migrations'))
      await migrate(database, migrations.slice(0, 20))
      const organizationId = randomUUID()
      await sql`INSERT INTO organization (id, name) VALUES (${organizationId}, 'Old')`.execute(database.db)
      await database.inTransaction(async (run) => {
        await run(`SELECT set_config('evidence.organization_id', '${organizationId}', true)`)
        await run(`INSERT INTO audit_log (organization_id, user_id, request_id, action, target, details)
          SELECT '${organizationId}', '${OPERATOR_ID}', 'r' || i, 'molecule.put', 'M' || i, '{"name": "é"}'
          FROM generate_series(1, 500) i`)
      })
      await migrate(database, migrations)
      const trail = postgresAuditTrail(database.db)
      const operator = {
        userId: OPERATOR_ID,
        organizationId,
        role: 'admin',
        epoch: 'operator',
        requestId: 'test',
      } as const
      const verdict = await verifyAudit({ trail, sha256: resultHash })(operator, undefined)
      expect(verdict).toMatchObject({ entries: 500, problems: [], head: { seq: 500 } })
    } finally {
      await database.close()
      await test.remove()
    }
  })
})
