import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { engines, freshDatabase, type TestDatabase } from '@assay/kit/testing'
import { addressWith, type DocumentedOperation, documentedOperations } from '@assay/kit/testing-operations'
import { addressOf, type RunningProcess, stopProcess } from '@assay/kit/testing-process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { evidence, evidenceToEnd } from '../cli.ts'

const OPERATIONS = documentedOperations(join(import.meta.dirname, '../../openapi.json'))
const PASSWORD = 'correct horse battery staple'
/** In the data of the first organization and nowhere else: seen by another, something leaked. */
const SECRET = 'belongs-to-the-first'
const MOLECULE = 'MOL_12345'

/** What each role may do, written out again here: the test must not take it from the code that it tests. */
const MAY: Readonly<Record<string, readonly string[]>> = {
  viewer: ['account', 'read'],
  researcher: ['account', 'read', 'write'],
  admin: ['account', 'read', 'write', 'administer'],
}
const ROLES = ['viewer', 'researcher', 'admin'] as const

/** Bodies that the document has no example for, or whose example would clash with what exists. */
const BODIES: Readonly<Record<string, () => unknown>> = {
  addUser: () => ({ username: `u${randomUUID().slice(0, 8)}`, password: PASSWORD, role: 'viewer' }),
  importEvidence: () =>
    `{"molecule_id":"MOL_import","type":"spectral_match","value":0.5,"uncertainty":0.1}\n`,
}

interface Answer {
  readonly status: number
  readonly text: string
  readonly challenge: string | null
}

/**
 * The matrix below follows what a route declares. What a careless declaration could open is named here, so that opening
 * it takes a second line in another file.
 */
test('only these operations are public, and only these read without being a GET', () => {
  const ids = (chosen: (operation: DocumentedOperation) => boolean) =>
    OPERATIONS.filter(chosen)
      .map(({ operationId }) => operationId)
      .sort()
  expect(ids(({ access }) => access === 'public')).toEqual(
    [
      ...['health', 'jwks', 'login', 'logout', 'ready', 'refreshSession'],
      ...['getSetup', 'setUp', 'signIn', 'signOut'],
      ...['getSignOnProvider', 'startSignOn', 'finishSignOn'],
    ].sort(),
  )
  expect(ids(({ access, method }) => access === 'read' && method !== 'GET')).toEqual(
    ['analyzeMolecules', 'optimizeObjective', 'predictEvidence', 'rectifyEvidence'].sort(),
  )
  expect(ids(({ access, path }) => access !== 'administer' && /users(?!\/me)/.test(path))).toEqual([])
})

