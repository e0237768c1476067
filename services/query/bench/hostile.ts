/**
 * Hostile bodies and texts at every endpoint of the real app, in process: no 5xx (but the 503 of
 * a request that demands a language model where there is none), nothing above 100 ms, no internals in
 * any answer. Time is that of the thread, so that it does not matter who else is busy. `npm run hostile -w @assay/query`: 300 each; `-- --full`: 10 000 each; `-- --seed N` for others.
 */

import { runOptions } from '@assay/kit/testing-options'
import { slowdown } from '@assay/kit/testing-process'
import { type Row, report } from '@assay/kit/testing-report'
import fc from 'fast-check'
import { compose } from '../src/compose.ts'
import { readConfig } from '../src/config.ts'
import { HOSTILE, type HostileRequest } from './hostile-inputs.ts'

const { is, values } = runOptions({ flags: ['full'], options: ['seed'] })
const RUNS = is.full ? 10_000 : 300
const MAX_MS = 100
const seed = Number(values.seed[0] ?? 20260615)

/** Words of programs, not of answers. None of them occurs in what is sent. */
const INTERNALS =
  /node_modules|file:\/\/|\bat \S+ \(|\.[cm]?[jt]s:\d|\/src\/|(Type|Reference|Range|Syntax)Error|Cannot (read|convert)|is not (a function|iterable|defined)|\[object |stack"/

const { app } = await compose(
  readConfig({
    argv: ['--log-level', 'silent', '--rate-limit-per-minute', '0', '--max-event-loop-delay-ms', '0'],
    env: {},
  }),
)
await app.ready()

async function send({ url, contentType, payload }: HostileRequest) {
  const started = process.threadCpuUsage()
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': contentType },
    payload,
  })
  const { user, system } = process.threadCpuUsage(started)
  return { statusCode, body, ms: (user + system) / 1000 }
}

/** The one 5xx that is right here: the request happens to demand a language model, and there is none. */
const asksForModel = (body: string) =>
  body.startsWith('{"error_code":"SERVICE_UNAVAILABLE"') && body.includes('"field":"options.llm"')

const shown = ({ url, payload }: HostileRequest) => {
  const text = payload.toString()
  return `${url} ${text.length > 600 ? `${text.slice(0, 600)}… (${text.length} characters)` : text}`
}

const rows: Row[] = []
const notes: string[] = []
for (const [endpoint, requests] of Object.entries(HOSTILE)) {
  const faults: string[] = []
  let slowest = 0
  let answered = 0
  for (const request of fc.sample(requests, { numRuns: RUNS, seed })) {
    let { statusCode, body, ms } = await send(request)
    // The garbage collector or the compiler may have had the processor: only what is slow three times is slow.
    for (let again = 0; again < 2 && ms > MAX_MS; again++) ms = Math.min(ms, (await send(request)).ms)
    slowest = Math.max(slowest, ms)
    if (statusCode === 200) answered++
    if (statusCode >= 500 && !asksForModel(body))
      faults.push(`${statusCode} ${body.slice(0, 200)}: ${shown(request)}`)
    if (ms > MAX_MS && ms > MAX_MS * slowdown()) faults.push(`${ms.toFixed(0)} ms: ${shown(request)}`)
    const leak = INTERNALS.exec(body)
    if (leak) faults.push(`"${leak[0]}" in the answer: ${shown(request)}`)
  }
  rows.push({
    name: `${endpoint}: hostile requests with a fault`,
    value: faults.length,
    bound: 0,
    baseline: `${RUNS} sent, ${answered} answered with 200, slowest ${slowest.toFixed(0)} ms`,
    ok: faults.length === 0 && answered > 0 && answered < RUNS,
  })
  notes.push(...faults.slice(0, 5))
}
await app.close()
report(rows, { notes })
