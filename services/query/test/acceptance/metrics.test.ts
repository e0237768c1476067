import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf, type RunningProcess, stopProcess } from '@assay/kit/testing-process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createQueryClient, type QueryClient } from '../../client/client.ts'
import { query } from '../cli.ts'

let server: RunningProcess
let baseUrl: string
let client: QueryClient

beforeAll(async () => {
  server = query(['serve', '--port', '0', '--body-limit-bytes', '4096'])
  baseUrl = await addressOf(server)
  client = createQueryClient({ baseUrl })
})
afterAll(async () => {
  expect(await stopProcess(server)).toMatchObject({ code: 0 })
})

const man = { height_cm: 180, weight_kg: 80, age_years: 30, sex: 'male' }
const only = { metrics: ['bmi', 'bsa_mosteller', 'bmr_mifflin_st_jeor'] }

test('health as the contract has it', async () => {
  const before = Date.now() / 1000
  const { data } = await client.GET('/health')
  expect(data).toMatchObject({ status: 'healthy', version: expect.stringMatching(/^\d+\.\d+\.\d+/) })
  expect(data!.timestamp).toBeGreaterThan(before - 1)
  expect(data!.timestamp).toBeLessThan(Date.now() / 1000 + 1)
})

test('raw metrics: the published equations, unrounded, each with how it came about', async () => {
  const { data } = await client.POST('/metrics', { body: { parameters: man, options: only } })
  expect(data).toMatchObject({ status: 'success', metadata: { model_version: expect.any(String) } })
  expect(data!.data.bmi).toBeCloseTo(80 / 1.8 ** 2, 10)
  expect(data!.data.bsa_mosteller).toBeCloseTo(Math.sqrt((180 * 80) / 3600), 10)
  expect(data!.data.bmr_mifflin_st_jeor).toBeCloseTo(10 * 80 + 6.25 * 180 - 5 * 30 + 5, 10)
  expect(data!.processing_time).toBeGreaterThan(0)
  expect(data!.processing_time).toBeLessThan(5)
  for (const id of only.metrics) {
    expect(data!.metadata.metrics[id]).toMatchObject({
      unit: expect.any(String),
      equation: expect.any(String),
      within_limits: true,
      citation: { year: expect.any(Number) },
    })
  }
})

test('formatted metrics: the same, as text with units, by category', async () => {
  const { data } = await client.POST('/metrics/formatted', { body: { parameters: man, options: only } })
  const all = Object.assign({}, ...Object.values(data!.data.formatted_metrics)) as Record<string, string>
  expect(all.bmi).toMatch(/^24\.7\s*kg\/m²$/)
  expect(Object.keys(all).sort()).toEqual([...only.metrics].sort())
  expect(data!.metadata.format_version).toEqual(expect.any(String))
})

test('what means nothing is named, what is missing is said, nothing is invented', async () => {
  const { data } = await client.POST('/metrics', {
    body: {
      parameters: { height_cm: 180, weight_kg: 80, shoe_size: 44, wasit_cm: 80 },
      options: { metrics: ['bmi', 'waist_to_height_ratio'], colour: 'red' },
    },
  })
  expect(Object.keys(data!.data)).toEqual(['bmi'])
  expect(data!.metadata.unknown_parameters).toEqual(['shoe_size', 'wasit_cm'])
  expect(data!.metadata.nearest).toEqual({ wasit_cm: expect.arrayContaining(['waist_cm']) })
  expect(data!.metadata.unknown_options).toEqual(['colour'])
  const other = data!.metadata.not_computed.find(({ metric }) => metric === 'waist_to_height_ratio')
  expect(other).toMatchObject({ reason: 'missing_input', missing: ['waist_cm'] })
})

test('parameters that allow no metric are refused with what is missing and the nearest names', async () => {
  const { error, response } = await client.POST('/metrics', {
    body: { parameters: { height_cm: 180, wieght_kg: 80 }, options: { metrics: ['bmi'] } },
  })
  expect(response.status).toBe(422)
  expect(error).toMatchObject({
    error_code: 'VALIDATION_ERROR',
    details: {
      field: 'parameters',
      missing: ['weight_kg'],
      nearest: { wieght_kg: expect.arrayContaining(['weight_kg']) },
    },
  })
})

