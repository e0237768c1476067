import { Agent, type ClientRequest, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { addressOf, processorSeconds, type RunningProcess, stopProcess } from '@assay/kit/testing-process'
import { afterEach, expect, test } from 'vitest'
import { FULL_PARAMETERS } from '../../bench/full-parameters.ts'
import { SURVEY_HEADER, surveyLines } from '../../bench/survey-file.ts'
import { query, queryToEnd } from '../cli.ts'

const servers: RunningProcess[] = []
const tables: EndlessTable[] = []
const serve = async (...args: string[]) => {
  const server = query([
    'serve',
    '--port',
    '0',
    '--admin-port',
    '-1',
    '--rate-limit-per-minute',
    '0',
    ...args,
  ])
  servers.push(server)
  return { server, url: await addressOf(server) }
}
afterEach(async () => {
  for (const table of tables.splice(0)) table.disconnect()
  await Promise.all(servers.splice(0).map((server) => stopProcess(server)))
})

const BLOCK = [...surveyLines(1000)]
  .slice(1)
  .map((line) => `${line}\n`)
  .join('')

interface EndlessTable {
  readonly status: Promise<number>
  readonly sending: ClientRequest
  /** Bytes of the answer so far. */
  answered(): number
  pause(): void
  resume(): void
  /** Ends the table in order; resolves when the answer is there whole. */
  end(): Promise<void>
  disconnect(): void
}

/** A survey that goes on as long as the service takes it, so that it is certainly under way. */
function sendEndlessTable(url: string, headers: Record<string, string> = {}): EndlessTable {
  let bytes = 0
  let running = true
  let ended = false
  const sending = request(`${url}/metrics/batch`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', ...headers },
    agent: false,
  })
  sending.on('error', () => {})
  const more = () => {
    while (running && !ended && !sending.destroyed && sending.write(BLOCK));
  }
  sending.on('drain', more)
  const { promise: over, resolve: finish } = Promise.withResolvers<void>()
  const status = new Promise<number>((resolve) => {
    sending.on('response', (response) => {
      resolve(response.statusCode as number)
      response.on('data', (piece: Buffer) => {
        bytes += piece.length
      })
      response.on('error', () => {})
      response.on('close', finish)
    })
  })
  sending.write(`${SURVEY_HEADER}\n`)
  more()
  const table: EndlessTable = {
    status,
    sending,
    answered: () => bytes,
    pause: () => {
      running = false
    },
    resume: () => {
      running = true
      more()
    },
    end: () => {
      ended = true
      sending.end()
      return over
    },
    disconnect: () => {
      ended = true
      sending.destroy()
    },
  }
  tables.push(table)
  return table
}

