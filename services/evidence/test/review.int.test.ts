import { setTimeout as sleep } from 'node:timers/promises'
import { engines } from '@assay/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composeWorker } from '../src/compose/worker.ts'
import { readConfig } from '../src/config.ts'
import { call, type RunningService, runService } from './support/running-service.ts'

const OBSERVATIONS = 60
const RUN = 'plate'

/** A right candidate scores high more often than a wrong one; each observation has a rival that nobody labels. */
const lines = Array.from({ length: OBSERVATIONS }, (_, i) => [
  { molecule_id: `MOL_${i}`, value: 0.35 + (0.6 * i) / OBSERVATIONS, name: `Compound ${i}`, smiles: 'CCO' },
  { molecule_id: `RIVAL_${i}`, value: 0.3, name: 'Rival' },
]).flatMap((pair, i) =>
  pair.map(({ molecule_id, value, ...metadata }) => ({
    molecule_id,
    type: 'spectral_match',
    value,
    source: 'QTOF',
    metadata: { ...metadata, observation_id: `f${i}` },
  })),
)

describe.each(engines)('review and explanations on %s', (engine) => {
  let service: RunningService
  let token: string
  let viewer: string
  let stranger: string
  let stopWorker: (() => Promise<void>) | undefined

  const get = (path: string, by = viewer) => call(service, by, 'GET', path)

  beforeAll(async () => {
    service = await runService(engine)
    token = (await service.addUser('researcher', 'A')).token
    viewer = (await service.addUser('viewer', 'A')).token
    stranger = (await service.addUser('admin', 'B')).token
    if (service.databaseUrl) {
      const argv = ['--database-url', service.databaseUrl, '--no-migrate-on-start', '--log-level', 'error']
      stopWorker = (await composeWorker(readConfig({ argv, env: {} }))).stop
    }
    const response = await service.app.inject({
      method: 'POST',
      url: `/v1/evidence/import?run_id=${RUN}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
      payload: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    })
    expect(response.statusCode).toBe(202)
    for (let waited = 0; waited < 600; waited += 1) {
      const { body } = await get(`/v1/runs/${RUN}/observations?limit=200`)
      const rows: { place_is_current: boolean }[] = body.observations ?? []
      if (rows.length === OBSERVATIONS && rows.every((row) => row.place_is_current)) return
      await sleep(100)
    }
    throw new Error('the run was not assessed')
  })
  afterAll(async () => {
    await stopWorker?.()
    await service.remove()
  })

  it('explains what the observation shows, to the last digit', async () => {
    const { body: shown } = await get(`/v1/observations/f50?run_id=${RUN}`)
    for (const candidate of shown.candidates) {
      const query = `run_id=${RUN}&candidate=${candidate.molecule_id}&include_recommendations=true`
      const { status, body } = await get(`/v1/observations/f50/explanation?${query}`)
      expect(status).toBe(200)
      expect([body.probability, body.bounds, body.none]).toEqual([
        candidate.probability,
        candidate.bounds,
        shown.none,
      ])
      const items = body.items.reduce((sum: number, item: { log_odds: number }) => sum + item.log_odds, 0)
      expect(body.prior_log_odds + items + body.rival_log_odds).toBeCloseTo(body.log_odds, 9)
      expect(body.recommendations.length).toBeGreaterThan(0)
      expect(body.smiles).toBe(candidate.molecule_id === 'MOL_50' ? 'CCO' : null)
    }
    const best = await get(`/v1/observations/f50/explanation?run_id=${RUN}`)
    expect(best.body).toMatchObject({ molecule_id: 'MOL_50', rank: 1, candidates_total: 2, rivals_total: 1 })
    expect(best.body.calibration.calibrated).toBe(false)
  })

  it('refuses candidates, observations and runs that are not there, and other organizations', async () => {
    const nobody = await get(`/v1/observations/f50/explanation?run_id=${RUN}&candidate=NOBODY`)
    expect([nobody.status, nobody.body.error.details.field]).toEqual([404, 'candidate'])
    const past = await get(`/v1/observations/f50/history?run_id=${RUN}&candidate=zzz`)
    expect([past.status, past.body.error.details]).toEqual([
      404,
      { field: 'candidate', issue: 'is not a candidate of the observation', provided: 'zzz' },
    ])
    for (const view of ['', '/explanation']) {
      const early = await get(`/v1/observations/f50${view}?run_id=${RUN}&as_of=2020-01-01T00:00:00.000Z`)
      expect([early.status, early.body.error.details.field]).toEqual([404, 'as_of'])
      expect(early.body.error.message).toContain('the first came in at 2')
    }
    for (const path of [
      `/v1/observations/f50/explanation?run_id=${RUN}`,
      `/v1/observations/f50/history?run_id=${RUN}`,
      `/v1/review?run_id=${RUN}`,
    ])
      expect((await get(path, stranger)).status).toBe(404)
    expect((await get('/v1/review', stranger)).body.cases).toEqual([])
    const unlabelled = await get(`/v1/calibration/refit?run_id=${RUN}`)
    expect(unlabelled.body).toMatchObject({ labels: 0, enough: false, mean_change: 0 })
  })

  it('draws structures and refuses what is none', async () => {
    const drawing = await service.app.inject({
      method: 'GET',
      url: '/v1/drawings?smiles=CCO',
      headers: { authorization: `Bearer ${viewer}` },
    })
    expect([drawing.statusCode, drawing.headers['content-type']]).toEqual([
      200,
      'image/svg+xml; charset=utf-8',
    ])
    expect(drawing.body).toContain('<svg')
    const wrong = await get('/v1/drawings?smiles=C1CC')
    expect([wrong.status, wrong.body.error.details.field]).toEqual([422, 'smiles'])
  })

  it('asks for the labels that teach most, previews the fit with rivals, and fits', async () => {
    const { body: review } = await get(`/v1/review?run_id=${RUN}&limit=30`)
    expect(review.cases).toHaveLength(30)
    const bits = review.cases.map((one: { information_bits: number }) => one.information_bits)
    expect(bits).toEqual(bits.toSorted((a: number, b: number) => b - a))
    const labels = review.cases.map(
      (one: { observation_id: string; molecule_id: string; run_id: string }) => ({
        molecule_id: one.molecule_id,
        observation_id: one.observation_id,
        run_id: one.run_id,
        // The better half is right, with a few exceptions.
        correct: Number(one.observation_id.slice(1)) % 7 === 0 || Number(one.observation_id.slice(1)) > 30,
      }),
    )
    expect((await call(service, token, 'POST', '/v1/labels', { labels })).status).toBe(200)
    const next = await get(`/v1/review?run_id=${RUN}&limit=200`)
    expect(next.body.cases).toHaveLength(OBSERVATIONS - 30)

    const { status, body } = await get(`/v1/calibration/refit?run_id=${RUN}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ labels: 30, enough: true, model_version: 0, observations: OBSERVATIONS })
    // No fit has seen a label yet, so all of them judge the model in use.
    expect([body.unseen.labels, body.cross_validated.labels]).toEqual([30, 30])
    expect(body.accepted.after - body.accepted.before).toBe(body.newly_accepted - body.no_longer_accepted)
    expect((await get('/v1/calibration')).body.model_version).toBe(0)

    // The probabilities that are judged are those that the page shows: rivals count although nobody labelled them.
    const shown = await get(`/v1/observations/${labels[0].observation_id}?run_id=${RUN}`)
    const bin = body.unseen.reliability.find(
      ({ from, to }: { from: number; to: number }) =>
        shown.body.candidates[0].probability >= from && shown.body.candidates[0].probability < to,
    )
    expect(bin.count).toBeGreaterThan(0)
    expect(bin.frequency_bounds[0]).toBeLessThanOrEqual(bin.observed_frequency)

    const fitted = await call(service, token, 'POST', '/v1/calibration/fit')
    expect(fitted.body.cross_validated).toEqual(body.cross_validated)
    const after = await get(`/v1/calibration/refit?run_id=${RUN}`)
    expect(after.body).toMatchObject({ model_version: 1, unseen: { labels: 0 }, mean_change: 0 })
    const explained = await get(`/v1/observations/f50/explanation?run_id=${RUN}`)
    expect(explained.body).toMatchObject({ model_version: 1, calibration: { calibrated_by: 'labels' } })
  })

  it('tells the history of a candidate, and every step can be read again', async () => {
    const rectified = await call(service, token, 'POST', '/v1/evidence/rectify', {
      molecule_id: 'MOL_50',
      observation_id: 'f50',
      run_id: RUN,
      dry_run: true,
    })
    expect(rectified.body).toMatchObject({ applied: false, before: { evidence_count: 1 } })
    const query = `run_id=${RUN}&candidate=MOL_50`
    const { body } = await get(`/v1/observations/f50/history?${query}`)
    expect(body.steps.map(({ change }: { change: string }) => change)).toEqual(['evidence', 'fit'])
    for (const step of body.steps) {
      const past = await get(`/v1/observations/f50/explanation?${query}&as_of=${step.timestamp}`)
      expect([past.body.probability, past.body.model_version]).toEqual([step.probability, step.model_version])
    }
  })

  it('lists reports, newest first', async () => {
    const make = (ids: string[]) =>
      call(service, token, 'POST', '/v1/reports', { run_id: RUN, observation_ids: ids })
    const first = await make(['f1'])
    const second = await make(['f2', 'f3'])
    const { body } = await get('/v1/reports')
    expect(body.reports.map((one: { result_hash: string }) => one.result_hash)).toEqual([
      second.body.result_hash,
      first.body.result_hash,
    ])
    expect(body.reports[0]).toMatchObject({ run_id: RUN, observations: 2, confidence_threshold: 0.5 })
    const page = await get('/v1/reports?limit=1')
    const rest = await get(`/v1/reports?limit=1&cursor=${page.body.next_cursor}`)
    expect(rest.body.reports[0].result_hash).toBe(first.body.result_hash)
    expect((await get('/v1/reports', stranger)).body.reports).toEqual([])
  })
})
