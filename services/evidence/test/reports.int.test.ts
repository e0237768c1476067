import { engines } from '@assay/kit/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, type RunningService, runService } from './support/running-service.ts'

describe.each(engines)('reports on %s', (engine) => {
  let service: RunningService
  let token: string
  let viewer: string
  let stranger: string
  const post = (path: string, body: object, by = token) => call(service, by, 'POST', path, body)
  const keep = (molecule_id: string, value: number, metadata: object = {}) =>
    post('/v1/fuzzy-evidence/integrate', {
      molecule_id,
      evidence_list: [{ type: 'spectral_match', value, uncertainty: 0.05, source: 'GNPS', metadata }],
    })

  beforeAll(async () => {
    service = await runService(engine)
    token = (await service.addUser('researcher', 'A')).token
    viewer = (await service.addUser('viewer', 'A')).token
    stranger = (await service.addUser('admin', 'B')).token
    for (const observation_id of ['2', '10']) {
      await keep(`RIGHT_${observation_id}`, 0.95, { observation_id, run_id: 'run-7', name: 'quercetin' })
      await keep(`WRONG_${observation_id}`, 0.4, { observation_id, run_id: 'run-7' })
    }
    await keep('BARE', 0.9)
  })
  afterAll(() => service.remove())

  it('lists the observations of a run, sums to 1, and replays by its hash', async () => {
    const { status, body } = await post('/v1/reports', { run_id: 'run-7' })
    expect(status).toBe(200)
    expect(body.observations.map((o: { observation_id: string }) => o.observation_id)).toEqual(['2', '10'])
    expect(body).toMatchObject({
      run_id: 'run-7',
      calibrated: false,
      observations_total: 2,
      model_version: 0,
    })
    for (const { candidates, none, others } of body.observations) {
      const sum = candidates.reduce((total: number, c: { probability: number }) => total + c.probability, 0)
      expect(sum + none + others).toBeCloseTo(1, 12)
      expect(candidates[0]).toMatchObject({ name: 'quercetin', level: { schymanski: '2a', msi: '2' } })
    }
    const path = `/v1/reports/${body.result_hash}`
    const again = await call(service, viewer, 'GET', path)
    const { replay, ...same } = again.body
    expect(replay).toMatchObject({ outcome: 'same', recomputed_hash: body.result_hash })
    expect(same).toEqual(body)

    // The world goes on; the report of the past stays.
    await keep('NEWCOMER', 0.99, { observation_id: '2', run_id: 'run-7' })
    await call(service, token, 'PUT', '/v1/molecules/RIGHT_2', { name: 'renamed' })
    expect((await call(service, viewer, 'GET', path)).body.replay.outcome).toBe('same')
    const now = await post('/v1/reports', { run_id: 'run-7' })
    expect(now.body.result_hash).not.toBe(body.result_hash)
  })

  it('returns a report of another algorithm version as stored, and says what it needs', async () => {
    const { body } = await post('/v1/reports', { run_id: 'run-7', observation_ids: ['10'] })
    await sql`UPDATE report SET package_version = '0.0.9',
      report = replace(report::text, ${`"algorithmVersion":"${body.algorithm_version}"`}, '"algorithmVersion":"0.9.0"')::json
      WHERE result_hash = ${body.result_hash}`.execute(service.owner.db)
    const { body: old } = await call(service, viewer, 'GET', `/v1/reports/${body.result_hash}`)
    expect(old.observations).toEqual(body.observations)
    expect(old).toMatchObject({ algorithm_version: '0.9.0', replay: { outcome: 'other_version' } })
    expect(old.replay.message).toContain('@assay/evidence 0.0.9')
  })

  it('reports molecules with and without observations, with all rivals', async () => {
    const { body } = await post('/v1/reports', {
      molecule_ids: ['BARE', 'WRONG_10'],
      confidence_threshold: 0.9,
    })
    expect(body.observations).toHaveLength(2)
    expect(body.observations[0]).toMatchObject({ observation_id: '10', candidates_total: 2 })
    expect(body.observations[1]).toMatchObject({ observation_id: null, candidates_total: 1 })
    const replayed = await call(service, viewer, 'GET', `/v1/reports/${body.result_hash}`)
    expect(replayed.body.replay.outcome).toBe('same')
  })

  it('writes a table and a page', async () => {
    const sent = async (format: string) =>
      service.app.inject({
        method: 'POST',
        url: `/v1/reports?format=${format}`,
        headers: { authorization: `Bearer ${token}` },
        payload: { run_id: 'run-7', observation_ids: ['10'] },
      })
    const table = await sent('tsv')
    expect(table.headers['content-type']).toContain('text/tab-separated-values')
    expect(table.body.split('\n')[1]).toContain('run-7\t10\t1\tRIGHT_10')
    const page = await sent('html')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.body).toContain('quercetin')
  })

  it('refuses what is not there, and belongs to its organization', async () => {
    const { body } = await post('/v1/reports', { run_id: 'run-7' })
    expect((await post('/v1/reports', { run_id: 'run-7' }, stranger)).status).toBe(404)
    expect((await call(service, stranger, 'GET', `/v1/reports/${body.result_hash}`)).status).toBe(404)
    expect((await post('/v1/reports', { run_id: 'run-7' }, viewer)).status).toBe(403)
    const neither = await post('/v1/reports', {})
    expect(neither.status).toBe(422)
    expect(neither.body.error.details.field).toBe('run_id')
    expect((await post('/v1/reports', { molecule_ids: ['BARE', 'NOBODY'] })).body.error.details.field).toBe(
      'molecule_ids.1',
    )
    // A report never leaves out what was asked for, and lists it once.
    const asked = (ids: string[]) => post('/v1/reports', { run_id: 'run-7', observation_ids: ids })
    const unknown = await asked(['10', '10', 'none'])
    expect(unknown.status).toBe(404)
    expect(unknown.body.error.details).toMatchObject({ field: 'observation_ids.2', provided: 'none' })
    expect((await asked(['10', '10'])).body.observations).toHaveLength(1)
  })
})
