import { engines } from '@assay/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, type RunningService, runService } from './support/running-service.ts'

describe.each(engines)('optimisation, classification and rectification on %s', (engine) => {
  let service: RunningService
  let token: string
  let viewer: string
  let stranger: string

  beforeAll(async () => {
    service = await runService(engine)
    token = (await service.addUser('researcher', 'A')).token
    viewer = (await service.addUser('viewer', 'A')).token
    stranger = (await service.addUser('admin', 'B')).token
    const evidence = {
      GOOD: [0.95, 0.9, 0.92],
      BAD: [0.05, 0.1, 0.02],
      TORN: [0.95, 0.9, 0.02],
    }
    const types = ['spectral_match', 'pathway_membership', 'protein_interaction']
    for (const [molecule_id, values] of Object.entries(evidence)) {
      const evidence_list = values.map((value, i) => ({ type: types[i]!, value, uncertainty: 0.05 }))
      const answer = await call(service, token, 'POST', '/v1/fuzzy-evidence/integrate', {
        molecule_id,
        evidence_list,
      })
      expect(answer.status).toBe(200)
    }
  })
  afterAll(() => service.remove())

  const optimise = (id: string, optimization_config: object, by = viewer) =>
    call(service, by, 'POST', `/v1/fuzzy-evidence/optimize-objective/${id}`, { optimization_config })

  it('returns a front on which no solution is dominated, the best total first', async () => {
    const { status, body } = await optimise('TORN', {
      objectives: {
        maximize_confidence: 1,
        minimize_uncertainty: 1,
        minimize_conflicts: 1,
        maximize_consistency: 1,
      },
    })
    expect(status).toBe(200)
    const { pareto_solutions, optimal_score } = body.optimization_results
    expect(pareto_solutions[0].total_score).toBe(optimal_score)
    const scores: number[][] = pareto_solutions.map((s: { objective_scores: object }) =>
      Object.values(s.objective_scores),
    )
    for (const a of scores) {
      const dominated = scores.some((b) => b.every((x, i) => x >= a[i]!) && b.some((x, i) => x > a[i]!))
      expect(dominated).toBe(false)
    }
    expect(body.recommendations[0]).toMatchObject({ type: 'evidence_collection' })
  })

  it('answers others while it searches', async () => {
    const evidence_list = Array.from({ length: 9 }, (_, i) => ({ type: `type_${i}`, value: i / 9 }))
    await call(service, token, 'POST', '/v1/fuzzy-evidence/integrate', { molecule_id: 'WIDE', evidence_list })
    const order: string[] = []
    const searching = optimise('WIDE', {
      objectives: { maximize_confidence: 1, minimize_conflicts: 1 },
    }).then(({ status }) => {
      expect(status).toBe(200)
      order.push('search')
    })
    for (let i = 0; i < 3; i += 1) {
      await call(service, viewer, 'GET', '/v1/fuzzy-evidence/linguistic-variables')
      order.push('other')
    }
    await searching
    expect(order).toEqual(['other', 'other', 'other', 'search'])
  })

  it('refuses an unknown method and a constraint that nothing can meet, naming it', async () => {
    const objectives = { maximize_confidence: 1 }
    const method = await optimise('GOOD', { objectives, optimization_method: 'guessing' })
    expect(method.status).toBe(422)
    expect(method.body.error.details.field).toBe('optimization_config.optimization_method')
    const impossible = await optimise('GOOD', { objectives, constraints: { min_evidence_count: 50 } })
    expect(impossible.status).toBe(422)
    expect(impossible.body.error.details.field).toBe('optimization_config.constraints.min_evidence_count')
    expect((await optimise('GOOD', { objectives }, stranger)).status).toBe(404)
  })

  it('classifies a batch, without false discovery rates before anything was fitted', async () => {
    const body = { molecule_ids: ['BAD', 'GOOD', 'TORN', 'GOOD'] }
    const answer = await call(service, viewer, 'POST', '/v1/molecules/analyze', body)
    expect(answer.status).toBe(200)
    const { results, expected_false_discovery_rate } = answer.body
    expect(results.map((r: { molecule_id: string }) => r.molecule_id)).toEqual(['BAD', 'GOOD', 'TORN'])
    expect(results[1]).toMatchObject({ classification: 'accepted', evidence_count: 3 })
    expect(results[0].classification).toBe('rejected')
    expect(results.map((r: { q_value: unknown }) => r.q_value)).toEqual([null, null, null])
    expect(expected_false_discovery_rate).toBeNull()
    expect(answer.body).toMatchObject({ calibrated: false, calibrated_by: 'nothing', uncalibrated_types: [] })
    const foreign = await call(service, stranger, 'POST', '/v1/molecules/analyze', body)
    expect(foreign.status).toBe(404)
    expect(foreign.body.error.details.field).toBe('molecule_ids.0')
  })

  it('reads old evidence in full unless a half-life is given, on every endpoint alike', async () => {
    const evidence_list = [
      { type: 'Spectral-Match', value: 0.97, timestamp: '2020-01-01T00:00:00Z', source: 'QTOF' },
    ]
    const post = (path: string, body: object) => call(service, token, 'POST', path, body)
    const now = await post('/v1/fuzzy-evidence/integrate', { molecule_id: 'OLD', evidence_list })
    const { overall_score } = now.body.fuzzy_confidence
    expect(now.body.evidence_analysis.individual_contributions[0]).toMatchObject({
      type: 'spectral_match',
      temporal_weight: 1,
    })
    const analysed = async (body: object) =>
      (await post('/v1/molecules/analyze', { molecule_ids: ['OLD'], ...body })).body.results[0].probability
    const fuzzy_config = { decay_half_life_days_by_type: { spectral_match: 1 } }
    expect(await analysed({})).toBe(overall_score)
    expect(await analysed({ evidence_types: ['SPECTRAL_MATCH'] })).toBe(overall_score)
    expect(await analysed({ fuzzy_config })).toBeCloseTo(0.5, 9)
    const query = `?fuzzy_config=${encodeURIComponent(JSON.stringify(fuzzy_config))}`
    const shown = await call(service, viewer, 'GET', `/v1/molecules/OLD${query}`)
    expect(shown.body.assessment.overall_score).toBeCloseTo(0.5, 9)
    const stats = await call(service, viewer, 'GET', `/v1/fuzzy-evidence/network-stats/OLD${query}`)
    expect(stats.body.temporal_analysis.decay_impact).toBeCloseTo(1, 9)
    const wrong = await call(service, viewer, 'GET', '/v1/molecules/OLD?fuzzy_config=x')
    expect(wrong.body.error.details).toMatchObject({ field: 'fuzzy_config', provided: 'x' })
  })

  it('rectifies: dry first, then for good, then nothing is left to do', async () => {
    const rectify = (body: object, by = token) => call(service, by, 'POST', '/v1/evidence/rectify', body)
    const state = () => call(service, viewer, 'GET', '/v1/molecules/TORN')
    expect((await rectify({ molecule_id: 'TORN' }, viewer)).status).toBe(403)
    expect((await rectify({ molecule_id: 'TORN' }, stranger)).status).toBe(404)
    const before = (await state()).body.assessment
    const dry = await rectify({ molecule_id: 'TORN', dry_run: true }, viewer)
    expect(dry.body).toMatchObject({
      applied: false,
      before: { evidence_count: 3 },
      after: { evidence_count: 2 },
    })
    expect((await state()).body.assessment.evidence_count).toBe(3)

    const done = await rectify({ molecule_id: 'TORN' })
    expect(done.body.applied).toBe(true)
    expect(done.body.after.conflict_score).toBeLessThanOrEqual(done.body.before.conflict_score)
    const after = (await state()).body
    expect(after).toMatchObject({ evidence_count: 3, assessment: { evidence_count: 2 } })
    // The conflict stays in the bounds: they are those of the rectification, and so around those before it.
    expect(after.assessment.overall_score).toBeCloseTo(done.body.after.overall_score, 10)
    for (const side of [0, 1])
      expect(after.assessment.uncertainty_bounds[side]).toBeCloseTo(
        done.body.after.uncertainty_bounds[side],
        10,
      )

    const again = await rectify({ molecule_id: 'TORN' })
    expect(again.body).toMatchObject({ applied: false, before: again.body.after })
    const then = await call(service, viewer, 'GET', `/v1/molecules/TORN?as_of=${before.timestamp}`)
    expect(then.body.assessment).toEqual(before)
  })

  it('uses one pair: items about another observation neither contradict nor count', async () => {
    const pairs = [
      { value: 0.97, observation_id: 'f1' },
      { value: 0.03, observation_id: 'f2' },
    ]
    for (const { value, observation_id } of pairs) {
      const metadata = { observation_id, run_id: 'r' }
      await call(service, token, 'POST', '/v1/fuzzy-evidence/integrate', {
        molecule_id: 'PAIRED',
        evidence_list: [{ type: 'spectral_match', value, uncertainty: 0.02, metadata }],
      })
    }
    const dry = await call(service, viewer, 'POST', '/v1/evidence/rectify', {
      molecule_id: 'PAIRED',
      dry_run: true,
    })
    expect(dry.body).toMatchObject({
      tie: false,
      before: { conflict_score: 0 },
      after: { evidence_count: 2 },
    })
    const confidence = async (body: object) => {
      const answer = await call(service, viewer, 'POST', '/v1/fuzzy-evidence/optimize-objective/PAIRED', {
        optimization_config: { objectives: { maximize_confidence: 1 } },
        ...body,
      })
      return answer.status === 200
        ? answer.body.optimization_results.optimal_score
        : answer.body.error.details
    }
    expect(await confidence({})).toBeGreaterThan(0.8)
    expect(await confidence({ observation_id: 'f2', run_id: 'r' })).toBeLessThan(0.3)
    expect(await confidence({ observation_id: 'f3', run_id: 'r' })).toMatchObject({ field: 'observation_id' })
  })

  it('leaves a tie alone and says what is needed', async () => {
    const { body } = await call(service, viewer, 'POST', '/v1/evidence/rectify', {
      evidence_list: [
        { type: 'spectral_match', value: 0.95, source: 'a' },
        { type: 'spectral_match', value: 0.05, source: 'b' },
      ],
    })
    expect(body).toMatchObject({ tie: true, applied: false, before: { evidence_count: 2 } })
    expect(body.items[0].reason).toContain('third independent measurement')
    expect(body.after).toEqual(body.before)
  })

  it('rectifies evidence in the body and writes nothing', async () => {
    const { status, body } = await call(service, viewer, 'POST', '/v1/evidence/rectify', {
      evidence_list: [
        { type: 'spectral_match', value: 1 },
        { type: 'sequence_similarity', value: 1 },
        { type: 'pathway_membership', value: 0 },
      ],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ molecule_id: null, applied: false })
    expect(body.items.map((i: { action: string }) => i.action).sort()).toEqual(['kept', 'kept', 'set_aside'])
    const neither = await call(service, viewer, 'POST', '/v1/evidence/rectify', {})
    expect(neither.body.error.details.field).toBe('molecule_id')
  })
})
