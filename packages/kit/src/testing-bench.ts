import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { runOptions } from './testing-options.ts'
import { freePort, processorSeconds } from './testing-process.ts'
import { atLeast, type Row, report } from './testing-report.ts'

/** Server to measure. It is started with `--port` and answers `/health` when it is ready. */
export interface Contender {
  readonly script: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Request that a bench repeats. */
export interface BenchRequest {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const BOUND = 0.7
/** Bound of a short run on a noisy machine: only a large miss is a failure. */
const SHORT_BOUND = 0.35
const CONNECTIONS = 32

/**
 * Starts a server on a port of its own. Its logs go to the null device: written as in production, but not read; so it cannot
 * say which port it took.
 */
async function start({ script, args, env }: Contender): Promise<{ child: ChildProcess; url: string }> {
  const port = await freePort()
  const child = spawn(process.execPath, [script, ...args, '--port', String(port)], {
    env: { ...env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 600 && child.exitCode === null; tries++) {
    const healthy = await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (healthy) return { child, url }
    await sleep(100)
  }
  child.kill('SIGKILL')
  throw new Error(`${script} ${args.join(' ')} does not answer /health`)
}

const autocannon = createRequire(import.meta.url).resolve('autocannon/autocannon.js')

/**
 * Returns the requests per second of one round. Throws when an answer is not 2xx, because the measurement would mean
 * nothing.
 */
async function round(url: string, request: BenchRequest, seconds: number): Promise<number> {
  const headers = Object.entries(request.headers ?? {}).flatMap(([name, value]) => ['-H', `${name}=${value}`])
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...[autocannon, '-j', '-c', String(CONNECTIONS), '-d', String(seconds), '-m', request.method],
    ...headers,
    ...(request.body === undefined ? [] : ['-b', request.body]),
    `${url}${request.path}`,
  ])
  const result = JSON.parse(stdout) as {
    requests: { average: number }
    errors: number
    non2xx: number
    '2xx': number
  }
  if (result.errors + result.non2xx > 0 || result['2xx'] === 0)
    throw new Error(
      `${request.name}: ${result['2xx']} good, ${result.non2xx} other answers, ${result.errors} errors`,
    )
  return result.requests.average
}

/**
 * Seconds of load before the measurement, so that code is compiled and pools are filled. The server with more code
 * needs longer.
 */
const WARM_SECONDS = 3
const SHORT_WARM_SECONDS = 2

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] as number
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * Measures both servers in alternating rounds, so that both have the same noise. Reports one row per request: our
 * requests per second divided by those of the bare server (medians of the rounds; with `--short` their means), with the
 * bare server's requests per second as the baseline.
 */
export async function benchSlice(options: {
  readonly service: string
  readonly ours: Contender
  readonly bare: Contender
  readonly requests: readonly BenchRequest[]
}): Promise<void> {
  const { short } = runOptions({ flags: ['short'] }).is
  const [rounds, seconds, warmSeconds, bound, typical] = short
    ? [3, 1, SHORT_WARM_SECONDS, SHORT_BOUND, mean]
    : [5, 3, WARM_SECONDS, BOUND, median]
  const ours = await start(options.ours)
  const bare = await start(options.bare)
  const rows: Row[] = []
  try {
    for (const request of options.requests) {
      await round(ours.url, request, warmSeconds)
      await round(bare.url, request, warmSeconds)
      const perSecond = new Map([ours, bare].map((server) => [server, [] as number[]]))
      const cost = new Map([ours, bare].map((server) => [server, 0]))
      for (let turn = 0; turn < rounds; turn++) {
        for (const server of turn % 2 ? [bare, ours] : [ours, bare]) {
          const before = processorSeconds(server.child.pid as number)
          const rate = await round(server.url, request, seconds)
          perSecond.get(server)?.push(rate)
          cost.set(
            server,
            (cost.get(server) ?? 0) +
              (processorSeconds(server.child.pid as number) - before) / (rate * seconds),
          )
        }
      }
      const rate = (server: typeof ours) => typical(perSecond.get(server) ?? [])
      const micros = (server: typeof ours) => ((cost.get(server) ?? 0) / rounds) * 1e6
      const [own, baseline] = [rate(ours), rate(bare)]
      const name = `${options.service}: ${request.name}`
      rows.push(atLeast(name, own / baseline, bound, baseline))
      console.log(
        `${name.padEnd(44)} ${own.toFixed(0).padStart(6)} req/s (${micros(ours).toFixed(0)} µs of processor), bare ${baseline.toFixed(0).padStart(6)} (${micros(bare).toFixed(0)} µs)`,
      )
    }
  } finally {
    for (const { child } of [ours, bare]) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
  }
  report(rows)
}
