import { engines } from '@assay/kit/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, type RunningService, runService } from './support/running-service.ts'

const item = (value: number, more: object = {}) => ({
  type: 'spectral_match',
  value,
  uncertainty: 0.1,
  timestamp: '2026-01-10T00:00:00Z',
  source: 'MassBank',
  ...more,
})

describe.each(engines)('integrate on %s', (engine) => {
  let service: RunningService
  let token: string
  let viewer: string
  let stranger: string

  beforeAll(async () => {
    service = await runService(engine)
    token = (await service.addUser('researcher', 'A')).token
    viewer = (await service.addUser('viewer', 'A')).token
    stranger = (await service.addUser('admin', 'B')).token
  })
  afterAll(() => service.remove())

  const integrate = (molecule_id: string, evidence_list: object[], query = '', more: object = {}) =>
    call(service, token, 'POST', `/v1/fuzzy-evidence/integrate${query}`, {
      molecule_id,
      evidence_list,
      ...more,
    })
  const kept = async (id: string, by = token) =>
    (await call(service, by, 'GET', `/v1/molecules/${id}/evidence?limit=1000`)).body
  const stats = (id: string, query = '', by = token) =>
    call(service, by, 'GET', `/v1/fuzzy-evidence/network-stats/${id}${query}`)

  it('keeps the same item once, whatever the order of its keys', async () => {
    const first = await integrate('ONCE', [item(0.9, { metadata: { a: 1, b: 2 } }), item(0.5)])
    expect(first.status).toBe(200)
    expect(first.body.processing_metadata.items_added).toBe(2)
    const again = await integrate('ONCE', [item(0.5), item(0.9, { metadata: { b: 2, a: 1 } })])
    expect(again.body.processing_metadata.items_added).toBe(0)
    expect((await kept('ONCE')).evidence).toHaveLength(2)
  })

  it('takes an item without time as observed when it was first kept', async () => {
    const timeless = { type: 'pathway_membership', value: 0.7 }
    const first = await integrate('TIMELESS', [timeless])
    await integrate('TIMELESS', [timeless])
    const { evidence } = await kept('TIMELESS')
    expect(evidence).toHaveLength(1)
    expect(evidence[0].timestamp).toBe(first.body.processing_metadata.timestamp)
  })

  it('assesses exactly the list, and with include_kept everything', async () => {
    await integrate('SCOPE', [item(0.95)])
    const alone = await integrate('SCOPE', [item(0.1)])
    expect(alone.body.evidence_analysis.individual_contributions).toHaveLength(1)
    const all = await integrate('SCOPE', [item(0.1)], '?include_kept=true')
    expect(all.body.evidence_analysis.individual_contributions).toHaveLength(2)
  })

  it('ends in the same network after 100 parallel integrations as after the serial order', async () => {
    // Every item comes in three of the requests; all of it about one molecule.
    const batches = Array.from({ length: 100 }, (_, i) =>
      [0, 1, 2].map((k) => item(((i + k) % 100) / 100, { source: `lab ${(i + k) % 7}` })),
    )
    for (const batch of batches) expect((await integrate('SERIAL', batch)).status).toBe(200)
    const answers = await Promise.all(batches.map((batch) => integrate('PARALLEL', batch)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    const added = answers.map(({ body }) => body.processing_metadata.items_added)
    expect(added.reduce((a, b) => a + b, 0)).toBe((await kept('SERIAL')).evidence.length)
    const content = async (id: string) =>
      (await kept(id)).evidence.map(({ recorded_at: _when, ...rest }: { recorded_at: string }) => rest)
    expect(await content('PARALLEL')).toEqual(await content('SERIAL'))
    const at = `?as_of=${new Date().toISOString()}`
    const [serial, parallel] = [(await stats('SERIAL', at)).body, (await stats('PARALLEL', at)).body]
    expect({ ...parallel, molecule_id: '' }).toEqual({ ...serial, molecule_id: '' })
    const times = answers.map(({ body }) => body.processing_metadata.timestamp)
    expect(new Set(times).size).toBe(100)
  })

  it('replays any assessment by its timestamp, although the world went on', async () => {
    const evidence = [
      item(0.8, { metadata: { observation_id: 'scan 1', matched_peaks: 12 } }),
      { type: 'pathway_membership', value: 0.6 },
    ]
    const config = {
      fuzzy_config: { decay_half_life_days: 30 },
      objective_weights: { maximize_confidence: 2 },
    }
    await integrate('REPLAY', [item(0.3, { source: 'before' })])
    await integrate('RIVAL', [item(0.9, { metadata: { observation_id: 'scan 1' } })])
    const then = await integrate('REPLAY', evidence, '?include_kept=true', config)
    const { timestamp, result_hash } = then.body.processing_metadata

    await integrate('REPLAY', [item(0.05, { source: 'after' })])
    await integrate('RIVAL2', [item(1, { metadata: { observation_id: 'scan 1' } })])
    const now = await integrate('REPLAY', evidence, '?include_kept=true', config)
    expect(now.body.processing_metadata.result_hash).not.toBe(result_hash)

    const before = (await kept('REPLAY')).evidence.length
    const replayed = await integrate('REPLAY', evidence, `?include_kept=true&as_of=${timestamp}`, config)
    expect(replayed.body.processing_metadata).toMatchObject({ result_hash, timestamp, items_added: 0 })
    const { processing_metadata: _a, ...again } = replayed.body
    const { processing_metadata: _b, ...first } = then.body
    expect(again).toEqual(first)
    expect((await kept('REPLAY')).evidence).toHaveLength(before)
    expect((await integrate('REPLAY', evidence, '?as_of=2999-01-01T00:00:00Z')).status).toBe(422)
  })

  it('returns assessments of another algorithm as they were stored, and names what can replay them', async () => {
    const first = await integrate('VERSIONED', [item(0.8)])
    const { timestamp, result_hash, algorithm_version } = first.body.processing_metadata
    // As an older version left it; the owner of the test database may change what the service may only add.
    await service.owner.db.transaction().execute((trx) =>
      sql`SELECT set_config('evidence.organization_id', id::text, true) FROM organization WHERE name = 'A'`
        .execute(trx)
        .then(() =>
          sql`UPDATE assessment SET algorithm_version = '0.9.0', package_version = '0.0.9', overall_score = 0.25
            WHERE molecule_id = 'VERSIONED'`.execute(trx),
        ),
    )
    const second = await integrate('VERSIONED', [item(0.7)])
    const listed = await call(service, viewer, 'GET', '/v1/molecules/VERSIONED/assessments?limit=1')
    expect(listed.body.assessments[0]).toMatchObject({ algorithm_version })
    const rest = `/v1/molecules/VERSIONED/assessments?limit=1&cursor=${listed.body.next_cursor}`
    const older = await call(service, viewer, 'GET', rest)
    expect(older.body.assessments).toEqual([
      expect.objectContaining({
        timestamp,
        result_hash,
        overall_score: 0.25,
        algorithm_version: '0.9.0',
        package_version: '0.0.9',
      }),
    ])
    expect(older.body.next_cursor).toBeNull()
    const replay = await integrate('VERSIONED', [item(0.8)], `?as_of=${timestamp}`)
    expect(replay.status).toBe(409)
    expect(replay.body.error.message).toContain('Install @assay/evidence 0.0.9')
    expect(replay.body.error.details).toMatchObject({ field: 'as_of', provided: timestamp })
    const present = second.body.processing_metadata
    const again = await integrate('VERSIONED', [item(0.7)], `?as_of=${present.timestamp}`)
    expect(again.body.processing_metadata.result_hash).toBe(present.result_hash)
  })

  it('lets the rivals for one observation compete', async () => {
    const claim = (value: number) => [item(value, { metadata: { observation_id: 'scan 9' } })]
    const alone = await integrate('CANDIDATE_1', claim(0.9))
    await integrate('CANDIDATE_2', claim(0.95))
    const contested = await integrate('CANDIDATE_1', claim(0.9))
    expect(contested.body.fuzzy_confidence.overall_score).toBeLessThan(
      alone.body.fuzzy_confidence.overall_score,
    )
  })

  it('refuses what is not acceptable by its dotted path', async () => {
    const wrong = async (evidence: object[], more: object = {}) => {
      const { status, body } = await integrate('WRONG', evidence, '', more)
      return [status, body.error.code, body.error.details.field]
    }
    const code = 'FUZZY_EVIDENCE_VALIDATION_ERROR'
    expect(await wrong([item(1.5)])).toEqual([422, code, 'evidence_list.0.value'])
    expect(await wrong([])).toEqual([422, code, 'evidence_list'])
    expect(await wrong([item(0.5), item(0.5, { timestamp: 'soon' })])).toEqual([
      422,
      code,
      'evidence_list.1.timestamp',
    ])
    expect(await wrong([item(0.5)], { objective_weights: { maximise_fun: 1 } })).toEqual([
      422,
      code,
      'objective_weights.maximise_fun',
    ])
    expect((await kept('WRONG')).error.code).toBe('NOT_FOUND')
  })

  it('answers the gaussian example of the contract', async () => {
    const { status, body } = await integrate('GAUSSIAN', [item(0.5)], '', {
      fuzzy_config: {
        membership_functions: { spectral_match: { type: 'gaussian', parameters: { center: 0.8 } } },
      },
    })
    expect(status).toBe(422)
    expect(body.error).toMatchObject({
      code: 'FUZZY_EVIDENCE_VALIDATION_ERROR',
      details: {
        field: 'fuzzy_config.membership_functions.spectral_match.parameters',
        provided: { center: 0.8 },
      },
    })
    expect(body.error.details.issue).toContain('requires center and sigma')
  })

  it('shows another organization nothing and a viewer no pen', async () => {
    await integrate('PRIVATE', [item(0.9)])
    const predict = { evidence_types_to_predict: ['pathway_membership'] }
    const attempts = [
      await stats('PRIVATE', '', stranger),
      await call(service, stranger, 'GET', '/v1/molecules/PRIVATE/network'),
      await call(service, stranger, 'GET', '/v1/molecules/PRIVATE/evidence'),
      await call(service, stranger, 'POST', '/v1/fuzzy-evidence/predict-evidence/PRIVATE', predict),
      await call(service, stranger, 'POST', '/v1/labels', {
        labels: [{ molecule_id: 'PRIVATE', correct: true }],
      }),
    ]
    expect(attempts.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    const asViewer = await call(service, viewer, 'POST', '/v1/fuzzy-evidence/integrate', {
      molecule_id: 'PRIVATE',
      evidence_list: [item(0.1)],
    })
    expect(asViewer.status).toBe(403)
    expect(asViewer.body.error.code).toBe('PERMISSION_ERROR')
    expect((await stats('PRIVATE', '', viewer)).status).toBe(200)
  })

  it('narrows the statistics to a window of time', async () => {
    await integrate('WINDOW', [item(0.9), item(0.8, { timestamp: new Date().toISOString() })])
    expect((await stats('WINDOW')).body.network_topology.node_count).toBe(2)
    expect((await stats('WINDOW', '?temporal_window_days=1')).body.network_topology.node_count).toBe(1)
    expect((await stats('WINDOW', '?temporal_window_days=0')).status).toBe(422)
  })
})
