/**
 * What other clients notice of large tables: `/health` and `POST /metrics` while tables of 400 000 rows are computed, beside
 * the same requests when nothing else is going on. Prints its figures as JSON on the last line.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf, startProcess, stopProcess } from '@assay/kit/testing-process'
import { FULL_PARAMETERS } from './full-parameters.ts'
import { writeSurveyFile } from './survey-file.ts'

const short = process.argv.includes('--short')
const ROWS = short ? 100_000 : 400_000
const IDLE_REQUESTS = 400
const here = (file: string) => join(import.meta.dirname, file)

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const BODY = JSON.stringify({ parameters: FULL_PARAMETERS })

/** Milliseconds until the answer is there whole. */
function time(url: string, method: string, path: string, body?: string): Promise<number> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}${path}`,
      { agent, method, headers: body ? { 'content-type': 'application/json' } : {} },
      (response) => {
        response.on('end', () => {
          if (response.statusCode === 200) resolve(performance.now() - started)
          else reject(new Error(`${path} answered ${response.statusCode}`))
        })
        response.resume()
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

const p95 = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] as number

/** Asks both, one after the other, until `until` says that it is enough. */
async function ask(url: string, until: (asked: number) => boolean) {
  const health: number[] = []
  const metrics: number[] = []
  while (!until(health.length)) {
    health.push(await time(url, 'GET', '/health'))
    metrics.push(await time(url, 'POST', '/metrics', BODY))
  }
  return { asked: health.length, health: p95(health), metrics: p95(metrics), slowest: Math.max(...health) }
}

async function sendTable(url: string, table: string): Promise<{ seconds: number }> {
  const child = spawn(process.execPath, [here('send-table.ts'), url, table], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error('A table was not answered.')
  return JSON.parse(text) as { seconds: number }
}

const folder = mkdtempSync(join(tmpdir(), 'query-neighbours-'))
const table = join(folder, 'survey.csv')
const server = startProcess(
  here('../src/cli/main.ts'),
  ['serve', '--port', '0', '--admin-port', '-1', '--rate-limit-per-minute', '0', '--log-level', 'info'],
  { env: { PATH: process.env.PATH } },
)
try {
  await writeSurveyFile(table, ROWS)
  const url = await addressOf(server)
  await ask(url, (asked) => asked === 2 * IDLE_REQUESTS)
  const alone = await sendTable(url, table)
  const idle = await ask(url, (asked) => asked === IDLE_REQUESTS)
  let underWay = 2
  const sending = [1, 2].map(async () => {
    const sent = await sendTable(url, table)
    underWay--
    return sent
  })
  const busy = await ask(url, () => underWay < 2)
  const both = await Promise.all(sending)
  const seconds = Math.max(...both.map((one) => one.seconds))
  console.log(
    JSON.stringify({
      rows: ROWS,
      idle,
      busy,
      aloneRowsPerSecond: ROWS / alone.seconds,
      twoRowsPerSecond: (2 * ROWS) / seconds,
    }),
  )
} finally {
  await stopProcess(server)
  rmSync(folder, { recursive: true, force: true })
}
