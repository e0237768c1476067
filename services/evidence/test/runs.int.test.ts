import { setTimeout as sleep } from 'node:timers/promises'
import { engines } from '@assay/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composeWorker } from '../src/compose/worker.ts'
import { readConfig } from '../src/config.ts'
import { call, type RunningService, runService } from './support/running-service.ts'

interface Line {
  readonly molecule_id: string
  readonly value: number
  readonly metadata: Record<string, unknown>
}

const ndjson = (lines: readonly Line[]) =>
  lines.map((line) => `${JSON.stringify({ type: 'spectral_match', source: 'QTOF', ...line })}\n`).join('')

/** Observations f0, f1, …, each with its own number of candidates; the first is the best. */
const table = (observations: number, candidates: (i: number) => number): Line[] =>
  Array.from({ length: observations }, (_, i) =>
    Array.from({ length: candidates(i) }, (_c, k) => ({
      molecule_id: `MOL_${i}_${k}`,
      value: k === 0 ? 0.5 + (0.45 * i) / observations : 0.3,
      metadata: { observation_id: `f${i}`, name: k === 0 ? `Caffeine analogue ${i}` : 'Other' },
    })),
  ).flat()

describe.each(engines)('runs and observations on %s', (engine) => {
  let service: RunningService
  let token: string
  let viewer: string
  let stranger: string
  let stopWorker: (() => Promise<void>) | undefined

  beforeAll(async () => {
    service = await runService(engine)
    token = (await service.addUser('researcher', 'A')).token
    viewer = (await service.addUser('viewer', 'A')).token
    stranger = (await service.addUser('admin', 'B')).token
    if (service.databaseUrl) {
      const argv = ['--database-url', service.databaseUrl, '--no-migrate-on-start', '--log-level', 'error']
      stopWorker = (await composeWorker(readConfig({ argv, env: {} }))).stop
    }
  })
  afterAll(async () => {
    await stopWorker?.()
    await service.remove()
  })

  const get = (path: string, by = viewer) => call(service, by, 'GET', path)
  const integrate = (molecule_id: string, value: number, metadata: object, query = '') =>
    call(service, token, 'POST', `/v1/fuzzy-evidence/integrate${query}`, {
      molecule_id,
      evidence_list: [{ type: 'spectral_match', value, source: 'QTOF', metadata }],
    })
  const importFile = async (lines: readonly Line[], query = '') => {
    const response = await service.app.inject({
      method: 'POST',
      url: `/v1/evidence/import${query}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
      payload: ndjson(lines),
    })
    const accepted = JSON.parse(response.body)
    for (let waited = 0; waited < 600; waited += 1) {
      const { body } = await get(`/v1/imports/${accepted.import_id}`)
      if (body.status === 'completed') return body
      if (body.status === 'failed') throw new Error(body.failure)
      await sleep(100)
    }
    throw new Error('the import did not end')
  }
  /** Waits until the job has assessed every observation of a run. */
  const assessed = async (runId: string) => {
    for (let waited = 0; waited < 600; waited += 1) {
      const { body } = await get(`/v1/runs/${runId}/observations?limit=200`)
      if (body.observations.every((row: { place_is_current: boolean }) => row.place_is_current)) return body
      await sleep(100)
    }
    throw new Error('the run was not assessed')
  }

  it('scopes observation ids by run: equal ids of two files never meet', async () => {
    const first = await importFile([{ molecule_id: 'A1', value: 0.9, metadata: { observation_id: '1' } }])
    const second = await importFile([{ molecule_id: 'B1', value: 0.9, metadata: { observation_id: '1' } }])
    expect(first.run_id).not.toBe(second.run_id)
    const { body } = await get(`/v1/observations/1?run_id=${first.run_id}`)
    expect(body.candidates.map((c: { molecule_id: string }) => c.molecule_id)).toEqual(['A1'])
    const again = await importFile([{ molecule_id: 'A1', value: 0.9, metadata: { observation_id: '1' } }])
    expect(again).toMatchObject({ run_id: first.run_id, items_added: 0 })
    const shared = '?run_id=lab%20run&run_name=Plate%20one'
    await importFile([{ molecule_id: 'C1', value: 0.9, metadata: { observation_id: '1' } }], shared)
    await importFile([{ molecule_id: 'D1', value: 0.8, metadata: { observation_id: '1' } }], shared)
    const together = await get('/v1/observations/1?run_id=lab%20run')
    expect(together.body.candidates).toHaveLength(2)
    const { runs } = (await get('/v1/runs')).body
    expect(runs.find((run: { run_id: string }) => run.run_id === 'lab run')).toMatchObject({
      name: 'Plate one',
      files: 2,
      observations: 1,
    })
    expect((await get('/v1/runs', stranger)).body.runs).toEqual([])
    expect((await get('/v1/runs/lab%20run/observations', stranger)).status).toBe(404)
    expect((await get('/v1/observations/1?run_id=lab%20run', stranger)).status).toBe(404)
  })

  it('counts all candidates: they and none of them sum to 1, however many there are', async () => {
    const lines = Array.from({ length: 120 }, (_, k) => ({
      molecule_id: `RIVAL_${k}`,
      value: 0.2 + (0.7 * k) / 120,
      metadata: { observation_id: 'crowd' },
    }))
    const { run_id } = await importFile(lines)
    const { body } = await get(`/v1/observations/crowd?run_id=${run_id}&candidates=500`)
    expect(body).toMatchObject({ candidates_total: 120, calibration: { calibrated: false } })
    const sum = body.candidates.reduce(
      (total: number, c: { probability: number }) => total + c.probability,
      body.none,
    )
    expect(sum).toBeCloseTo(1, 10)
    for (const c of body.candidates) {
      const parts = c.contributions.reduce(
        (total: number, one: { contribution_score: number }) => total + one.contribution_score,
        c.base_probability,
      )
      expect(parts).toBeCloseTo(c.probability, 10)
    }
    const best = await get(`/v1/molecules/${body.candidates[0].molecule_id}`)
    expect(best.body.assessment.pairs[0]).toMatchObject({ observation_id: 'crowd', run_id, rivals: 119 })
    expect(best.body.assessment.overall_score).toBeCloseTo(body.candidates[0].probability, 10)
  })

  it('takes the best pair of a molecule, with base and contributions that sum to it', async () => {
    await integrate('TWO_PAIRS', 0.95, { observation_id: 'good' })
    await integrate('OTHER', 0.99, { observation_id: 'poor' })
    const { body } = await integrate('TWO_PAIRS', 0.3, { observation_id: 'poor' }, '?include_kept=true')
    expect(body.pairs.map((pair: { observation_id: string }) => pair.observation_id)).toEqual([
      'good',
      'poor',
    ])
    expect(body.pairs[0]).toMatchObject({ run_id: 'shared', rivals: 0 })
    expect(body.pairs[1]).toMatchObject({ run_id: 'shared', rivals: 1 })
    const { overall_score, base_score } = body.fuzzy_confidence
    expect(overall_score).toBe(body.pairs[0].probability)
    const { individual_contributions } = body.evidence_analysis
    expect(individual_contributions).toHaveLength(2)
    const sum = individual_contributions.reduce(
      (total: number, one: { contribution_score: number }) => total + one.contribution_score,
      base_score,
    )
    expect(sum).toBeCloseTo(overall_score, 12)
  })

  it('pages, sorts and filters the table of a run, assessed by a job', async () => {
    const { run_id } = await importFile(table(60, (i) => 1 + (i % 3)))
    await assessed(run_id)
    const path = `/v1/runs/${run_id}/observations`
    const all = (await get(`${path}?limit=200`)).body
    expect(all.observations).toHaveLength(60)
    const probabilities = all.observations.map(
      (row: { best: { probability: number } }) => row.best.probability,
    )
    expect(probabilities).toEqual(probabilities.toSorted((a: number, b: number) => b - a))
    for (const sort of ['probability', 'observation_id']) {
      const seen: string[] = []
      let cursor = ''
      do {
        const { body } = await get(`${path}?sort=${sort}&limit=7${cursor}`)
        seen.push(...body.observations.map((row: { observation_id: string }) => row.observation_id))
        cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`
      } while (cursor !== '')
      expect(new Set(seen).size).toBe(60)
      expect(seen).toHaveLength(60)
    }
    // New evidence moves rows between two pages, and the service says so.
    const page = async (query: string) => (await get(`${path}?limit=7${query}`)).body
    const first = await page('')
    expect([all.moved, first.moved]).toEqual([false, false])
    const more = { molecule_id: 'MOL_3_0', value: 0.99, metadata: { observation_id: 'f3' } }
    await importFile([more], `?run_id=${run_id}`)
    await assessed(run_id)
    expect((await page(`&cursor=${first.next_cursor}`)).moved).toBe(true)
    expect((await page(`&sort=observation_id&cursor=${first.next_cursor}`)).moved).toBe(false)
    expect((await page('')).moved).toBe(false)
    const least = (await get(`${path}?limit=200`)).body.observations[9].best.probability
    const good = (await get(`${path}?min_probability=${least}`)).body.observations
    expect(good.length).toBeGreaterThanOrEqual(10)
    expect(good.every((row: { best: { probability: number } }) => row.best.probability >= least)).toBe(true)
    const found = (await get(`${path}?candidate=caff%20analogue%2017`)).body.observations
    expect(found.map((row: { observation_id: string }) => row.observation_id)).toEqual(['f17'])
    expect(found[0].best.name).toBe('Caffeine analogue 17')
    expect((await get(`${path}?candidate=%20-`)).body.error.details.field).toBe('candidate')
    expect((await get(`${path}?cursor=nonsense`)).body.error.details.field).toBe('cursor')
    expect((await get('/v1/runs/unknown/observations')).status).toBe(404)
  })

  it('shows new evidence in the table at once, and labels of pairs after a fit', async () => {
    const run = 'growing'
    const { body: before } = await integrate('GROW_1', 0.9, { observation_id: 'g', run_id: run })
    const row = async () => (await get(`/v1/runs/${run}/observations`)).body.observations[0]
    expect((await row()).best.probability).toBeCloseTo(before.fuzzy_confidence.overall_score, 10)
    await integrate('GROW_2', 0.95, { observation_id: 'g', run_id: run })
    expect(await row()).toMatchObject({ candidates: 2, best: { molecule_id: 'GROW_2' } })
    const label = (molecule_id: string, correct: boolean, more: object) =>
      call(service, token, 'POST', '/v1/labels', { labels: [{ molecule_id, correct, ...more }] })
    const pair = { observation_id: 'g', run_id: run }
    expect((await label('GROW_1', true, pair)).status).toBe(200)
    expect((await label('GROW_2', false, pair)).status).toBe(200)
    const other = await label('GROW_1', true, { ...pair, observation_id: 'h' })
    expect([other.status, other.body.error.details.field]).toEqual([404, 'labels.0.observation_id'])
    const lone = await label('GROW_1', true, { run_id: run })
    expect([lone.status, lone.body.error.details.field]).toEqual([422, 'labels.0.run_id'])
    const fit = await call(service, token, 'POST', '/v1/calibration/fit')
    expect(fit.body.untrained.labels).toBe(2)
    const { observations } = await assessed(run)
    expect(observations[0].model_version).toBe(fit.body.model_version)
  })

  it('marks the observations of a molecule when evidence about it names none', async () => {
    const run = 'as such'
    const pair = (id: string) => ({ observation_id: id, run_id: run })
    const lines = ['s1', 's2'].map((id) => ({ molecule_id: 'SUCH', value: 0.6, metadata: pair(id) }))
    const other = { molecule_id: 'OTHER', value: 0.6, metadata: pair('s3') }
    await importFile([...lines, other], '?run_id=as%20such')
    const path = '/v1/runs/as%20such/observations?sort=observation_id'
    const rows = async () =>
      (await get(path)).body.observations as { place_is_current: boolean; best: { probability: number } }[]
    await assessed('as%20such')
    const [first] = await rows()
    await integrate('SUCH', 0.95, {})
    const after = await rows()
    expect(after.map(({ place_is_current }) => place_is_current)).toEqual([false, false, true])
    expect(after[0]!.best.probability).toBeGreaterThan(first!.best.probability)
    // An import into another run brings the places up to date, and those of every run that it changed.
    await importFile([{ molecule_id: 'SUCH', value: 0.97, metadata: {} }], '?run_id=elsewhere')
    const { observations } = await assessed('as%20such')
    expect(observations[0].best.probability).toBeGreaterThan(after[0]!.best.probability)
  })

  it('shows the name that the organization gave a molecule, at once', async () => {
    const pair = { observation_id: 'n', run_id: 'named' }
    await integrate('NAMED', 0.9, { ...pair, name: 'as the tool calls it' })
    const names = async () => [
      (await get('/v1/runs/named/observations')).body.observations[0].best.name,
      (await get('/v1/observations/n?run_id=named')).body.candidates[0].name,
    ]
    expect(await names()).toEqual(Array(2).fill('as the tool calls it'))
    await call(service, token, 'PUT', '/v1/molecules/NAMED', { name: 'as we call it' })
    expect(await names()).toEqual(Array(2).fill('as we call it'))
    await call(service, token, 'PUT', '/v1/molecules/NAMED', {})
    expect(await names()).toEqual(Array(2).fill('as the tool calls it'))
  })

  it('finds an observation by any id that can be kept', async () => {
    const long = `${'ß'.repeat(190)} 100%/7`
    await integrate('LONG', 0.9, { observation_id: long, run_id: long })
    const id = encodeURIComponent(long)
    expect((await get(`/v1/observations/${id}?run_id=${id}`)).body.observation_id).toBe(long)
    expect((await get(`/v1/runs/${id}/observations`)).body.observations[0].observation_id).toBe(long)
    expect((await get(`/v1/observations/${'a'.repeat(201)}`)).status).toBe(422)
  })

  it('shows an observation as it was', async () => {
    const then = (await integrate('PAST_1', 0.9, { observation_id: 'past' })).body.processing_metadata
      .timestamp
    await integrate('PAST_2', 0.9, { observation_id: 'past' })
    expect((await get('/v1/observations/past')).body.candidates_total).toBe(2)
    expect((await get(`/v1/observations/past?as_of=${then}`)).body.candidates_total).toBe(1)
  })
})
