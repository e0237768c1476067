import { engines } from '@assay/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, type RunningService, runService } from './support/running-service.ts'

describe.each(engines)('candidates under several ids on %s', (engine) => {
  let service: RunningService
  let token: string

  beforeAll(async () => {
    service = await runService(engine)
    token = (await service.addUser('researcher', 'A')).token
  })
  afterAll(() => service.remove())

  const get = (path: string) => call(service, token, 'GET', path)
  const integrate = (molecule_id: string, value: number, metadata: object) =>
    call(service, token, 'POST', '/v1/fuzzy-evidence/integrate', {
      molecule_id,
      evidence_list: [{ type: 'spectral_match', value, source: 'QTOF', metadata }],
    })

  it('pools molecules with the same first block of the InChIKey', async () => {
    const first = 'inchikey:BSYNRYMUTXBXSQ-UHFFFAOYSA-N'
    const metadata = { observation_id: 'twins', run_id: 'pool' }
    await integrate(first, 0.8, metadata)
    await integrate('CHEBI:15365', 0.9, {
      ...metadata,
      inchikey: 'BSYNRYMUTXBXSQ-UHFFFAOYSA-N',
      name: 'aspirin',
    })
    const { body } = await get('/v1/observations/twins?run_id=pool')
    expect(body.candidates).toHaveLength(1)
    expect(body.candidates[0]).toMatchObject({
      candidate_key: 'BSYNRYMUTXBXSQ',
      molecule_ids: ['CHEBI:15365', first],
      name: 'aspirin',
    })
    const alone = await get(`/v1/molecules/${encodeURIComponent(first)}`)
    expect(alone.body.assessment.pairs[0].rivals).toBe(0)
  })

  it('examines and draws all ids of a candidate together, as its explanation does', async () => {
    const state = (molecule_id: string, value: number, metadata: object, source: string) =>
      call(service, token, 'POST', '/v1/fuzzy-evidence/integrate', {
        molecule_id,
        evidence_list: [
          { type: 'spectral_match', value, source, metadata, timestamp: '2026-01-01T00:00:00Z' },
        ],
      })
    for (const [block, observation_id, run_id] of [
      ['RYYVLZVUVIJVGH', 'torn', 'ids'],
      ['RZVAJINKPMORJF', undefined, undefined],
    ] as const) {
      const ids = [`inchikey:${block}-UHFFFAOYSA-N`, block] as const
      const metadata = observation_id === undefined ? {} : { observation_id, run_id }
      const named = { ...metadata, inchikey: block }
      await state(ids[0], 0.97, metadata, 'GNPS')
      await state(ids[1], 0.96, named, 'SIRIUS')
      await state(ids[1], 0.02, named, 'library')
      // A copy under the other id counts once and is set aside with it.
      await state(ids[0], 0.02, metadata, 'library')
      if (observation_id) await state('OTHER', 0.6, metadata, 'GNPS')
      const shown = async () =>
        observation_id
          ? (await get(`/v1/observations/${observation_id}/explanation?run_id=${run_id}`)).body
          : undefined
      const query = observation_id ? `?observation_id=${observation_id}&run_id=${run_id}` : ''
      const rectify = async (molecule_id: string, dry_run: boolean) => {
        const body = { molecule_id, observation_id, run_id, dry_run }
        const answer = await call(service, token, 'POST', '/v1/evidence/rectify', body)
        expect([answer.status, answer.body.error?.message]).toEqual([200, undefined])
        return answer.body
      }
      const view = await shown()
      for (const id of ids) {
        const preview = await rectify(id, true)
        expect(preview.molecule_ids.toSorted()).toEqual(ids.toSorted())
        expect(preview.items).toHaveLength(3)
        const network = (await get(`/v1/molecules/${encodeURIComponent(id)}/network${query}`)).body
        expect(network.molecule_ids.toSorted()).toEqual(ids.toSorted())
        expect(network.nodes).toHaveLength(3)
        const { overall_score, uncertainty_bounds } = preview.before
        expect([network.overall_score, network.uncertainty_bounds]).toEqual([
          overall_score,
          uncertainty_bounds,
        ])
        if (!view) continue
        expect(overall_score).toBeCloseTo(view.probability, 12)
        for (const i of [0, 1]) expect(uncertainty_bounds[i]).toBeCloseTo(view.bounds[i], 12)
      }
      const done = await rectify(ids[0], false)
      expect(done.items.filter(({ action }: { action: string }) => action === 'set_aside')).toHaveLength(1)
      const after = await shown()
      if (after) expect(after.items).toHaveLength(2)
      if (after) expect(done.after.overall_score).toBeCloseTo(after.probability, 12)
      // The bounds that were announced are those that are shown now.
      for (const i of [0, 1])
        if (after) expect(done.after.uncertainty_bounds[i]).toBeCloseTo(after.bounds[i], 12)
      expect((await rectify(ids[1], true)).before).toEqual(done.after)
      expect((await rectify(ids[1], true)).items).toHaveLength(2)
    }
    expect((await get('/v1/molecules/CHEBI:15365/network?observation_id=nowhere')).status).toBe(422)
  })

  it('gives one probability to all ids of a candidate whose items name a key, none or two', async () => {
    const keep = (molecule_id: string, source: string, value: number, inchikey?: string) =>
      call(service, token, 'POST', '/v1/fuzzy-evidence/integrate', {
        molecule_id,
        evidence_list: [
          { type: 'spectral_match', value, source, metadata: inchikey === undefined ? {} : { inchikey } },
        ],
      })
    const [key, earlier] = ['QNAYBMKLOCPYGJ', 'AYFVYJQAPQTCCC']
    await keep('MIXED_A', 'GNPS', 0.9, key)
    await keep('MIXED_A', 'SIRIUS', 0.3)
    await keep('MIXED_B', 'MassBank', 0.8, key)
    // Names both keys, so that the first in the order of the alphabet counts for all its items.
    await keep('MIXED_C', 'NIST', 0.1, key)
    await keep('MIXED_C', 'CSI', 0.7, earlier)
    await keep('MIXED_D', 'METLIN', 0.6, earlier)
    for (const [ids, items] of [
      [['MIXED_A', 'MIXED_B'], 3],
      [['MIXED_C', 'MIXED_D'], 3],
    ] as const) {
      const seen: unknown[][] = []
      for (const id of ids) {
        const network = (await get(`/v1/molecules/${id}/network`)).body
        expect(network.molecule_ids.toSorted()).toEqual(ids)
        expect(network.nodes).toHaveLength(items)
        const { assessment } = (await get(`/v1/molecules/${id}`)).body
        expect(assessment.overall_score).toBe(network.overall_score)
        const report = await call(service, token, 'POST', '/v1/reports', { molecule_ids: [id] })
        const [{ candidates }] = report.body.observations
        expect(candidates[0].molecule_ids).toEqual(ids)
        expect(candidates[0].contributions).toHaveLength(items)
        expect(candidates[0].probability).toBeCloseTo(network.overall_score, 12)
        seen.push([network.overall_score, network.uncertainty_bounds, candidates])
      }
      expect(seen[1]).toEqual(seen[0])
      const both = (await call(service, token, 'POST', '/v1/reports', { molecule_ids: ids })).body
      expect(both.observations).toHaveLength(1)
      expect(both.observations_total).toBe(1)
      expect([both.observations[0].candidates]).toEqual(seen[0]!.slice(2))
      const { replay } = (await get(`/v1/reports/${both.result_hash}`)).body
      expect(replay.outcome).toBe('same')
    }
  })

  it('analyses, predicts and optimises all ids of a candidate together', async () => {
    const post = async (path: string, body: object) => {
      const answer = await call(service, token, 'POST', path, body)
      expect([answer.status, answer.body.error?.message]).toEqual([200, undefined])
      return answer.body
    }
    for (const [block, metadata] of [
      ['LFQSCWFLJHTTHZ', { observation_id: 'whole', run_id: 'ids' }],
      ['CURLTUGMZLYLDI', {}],
    ] as const) {
      const ids = [`inchikey:${block}-UHFFFAOYSA-N`, block]
      const keep = (molecule_id: string, type: string, value: number, source: string) =>
        post('/v1/fuzzy-evidence/integrate', {
          molecule_id,
          evidence_list: [{ type, value, source, metadata: { ...metadata, inchikey: block } }],
        })
      await keep(ids[0]!, 'spectral_match', 0.9, 'GNPS')
      await keep(ids[1]!, 'retention_index', 0.8, 'in house')
      await keep(ids[1]!, 'pathway_membership', 0.2, 'KEGG')
      const analysed = await post('/v1/molecules/analyze', { molecule_ids: ids })
      const [one, other] = analysed.results
      expect({ ...one, molecule_id: '' }).toEqual({ ...other, molecule_id: '' })
      expect(one.evidence_count).toBe(3)
      expect(analysed.uncalibrated_types).toEqual(['retention_index'])
      const { overall_score } = (await get(`/v1/molecules/${block}/network`)).body
      expect(one.probability).toBeCloseTo(overall_score, 12)
      const [narrow] = (
        await post('/v1/molecules/analyze', { molecule_ids: [ids[0]], evidence_types: ['retention_index'] })
      ).results
      expect(narrow.evidence_count).toBe(1)
      const seen = []
      for (const id of ids) {
        const path = encodeURIComponent(id)
        const optimised = await post(`/v1/fuzzy-evidence/optimize-objective/${path}`, {
          optimization_config: { objectives: { maximize_confidence: 1 } },
        })
        const predicted = await post(`/v1/fuzzy-evidence/predict-evidence/${path}`, {
          evidence_types_to_predict: ['fragmentation_tree', 'pathway_membership'],
        })
        seen.push([optimised.optimization_results, predicted.predictions])
      }
      expect(seen[1]).toEqual(seen[0])
      const [results] = seen[0] as [{ pareto_solutions: { evidence_configuration: object }[] }]
      expect(JSON.stringify(results)).toContain('retention_index')
    }
  })

  it('has the same bounds under all ids when evidence about an observation was set aside', async () => {
    const ids = ['inchikey:VEXZGXHMUGYJMC-UHFFFAOYSA-N', 'VEXZGXHMUGYJMC']
    const inchikey = ids[1]
    const keep = (molecule_id: string, evidence_list: object[]) =>
      call(service, token, 'POST', '/v1/fuzzy-evidence/integrate', { molecule_id, evidence_list })
    const item = (value: number, source: string, metadata: object) => ({
      type: 'spectral_match',
      value,
      source,
      metadata: { inchikey, ...metadata },
    })
    await keep(ids[0]!, [item(0.95, 'GNPS', {}), item(0.94, 'MassBank', {}), item(0.93, 'NIST', {})])
    await keep(ids[0]!, [item(0.01, 'SIRIUS', { observation_id: 'aside', run_id: 'ids' })])
    await keep(ids[1]!, [item(0.96, 'METLIN', {})])
    const rectified = await call(service, token, 'POST', '/v1/evidence/rectify', { molecule_id: ids[0] })
    const actions = rectified.body.items.map(({ action }: { action: string }) => action)
    expect(actions).toContain('set_aside')
    const bounds = []
    for (const id of ids) {
      const { body } = await get(`/v1/molecules/${encodeURIComponent(id)}/network`)
      bounds.push([body.overall_score, body.uncertainty_bounds])
    }
    expect(bounds[1]).toEqual(bounds[0])
  })
})
