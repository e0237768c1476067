import { engines } from '@assay/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresTeacher } from '../src/adapters/postgres/teach-molecules.ts'
import { call, type RunningService, runService } from './support/running-service.ts'

/** A sequence that looks random and is the same every time (Lehmer, 1951). */
function sequence(seed: number) {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

describe.each(engines)('learning on %s', (engine) => {
  let service: RunningService
  let token: string
  let viewer: string

  beforeAll(async () => {
    service = await runService(engine)
    token = (await service.addUser('researcher', 'A')).token
    viewer = (await service.addUser('viewer', 'A')).token
  })
  afterAll(() => service.remove())

  const integrate = async (molecule_id: string, values: Record<string, number>) => {
    const evidence_list = Object.entries(values).map(([type, value]) => ({
      type,
      value,
      timestamp: '2026-01-10T00:00:00Z',
    }))
    const answer = await call(service, token, 'POST', '/v1/fuzzy-evidence/integrate', {
      molecule_id,
      evidence_list,
    })
    expect(answer.status).toBe(200)
    return answer.body
  }
  const predict = (id: string, learning: boolean, by = token) =>
    call(service, by, 'POST', `/v1/fuzzy-evidence/predict-evidence/${id}`, {
      evidence_types_to_predict: ['pathway_membership'],
      prediction_config: { network_learning_enabled: learning },
    })

  it('learns from many molecules at once, as after an import, and from each once', async () => {
    const other = (await service.addUser('researcher', 'B')).token
    const random = sequence(3)
    const send = (molecule_id: string, values: Record<string, number>) =>
      call(service, other, 'POST', '/v1/fuzzy-evidence/integrate', {
        molecule_id,
        evidence_list: Object.entries(values).map(([type, value]) => ({ type, value })),
      })
    for (let i = 0; i < 20; i += 1) {
      const x = random()
      await send(`B${i}`, { spectral_match: x, pathway_membership: Math.min(1, x + 0.1 * random()) })
    }
    await send('LACKS', { spectral_match: 0.8 })
    const { id } = await service.owner.db
      .selectFrom('organization')
      .select('id')
      .where('name', '=', 'B')
      .executeTakeFirstOrThrow()
    const teach = postgresTeacher(service.database.db)
    const molecules = Array.from({ length: 20 }, (_, i) => `B${i}`)
    const predicted = async () => (await predict('LACKS', false, other)).body.predictions
    expect(await predicted()).toEqual([])
    await teach(id, [...molecules, 'UNKNOWN'])
    const [prediction] = await predicted()
    expect(prediction).toMatchObject({ evidence_type: 'pathway_membership' })
    expect(prediction.confidence).toBeGreaterThan(0.2)
    await teach(id, molecules)
    expect(await predicted()).toEqual([prediction])
    // What one of them teaches by itself replaces what it taught with the others.
    expect((await predict('B0', true, other)).body.network_learning.relationship_strength_updates).toBe(0)
  })

  it('learns from molecules once each, and predicts what one lacks', async () => {
    const random = sequence(7)
    for (let i = 0; i < 25; i += 1) {
      const x = random()
      await integrate(`M${i}`, { spectral_match: x, pathway_membership: Math.min(1, x + 0.1 * random()) })
    }
    const learnt = await Promise.all(Array.from({ length: 25 }, (_, i) => predict(`M${i}`, true)))
    expect(learnt.every(({ status }) => status === 200)).toBe(true)
    const updates = learnt.map(({ body }) => body.network_learning.relationship_strength_updates)
    expect(updates).toEqual(new Array(25).fill(1))
    const again = await predict('M0', true)
    expect(again.body.network_learning).toEqual({
      new_relationships_discovered: 0,
      relationship_strength_updates: 0,
      network_coherence_improvement: 0,
    })

    await integrate('LACKING', { spectral_match: 0.9 })
    const high = (await predict('LACKING', false)).body.predictions[0]
    await integrate('LACKING_TOO', { spectral_match: 0.1 })
    const low = (await predict('LACKING_TOO', false)).body.predictions[0]
    expect(high.predicted_value).toBeGreaterThan(low.predicted_value + 0.3)
    expect(high.uncertainty_bounds[0]).toBeLessThan(high.predicted_value)
    expect(high.supporting_evidence).toEqual([{ type: 'spectral_match', influence_weight: 1 }])
    expect((await predict('LACKING', true, viewer)).status).toBe(403)
    expect((await predict('LACKING', false, viewer)).status).toBe(200)

    const stats = await call(
      service,
      viewer,
      'GET',
      '/v1/fuzzy-evidence/network-stats/LACKING?include_predictions=True',
    )
    expect(stats.body.predictions.map((p: { evidence_type: string }) => p.evidence_type)).toEqual([
      'pathway_membership',
    ])
  })

  it('fits a model from labels, changes later scores, and replays the earlier', async () => {
    const random = sequence(11)
    const labels = []
    for (let i = 0; i < 40; i += 1) {
      const correct = i % 2 === 0
      // Here a high value speaks against: only labels can teach that.
      await integrate(`L${i}`, { odd_score: correct ? 0.4 * random() : 0.6 + 0.4 * random() })
      labels.push({ molecule_id: `L${i}`, correct })
    }
    const before = await integrate('L0', { odd_score: 0.9 })
    const untrained = await call(service, viewer, 'GET', '/v1/calibration')
    expect(untrained.body).toMatchObject({ model_version: 0, in_sample: false, report: { labels: 0 } })
    const added = await call(service, token, 'POST', '/v1/labels', { labels })
    expect(added.body).toEqual({ labels_added: 40 })
    expect((await call(service, viewer, 'POST', '/v1/calibration/fit')).status).toBe(403)

    const fitted = await call(service, token, 'POST', '/v1/calibration/fit')
    expect(fitted.status).toBe(200)
    expect(fitted.body.model_version).toBe(1)
    expect(fitted.body.cross_validated.labels).toBe(40)
    expect(fitted.body.cross_validated.brier).toBeLessThan(fitted.body.untrained.brier)

    const after = await integrate('L0', { odd_score: 0.9 })
    expect(after.processing_metadata.model_version).toBe(1)
    expect(after.fuzzy_confidence.overall_score).toBeLessThan(before.fuzzy_confidence.overall_score)

    const replayed = await call(
      service,
      token,
      'POST',
      `/v1/fuzzy-evidence/integrate?as_of=${before.processing_metadata.timestamp}`,
      {
        molecule_id: 'L0',
        evidence_list: [{ type: 'odd_score', value: 0.9, timestamp: '2026-01-10T00:00:00Z' }],
      },
    )
    expect(replayed.body.processing_metadata).toMatchObject({
      model_version: 0,
      result_hash: before.processing_metadata.result_hash,
    })
    const report = (await call(service, viewer, 'GET', '/v1/calibration')).body
    expect(report).toMatchObject({ model_version: 1, in_sample: true, report: { labels: 40, positives: 20 } })
  })

  it('calibrates without labels from decoys, and states no false discovery rate before', async () => {
    const lab = (await service.addUser('researcher', 'C')).token
    const random = sequence(5)
    const send = (molecule_id: string, values: readonly number[], metadata: object = {}) =>
      call(service, lab, 'POST', '/v1/fuzzy-evidence/integrate', {
        molecule_id,
        evidence_list: values.map((value, i) => ({
          type: 'odd_score',
          value,
          metadata: { observation_id: `${molecule_id}-${i}`, ...metadata },
        })),
      })
    const fit = (body: object) => call(service, lab, 'POST', '/v1/calibration/fit-without-labels', body)
    const analyze = async (...molecule_ids: string[]) =>
      (await call(service, lab, 'POST', '/v1/molecules/analyze', { molecule_ids })).body
    // A third is right and scores high; decoys score like the wrong ones.
    const low = (count: number) => Array.from({ length: count }, () => 0.6 * random())
    await send(
      'C0',
      low(20).map((x) => 0.8 + x / 3),
    )
    expect(await analyze('C0')).toMatchObject({ calibrated: false, expected_false_discovery_rate: null })
    const few = await fit({})
    expect(few.status).toBe(422)
    expect(few.body.error.message).toContain('20 scored candidates')
    expect((await fit({ run_id: 'NOWHERE' })).status).toBe(404)
    expect(await analyze('C0')).toMatchObject({ calibrated: false, expected_false_discovery_rate: null })

    await send('C1', low(40))
    await send('C2', low(40), { decoy: true })
    const fitted = await fit({ run_id: 'shared' })
    expect(fitted.body).toEqual({
      model_version: 1,
      calibrated_by: 'decoys',
      candidates: 60,
      decoys: 40,
      observations: 100,
      observations_total: 100,
    })
    const after = await analyze('C0', 'C1')
    expect(after).toMatchObject({ calibrated: true, calibrated_by: 'decoys' })
    expect(after.results[0].probability).toBeGreaterThan(after.results[1].probability + 0.2)
    expect((await call(service, lab, 'GET', '/v1/calibration')).body.in_sample).toBe(false)

    const labels = Array.from({ length: 10 }, (_, i) => [
      { molecule_id: 'C0', observation_id: `C0-${i}`, correct: true },
      { molecule_id: 'C1', observation_id: `C1-${i}`, correct: false },
    ]).flat()
    await call(service, lab, 'POST', '/v1/labels', { labels })
    expect((await call(service, lab, 'POST', '/v1/calibration/fit')).body.model_version).toBe(2)
    const refused = await fit({})
    expect([refused.status, refused.body.error.details.field]).toEqual([409, 'replace_labels'])
    expect((await fit({ replace_labels: true })).body).toMatchObject({ model_version: 3, candidates: 60 })
  })

  it('takes all labels of a request or none', async () => {
    const answer = await call(service, token, 'POST', '/v1/labels', {
      labels: [
        { molecule_id: 'L1', correct: true },
        { molecule_id: 'NOBODY', correct: true },
      ],
    })
    expect(answer.status).toBe(404)
    expect(answer.body.error.details.provided).toBe('NOBODY')
    const twice = await call(service, token, 'POST', '/v1/labels', {
      labels: [
        { molecule_id: 'L1', correct: true },
        { molecule_id: 'L1', correct: false },
      ],
    })
    expect(twice.body.error.details.field).toBe('labels.1.molecule_id')
  })
})