describe.each(engines)('every operation for every caller on the %s database', (engine) => {
  let fresh: TestDatabase
  let server: RunningProcess
  let tomorrow: RunningProcess | undefined
  let baseUrl: string
  let tomorrowUrl: string
  const tokens: Record<string, string> = {}
  const values: Record<string, () => string | Promise<string>> = {}

  const send = async (
    { method, body, operationId }: Pick<DocumentedOperation, 'method' | 'body' | 'operationId'>,
    address: string,
    token?: string,
    to = baseUrl,
  ): Promise<Answer> => {
    const content = body && (BODIES[operationId]?.() ?? body.example)
    const response = await fetch(`${to}${address}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body ? { 'content-type': body.mediaType } : {}),
      },
      ...(body ? { body: typeof content === 'string' ? content : JSON.stringify(content) } : {}),
    })
    return {
      status: response.status,
      text: await response.text(),
      challenge: response.headers.get('www-authenticate'),
    }
  }
  const json = async (method: string, path: string, token: string | undefined, content?: unknown) => {
    const body = content === undefined ? undefined : { mediaType: 'application/json', example: content }
    const answer = await send({ method, body, operationId: '' }, path, token)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.text === '' ? undefined : JSON.parse(answer.text)
  }
  const logIn = async (username: string): Promise<string> =>
    (await json('POST', '/v1/auth/login', undefined, { username, password: PASSWORD })).access_token
  const addUser = (role: string, by = 'owner'): Promise<{ id: string; username: string }> =>
    json('POST', '/v1/auth/users', tokens[by], {
      username: `${role}-${by === 'owner' ? SECRET : by}-${randomUUID().slice(0, 8)}`,
      password: PASSWORD,
      role,
    })
  /** A caller of this role whose token works; an operation may end the caller's own access. */
  const tokenOf = async (role: (typeof ROLES)[number], by = 'owner'): Promise<string> => {
    const me = { method: 'GET', body: undefined, operationId: '' }
    const name = `${role} of ${by}`
    if (tokens[name] === undefined || (await send(me, '/v1/auth/users/me', tokens[name])).status === 401)
      tokens[name] = await logIn((await addUser(role, by)).username)
    return tokens[name]
  }
  /** What the first organization keeps, without what the passing of time changes. */
  const snapshot = async () => [
    await json('GET', '/v1/molecules', tokens.owner),
    await json('GET', `/v1/molecules/${MOLECULE}/evidence`, tokens.owner),
    await json('GET', '/v1/auth/users', tokens.owner),
    await json('GET', `/v1/imports/${await values.import_id!()}`, tokens.owner),
  ]

  beforeAll(async () => {
    fresh = await freshDatabase(engine, 'evidence')
    const settings: Record<string, string> = {
      ...(fresh.config.databaseUrl
        ? { DATABASE_URL: fresh.config.databaseUrl }
        : { DATA_DIR: fresh.config.dataDir }),
      RATE_LIMIT_PER_MINUTE: '0',
      MAX_EVENT_LOOP_DELAY_MS: '0',
      DRAIN_DELAY_MS: '0',
    }
    for (const [username, organization] of [
      ['owner', 'First'],
      ['stranger', 'Second'],
    ] as const) {
      const create = ['users', 'create', '--username', username, '--organization', organization]
      const { code, output } = await evidenceToEnd(
        [...create, '--role', 'admin', '--password-stdin'],
        settings,
        PASSWORD,
      )
      expect([code, output]).toEqual([0, expect.stringContaining('Created admin')])
    }
    server = evidence(['serve', '--port', '0', '--admin-port', '-1'], settings)
    baseUrl = await addressOf(server)
    if (engine === 'server') {
      // The same service a day later: every token of today has expired there.
      tomorrow = evidence(['serve', '--port', '0', '--admin-port', '-1'], {
        ...settings,
        NODE_OPTIONS: `--import ${new URL('../tomorrow.ts', import.meta.url).href}`,
      })
      tomorrowUrl = await addressOf(tomorrow)
    }
    tokens.owner = await logIn('owner')
    tokens.stranger = await logIn('stranger')
    await json('PUT', `/v1/molecules/${MOLECULE}`, tokens.owner, { name: SECRET })
    await json('POST', '/v1/fuzzy-evidence/integrate', tokens.owner, {
      molecule_id: MOLECULE,
      evidence_list: [
        { type: 'spectral_match', value: 0.85, uncertainty: 0.12, source: SECRET },
        { type: 'pathway_membership', value: 0.9, uncertainty: 0.1, source: SECRET },
        { type: 'spectral_match', value: 0.7, source: SECRET, metadata: { observation_id: 'scan-1' } },
        {
          type: 'spectral_match',
          value: 0.7,
          source: SECRET,
          metadata: { observation_id: 'scan-1', run_id: 'run-1', name: SECRET },
        },
      ],
    })
    const file = `{"molecule_id":"MOL_import","type":"spectral_match","value":0.5,"source":"${SECRET}"}\n`
    const imported = await send(
      { method: 'POST', operationId: '', body: { mediaType: 'application/x-ndjson', example: file } },
      '/v1/evidence/import',
      tokens.owner,
    )
    const importId = (JSON.parse(imported.text) as { import_id: string }).import_id
    const report = await json('POST', '/v1/reports', tokens.owner, { molecule_ids: [MOLECULE] })
    Object.assign(values, {
      hash: () => report.result_hash as string,
      molecule_id: () => MOLECULE,
      import_id: () => importId,
      run_id: () => 'run-1',
      observation_id: () => 'scan-1',
      // Each time another one: the operation may remove it.
      user_id: async () => (await addUser('viewer')).id,
    })
  })
  afterAll(async () => {
    const ended = await Promise.all(
      [server, ...(tomorrow ? [tomorrow] : [])].map((each) => stopProcess(each)),
    )
    await fresh.remove()
    expect(ended.map(({ code }) => code)).toEqual(ended.map(() => 0))
    expect(
      server
        .output()
        .split('\n')
        .filter((line) => /"level":[56]0/.test(line)),
    ).toEqual([])
  })

  const named = OPERATIONS.map(
    (operation) => [`${operation.method} ${operation.path} (${operation.access})`, operation] as const,
  )

  test('the document covers every kind of access', () => {
    const kinds = new Set(OPERATIONS.map(({ access }) => access))
    expect([...kinds].sort()).toEqual(['account', 'administer', 'public', 'read', 'write'])
  })

  test.each(named)('%s: no token, a bad token, an expired token', async (_, operation) => {
    const address = await addressWith(operation, values)
    const bad = `${tokens.owner!.slice(0, -8)}AAAAAAAA`
    const none = await send(operation, address)
    const wrong = await send(operation, address, bad)
    if (operation.access === 'public') {
      // Credentials of an address that needs none are not looked at.
      expect(none.status).toBeLessThan(500)
      expect(wrong.status).toBe(none.status)
      return
    }
    const expired = tomorrow ? [await send(operation, address, tokens.owner, tomorrowUrl)] : []
    for (const { status, challenge, text } of [none, wrong, ...expired]) {
      expect([status, challenge]).toEqual([401, 'Bearer'])
      expect(JSON.parse(text)).toMatchObject({ error: { code: 'AUTHENTICATION_ERROR' } })
    }
  })

  const guarded = named.filter(([, { access }]) => access !== 'public')

  test.each(guarded)('%s: viewer, researcher, admin', async (_, operation) => {
    for (const role of ROLES) {
      const token = await tokenOf(role)
      const { status, text } = await send(operation, await addressWith(operation, values), token)
      if (MAY[role]!.includes(operation.access)) {
        expect([role, status, text]).not.toEqual([role, 401, text])
        expect([role, status, text]).not.toEqual([role, 403, text])
        expect([role, status < 500, text]).toEqual([role, true, text])
      } else {
        expect([role, status]).toEqual([role, 403])
        expect(JSON.parse(text)).toMatchObject({
          error: { code: 'PERMISSION_ERROR', details: { field: 'role', provided: role } },
        })
      }
    }
  })

  test('what belongs to the first organization would be recognised', async () => {
    for (const kept of await snapshot().then(([, ...others]) => others.slice(0, 2)))
      expect(JSON.stringify(kept)).toContain(SECRET)
  })

  test.each(guarded)(
    '%s: an admin of another organization sees and changes nothing',
    async (_, operation) => {
      const address = await addressWith(operation, values)
      const before = await snapshot()
      const { status, text } = await send(operation, address, await tokenOf('admin', 'stranger'))
      expect(text).not.toContain(SECRET)
      expect(text).not.toContain('"owner"')
      // A molecule is named by its users: the same name is another molecule in another organization.
      if (/\{(?!molecule_id)/.test(operation.path)) expect(status).toBe(404)
      else expect([status, [401, 403].includes(status) || status >= 500]).toEqual([status, false])
      expect(await snapshot()).toEqual(before)
    },
  )

  test('setting evidence aside takes a researcher; a dry run does not', async () => {
    const rectify = (role: (typeof ROLES)[number], dryRun: boolean) =>
      tokenOf(role).then((token) =>
        send(
          {
            method: 'POST',
            operationId: '',
            body: { mediaType: 'application/json', example: { molecule_id: MOLECULE, dry_run: dryRun } },
          },
          '/v1/evidence/rectify',
          token,
        ),
      )
    expect((await rectify('viewer', true)).status).toBe(200)
    expect((await rectify('viewer', false)).status).toBe(403)
    expect((await rectify('researcher', false)).status).toBe(200)
  })
})
