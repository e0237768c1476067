import { createHmac } from 'node:crypto'
import { createLogger } from '@assay/kit/logger'
import { startTelemetry } from '@assay/kit/telemetry'
import { addressOf, type RunningProcess, stopProcess } from '@assay/kit/testing-process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { buildApp } from '../../src/http/app.ts'
import { answerQuestion } from '../../src/operations/answer-question.ts'
import { calculateFhirMetrics } from '../../src/operations/calculate-fhir-metrics.ts'
import { calculateMetrics } from '../../src/operations/calculate-metrics.ts'
import { computeBatch } from '../../src/operations/compute-batch.ts'
import { runModel } from '../../src/operations/run-model.ts'
import { query } from '../cli.ts'
import { type LoopbackLlm, startLoopbackLlm } from '../loopback-llm.ts'
import { CONTRACT, departures, type Endpoint, ERROR_FIELDS, ERROR_STATUS } from './contract-table.ts'

const SECRET = 'a secret of at least thirty-two bytes'
let model: LoopbackLlm
const running: RunningProcess[] = []
const serve = async (...args: string[]) => {
  const server = query(['serve', '--port', '0', '--log-level', 'info', ...args])
  running.push(server)
  return addressOf(server)
}
let plain: string
let withModel: string
let withoutKey: string
let withTokens: string
beforeAll(async () => {
  model = await startLoopbackLlm()
  ;[plain, withModel, withoutKey, withTokens] = await Promise.all([
    serve(),
    serve('--llm-provider', 'openai-compatible', '--llm-model', 'x', '--llm-base-url', model.baseUrl),
    serve('--llm-provider', 'openai', '--llm-model', 'x'),
    serve(
      '--authentication',
      'jwt',
      '--jwt-secret',
      SECRET,
      '--jwt-scope',
      'measure',
      '--rate-limit-per-minute',
      '3',
    ),
  ])
})
afterAll(async () => {
  await Promise.all(running.map((server) => stopProcess(server)))
  await model.close()
})

const send = (
  url: string,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  body?: object,
  headers = {},
) =>
  fetch(`${url}${path}`, {
    method,
    ...(body
      ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }
      : { headers }),
  })

describe.each(CONTRACT.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s',
  (_name, endpoint) => {
    const bodies: readonly (object | undefined)[] = endpoint.bodies.length > 0 ? endpoint.bodies : [undefined]
    test.each(bodies.map((body) => [JSON.stringify(body) ?? 'no body', body] as const))(
      'answers %s with every field',
      async (_shown, body) => {
        const response = await send(plain, endpoint, body)
        expect(response.status).toBe(200)
        expect(response.headers.get('content-type')).toMatch(/^application\/json/)
        const answer = (await response.json()) as Record<string, unknown>
        expect(departures(answer, endpoint.fields)).toEqual([])
      },
    )
  },
)

test('values that the contract ties to the request', async () => {
  const text = 'man, 180 cm, 80 kg 🧍, BMI?'
  for (const path of ['/query', '/query/process']) {
    const { metadata } = (await (await send(plain, { method: 'POST', path }, { query: text })).json()) as {
      metadata: { query_length: number }
    }
    expect(metadata.query_length).toBe(text.length)
  }
  const { metadata, processing_time } = (await (
    await send(plain, { method: 'POST', path: '/query' }, { query: text })
  ).json()) as { metadata: { pipeline_stages: string[] }; processing_time: number }
  expect(metadata.pipeline_stages).toEqual([
    ...['query_processor', 'semantic_grounding', 'domain_knowledge', 'reasoning_optimization'],
    ...['solution_generation', 'response_scoring', 'response_comparison', 'threshold_verification'],
  ])
  expect(processing_time).toBeGreaterThan(0)
})

test('the table would notice a departure', () => {
  const fields = CONTRACT.find(({ path }) => path === '/metrics')!.fields
  const good = {
    status: 'success',
    data: { bmi: 24.7 },
    processing_time: 0.1,
    metadata: { model_version: '1' },
  }
  expect(departures(good, fields)).toEqual([])
  for (const bad of [
    { ...good, status: 'ok' },
    { ...good, data: { bmi: '24.7' } },
    { ...good, processing_time: '1' },
    { ...good, metadata: {} },
  ])
    expect(departures(bad, fields)).toHaveLength(1)
})

