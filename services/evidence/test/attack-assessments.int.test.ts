import { engines } from '@assay/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_ASSESSED_ITEMS } from '../src/domain/evidence/evidence-item.ts'
import { healthDuring, patienceMs } from './support/health-during.ts'
import { type Answer, call, type RunningService, runService } from './support/running-service.ts'

/** As many items as one request takes, each of a type of its own: the slowest assessment that there is. */
const MOST = 2000
const items = (types: number) =>
  Array.from({ length: MOST }, (_, i) => ({
    type: `type_${i % types}`,
    value: ((37 * i) % 101) / 100,
    uncertainty: 0.1,
    timestamp: '2026-01-10T00:00:00Z',
    source: `lab ${i % 50}`,
    metadata: { run: i },
  }))

describe.each(engines)('the heaviest assessments on %s', (engine) => {
  let service: RunningService
  let token: string
  let organizationId: string

  beforeAll(async () => {
    service = await runService(engine)
    const user = await service.addUser('researcher', 'A')
    token = user.token
    const row = await service.owner.db
      .selectFrom('app_user')
      .select('organization_id')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    organizationId = row.organization_id
  }, 300_000)
  afterAll(() => service.remove())

  const integrate = (id: string, types: number, include = false): Promise<Answer> =>
    call(service, token, 'POST', `/v1/fuzzy-evidence/integrate?include_kept=${include}`, {
      molecule_id: id,
      evidence_list: items(types),
    })

  it('leave /health its event loop', async () => {
    const { result, health } = await healthDuring(service, () =>
      Promise.all([
        integrate('M_1', MOST),
        integrate('M_2', 4),
        call(service, token, 'POST', '/v1/evidence/rectify', { evidence_list: items(4), dry_run: true }),
      ]),
    )
    expect(result.map(({ status }) => status)).toEqual([200, 200, 200])
    const reads = await healthDuring(service, () =>
      Promise.all([
        call(service, token, 'GET', '/v1/fuzzy-evidence/network-stats/M_1?include_predictions=true'),
        call(service, token, 'GET', '/v1/molecules/M_2/network'),
        call(service, token, 'POST', '/v1/molecules/analyze', { molecule_ids: ['M_1', 'M_2'] }),
        call(service, token, 'POST', '/v1/fuzzy-evidence/predict-evidence/M_1', {
          evidence_types_to_predict: Array.from({ length: 100 }, (_, i) => `other_${i}`),
        }),
      ]),
    )
    expect(reads.result.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    for (const waits of [health, reads.health]) {
      expect(waits.length).toBeGreaterThan(1)
      expect(waits.toSorted((a, b) => a - b)[Math.floor(0.9 * waits.length)]).toBeLessThan(patienceMs())
    }
  }, 300_000)

  it('refuse to learn from a molecule of more types than a network holds', async () => {
    const answer = await call(service, token, 'POST', '/v1/fuzzy-evidence/predict-evidence/M_1', {
      evidence_types_to_predict: ['other'],
      prediction_config: { network_learning_enabled: true },
    })
    expect(answer.status).toBe(422)
    expect(answer.body.error.details).toMatchObject({
      field: 'prediction_config.network_learning_enabled',
      provided: MOST,
    })
  })

  it('are refused when a molecule has more evidence than one request reads', async () => {
    const rows = MAX_ASSESSED_ITEMS + 1
    expect((await call(service, token, 'PUT', '/v1/molecules/HUGE', {})).status).toBe(200)
    await service.owner.inTransaction((run) =>
      run(
        `INSERT INTO evidence (organization_id, molecule_id, evidence_id, type, value, uncertainty, observed_at, source,
           metadata, recorded_at)
         SELECT $1::uuid, 'HUGE', gen_random_uuid(), 't', 0.5, 0.1, now(), 'lab', '{}', now()
         FROM generate_series(1, $2::integer)`,
        [organizationId, rows],
      ),
    )
    for (const send of [
      () => call(service, token, 'GET', '/v1/molecules/HUGE'),
      () => call(service, token, 'GET', '/v1/fuzzy-evidence/network-stats/HUGE'),
      () =>
        call(service, token, 'POST', '/v1/fuzzy-evidence/optimize-objective/HUGE', {
          optimization_config: { objectives: { maximize_confidence: 1 } },
        }),
    ]) {
      const { status, body } = await send()
      expect(status).toBe(422)
      expect(body.error.details).toMatchObject({
        field: 'molecule_id',
        issue: expect.stringContaining(`more than ${MAX_ASSESSED_ITEMS}`),
        provided: 'HUGE',
      })
    }
  }, 120_000)
})
