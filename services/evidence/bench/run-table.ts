/**
 * `npm run bench:runs -w @assay/evidence [-- --short] [-- --table] [-- --json]`: the table of a run with a million
 * observations (100 000 with `--short`), the import and assessment of 100 000 observations with ten candidates each (1 000
 * with `--short`), and a report of 2 000 of them. `--table` imports no more than the report lists. Bounds on times are multiplied by how much slower the machine is than an idle one.
 * Needs DATABASE_URL, a PostgreSQL server on which it may create databases; it removes them.
 */
import { runOptions } from '@assay/kit/testing-options'
import { addressOf, slowdown, stopProcess } from '@assay/kit/testing-process'
import { figure, type Row, report, row } from '@assay/kit/testing-report'
import { composeImport } from '../src/compose/commands.ts'
import { readConfig } from '../src/config.ts'
import { ALGORITHM_VERSION } from '../src/domain/assessment/assess.ts'
import { mulberry32, randomInteger } from '../src/domain/numerics/random.ts'
import { evidence } from '../test/cli.ts'
import { type PreparedDatabase, prepareDatabase, run } from './prepared-database.ts'

const RUN = 'bench'
/** Longest time of a report of 2 000 observations on an idle machine. */
const REPORT_MS = 2000

/** Stores summaries as the job stores them: ten candidates, found by some thirty words each. */
async function storeSummaries({ url, organizationId }: PreparedDatabase, count: number): Promise<void> {
  await run(
    url,
    `INSERT INTO observation (organization_id, run_id, observation_id, changes, assessed_changes, model_version,
       algorithm_version, assessed_at, candidates, candidate_key, molecule_id, name, probability, lower_bound, upper_bound,
       none_probability, facts, words)
     SELECT '${organizationId}', '${RUN}', 'feature ' || lpad(i::text, 7, '0'), 1, 1, 0, '${ALGORITHM_VERSION}', now(), 10,
       'KEY' || i, 'MOL_' || i, 'compound ' || i, p, p * 0.8, 1 - (1 - p) * 0.8, (1 - p) / 2,
       '{"shares":[],"others":0,"schymanski":"3","msi":"3","conflict":0,"sources":1,"calibrated":false}',
       array_to_tsvector(array['compound', 'candidate', 'mol', i::text]
         || array(SELECT 'w' || 10000 + (i * 7 + k) % 20000 FROM generate_series(1, 26) AS k))
     FROM (SELECT i, abs(hashint4(i)::float8) / 2147483648 AS p FROM generate_series(1, ${count}) AS i) AS one`,
  )
  await run(
    url,
    `INSERT INTO run (organization_id, run_id, observations) VALUES ('${organizationId}', '${RUN}', ${count})`,
  )
  await run(url, 'VACUUM (ANALYZE) observation')
}

interface Page {
  readonly next_cursor: string | null
  readonly observations: readonly unknown[]
}

/** Pages that people ask for: the first ones, deep ones, filtered ones. */
const tables = (count: number) => {
  const random = mulberry32(4)
  const rare = () => `compound ${1 + randomInteger(random, count)}`
  return {
    'most probable first': () => '',
    'by observation': () => 'sort=observation_id',
    'at least a drawn probability': () => `min_probability=${random().toFixed(3)}`,
    'a candidate that occurs once': () => `candidate=${encodeURIComponent(rare())}`,
    'a candidate that occurs in one of a thousand': () =>
      `candidate=w${10_000 + randomInteger(random, 20_000)}`,
    'a candidate that occurs everywhere': () => 'candidate=comp',
  }
}

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))]!

