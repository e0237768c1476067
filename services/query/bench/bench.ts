/**
 * How fast the service is beside what it stands on: `npm run bench -w @assay/query` (`-- --json` for machines).
 * `--short` is the form for CI on a noisy machine: smaller, and it fails only at half of a bound or worse.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runOptions } from '@assay/kit/testing-options'
import { atLeast, atMost, type Row, report } from '@assay/kit/testing-report'
import { readInputText } from '../src/domain/language/parse-quantity.ts'
import { computeMetrics } from '../src/domain/metrics/compute-metrics.ts'
import { readInputs } from '../src/domain/metrics/read-inputs.ts'
import { answerQuestion } from '../src/operations/answer-question.ts'
import { type Measured, measureProcess, resultOf, rowsOf } from './bench-processes.ts'
import { FULL_PARAMETERS } from './full-parameters.ts'
import { writeSurveyFile } from './survey-file.ts'

const { short } = runOptions({ flags: ['short'] }).is
/** What a short run tolerates: half of what must be reached, twice of what must not be exceeded. */
const slack = short ? 2 : 1
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] as number

/** Median of rounds of many calls, in microseconds of processor time a call: who else is busy does not count. */
function microseconds(call: () => unknown, rounds = 21, calls = 500): number {
  for (let i = 0; i < 2000; i++) call()
  const times = Array.from({ length: rounds }, () => {
    const started = process.cpuUsage()
    for (let i = 0; i < calls; i++) call()
    const { user, system } = process.cpuUsage(started)
    return (user + system) / calls
  })
  return median(times)
}

async function httpRows(): Promise<Row[]> {
  const [row] = await rowsOf('bench-http.ts', short ? ['--short'] : [])
  if (!row) throw new Error('bench-http.ts gave no row')
  const baseline = `bare Fastify, same schemas, same bytes: ${row.baseline.toFixed(0)} requests/s`
  return [atLeast('POST /metrics with full inputs, share of bare Fastify', row.value, 0.6 / slack, baseline)]
}

function domainRows(): Row[] {
  const { inputs } = readInputs(FULL_PARAMETERS, readInputText)
  const { computed } = computeMetrics(inputs)
  const time = microseconds(() => computeMetrics(inputs))
  return [
    atMost('all metrics of one person, µs of processor', time, 100 * slack, `${computed.length} computed`),
  ]
}

async function pipelineRows(): Promise<Row[]> {
  const clock = () => performance.now()
  const answer = answerQuestion({
    now: () => new Date(),
    clock,
    budget: { stageTimeoutMs: 0, tokensPerRequest: 0 },
    observer: { stage: () => {}, model: () => {}, response: () => {} },
  })
  const file = readFileSync(new URL('../fixtures/questions-before.ndjson', import.meta.url), 'utf8')
  const questions = file
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { text: string; context?: object; options?: object })
  const times: number[] = []
  for (const round of [0, 1, 2])
    for (const { text, context, options } of questions) {
      const started = clock()
      await answer({ query: text, context: { ...context }, options: { ...options } })
      if (round > 0) times.push(clock() - started)
    }
  const sorted = times.toSorted((a, b) => a - b)
  const p99 = sorted[Math.floor(sorted.length * 0.99)] as number
  return [
    atMost(
      'deterministic pipeline, p50 ms',
      median(times),
      5 * slack,
      `${questions.length} questions, p99 ${p99.toFixed(1)} ms`,
    ),
  ]
}

async function batchRows(): Promise<Row[]> {
  const rows = short ? 100_000 : 1_000_000
  const folder = mkdtempSync(join(tmpdir(), 'query-bench-'))
  const [table, out] = [join(folder, 'survey.csv'), join(folder, 'out.csv')]
  try {
    await writeSurveyFile(table, rows)
    const ours: Measured[] = []
    const alone: Measured[] = []
    // In turn, so that both meet the same noise; of each the quicker counts.
    for (let round = 0; round < 2; round++) {
      alone.push(await measureProcess('bench-csv-alone.ts', [table, out]))
      ours.push(await measureProcess('../src/cli/main.ts', ['batch', table, '--out', out]))
    }
    const best = (runs: readonly Measured[]) => Math.min(...runs.map(({ seconds }) => seconds))
    const peak = Math.max(...ours.map(({ peakMegabytes }) => peakMegabytes))
    const perSecond = (seconds: number) => `${Math.round(rows / seconds)} rows/s`
    const baseline = `${perSecond(best(ours))} beside ${perSecond(best(alone))} of csv-parse and csv-stringify alone`
    return [
      atLeast(
        `batch of ${rows} rows, share of reading and writing alone`,
        best(alone) / best(ours),
        0.25 / slack,
        baseline,
      ),
      // Memory does not depend on who else is busy.
      atMost(`batch of ${rows} rows, peak resident MB`, peak, 300, 'four WHO z-scores a row'),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What other clients notice of two tables under way; see bench-neighbours.ts. */
async function neighbourRows(): Promise<Row[]> {
  const { rows, idle, busy, ...speed } = await resultOf<{
    rows: number
    idle: { health: number; metrics: number }
    busy: { health: number; metrics: number; asked: number }
    aloneRowsPerSecond: number
    twoRowsPerSecond: number
  }>('bench-neighbours.ts', short ? ['--short'] : [])
  const two = `two tables of ${rows} rows under way`
  return [
    atMost(
      `GET /health with ${two}, p95 ms`,
      busy.health,
      100 * slack,
      `${busy.asked} requests; idle ${idle.health.toFixed(1)} ms`,
    ),
    atMost(
      `POST /metrics with ${two}, p95 over idle p95`,
      busy.metrics / idle.metrics,
      5 * slack,
      `${busy.metrics.toFixed(1)} ms, idle ${idle.metrics.toFixed(1)} ms; ${Math.round(speed.twoRowsPerSecond)} rows/s, ${Math.round(speed.aloneRowsPerSecond)} with one table`,
    ),
  ]
}

report(
  [
    ...domainRows(),
    ...(await pipelineRows()),
    ...(await httpRows()),
    ...(await batchRows()),
    ...(await neighbourRows()),
  ],
  { notes: short ? ['short run: bounds are halved'] : [] },
)
