import { engines } from '@assay/kit/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, PASSWORD, type RunningService, runService } from '../support/running-service.ts'
import { type Endpoint, endpoints, errorBody, faults } from './contract-table.ts'
import {
  evidenceTypes,
  integrationRequest,
  optimisationRequest,
  predictionRequest,
} from './generate-requests.ts'

const RUNS = 40
const endpoint = (name: string): Endpoint => endpoints.find((one) => one.name === name)!
const sum = (values: Iterable<number>) => [...values].reduce((a, b) => a + b, 0)
const valuesOf = (map: object) => Object.values(map) as number[]
// biome-ignore lint/suspicious/noExplicitAny: the table, not the compiler, says what a body is.
type Body = any

/** base + Σ contributions = score, and the other identities that the design states of an assessment. */
function checkIntegration(body: Body, weights: Record<string, number> | undefined) {
  const { fuzzy_confidence: confidence, evidence_analysis, network_statistics: network } = body
  const contributions = evidence_analysis.individual_contributions
  const scores: number[] = contributions.map((c: Body) => c.contribution_score)
  expect(confidence.base_score + sum(scores)).toBeCloseTo(confidence.overall_score, 9)
  const [lower, upper] = confidence.uncertainty_bounds
  expect(lower).toBeLessThanOrEqual(confidence.overall_score)
  expect(upper).toBeGreaterThanOrEqual(confidence.overall_score)
  expect(sum(valuesOf(confidence.linguistic_assessment))).toBeCloseTo(1, 9)
  for (const { fuzzy_membership, temporal_weight } of contributions) {
    expect(sum(valuesOf(fuzzy_membership))).toBeCloseTo(1, 9)
    expect(temporal_weight).toBeGreaterThanOrEqual(0)
    expect(temporal_weight).toBeLessThanOrEqual(1)
  }
  const { total_score, component_scores } = body.objective_optimization
  const expected: Record<string, number> = {
    maximize_confidence: confidence.overall_score,
    minimize_uncertainty: 1 - (upper - lower),
    maximize_consistency: network.consistency_score,
    minimize_conflicts: 1 - network.conflict_score,
  }
  const given = weights ?? Object.fromEntries(Object.keys(expected).map((name) => [name, 1]))
  const all = sum(Object.values(given))
  expect(Object.keys(component_scores).sort()).toEqual(Object.keys(given).sort())
  for (const [name, score] of Object.entries(component_scores)) expect(score).toBeCloseTo(expected[name]!, 9)
  const total = sum(Object.entries(given).map(([name, weight]) => (weight / all) * component_scores[name]))
  expect(total).toBeCloseTo(total_score, 9)
}

function checkStats(body: Body) {
  const { node_count, edge_count, density } = body.network_topology
  const possible = (node_count * (node_count - 1)) / 2
  expect(density).toBeCloseTo(possible === 0 ? 0 : edge_count / possible, 9)
  expect(sum(valuesOf(body.relationship_analysis))).toBe(edge_count)
  expect(sum(valuesOf(body.evidence_distribution))).toBe(node_count)
  expect(sum(valuesOf(body.temporal_analysis.evidence_age_distribution))).toBe(node_count)
}

function checkOptimisation(body: Body, objectives: Record<string, number>) {
  const { optimal_score, pareto_solutions } = body.optimization_results
  const all = sum(Object.values(objectives))
  for (const { total_score, objective_scores } of pareto_solutions) {
    const total = sum(Object.entries(objectives).map(([name, w]) => (w / all) * objective_scores[name]))
    expect(total).toBeCloseTo(total_score, 9)
    expect(total_score).toBeLessThanOrEqual(optimal_score + 1e-12)
  }
}