/** Resolves when the answer of a table has not grown for a while: everything that was sent has been computed. */
async function atRest(all: readonly EndlessTable[]): Promise<void> {
  const bytes = () => all.reduce((sum, table) => sum + table.answered(), 0)
  for (let before = -1; before !== bytes(); ) {
    before = bytes()
    await sleep(300)
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
function milliseconds(url: string, method: string, path: string, body?: string): Promise<number> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const headers = body ? { 'content-type': 'application/json' } : {}
    const sent = request(`${url}${path}`, { agent, method, headers }, (response) => {
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(performance.now() - started)
          : reject(new Error(`${path} answered ${response.statusCode}`)),
      )
      response.resume()
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
const p95 = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] as number

const METRICS = JSON.stringify({ parameters: FULL_PARAMETERS })
interface Times {
  readonly health: number[]
  readonly metrics: number[]
}
/** Asks both, one after the other, at least so many times and until `enough`. */
async function ask(url: string, times: Times, requests: number, enough = () => true): Promise<void> {
  for (let i = 0; i < requests || !enough(); i++) {
    times.health.push(await milliseconds(url, 'GET', '/health'))
    times.metrics.push(await milliseconds(url, 'POST', '/metrics', METRICS))
  }
}

test('two large tables under way do not delay /health and POST /metrics', async () => {
  const { url } = await serve()
  await ask(url, { health: [], metrics: [] }, 200)
  const two = [sendEndlessTable(url), sendEndlessTable(url)]
  expect(await Promise.all(two.map(({ status }) => status))).toEqual([200, 200])
  const idle: Times = { health: [], metrics: [] }
  const busy: Times = { health: [], metrics: [] }
  // In turn, so that both meet the same noise of the machine.
  for (let round = 0; round < 4; round++) {
    for (const table of two) table.pause()
    await atRest(two)
    await ask(url, idle, 50)
    const before = two.map((table) => table.answered())
    for (const table of two) table.resume()
    const grown = () => two.every((table, i) => table.answered() > (before[i] as number))
    await ask(url, busy, 50, grown)
  }
  const figures = {
    health: p95(busy.health),
    metrics: p95(busy.metrics),
    idleHealth: p95(idle.health),
    idleMetrics: p95(idle.metrics),
  }
  console.log(
    `query: p95 with two tables under way: /health ${figures.health.toFixed(1)} ms (idle ${figures.idleHealth.toFixed(1)}), POST /metrics ${figures.metrics.toFixed(1)} ms (idle ${figures.idleMetrics.toFixed(1)})`,
  )
  // On a machine where even the idle service is slow to answer, only the ratio says something.
  expect(figures.health).toBeLessThan(Math.max(100, 5 * figures.idleHealth))
  expect(figures.metrics).toBeLessThan(5 * figures.idleMetrics)
})

const sendSmallTable = (url: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/metrics/batch?metrics=bmi`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', ...headers },
    body: 'height_cm,weight_kg\n180,80\n',
  })

/** Sends small tables until one is answered. Not one more: the last may still hold its place for a moment. */
async function isServedAgain(url: string): Promise<boolean> {
  for (let tries = 0; tries < 1000; tries++) {
    if ((await sendSmallTable(url)).status === 200) return true
    await sleep(50)
  }
  return false
}

test('a third batch of a client is refused with the time to wait; another client has its share', async () => {
  const keys = await Promise.all(
    [1, 2].map(async () => {
      const { output } = await queryToEnd(['api-key'])
      return { key: /key: {2}(\S+)/.exec(output)![1]!, hash: /hash: (\S+)/.exec(output)![1]! }
    }),
  )
  const [first, second] = keys.map(({ key }) => ({ 'x-api-key': key })) as [object, object]
  const hashes = keys.map(({ hash }) => hash).join(',')
  const { url } = await serve(
    '--authentication',
    'api-key',
    '--api-key-hashes',
    hashes,
    '--batch-wait-ms',
    '0',
  )
  const two = [1, 2].map(() => sendEndlessTable(url, { ...first }))
  expect(await Promise.all(two.map(({ status }) => status))).toEqual([200, 200])
  const refused = await sendSmallTable(url, { ...first })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({
    error_code: 'RATE_LIMITED',
    details: { field: 'request', issue: 'too_many_batches', provided: 3 },
  })
  const other = await sendSmallTable(url, { ...second })
  expect([other.status, await other.text()]).toEqual([200, expect.stringContaining('24.69')])
})

test('a third batch waits for a place where that is configured', async () => {
  const { url } = await serve('--batch-wait-ms', '600000')
  const two = [sendEndlessTable(url), sendEndlessTable(url)]
  await Promise.all(two.map(({ status }) => status))
  let done = false
  const third = sendSmallTable(url).finally(() => {
    done = true
  })
  await milliseconds(url, 'GET', '/health')
  expect(done).toBe(false)
  await two[0]!.end()
  expect([(await third).status, await (await third).text()]).toEqual([200, expect.stringContaining('24.69')])
})

test('a batch whose client disconnects stops at once and frees its place', async () => {
  const { server, url } = await serve('--batch-wait-ms', '0')
  const two = [sendEndlessTable(url), sendEndlessTable(url)]
  await Promise.all(two.map(({ status }) => status))
  for (const table of two) table.disconnect()
  // Both places are free when two small tables in a row are answered: the first may still hold its place for a moment.
  const served = async () => (await sendSmallTable(url)).status === 200
  let free = false
  for (let tries = 0; tries < 5000 && !free; tries++) {
    free = (await served()) && (await served())
    if (!free) await sleep(20)
  }
  expect(free).toBe(true)
  const before = processorSeconds(server.pid)
  await sleep(1000)
  expect(processorSeconds(server.pid) - before).toBeLessThan(0.3)
})

test('a client that neither sends nor reads loses its place', async () => {
  const { url } = await serve(
    '--batch-wait-ms',
    '0',
    '--max-batches-per-client',
    '1',
    '--stall-timeout-ms',
    '500',
  )
  const idle = sendEndlessTable(url)
  expect(await idle.status).toBe(200)
  idle.pause()
  expect(await isServedAgain(url)).toBe(true)

  const deaf = request(`${url}/metrics/batch`, { method: 'POST', headers: { 'content-type': 'text/csv' } })
  deaf.on('error', () => {})
  const closed = new Promise((resolve) => deaf.on('close', resolve))
  deaf.on('response', (response) => response.on('error', () => {}).pause())
  deaf.write(`${SURVEY_HEADER}\n`)
  const more = () => {
    while (!deaf.destroyed && deaf.write(BLOCK));
  }
  deaf.on('drain', more)
  more()
  await closed
  expect(await isServedAgain(url)).toBe(true)
})
