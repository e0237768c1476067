import { engines } from '@assay/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, type RunningService, runService } from './support/running-service.ts'

const item = { type: 'spectral_match', value: 0.8, source: 'lab' }
const integrate = (evidence: object, molecule = 'MOL_1') => ({
  molecule_id: molecule,
  evidence_list: [evidence],
})

describe.each(engines)('the edge of the service on %s', (engine) => {
  let service: RunningService
  let admin: string
  let viewer: string
  beforeAll(async () => {
    service = await runService(engine)
    admin = (await service.addUser('admin', 'A')).token
    viewer = (await service.addUser('viewer', 'A')).token
  })
  afterAll(() => service.remove())

  const send = async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    payload?: string | Buffer,
    headers: Record<string, string> = {},
  ) => {
    const response = await service.app.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${admin}`,
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    })
    return { status: response.statusCode, headers: response.headers, body: JSON.parse(response.body) }
  }

  describe('text is text', () => {
    const NUL = 'must not contain the character NUL'
    const PAIR = 'must not contain half of a surrogate pair'
    it.each([
      [
        'a source',
        '/v1/fuzzy-evidence/integrate',
        integrate({ ...item, source: 'a\0' }),
        'evidence_list.0.source',
        NUL,
      ],
      [
        'metadata',
        '/v1/fuzzy-evidence/integrate',
        integrate({ ...item, metadata: { a: [{ b: '\ud800' }] } }),
        'evidence_list.0.metadata.a.0.b',
        PAIR,
      ],
      [
        'the name of metadata',
        '/v1/fuzzy-evidence/integrate',
        integrate({ ...item, metadata: { 'a\0': 1 } }),
        'evidence_list.0.metadata.a\0',
        `has a name that ${NUL}`,
      ],
      ['an identifier', '/v1/fuzzy-evidence/integrate', integrate(item, 'MOL\udfff'), 'molecule_id', PAIR],
      ['a username', '/v1/auth/login', { username: 'a\0', password: 'b' }, 'username', NUL],
      ['a refresh token', '/v1/auth/refresh', { refresh_token: '\ud800' }, 'refresh_token', PAIR],
    ])('in %s', async (_name, url, body, field, issue) => {
      const answer = await call(service, admin, 'POST', url, body)
      expect(answer.status).toBe(422)
      expect(answer.body.error.details).toMatchObject({ field, issue })
    })

    it('in the name of a molecule, its path and a search', async () => {
      expect((await call(service, admin, 'PUT', '/v1/molecules/MOL_1', { name: '\0' })).status).toBe(422)
      for (const url of [
        '/v1/molecules/a%00b',
        '/v1/molecules?similar_to=%00',
        '/v1/molecules?cursor=%00',
        '/v1/imports/%00',
      ])
        expect([url, (await call(service, admin, 'GET', url)).status]).toEqual([url, 422])
    })
  })

  it('a cursor of another kind, or of nothing, is refused by its name', async () => {
    for (const molecule of ['MOL_1', 'MOL_2'])
      await call(service, admin, 'POST', '/v1/fuzzy-evidence/integrate', integrate(item, molecule))
    const word = (text: string) => Buffer.from(text).toString('base64url')
    const cursors = [
      word('MOL_1'),
      word('a\0b'),
      word("'; DROP TABLE evidence"),
      '%20',
      'x',
      word('0'.repeat(36)),
      '-',
    ]
    for (const cursor of cursors) {
      const answer = await call(service, admin, 'GET', `/v1/molecules/MOL_1/evidence?cursor=${cursor}`)
      expect([cursor, answer.status, answer.body.error?.details.field]).toEqual([cursor, 422, 'cursor'])
    }
    for (const cursor of [word('a\0b'), word('x'.repeat(300)), '*'])
      expect((await call(service, admin, 'GET', `/v1/molecules?cursor=${cursor}`)).status).toBe(422)
    const first = await call(service, admin, 'GET', '/v1/molecules?limit=1')
    const next = await call(service, admin, 'GET', `/v1/molecules?limit=1&cursor=${first.body.next_cursor}`)
    expect(next.status).toBe(200)
    const evidence = await call(
      service,
      admin,
      'POST',
      '/v1/fuzzy-evidence/integrate',
      integrate({ ...item, value: 0.7 }),
    )
    expect(evidence.status).toBe(200)
    const page = await call(service, admin, 'GET', '/v1/molecules/MOL_1/evidence?limit=1')
    expect(
      (await call(service, admin, 'GET', `/v1/molecules/MOL_1/evidence?cursor=${page.body.next_cursor}`)).body
        .evidence,
    ).toHaveLength(1)
  })

  it('unknown query parameters are named, not ignored', async () => {
    const analyse = await call(service, admin, 'POST', '/v1/molecules/analyze?as_of=2026-01-01', {
      molecule_ids: ['MOL_1'],
    })
    expect(analyse.status).toBe(422)
    expect(analyse.body.error.details).toEqual({
      field: 'as_of',
      issue: 'is not a known query parameter; this address takes none',
      provided: '2026-01-01',
    })
    const mistyped = await call(service, admin, 'GET', '/v1/molecules/MOL_1?as_off=2026-01-01')
    expect(mistyped.body.error.details.issue).toContain('did you mean as_of?')
    // The contract's own parameter, in any spelling of true.
    expect(
      (await call(service, admin, 'GET', '/v1/fuzzy-evidence/network-stats/MOL_1?include_predictions=True'))
        .status,
    ).toBe(200)
  })

  it('no free-form body breaks it: numbers, names and nesting', async () => {
    const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    const metadata = (text: string) =>
      JSON.stringify(integrate({ ...item, metadata: { a: '§' } })).replace('"§"', text)
    const bodies = [
      '-0',
      '1e999',
      '-1e-999',
      '9'.repeat(400),
      deep(50),
      deep(10_000),
      '{"__proto__":1}',
      '{"constructor":{"prototype":1}}',
      '"\\ud83d\\ude00"',
    ]
    const statuses = []
    for (const text of bodies)
      statuses.push((await send('POST', '/v1/fuzzy-evidence/integrate', metadata(text))).status)
    expect(statuses).toEqual([200, 422, 200, 422, 422, 422, 400, 400, 200])
  })

  it('every refusal has field, issue and provided', async () => {
    const refusals = [
      await send('POST', '/v1/auth/login', '{"username":'),
      await send('GET', '/v1/molecules', undefined, { authorization: '' }),
      await send('GET', '/v1/molecules', undefined, { authorization: 'Bearer x' }),
      await send('POST', '/v1/fuzzy-evidence/integrate', JSON.stringify(integrate(item)), {
        authorization: `Bearer ${viewer}`,
      }),
      await send('GET', '/v1/molecules/NOBODY'),
      await send('GET', '/v1/nothing'),
      await send('PATCH', '/v1/molecules', '{}'),
      await send('POST', '/v1/fuzzy-evidence/integrate', `"${'x'.repeat(5_000_000)}"`),
      await send('POST', '/v1/auth/login', '<a/>', { 'content-type': 'application/xml' }),
      await send('POST', '/v1/evidence/import', 'no gzip', {
        'content-type': 'text/csv',
        'content-encoding': 'gzip',
      }),
      await send('POST', '/v1/evidence/import', ' ', {
        'content-type': 'text/csv',
        'content-encoding': 'br',
      }),
      await send('POST', '/v1/auth/refresh', '{"refresh_token":"unknown"}'),
      await send('POST', '/v1/auth/login', '{}'),
    ]
    expect(refusals.map(({ status }) => status)).toEqual([
      400, 401, 401, 403, 404, 404, 405, 413, 415, 400, 415, 401, 422,
    ])
    for (const { body } of refusals) {
      expect(Object.keys(body.error.details).sort()).toEqual(['field', 'issue', 'provided'])
      expect(body.error.details.field).not.toBe('')
    }
    expect(refusals[6]!.headers.allow).toBe('GET, HEAD')
  })
})
