import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { overloaded } from '@assay/kit/admission-gate'
import { fairShare } from '@assay/kit/fair-share'
import { engines } from '@assay/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultHash } from '../src/adapters/hash/content-id.ts'
import { postgresOrganizationEraser } from '../src/adapters/postgres/organization-eraser.ts'
import { shareBetweenOrganizations } from '../src/adapters/postgres/with-organization.ts'
import { canonicalJson } from '../src/domain/evidence/canonical-json.ts'
import { type DeletionReceipt, deleteOrganization } from '../src/operations/organization-data.ts'
import { evidenceToEnd } from './cli.ts'
import { call, PASSWORD, type RunningService, runService } from './support/running-service.ts'

const ITEMS = { server: 100_000, embedded: 2000 }

describe.each(engines)('all data of an organization on %s', (engine) => {
  let service: RunningService
  let folder: string
  const admins: Record<string, { id: string; username: string; token: string }> = {}
  const ids: Record<string, string> = {}

  const run = (text: string, organization?: string) =>
    service.owner.inTransaction(async (query) => {
      if (organization)
        await query(`SELECT set_config('evidence.organization_id', '${ids[organization]}', true)`)
      return query(text)
    })
  /** Rows of an organization in every table that has its column, asked of the catalog by the test itself. */
  const rowsOf = async (organization: string): Promise<Record<string, number>> => {
    const tables = await run(`SELECT c.table_name AS name FROM information_schema.columns c
      JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.column_name = 'organization_id' AND t.table_type = 'BASE TABLE' AND c.table_schema = current_schema()`)
    const counts: Record<string, number> = {}
    for (const { name } of tables) {
      const [row] = await run(
        `SELECT count(*)::integer AS rows FROM ${name} WHERE organization_id = '${ids[organization]}'`,
        organization,
      )
      counts[name as string] = (row as { rows: number }).rows
    }
    return counts
  }

  beforeAll(async () => {
    service = await runService(engine)
    folder = await mkdtemp(join(tmpdir(), 'organization-'))
    // A table that a later release may add, which nothing here names.
    await run(`CREATE TABLE later (organization_id uuid NOT NULL, id integer NOT NULL, note text,
      PRIMARY KEY (organization_id, id)); GRANT SELECT ON later TO evidence_tenant`)
    for (const organization of ['Leaves', 'Stays']) {
      admins[organization] = await service.addUser('admin', organization)
      const { token } = admins[organization]
      ids[organization] = (await run(`SELECT id FROM organization WHERE name = '${organization}'`))[0]!
        .id as string
      await call(service, token, 'POST', '/v1/fuzzy-evidence/integrate', {
        molecule_id: 'M1',
        evidence_list: [
          {
            type: 'spectral_match',
            value: 0.8,
            uncertainty: 0.1,
            source: 's',
            metadata: { run_id: 'r', feature_group: 'f' },
          },
        ],
      })
      await call(service, token, 'POST', '/v1/calibration/labels', {
        labels: [{ molecule_id: 'M1', correct: true }],
      })
      await call(service, undefined, 'POST', '/v1/session', {
        username: admins[organization].username,
        password: PASSWORD,
      })
      await run(
        `INSERT INTO later SELECT '${ids[organization]}', i, 'x' FROM generate_series(1, 10) i;
         INSERT INTO molecule (organization_id, molecule_id, created_at, last_recorded_at)
           SELECT '${ids[organization]}', 'many' || i, now(), now() FROM generate_series(1, 100) i;
         INSERT INTO evidence (organization_id, molecule_id, evidence_id, type, value, uncertainty, observed_at, source, metadata, recorded_at)
           SELECT '${ids[organization]}', 'many' || (i % 100 + 1), gen_random_uuid(), 'spectral_match', 0.5, 0.1, now(), 'bulk',
             jsonb_build_object('n', i, 'text', repeat('x', 200)), now()
           FROM generate_series(1, ${organization === 'Leaves' ? ITEMS[engine] : 500}) i`,
        organization,
      )
    }
  })
  afterAll(async () => {
    await rm(folder, { recursive: true })
    await service.remove()
  })

  it('is exported by its administrator, whole and without secrets', async () => {
    const get = (token: string) =>
      service.app.inject({ url: '/v1/organization/export', headers: { authorization: `Bearer ${token}` } })
    const { statusCode, body } = await get(admins.Stays!.token)
    expect(statusCode).toBe(200)
    const lines = body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines[0]).toMatchObject({ export: 1, service: 'evidence', organization: { name: 'Stays' } })
    const end = lines.at(-1)
    expect(end).toMatchObject({ end: true, audit_head: expect.stringMatching(/^\d+:[0-9a-f]{64}$/) })
    const expected = await rowsOf('Stays')
    for (const [table, rows] of Object.entries(expected))
      expect([table, end.counts[table]]).toEqual([table, rows])
    expect(lines.length - 2).toBe(
      Object.values(end.counts as Record<string, number>).reduce((sum, n) => sum + n, 0),
    )
    for (const secret of ['argon2', 'password_hash', 'token_hash', ids.Leaves!])
      expect(body).not.toContain(secret)
    const researcher = await service.addUser('researcher', 'Stays')
    expect((await get(researcher.token)).statusCode).toBe(403)
  })

  it('is exported within the connections of the organization; an export that has begun waits for them', async () => {
    const { db } = service.database
    const get = (organization: string) =>
      service.app.inject({
        url: '/v1/organization/export',
        headers: { authorization: `Bearer ${admins[organization]!.token}` },
      })
    const lineCount = ({ body }: { body: string }) => body.split('\n').length
    const whole = lineCount(await get('Stays'))
    const asked: string[] = []
    const refused: number[] = []
    shareBetweenOrganizations(db, (organization, work) => {
      asked.push(organization)
      if (refused.includes(asked.length)) throw overloaded()
      return work()
    })
    await get('Stays')
    const turns = asked.splice(0).length
    // One in the middle, and the last, which reads the end of the audit trail.
    refused.push(6, turns + 1)
    expect(lineCount(await get('Stays'))).toBe(whole)
    expect(asked).toEqual(new Array(turns + 2).fill(ids.Stays))
    expect(turns).toBeGreaterThan(10)

    const share = fairShare({ most: 1, waitMs: 50 })
    shareBetweenOrganizations(db, share)
    const { promise, resolve } = Promise.withResolvers<void>()
    const busy = share(ids.Leaves!, () => promise)
    const { statusCode, headers } = await get('Leaves')
    expect([statusCode, headers['retry-after']]).toEqual([503, '1'])
    expect(lineCount(await get('Stays'))).toBe(whole)
    resolve()
    await busy
  })

  it('is deleted whole with a receipt, and nothing of others', async () => {
    const before = await rowsOf('Leaves')
    const others = await rowsOf('Stays')
    let receipt: DeletionReceipt
    if (service.owner.kind === 'server') {
      const file = join(folder, 'leaves.ndjson')
      const settings = { DATABASE_URL: service.owner.url, NODE_OPTIONS: '--max-old-space-size=96' }
      const asService = await evidenceToEnd(
        ['organizations', 'delete', '--organization', 'Leaves', '--confirm', 'Leaves'],
        { DATABASE_URL: service.databaseUrl!, MIGRATE_ON_START: 'false' },
      )
      expect(asService.code).toBe(1)
      const args = ['organizations', 'delete', '--organization', 'Leaves', '--by', 'ada']
      const unsure = await evidenceToEnd(args, settings)
      expect(unsure.code).toBe(1)
      expect(await rowsOf('Leaves')).toEqual(before)
      const ended = await evidenceToEnd(
        [...args, '--confirm', 'Leaves', '--export', file, '--receipt', join(folder, 'receipt.json')],
        settings,
      )
      expect(ended.code, ended.output.slice(-500)).toBe(0)
      receipt = JSON.parse(await readFile(join(folder, 'receipt.json'), 'utf8')) as DeletionReceipt
      // The export holds what was deleted, and its size is above the memory that the command had.
      const hash = createHash('sha256')
      for await (const bytes of createReadStream(file)) hash.update(bytes as Buffer)
      expect(receipt.export_sha256).toBe(hash.digest('hex'))
      expect((await stat(file)).size).toBeGreaterThan(50_000_000)
      let items = 0
      let last = ''
      for await (const line of createInterface({ input: createReadStream(file) })) {
        if (line.startsWith('{"table":"evidence"')) items += 1
        last = line
      }
      expect(items).toBe(before.evidence)
      expect(JSON.parse(last)).toMatchObject({ end: true, audit_head: receipt.audit_head })
      const stored = await evidenceToEnd(['organizations', 'receipts'], settings)
      expect(JSON.parse(stored.output.trim())).toEqual(receipt)
    } else {
      const erase = deleteOrganization({
        eraser: postgresOrganizationEraser(service.owner),
        newId: () => crypto.randomUUID(),
        sha256: resultHash,
        wait,
        packageVersion: '0.0.0',
      })
      const request = { organizationId: ids.Leaves!, organization: 'Leaves', requestedBy: 'ada' }
      receipt = await erase(request, undefined, () => {})
    }
    const { hash, ...facts } = receipt
    expect(hash).toBe(resultHash(canonicalJson(facts)))
    expect(receipt).toMatchObject({ organization: { name: 'Leaves' }, requested_by: 'ada', rows_left: 0 })
    for (const [table, rows] of Object.entries(before))
      if (rows > 0) expect([table, receipt.rows_deleted[table]]).toEqual([table, rows])
    expect(receipt.rows_deleted.evidence).toBeGreaterThan(ITEMS[engine])

    const after = await rowsOf('Leaves')
    expect(Object.values(after).every((rows) => rows === 0)).toBe(true)
    expect(Object.keys(after)).toEqual(
      expect.arrayContaining(['evidence', 'audit_log', 'audit_chain', 'app_user', 'later']),
    )
    expect(await run(`SELECT FROM organization WHERE name = 'Leaves'`)).toEqual([])
    const orphans =
      await run(`SELECT (SELECT count(*) FROM refresh_token WHERE user_id = '${admins.Leaves!.id}')
      + (SELECT count(*) FROM page_session WHERE user_id = '${admins.Leaves!.id}')
      + (SELECT count(*) FROM login_network WHERE user_id = '${admins.Leaves!.id}')
      + (SELECT count(*) FROM pgboss.job WHERE data ->> 'organizationId' = '${ids.Leaves}') AS rows`)
    expect(Number(orphans[0]!.rows)).toBe(0)
    expect(await rowsOf('Stays')).toEqual(others)
    expect((await call(service, admins.Leaves!.token, 'PUT', '/v1/molecules/M', {})).status).toBe(401)
    expect((await call(service, admins.Stays!.token, 'GET', '/v1/audit/chain')).body.intact).toBe(true)
  })
})
