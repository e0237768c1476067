import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { createApiKey } from '@assay/kit/authentication'
import { addressWith, type DocumentedOperation, documentedOperations } from '@assay/kit/testing-operations'
import { addressOf, type RunningProcess, stopProcess } from '@assay/kit/testing-process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../cli.ts'

const OPERATIONS = documentedOperations(join(import.meta.dirname, '../../openapi.json')).map(
  (operation) => [`${operation.method} ${operation.path} (${operation.access})`, operation] as const,
)
const SECRET = 'a secret of at least thirty-two bytes'
const AUDIENCE = 'assay-query'
const { key, hash } = createApiKey()

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
function token(claims: object, secret = SECRET): string {
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}
const now = Math.floor(Date.now() / 1000)
const good = { sub: 'ada', aud: AUDIENCE, exp: now + 3600, scope: 'metrics' }

interface Mode {
  readonly settings: Record<string, string>
  readonly allowed: Record<string, string>
  /** Headers of each caller and the status that every operation but the public ones must answer. */
  readonly refused: Readonly<Record<string, readonly [headers: Record<string, string>, status: number]>>
}

const bearer = (jwt: string) => ({ authorization: `Bearer ${jwt}` })
const MODES: Readonly<Record<string, Mode>> = {
  'api-key': {
    settings: { AUTHENTICATION: 'api-key', API_KEY_HASHES: hash },
    allowed: { 'x-api-key': key },
    refused: {
      'no key': [{}, 401],
      'a wrong key': [{ 'x-api-key': createApiKey().key }, 401],
      'the hash of the key': [{ 'x-api-key': hash }, 401],
      'a key as bearer token': [bearer(key), 401],
    },
  },
  jwt: {
    settings: {
      AUTHENTICATION: 'jwt',
      JWT_SECRET: SECRET,
      JWT_AUDIENCE: AUDIENCE,
      JWT_SCOPE: 'metrics',
    },
    allowed: bearer(token(good)),
    refused: {
      'no token': [{}, 401],
      'a token of another secret': [bearer(token(good, `${SECRET}!`)), 401],
      'an expired token': [bearer(token({ ...good, exp: now - 60 })), 401],
      'a token without signature': [bearer(`${part({ alg: 'none' })}.${part(good)}.`), 401],
      'an API key': [{ 'x-api-key': key }, 401],
      'a token without the scope': [bearer(token({ ...good, scope: 'other' })), 403],
    },
  },
}

/** A body that the document has no example for. */
const BODIES: Readonly<Record<string, string>> = {
  calculateMetricsBatch: 'sex,age_months,height_cm,weight_kg\nF,12,74,9\n',
}

/** Query parameters that an operation cannot do without. */
const QUERIES: Readonly<Record<string, string>> = { growthCurves: '?index=weight_for_age&sex=female' }

describe.each(Object.keys(MODES))('every operation with AUTHENTICATION=%s', (name) => {
  const { settings, allowed, refused } = MODES[name]!
  let server: RunningProcess
  let baseUrl: string
  beforeAll(async () => {
    server = query(['serve', '--port', '0', '--admin-port', '-1'], {
      ...settings,
      RATE_LIMIT_PER_MINUTE: '0',
      DRAIN_DELAY_MS: '0',
    })
    baseUrl = await addressOf(server)
  })
  afterAll(async () => {
    expect(await stopProcess(server)).toMatchObject({ code: 0 })
  })

  const send = async (operation: DocumentedOperation, headers: Record<string, string>) => {
    const { method, body, operationId } = operation
    const content = BODIES[operationId] ?? JSON.stringify(body?.example)
    const response = await fetch(
      `${baseUrl}${await addressWith(operation, {})}${QUERIES[operationId] ?? ''}`,
      {
        method,
        headers: { ...headers, ...(body ? { 'content-type': body.mediaType } : {}) },
        ...(body ? { body: content } : {}),
      },
    )
    return { status: response.status, text: await response.text() }
  }

  test.each(OPERATIONS)('%s', async (_, operation) => {
    expect(await send(operation, allowed)).toMatchObject({ status: 200 })
    for (const [who, [headers, status]] of Object.entries(refused))
      expect([who, (await send(operation, headers)).status]).toEqual([
        who,
        operation.access === 'public' ? 200 : status,
      ])
  })
})
