import { engines } from '@assay/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from './support/operations.ts'
import { call, PASSWORD, type RunningService, runService } from './support/running-service.ts'

/** What a molecule of organization A carries and nobody else may ever read. */
const SECRET = 'only-in-A'
const MOLECULE = 'MOL_12345'

describe.each(engines)('organization B, by every endpoint, on %s', (engine) => {
  let service: RunningService
  let a: { id: string; token: string }
  let b: { id: string; token: string }
  let importId: string
  let reportHash: string

  beforeAll(async () => {
    service = await runService(engine)
    a = await service.addUser('admin', 'A')
    b = await service.addUser('admin', 'B')
    await call(service, a.token, 'PUT', `/v1/molecules/${MOLECULE}`, {
      name: SECRET,
      aliases: [SECRET],
      structure: { smiles: 'CCO' },
    })
    await call(service, a.token, 'POST', '/v1/fuzzy-evidence/integrate', {
      molecule_id: MOLECULE,
      evidence_list: [
        { type: 'spectral_match', value: 0.9, source: SECRET, metadata: { observation_id: SECRET } },
      ],
    })
    await call(service, a.token, 'POST', '/v1/labels', { labels: [{ molecule_id: MOLECULE, correct: true }] })
    const response = await service.app.inject({
      method: 'POST',
      url: '/v1/evidence/import',
      headers: { authorization: `Bearer ${a.token}`, 'content-type': 'application/x-ndjson' },
      payload: `${SECRET}\n`,
    })
    importId = response.json().import_id
    const report = await call(service, a.token, 'POST', '/v1/reports', { molecule_ids: [MOLECULE] })
    reportHash = report.body.result_hash
  })
  afterAll(() => service.remove())

  it('finds nothing of organization A, which finds it there', async () => {
    const all = operations(service)
    expect(all.length).toBeGreaterThan(20)
    const answers: Record<string, { status: number; text: string }> = {}
    for (const { name, method, path, contentType, example } of all) {
      const url = path
        .replace('{molecule_id}', MOLECULE)
        .replace('{import_id}', importId)
        .replace('{user_id}', a.id)
        .replace('{hash}', reportHash)
      const query = path === '/v1/molecules' ? '?similar_to=CCO' : ''
      const response = await service.app.inject({
        method,
        url: `${url}${query}`,
        headers: {
          authorization: `Bearer ${b.token}`,
          ...(contentType === undefined ? {} : { 'content-type': contentType }),
        },
        ...(contentType === undefined ? {} : { payload: JSON.stringify(example ?? {}) }),
      })
      answers[name] = { status: response.statusCode, text: response.body }
    }
    const named = all.filter(({ path, method }) => path.includes('{') && method !== 'PUT')
    for (const { name } of named) {
      // What B integrated itself under the same name is B's own.
      const own = answers[name]!.status === 200 && !answers[name]!.text.includes(SECRET)
      expect([name, answers[name]!.status === 404 || own]).toEqual([name, true])
    }
    for (const [name, { status, text }] of Object.entries(answers)) {
      expect([name, text.includes(SECRET), status < 500]).toEqual([name, false, true])
    }
    const still = await call(service, a.token, 'GET', `/v1/molecules/${MOLECULE}`)
    expect(still.body).toMatchObject({ name: SECRET, evidence_count: 1, assessment: { evidence_count: 1 } })
    const users = await call(service, a.token, 'GET', '/v1/auth/users')
    expect(users.body.users.map((user: { id: string }) => user.id)).toEqual([a.id])
  })

  it('is asked for a token everywhere', async () => {
    for (const { name, method, path } of operations(service)) {
      const { status } = await call(service, undefined, method, path.replaceAll(/[{}]/g, ''))
      expect([name, status]).toEqual([name, 401])
    }
  })

  it('keeps a viewer from every operation that only writes', async () => {
    await call(service, a.token, 'POST', '/v1/auth/users', {
      username: `v-${engine}`,
      password: PASSWORD,
      role: 'viewer',
    })
    const session = await call(service, undefined, 'POST', '/v1/auth/login', {
      username: `v-${engine}`,
      password: PASSWORD,
    })
    const writes = [
      'PUT /v1/molecules/{molecule_id}',
      'POST /v1/fuzzy-evidence/integrate',
      'POST /v1/labels',
      'POST /v1/calibration/fit',
      'POST /v1/calibration/fit-without-labels',
      'POST /v1/example-run',
      'DELETE /v1/example-run',
      'POST /v1/evidence/import',
      'POST /v1/reports',
      'GET /v1/auth/users',
      'POST /v1/auth/users',
      'PATCH /v1/auth/users/{user_id}',
      'DELETE /v1/auth/users/{user_id}',
      'DELETE /v1/auth/users/{user_id}/sessions',
      'GET /v1/audit',
      'GET /v1/audit/export',
      'GET /v1/audit/chain',
      'GET /v1/organization/export',
    ]
    const all = operations(service)
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(writes))
    for (const { name, method, path, contentType, example } of all) {
      const response = await service.app.inject({
        method,
        url: path
          .replace('{molecule_id}', MOLECULE)
          .replace('{import_id}', importId)
          .replace('{user_id}', a.id)
          .replace('{hash}', reportHash),
        headers: {
          authorization: `Bearer ${session.body.access_token}`,
          ...(contentType === undefined ? {} : { 'content-type': contentType }),
        },
        ...(contentType === undefined ? {} : { payload: JSON.stringify(example ?? {}) }),
      })
      expect([name, response.statusCode === 403]).toEqual([name, writes.includes(name)])
    }
  })
})
