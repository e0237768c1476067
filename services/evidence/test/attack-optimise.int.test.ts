import { setTimeout as sleep } from 'node:timers/promises'
import { engines, hasServer } from '@assay/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { healthDuring, patienceMs } from './support/health-during.ts'
import { type Answer, call, type RunningService, runService } from './support/running-service.ts'

const OBJECTIVES = {
  maximize_confidence: 0.3,
  minimize_uncertainty: 0.2,
  maximize_consistency: 0.2,
  minimize_conflicts: 0.1,
  maximize_network_coherence: 0.2,
}

const evidence = (types: number, perType: number) =>
  Array.from({ length: types * perType }, (_, i) => ({
    type: `type_${i % types}`,
    value: ((37 * i) % 101) / 100,
    uncertainty: 0.1,
    source: `lab ${i % 5}`,
    metadata: { run: i },
  }))

async function addMolecule(
  service: RunningService,
  token: string,
  id: string,
  types: number,
  perType: number,
) {
  const answer = await call(service, token, 'POST', '/v1/fuzzy-evidence/integrate', {
    molecule_id: id,
    evidence_list: evidence(types, perType),
  })
  expect(answer.status).toBe(200)
}

const body = { optimization_config: { objectives: OBJECTIVES } }
const path = (id: string) => `/v1/fuzzy-evidence/optimize-objective/${id}`
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!

/** The threads know nothing of the database, and each search uses up its whole budget: one engine proves it. */
describe.each(engines.slice(0, 1))('hostile optimisation on %s', (engine) => {
  let service: RunningService
  let attacker: string
  let honest: string

  beforeAll(async () => {
    service = await runService(engine)
    attacker = (await service.addUser('researcher', 'A')).token
    honest = (await service.addUser('researcher', 'B')).token
    await addMolecule(service, attacker, 'LARGE', 12, 40)
    await addMolecule(service, honest, 'SMALL', 3, 2)
  }, 300_000)
  afterAll(() => service.remove())

  const optimise = (token: string, id: string): Promise<Answer> =>
    call(service, token, 'POST', path(id), body)

  it('does not let two searches of 12 types delay the small one of another organization by 2 s', async () => {
    const timed = async () => {
      const started = performance.now()
      const answer = await optimise(honest, 'SMALL')
      expect(answer.status).toBe(200)
      expect(answer.body.optimization_results.exact).toBe(true)
      return performance.now() - started
    }
    await timed() // the first use of a thread loads it
    const idle = median([await timed(), await timed(), await timed()])
    let pending = 0
    const attack = async () => {
      pending += 1
      const answer = await optimise(attacker, 'LARGE')
      pending -= 1
      return answer
    }
    const { result, health } = await healthDuring(service, async () => {
      const attacks = [attack(), attack()]
      const attacked: number[] = []
      for (let i = 0; i < 5; i += 1) attacked.push(await timed())
      expect(pending).toBe(2)
      expect(median(attacked) - idle).toBeLessThan(2 * patienceMs())
      return Promise.all(attacks)
    })
    // The budget ended them, with what they had found.
    for (const { status, body: answer } of result) {
      expect(status).toBe(200)
      expect(answer.optimization_results.exact).toBe(false)
      expect(answer.optimization_results.pareto_solutions.length).toBeGreaterThan(0)
    }
    expect(health.toSorted((a, b) => a - b)[Math.floor(0.95 * health.length)]).toBeLessThan(patienceMs())
  }, 120_000)
})

describe.runIf(hasServer)('an optimisation whose client disconnects', () => {
  let service: RunningService
  let token: string
  let address: string

  beforeAll(async () => {
    // One search at a time for an organization, and minutes for each: who comes next waits for its end.
    service = await runService('server', [
      ...['--compute-threads', '2', '--optimize-cpu-ms', '300000', '--optimize-deadline-ms', '300000'],
    ])
    token = (await service.addUser('researcher', 'A')).token
    await addMolecule(service, token, 'LARGE', 12, 80)
    await addMolecule(service, token, 'SMALL', 3, 2)
    address = await service.app.listen({ port: 0, host: '127.0.0.1' })
  }, 300_000)
  afterAll(() => service.remove())

  it('is ended, so that the next of the same organization does not wait for it', async () => {
    const post = (id: string, signal?: AbortSignal) =>
      fetch(`${address}${path(id)}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        ...(signal ? { signal } : {}),
      })
    const client = new AbortController()
    const large = post('LARGE', client.signal).then(
      ({ status }) => status,
      (error: Error) => error.name,
    )
    // The large one has begun as soon as a small one has to wait: sent at the same time, the small one may come first.
    let waiting: Promise<number> | undefined
    for (let i = 0; i < 20 && waiting === undefined; i += 1) {
      const small = post('SMALL').then(({ status }) => status)
      const first = await Promise.race([small, sleep(3000, 'waits')])
      if (first === 'waits') waiting = small
    }
    expect(waiting).toBeDefined()
    client.abort()
    expect(await large).toBe('AbortError')
    expect(await waiting).toBe(200)
  }, 120_000)
})