/** A service whose clock is broken: the world fails, not the request. */
async function brokenClock(now: () => Date) {
  const config = readConfig({ argv: ['--log-level', 'silent'], env: {} })
  const telemetry = startTelemetry({ service: 'query', version: '0', traceSampleRatio: 0 })
  return buildApp({
    config,
    version: '0',
    logger: await createLogger('query', 'silent'),
    telemetry,
    authenticators: [],
    calculate: calculateMetrics({ now }),
    calculateFhir: calculateFhirMetrics({ now }),
    computeBatch: computeBatch({ now }),
    runModel: runModel({ now }),
    answer: answerQuestion({
      now,
      clock: () => performance.now(),
      budget: { stageTimeoutMs: 0, tokensPerRequest: 0 },
      observer: { stage: () => {}, model: () => {}, response: () => {} },
    }),
    formats: [{ mediaType: 'text/csv', outputType: 'text/csv' }],
    today: () => '2026-06-15',
    tables: {
      rows: () => Promise.reject(new Error('not asked')) as never,
      summary: () => Promise.reject(new Error('not asked')),
    },
    seconds: () => performance.now() / 1000,
  })
}
const inject = async (now: () => Date, url: string, payload: object) => {
  const app = await brokenClock(now)
  const response = await app.inject({ method: 'POST', url, payload })
  await app.close()
  return {
    status: response.statusCode,
    body: response.json(),
    headers: new Headers(response.headers as never),
  }
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
function token(claims: object): string {
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: 'ada', exp: Date.now() / 1000 + 60, ...claims })}`
  return `${text}.${createHmac('sha256', SECRET).update(text).digest('base64url')}`
}

const over = async (url: string, path: string, body?: object, headers = {}) => {
  const response = await send(url, { method: body ? 'POST' : 'GET', path }, body, headers)
  return { status: response.status, body: await response.json(), headers: response.headers }
}
const asking = (url: string) =>
  over(url, '/query', { query: 'man, 30 years, 180 cm, 80 kg. BMI?', options: { llm: 'required' } })
const metrics = { parameters: { height_cm: 180, weight_kg: 80 } }
const born = 'born 1990-02-03, 180 cm, 80 kg. BMI and age?'

/** A time whose day fails when a stage reads it. */
const clockWithoutDay = () =>
  ({
    toISOString: () => ({
      slice: () => ({
        toString() {
          throw new Error('the clock has stopped')
        },
      }),
    }),
  }) as unknown as Date

type Answer = { status: number; body: unknown; headers: Headers }
const CAUSES: [string, string, () => Promise<Answer>][] = [
  ['CONFIG_ERROR', 'a language model is required whose key is not configured', () => asking(withoutKey)],
  [
    'VALIDATION_ERROR',
    'a height is impossible',
    () => over(plain, '/metrics', { parameters: { height_cm: -5 } }),
  ],
  [
    'STAGE_EXECUTION_ERROR',
    'a stage meets a clock that knows no day',
    () => inject(clockWithoutDay, '/query', { query: born }),
  ],
  [
    'MODEL_ERROR',
    'the language model answers something else',
    () => {
      model.script({ kind: 'json', value: { verdict: 'fine' } })
      return asking(withModel)
    },
  ],
  [
    'API_ERROR',
    'the language model’s server fails',
    () => {
      model.script({ kind: 'status', status: 500 })
      return asking(withModel)
    },
  ],
  [
    'SERVICE_UNAVAILABLE',
    'the language model has failed too often',
    async () => {
      model.script({ kind: 'status', status: 500 })
      for (let i = 0; i < 5; i++) await asking(withModel)
      return asking(withModel)
    },
  ],
  ['RESOURCE_NOT_FOUND', 'an address does not exist', () => over(plain, '/nothing')],
  [
    'SYSTEM_ERROR',
    'the clock of the machine is not a time',
    () =>
      inject(() => new Date(Number.NaN), '/metrics', {
        parameters: { birth_date: '1990-02-03', height_cm: 180 },
      }),
  ],
  ['AUTHENTICATION_ERROR', 'a token is needed', () => over(withTokens, '/metrics', metrics)],
  [
    'PERMISSION_ERROR',
    'a token lacks the scope',
    () => over(withTokens, '/metrics', metrics, { authorization: `Bearer ${token({ scope: 'read' })}` }),
  ],
  [
    'RATE_LIMITED',
    'there were too many requests',
    async () => {
      for (let i = 0; i < 3; i++) await over(withTokens, '/metrics', metrics)
      return over(withTokens, '/metrics', metrics)
    },
  ],
]

describe('errors', () => {
  test('every code has a cause here', () => {
    expect(CAUSES.map(([code]) => code).sort()).toEqual(Object.keys(ERROR_STATUS).sort())
  })
  test.each(CAUSES)('%s when %s', async (code, _cause, provoke) => {
    const { status, body, headers } = await provoke()
    expect(body).toMatchObject({ error_code: code })
    expect(departures(body, ERROR_FIELDS)).toEqual([])
    expect(Object.keys(body as object).sort()).toEqual(['details', 'error_code', 'message'])
    expect(status).toBe(ERROR_STATUS[code])
    expect(JSON.stringify(body)).not.toMatch(/node_modules|\.ts:|RangeError|TypeError|null\b.*slice/)
    if (status === 503 || status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })
  test('a token with the scope is let in', async () => {
    const url = await serve('--authentication', 'jwt', '--jwt-secret', SECRET, '--jwt-scope', 'measure')
    for (const claims of [{ scope: 'read measure' }, { scp: ['measure'] }])
      expect(
        (await over(url, '/metrics', metrics, { authorization: `Bearer ${token(claims)}` })).status,
      ).toBe(200)
  })
  test('no model at all is SERVICE_UNAVAILABLE where one is required', async () => {
    expect(await asking(plain)).toMatchObject({ status: 503, body: { error_code: 'SERVICE_UNAVAILABLE' } })
  })
})