test('other units, spellings and words are read, and what was assumed is said', async () => {
  const { data } = await client.POST('/metrics', {
    body: {
      parameters: {
        height_ft: 5,
        height_in: 11,
        weightLb: 176,
        gender: 'F',
        age: 30,
        waist: '32 in',
        hip_cm: null,
      },
      options: { metrics: ['bmi', 'bmr_mifflin_st_jeor', 'waist_to_height_ratio'] },
    },
  })
  const [weightKg, heightCm] = [176 * 0.45359237, 71 * 2.54]
  expect(data!.data.bmi).toBeCloseTo(weightKg / (heightCm / 100) ** 2, 8)
  expect(data!.data.bmr_mifflin_st_jeor).toBeCloseTo(10 * weightKg + 6.25 * heightCm - 5 * 30 - 161, 8)
  expect(data!.data.waist_to_height_ratio).toBeCloseTo(32 / 71, 8)
  expect(data!.metadata.assumed).toEqual(['sex: "F" is read as female', 'age: 30 is read as years'])
  expect(data!.metadata.intended_use).toContain('not a diagnosis')
})

test('the request that the documentation shows is answered', async () => {
  const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8'))
  for (const path of ['/metrics', '/metrics/formatted'] as const) {
    const { example } = document.paths[path].post.requestBody.content['application/json']
    const { data, response } = await client.POST(path, { body: example })
    expect(response.status).toBe(200)
    expect(data!.metadata.not_computed).toEqual([])
  }
})

const post = (path: string, body: string, contentType = 'application/json') =>
  fetch(`${baseUrl}${path}`, { method: 'POST', headers: { 'content-type': contentType }, body })

test.each([
  ['no JSON', () => post('/metrics', '{'), 400, 'VALIDATION_ERROR', {}],
  ['an empty body', () => post('/metrics', ''), 400, 'VALIDATION_ERROR', {}],
  [
    'no parameters',
    () => post('/metrics', '{}'),
    422,
    'VALIDATION_ERROR',
    { field: 'parameters', issue: 'is required', provided: null },
  ],
  [
    'an unknown field',
    () => post('/metrics', '{"parameters":{},"extra":1}'),
    422,
    'VALIDATION_ERROR',
    { field: 'extra', provided: 1 },
  ],
  [
    'a list of parameters',
    () => post('/metrics', '{"parameters":[]}'),
    422,
    'VALIDATION_ERROR',
    { field: 'parameters', provided: [] },
  ],
  [
    'an impossible height',
    () => post('/metrics', '{"parameters":{"height_cm":-5}}'),
    422,
    'VALIDATION_ERROR',
    { field: expect.stringContaining('height_cm'), provided: -5 },
  ],
  [
    'an unknown metric',
    () => post('/metrics', '{"parameters":{},"options":{"metrics":["luck"]}}'),
    422,
    'VALIDATION_ERROR',
    { field: 'options.metrics.0', provided: 'luck' },
  ],
  ['text', () => post('/metrics', 'height 180', 'text/plain'), 415, 'VALIDATION_ERROR', {}],
  [
    'a body beyond the limit',
    () => post('/metrics', JSON.stringify({ parameters: { note: 'x'.repeat(5000) } })),
    413,
    'VALIDATION_ERROR',
    {},
  ],
  [
    'another address',
    () => fetch(`${baseUrl}/nothing`),
    404,
    'RESOURCE_NOT_FOUND',
    { field: 'path', provided: '/nothing' },
  ],
  [
    'another method',
    () => fetch(`${baseUrl}/metrics`),
    405,
    'RESOURCE_NOT_FOUND',
    { field: 'method', provided: 'GET' },
  ],
])('refuses %s in the envelope of the contract', async (_, ask, status, code, details) => {
  const response = await ask()
  expect(response.status).toBe(status)
  const body = (await response.json()) as { details: { request_id: string } }
  expect(body).toEqual({
    error_code: code,
    message: expect.stringMatching(/\w/),
    details: expect.objectContaining({ ...details, request_id: response.headers.get('x-request-id') }),
  })
})
