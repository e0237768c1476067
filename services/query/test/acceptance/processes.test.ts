import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadUntilDrained } from '@assay/kit/testing-load'
import {
  addressOf,
  processorSeconds,
  type RunningProcess,
  slowdown,
  stopProcess,
} from '@assay/kit/testing-process'
import { afterEach, expect, test } from 'vitest'
import { createQueryClient } from '../../client/client.ts'
import { query, queryToEnd } from '../cli.ts'

const servers: RunningProcess[] = []
const serve = async (args: string[], settings: Record<string, string> = {}, cwd?: string) => {
  const server = query(['serve', '--port', '0', ...args], settings, cwd)
  servers.push(server)
  return { server, url: await addressOf(server) }
}
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => stopProcess(server)))
})

const body = { parameters: { height_cm: 180, weight_kg: 80 } }
const status = async (client: ReturnType<typeof createQueryClient>) =>
  (await client.POST('/metrics', { body })).response.status

test('authentication by API key: the key that `assay-query api-key` made, and no other', async () => {
  const made = await queryToEnd(['api-key'])
  const key = /key: {2}(\S+)/.exec(made.output)?.[1] as string
  const hash = /hash: (\S+)/.exec(made.output)?.[1] as string
  const { url } = await serve([], { AUTHENTICATION: 'api-key', API_KEY_HASHES: `${'0'.repeat(64)},${hash}` })
  expect(await status(createQueryClient({ baseUrl: url, apiKey: key }))).toBe(200)
  const strangers = [{}, { apiKey: `${key}x` }, { apiKey: hash }, { token: key }]
  for (const credentials of strangers) {
    const { error, response } = await createQueryClient({ baseUrl: url, ...credentials }).POST('/metrics', {
      body,
    })
    expect(response.status).toBe(401)
    expect(error).toMatchObject({ error_code: 'AUTHENTICATION_ERROR' })
  }
  expect((await fetch(`${url}/health`)).status).toBe(200)
})

test('authentication by JWT with a shared secret', async () => {
  const secret = 'a secret of at least thirty-two bytes'
  const { url } = await serve([], { AUTHENTICATION: 'jwt', JWT_SECRET: secret })
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token = (claims: object, key = secret) => {
    const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
  }
  const now = Math.floor(Date.now() / 1000)
  const ask = (jwt: string) => status(createQueryClient({ baseUrl: url, token: jwt }))
  expect(await ask(token({ sub: 'ada', exp: now + 60 }))).toBe(200)
  expect(await ask(token({ sub: 'ada', exp: now - 60 }))).toBe(401)
  expect(await ask(token({ exp: now + 60 }))).toBe(401)
  expect(await ask(token({ sub: 'ada', exp: now + 60 }, `${secret}!`))).toBe(401)
  expect(await ask(`${part({ alg: 'none' })}.${part({ sub: 'ada' })}.`)).toBe(401)
  expect(await status(createQueryClient({ baseUrl: url }))).toBe(401)
  // A token that never expires could never be taken back.
  expect(await ask(token({ sub: 'ada' }))).toBe(401)
  const strict = await serve([], { AUTHENTICATION: 'jwt', JWT_SECRET: secret, JWT_AUDIENCE: 'query' })
  const askStrict = (claims: object) =>
    status(createQueryClient({ baseUrl: strict.url, token: token({ sub: 'ada', exp: now + 60, ...claims }) }))
  expect(await askStrict({ aud: 'query' })).toBe(200)
  expect(await askStrict({ aud: 'another' })).toBe(401)
  expect(await askStrict({})).toBe(401)
})

test('refuses to be reachable by other machines without authentication, unless that is meant', async () => {
  const refused = await queryToEnd(['serve', '--port', '0', '--host', '0.0.0.0'])
  expect(refused.code).toBe(2)
  expect(refused.output).toContain('0.0.0.0 can be reached by other machines while AUTHENTICATION is none')
  expect(refused.output).toContain('ALLOW_ANONYMOUS=true')
  const { url } = await serve(['--host', '0.0.0.0', '--allow-anonymous'])
  expect((await fetch(url.replace('0.0.0.0', '127.0.0.1').concat('/health'))).status).toBe(200)
})

test('every problem of the configuration is reported at once', async () => {
  const { code, output } = await queryToEnd(['serve', '--port', 'eighty', '--colour', 'red'], {
    AUTHENTICATION: 'magic',
    LOG_LEVEL: 'loud',
  })
  expect(code).toBe(2)
  for (const name of ['--port', '--colour', 'AUTHENTICATION', 'LOG_LEVEL']) expect(output).toContain(name)
})

test('with no environment it is healthy within 10 s from an empty folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'query-empty-'))
  try {
    const started = performance.now()
    const { server, url } = await serve([], {}, folder)
    expect((await fetch(`${url}/health`)).status).toBe(200)
    const seconds = (performance.now() - started) / 1000
    const processor = processorSeconds(server.pid)
    console.log(
      `query: healthy ${seconds.toFixed(1)} s after its start in an empty folder, ${processor.toFixed(1)} s of processor`,
    )
    expect(processor).toBeLessThan(10)
    expect(seconds).toBeLessThan(10 * slowdown())
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('SIGTERM under load: no accepted request is dropped, exit code 0', async () => {
  // Without shedding, which a busy machine would cause, and with time for the load balancer to look at /ready.
  const { server, url } = await serve([], {
    RATE_LIMIT_PER_MINUTE: '0',
    MAX_EVENT_LOOP_DELAY_MS: '0',
    DRAIN_DELAY_MS: '10000',
  })
  setTimeout(() => server.signal('SIGTERM'), 1500)
  const report = await loadUntilDrained(url, 20, {
    method: 'POST',
    path: '/metrics',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const ended = await server.ended
  console.log(
    `query: SIGTERM under load: ${report.answered} answered (${report.answeredDraining} while draining), ${report.dropped.length} dropped, exit code ${ended.code}`,
  )
  expect(report.dropped).toEqual([])
  expect(Object.keys(report.statuses)).toEqual(['200'])
  expect(report.answered).toBeGreaterThan(100)
  expect(ended).toMatchObject({ code: 0, signal: null })
})

test('beyond the rate limit: 429 in the envelope, with the time to wait', async () => {
  const { url } = await serve(['--rate-limit-per-minute', '3'])
  const client = createQueryClient({ baseUrl: url })
  const answers = await Promise.all(Array.from({ length: 5 }, () => client.POST('/metrics', { body })))
  const limited = answers.filter(({ response }) => response.status === 429)
  expect(limited).toHaveLength(2)
  expect(limited[0]?.error).toMatchObject({ error_code: 'RATE_LIMITED' })
  expect(Number(limited[0]?.response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await fetch(`${url}/health`)).status).toBe(200)
})
