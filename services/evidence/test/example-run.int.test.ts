import { engines } from '@assay/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withOrganization } from '../src/adapters/postgres/with-organization.ts'
import { composeWorker } from '../src/compose/worker.ts'
import { readConfig } from '../src/config.ts'
import { call, type RunningService, runService } from './support/running-service.ts'

const TABLES = [
  'evidence',
  'observation',
  'run',
  'label',
  'report',
  'molecule',
  'import_job',
  'import_chunk',
  'import_error',
] as const

describe.each(engines)('the example run on %s', (engine) => {
  let service: RunningService
  let user: { token: string }
  let organizationId: string
  let stopWorker: (() => Promise<void>) | undefined
  beforeAll(async () => {
    service = await runService(engine)
    user = await service.addUser('researcher', 'Lab')
    organizationId = (
      await service.owner.db
        .selectFrom('organization')
        .select('id')
        .where('name', '=', 'Lab')
        .executeTakeFirstOrThrow()
    ).id
    if (service.databaseUrl) {
      const argv = ['--database-url', service.databaseUrl, '--no-migrate-on-start', '--log-level', 'error']
      stopWorker = (await composeWorker(readConfig({ argv, env: {} }))).stop
    }
  })
  afterAll(async () => {
    await stopWorker?.()
    await service.remove()
  })

  const send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown, as = user) =>
    call(service, as.token, method, path, body)
  const counts = () =>
    withOrganization(service.database.db, organizationId, async (trx) => {
      const found: Record<string, number> = {}
      for (const table of TABLES)
        found[table] = (await trx.selectFrom(table).select('organization_id').execute()).length
      return found
    })

  it('fills the organization, once', async () => {
    const loaded = await send('POST', '/v1/example-run')
    expect([loaded.status, loaded.body.run_id, loaded.body.status, loaded.body.import_ids.length]).toEqual([
      201,
      'example',
      'completed',
      3,
    ])
    for (const id of loaded.body.import_ids)
      expect((await send('GET', `/v1/imports/${id}`)).body).toMatchObject({
        status: 'completed',
        error_count: 0,
      })
    const table = await send('GET', '/v1/runs/example/observations?limit=100')
    expect(table.body.observations).toHaveLength(40)
    const before = await counts()
    const again = await send('POST', '/v1/example-run')
    expect([again.status, again.body]).toEqual([
      201,
      { run_id: 'example', import_ids: [], status: 'completed' },
    ])
    expect(await counts()).toEqual(before)
  })

  it('is removed whole, with its labels, reports and lessons, and leaves what a user made', async () => {
    const observations = (await send('GET', '/v1/runs/example/observations?limit=1')).body.observations
    const { observation_id, best } = observations[0]
    const molecule_id = best.molecule_id
    const labelled = await send('POST', '/v1/labels', {
      labels: [{ molecule_id, correct: true, observation_id, run_id: 'example' }],
    })
    expect(labelled.status, JSON.stringify(labelled.body)).toBeLessThan(300)
    expect((await send('POST', '/v1/reports', { run_id: 'example' })).status).toBe(200)
    // A user has evidence of their own for one of the molecules.
    const own = { type: 'spectral_match', value: 0.5, uncertainty: 0.1, source: 'mine' }
    expect(
      (await send('POST', '/v1/fuzzy-evidence/integrate', { molecule_id, evidence_list: [own] })).status,
    ).toBe(200)
    const stranger = await service.addUser('researcher', 'Elsewhere')
    expect((await send('DELETE', '/v1/example-run', undefined, stranger)).status).toBe(404)

    expect((await send('DELETE', '/v1/example-run')).status).toBe(204)
    expect(await counts()).toEqual({
      ...Object.fromEntries(TABLES.map((table) => [table, 0])),
      evidence: 1,
      molecule: 1,
    })
    expect((await send('GET', '/v1/runs/example/observations')).status).toBe(404)
    const taught = await withOrganization(service.database.db, organizationId, (trx) =>
      trx
        .selectFrom('network_delta')
        .select(['molecule_id', 'after'])
        .distinctOn('molecule_id')
        .orderBy('molecule_id')
        .orderBy('recorded_at', 'desc')
        .execute(),
    )
    for (const { molecule_id: id, after } of taught)
      expect([id, after]).toEqual([id, id === molecule_id ? { spectral_match: 0.5 } : {}])
    const missing = await send('DELETE', '/v1/example-run')
    expect([missing.status, missing.body.error.code]).toEqual([404, 'NOT_FOUND'])
  })

  it('never takes a run of a user for the example', async () => {
    const owner = await service.addUser('researcher', 'Named')
    const item = {
      type: 'spectral_match',
      value: 0.5,
      source: 'mine',
      metadata: { observation_id: '1', run_id: 'example' },
    }
    const kept = await send(
      'POST',
      '/v1/fuzzy-evidence/integrate',
      { molecule_id: 'MOL_1', evidence_list: [item] },
      owner,
    )
    expect(kept.status).toBe(200)
    expect((await send('POST', '/v1/example-run', undefined, owner)).status).toBe(409)
    expect((await send('DELETE', '/v1/example-run', undefined, owner)).status).toBe(404)
    expect((await send('GET', '/v1/runs/example/observations', undefined, owner)).status).toBe(200)
  })

  it('lets the tenant role delete no evidence but that of the example', async () => {
    for (const table of ['evidence', 'label', 'report', 'run', 'observation', 'molecule'] as const)
      await expect(
        withOrganization(service.database.db, organizationId, (trx) => trx.deleteFrom(table).execute()),
      ).rejects.toThrow(/permission denied/)
  })
})