async function tableRows(prepared: PreparedDatabase, count: number, short: boolean): Promise<Row[]> {
  const started = performance.now()
  await storeSummaries(prepared, count)
  console.log(`${count} summaries stored in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  const args = ['serve', '--port', '0', '--rate-limit-per-minute', '0', '--admin-port', '-1']
  const server = evidence(args, { DATABASE_URL: prepared.url })
  try {
    const url = await addressOf(server)
    const get = async (query: string): Promise<{ ms: number; page: Page }> => {
      const asked = performance.now()
      const response = await fetch(`${url}/v1/runs/${RUN}/observations?${query}`, {
        headers: prepared.headers,
      })
      const page = (await response.json()) as Page
      if (response.status !== 200) throw new Error(`${query}: ${JSON.stringify(page)}`)
      return { ms: performance.now() - asked, page }
    }
    const rows: Row[] = []
    for (const [name, queryOf] of Object.entries(tables(count))) {
      const times: number[] = []
      for (let asked = 0; asked < (short ? 20 : 60); asked += 1) {
        const query = queryOf()
        let cursor = ''
        // Three pages of each: the places after a cursor are what deep pages cost.
        for (let depth = 0; depth < 3; depth += 1) {
          const { ms, page } = await get(`${query}${cursor}`)
          times.push(ms)
          if (page.next_cursor === null) break
          cursor = `&cursor=${page.next_cursor}`
        }
      }
      // The first answers warm up the process and the cache.
      const warm = times.slice(5)
      console.log(
        `${name}: p50 ${percentile(warm, 0.5).toFixed(1)} ms, p95 ${percentile(warm, 0.95).toFixed(1)} ms`,
      )
      const label = `table of a run with ${count} observations, ${name}: p95 in ms`
      const p95 = percentile(warm, 0.95)
      // A text that hardly occurs is looked for in all rows of the run.
      const most = (short ? 200 : 100) * slowdown()
      rows.push(/once|thousand/.test(name) ? figure(label, p95) : row(label, p95, '<=', most))
    }
    return [...rows, await reportRow(url, prepared)]
  } finally {
    await stopProcess(server)
  }
}

/** Observations that a report lists, at most as many as were imported. */
const REPORTED = 2000

/** Time of a report of imported observations with ten candidates each: from the request to the last byte. */
async function reportRow(url: string, { headers }: PreparedDatabase): Promise<Row> {
  const times: number[] = []
  let listed = 0
  for (let asked = 0; asked < 4; asked += 1) {
    const started = performance.now()
    const body = JSON.stringify({ run_id: 'imported', limit: REPORTED })
    const response = await fetch(`${url}/v1/reports`, { method: 'POST', headers, body })
    const report = (await response.json()) as { observations: readonly unknown[] }
    if (response.status !== 200) throw new Error(JSON.stringify(report).slice(0, 500))
    listed = report.observations.length
    times.push(performance.now() - started)
  }
  const warm = times.slice(1)
  return row(`report of ${listed} observations: ms`, percentile(warm, 0.5), '<=', REPORT_MS * slowdown())
}

async function* linesOf(observations: number): AsyncGenerator<Uint8Array> {
  const random = mulberry32(6)
  for (let start = 0; start < observations; start += 100) {
    let text = ''
    for (let i = start; i < Math.min(observations, start + 100); i += 1) {
      for (let k = 0; k < 10; k += 1) {
        const metadata = { observation_id: `feature ${i}`, name: `compound ${(i * 3 + k) % 20_000}` }
        const molecule_id = `MOL_${(i * 3 + k) % 20_000}`
        const value = Number(random().toFixed(3))
        text += `${JSON.stringify({ molecule_id, type: 'spectral_match', value, source: 'lab', metadata })}\n`
      }
    }
    yield Buffer.from(text)
  }
}

async function importRows(prepared: PreparedDatabase, observations: number): Promise<Row[]> {
  const { database, receiveImport, runImport, findImport, assessRuns } = await composeImport(
    readConfig({ argv: ['--database-url', prepared.url, '--log-level', 'error'], env: {} }),
  )
  try {
    const { organizationId, userId } = prepared
    const actor = { userId, organizationId, role: 'researcher' as const, epoch: 0, requestId: 'bench' }
    const { signal } = new AbortController()
    const started = performance.now()
    const { id } = await receiveImport(actor, {
      format: 'ndjson',
      bytes: linesOf(observations),
      runId: 'imported',
    })
    await runImport({ organizationId, importId: id }, signal)
    const imported = performance.now()
    const before = process.cpuUsage()
    await assessRuns({ organizationId, runId: 'imported' }, signal)
    const { user, system } = process.cpuUsage(before)
    const assessed = performance.now()
    const { itemsAdded } = await findImport(actor, id)
    const [left] = await run(
      prepared.url,
      `SELECT count(*) AS n FROM observation WHERE run_id = 'imported' AND assessed_changes < changes`,
    )
    if (itemsAdded !== 10 * observations || Number(left!.n) !== 0)
      throw new Error(`${itemsAdded} items, ${left!.n} observations not assessed`)
    const perSecond = (from: number, to: number) => (1000 * observations) / (to - from)
    const name = `${observations} observations with 10 candidates`
    return [
      figure(`${name}: imported per second`, perSecond(started, imported)),
      figure(`${name}: assessed per second in the worker`, perSecond(imported, assessed)),
      figure(`${name}: assessed per second of its processor`, (1e6 * observations) / (user + system)),
      figure(`${name}: imported and assessed per second`, perSecond(started, assessed)),
    ]
  } finally {
    await database.close()
  }
}

/** Rows for `npm run bench`; a short run on a noisy machine is judged against twice the bound. */
export async function runRows(short: boolean, tableOnly = false): Promise<Row[]> {
  const prepared = await prepareDatabase()
  try {
    const imported = await importRows(prepared, short ? 1000 : tableOnly ? REPORTED : 100_000)
    return [...imported, ...(await tableRows(prepared, short ? 100_000 : 1_000_000, short))]
  } finally {
    await prepared.remove()
  }
}

if (import.meta.main) {
  const { short, table } = runOptions({ flags: ['short', 'table'] }).is
  report(await runRows(short, table))
}