describe.each(engines)('the contract on %s', (engine) => {
  let service: RunningService
  let token: string
  let username: string

  beforeAll(async () => {
    service = await runService(engine)
    const user = await service.addUser('researcher', 'A')
    token = user.token
    username = user.username
    // Ten molecules teach the network how the types go together.
    for (let i = 0; i < 10; i += 1) {
      const id = `TEACHER_${i}`
      const value = (i + 0.5) / 10
      const evidence_list = evidenceTypes.map((type) => ({ type, value, uncertainty: 0.05 }))
      await ask(endpoint('integrate'), '', { molecule_id: id, evidence_list })
      const learning = { prediction_config: { network_learning_enabled: true } }
      const body = { evidence_types_to_predict: evidenceTypes, ...learning }
      expect((await ask(endpoint('predict'), id, body)).status).toBe(200)
    }
  })
  afterAll(() => service.remove())

  const ask = ({ method, path }: Endpoint, moleculeId: string, body?: unknown, query = '') =>
    call(service, token, method, `/v1${path.replace('{molecule_id}', moleculeId)}${query}`, body)

  it('answers generated requests with every field of its table, and keeps the identities', async () => {
    const [integrate, stats, predict, optimise] = [
      endpoint('integrate'),
      endpoint('network statistics'),
      endpoint('predict'),
      endpoint('optimise'),
    ] as [Endpoint, Endpoint, Endpoint, Endpoint]
    const seen = { relationships: 0, predictions: 0, solutions: 0 }
    await fc.assert(
      fc.asyncProperty(
        integrationRequest,
        predictionRequest,
        optimisationRequest,
        async (integration, prediction, optimisation) => {
          const id = integration.molecule_id
          const assessed = await ask(integrate, '', integration)
          expect(assessed.status, JSON.stringify(assessed.body)).toBe(200)
          expect(faults(assessed.body, integrate.response)).toEqual([])
          checkIntegration(assessed.body, integration.objective_weights)

          const counted = await ask(stats, id, undefined, '?include_predictions=true')
          expect(counted.status).toBe(200)
          expect(faults(counted.body, stats.response)).toEqual([])
          expect(
            faults(counted.body, { predictions: 'array', ...prefixed(predict, 'predictions[]') }),
          ).toEqual([])
          checkStats(counted.body)

          const predicted = await ask(predict, id, prediction)
          expect(predicted.status, JSON.stringify(predicted.body)).toBe(200)
          expect(faults(predicted.body, predict.response)).toEqual([])
          for (const { confidence, supporting_evidence } of predicted.body.predictions) {
            expect(confidence).toBeGreaterThanOrEqual(prediction.prediction_config?.confidence_threshold ?? 0)
            const shares = supporting_evidence.map((s: Body) => s.influence_weight)
            if (shares.length > 0) expect([0, 1]).toContain(Math.round(sum(shares) * 1e9) / 1e9)
          }

          const optimised = await ask(optimise, id, optimisation)
          expect(optimised.status, JSON.stringify(optimised.body)).toBe(200)
          expect(faults(optimised.body, optimise.response)).toEqual([])
          checkOptimisation(optimised.body, optimisation.optimization_config.objectives)
          seen.relationships += assessed.body.evidence_analysis.evidence_relationships.length
          seen.predictions += predicted.body.predictions.length
          seen.solutions += optimised.body.optimization_results.pareto_solutions.length
        },
      ),
      { numRuns: RUNS, seed: 20_260_115 },
    )
    // A list that is always empty would prove nothing of its members.
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(RUNS / 4)
  })

  it('answers login and the vocabulary by their tables', async () => {
    const login = endpoint('login')
    const session = await call(service, undefined, 'POST', `/v1${login.path}`, {
      username,
      password: PASSWORD,
    })
    expect(faults(session.body, login.response)).toEqual([])
    const vocabulary = endpoint('linguistic variables')
    expect(faults((await ask(vocabulary, '')).body, vocabulary.response)).toEqual([])
  })

  it('answers the gaussian example as the contract writes it', async () => {
    const { status, body } = await ask(endpoint('integrate'), '', {
      molecule_id: 'MOL_12345',
      evidence_list: [{ type: 'spectral_match', value: 0.8 }],
      fuzzy_config: { membership_functions: { spectral_match: { type: 'gaussian', parameters: [0.5] } } },
    })
    expect(status).toBe(422)
    expect(faults(body, errorBody)).toEqual([])
    expect(body.error.code).toBe('FUZZY_EVIDENCE_VALIDATION_ERROR')
    expect(body.error.details).toMatchObject({
      field: 'fuzzy_config.membership_functions.spectral_match.parameters',
      issue: expect.stringContaining('requires center and sigma'),
      provided: [0.5],
    })
  })

  it.each([
    ['no token', 401, 'AUTHENTICATION_ERROR', () => call(service, undefined, 'GET', '/v1/molecules')],
    ['an unknown molecule', 404, 'NOT_FOUND', () => ask(endpoint('network statistics'), 'NOBODY')],
    ['an unknown path', 404, 'NOT_FOUND', () => call(service, token, 'GET', '/v1/nothing')],
    [
      'an unknown field',
      422,
      'FUZZY_EVIDENCE_VALIDATION_ERROR',
      () =>
        ask(endpoint('integrate'), '', {
          molecule_id: 'M',
          evidence_list: [{ type: 'a', value: 1, colour: 2 }],
        }),
    ],
  ] as const)('refuses %s with %i %s in the envelope', async (_what, status, code, request) => {
    const answer = await request()
    expect(answer.status).toBe(status)
    expect(answer.body.error.code).toBe(code)
    expect(faults(answer.body, errorBody)).toEqual([])
  })

  it('refuses JSON that is none with 400', async () => {
    const response = await service.app.inject({
      method: 'POST',
      url: '/v1/fuzzy-evidence/integrate',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: '{"molecule_id": ',
    })
    expect(response.statusCode).toBe(400)
    expect(faults(response.json(), errorBody)).toEqual([])
  })
})

/** The part of an endpoint's table below a prefix. */
function prefixed({ response }: Endpoint, prefix: string) {
  return Object.fromEntries(Object.entries(response).filter(([path]) => path.startsWith(prefix)))
}

describe('the table itself', () => {
  it('finds what is missing and what is of a wrong type', () => {
    const table = { 'a.b[].c': 'integer', 'm.{}': 'number', 'k.{x,y}': 'string', r: 'bounds' } as const
    expect(faults({ a: { b: [{ c: 1 }] }, m: { any: 0.5 }, k: { x: '', y: '' }, r: [0, 1] }, table)).toEqual(
      [],
    )
    expect(faults({ a: { b: [{ c: 1.5 }, {}] }, m: { any: 'x' }, k: { x: '' }, r: [1, 0] }, table)).toEqual([
      'a.b[0].c: 1.5 is no integer',
      'a.b[1].c: undefined is no integer',
      'm.any: "x" is no number',
      'k.y: undefined is no string',
      'r: [1,0] is no bounds',
    ])
  })
})
