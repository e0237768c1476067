import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningProcess, stopProcess } from './testing-process.ts'

/** Real service, started only for the fuzz run. */
interface FuzzTarget {
  readonly baseUrl: string
  /** Credentials for the service's `schemathesis.toml`, by their names there. */
  readonly secrets: Readonly<Record<string, string>>
  /** All processes of the service. None may log an error, and all must exit with 0. */
  readonly processes: readonly RunningProcess[]
  /** Removes the data of the run. */
  clean(): Promise<unknown>
}

/** Settings of a fuzz run. */
export interface FuzzOptions {
  readonly service: string
  /** Folder with `schemathesis.toml` and `hooks.py`. */
  readonly folder: string
  /** Examples per operation in one round. Choose it so that a round of the short form sends about 1 500 requests. */
  readonly examples: number
  readonly argv: readonly string[]
  start(): Promise<FuzzTarget>
}

interface FuzzRow {
  readonly name: string
  readonly value: number
  readonly bound: number
  readonly baseline: null
  readonly ok: boolean
}

/** The parts of schemathesis's JSON report that are read here. */
interface Report {
  readonly complete: boolean
  readonly operations: { readonly selected: number; readonly tested: number; readonly errored: number }
  readonly failures: readonly { readonly type: string; readonly count: number }[]
  readonly errors: readonly unknown[]
}
interface Tally {
  readonly phases: Readonly<Record<string, number>>
  readonly statuses: Readonly<Record<string, number>>
  readonly succeeded: readonly string[]
  readonly slowest: { readonly seconds: number; readonly operation: string }
}
interface Round {
  readonly report: Report | undefined
  readonly tally: Tally
}

const REPOSITORY = join(import.meta.dirname, '../../..')
const FIXED_SEED = 20_261_115
const FULL_REQUESTS = 100_000
const SHORT_REQUESTS = 1500
const FULL_MINUTES = 90
const SHORT_MINUTES = 8
/** Longest time until an answer on an idle machine; a shared machine may be five times slower. */
const DEADLINE_SECONDS = 5
const SLACK = 5

const SERVER_ERRORS = ['ServerError', 'ContentTypeServerError']
const UNDECLARED = ['UndefinedStatusCode']
const LATE = ['ResponseTimeExceeded']
const BROKEN_ANSWERS = [
  'MissingContentType',
  'UndefinedContentType',
  'MalformedMediaType',
  'MissingHeaders',
  'JsonSchemaError',
  'MalformedJson',
  'ContentDeserializationError',
  'DiscriminatorMismatch',
]

const documentOf = (folder: string) => join(folder, '../../openapi.json')

/** Returns every operation of the document, named as schemathesis names it. */
function operationsOf(folder: string): string[] {
  const { paths } = JSON.parse(readFileSync(documentOf(folder), 'utf8')) as { paths: Record<string, object> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
}

/** Runs schemathesis once over the whole document, and ends it when it takes too long. */
async function runRound(
  options: FuzzOptions,
  target: FuzzTarget,
  run: { seed: number; examples: number; deadlineSeconds: number; withinMs: number },
): Promise<Round> {
  const work = mkdtempSync(join(tmpdir(), `assay-fuzz-${options.service}-`))
  const [reportPath, tallyPath] = [join(work, 'report.json'), join(work, 'tally.json')]
  const child = spawn(
    join(REPOSITORY, 'tooling/python.sh'),
    [
      ...['schemathesis', '--config-file', join(options.folder, 'schemathesis.toml')],
      ...['run', documentOf(options.folder), '--url', target.baseUrl, '--no-color'],
      ...['--seed', String(run.seed), '--max-examples', String(run.examples)],
      ...['--max-response-time', String(run.deadlineSeconds)],
      ...['--request-timeout', String(2 * run.deadlineSeconds)],
      ...['--report-json-path', reportPath],
    ],
    {
      cwd: options.folder, // Where `hooks.py` is looked for.
      env: {
        // biome-ignore lint/style/noProcessEnv: for tests only; the tool needs PATH and where caches are.
        ...process.env,
        ...target.secrets,
        PYTHONPATH: join(REPOSITORY, 'tooling/python'),
        PYTHONDONTWRITEBYTECODE: '1',
        ASSAY_FUZZ_TALLY: tallyPath,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => {
      output += piece
    })
  const late = setTimeout(() => child.kill('SIGINT'), run.withinMs)
  const killed = setTimeout(() => child.kill('SIGKILL'), run.withinMs + 60_000)
  const code = await new Promise<number | null>((done) => child.once('close', done))
  clearTimeout(late)
  clearTimeout(killed)
  const read = <T>(path: string): T | undefined =>
    existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined
  const report = read<Report>(reportPath)
  const tally = read<Tally>(tallyPath)
  rmSync(work, { recursive: true, force: true })
  // The output of schemathesis shows each failure with its request.
  if (code !== 0) console.log(output)
  return {
    report,
    tally: tally ?? { phases: {}, statuses: {}, succeeded: [], slowest: { seconds: 0, operation: '' } },
  }
}

const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((a, b) => a + b, 0)

function added(into: Record<string, number>, counts: Readonly<Record<string, number>>): void {
  for (const [key, count] of Object.entries(counts)) into[key] = (into[key] ?? 0) + count
}

/**
 * Sends generated requests to a running service by its OpenAPI document (schemathesis: examples, coverage, fuzzing and
 * stateful links) and prints the findings. `--full` sends 100 000 requests instead of 1 500; `--seed n` repeats a run;
 * `--ci` fixes the seed. Both allow five times the answer time. Returns whether everything passed.
 */
export async function fuzz(options: FuzzOptions): Promise<boolean> {
  const { service, argv } = options
  const full = argv.includes('--full')
  const ci = argv.includes('--ci')
  const given = argv.indexOf('--seed')
  const firstSeed = given >= 0 ? Number(argv[given + 1]) : ci ? FIXED_SEED : randomInt(2 ** 31)
  const wanted = full ? FULL_REQUESTS : SHORT_REQUESTS
  const deadlineSeconds = DEADLINE_SECONDS * (ci || full ? SLACK : 1)
  const until = performance.now() + (full ? FULL_MINUTES : SHORT_MINUTES) * 60_000
  console.log(`fuzz ${service}: seed ${firstSeed}`)

  const target = await options.start()
  const rounds: Round[] = []
  let requests = 0
  let ends: readonly (number | NodeJS.Signals | null)[]
  try {
    while (requests < wanted && performance.now() < until) {
      const round = await runRound(options, target, {
        seed: firstSeed + rounds.length,
        examples: full ? 20 * options.examples : options.examples,
        deadlineSeconds,
        withinMs: until - performance.now(),
      })
      rounds.push(round)
      const sent = sum(round.tally.phases)
      requests += sent
      // A round that fails or sends almost nothing would do so again.
      if (!round.report || round.report.failures.length > 0 || sent < 100) break
    }
  } finally {
    ends = (await Promise.all(target.processes.map((each) => stopProcess(each)))).map(
      ({ code, signal }) => code ?? signal,
    )
    await target.clean()
  }

  const phases: Record<string, number> = {}
  const statuses: Record<string, number> = {}
  for (const { tally } of rounds) {
    added(phases, tally.phases)
    added(statuses, tally.statuses)
  }
  const failures = rounds.flatMap(({ report }) => report?.failures ?? [])
  const failed = (types: readonly string[]) =>
    failures.filter(({ type }) => types.includes(type)).reduce((total, { count }) => total + count, 0)
  const named = [...SERVER_ERRORS, ...UNDECLARED, ...BROKEN_ANSWERS, ...LATE]
  const others = failures.filter(({ type }) => !named.includes(type))
  const operations = rounds[0]?.report?.operations
  const incomplete = rounds.filter(({ report }) => !report?.complete || report.errors.length > 0).length
  const logged = target.processes.flatMap((each) =>
    each
      .output()
      .split('\n')
      .filter((line) => /"level":[56]0/.test(line)),
  )
  const slowest = rounds
    .map(({ tally }) => tally.slowest)
    .reduce((a, b) => (b.seconds > a.seconds ? b : a), { seconds: 0, operation: '' })
  const reached = new Set(rounds.flatMap(({ tally }) => tally.succeeded))

  const row = (name: string, value: number, bound: number, ok: boolean): FuzzRow => ({
    name: `fuzz ${service}: ${name}`,
    value,
    bound,
    baseline: null,
    ok,
  })
  const none = (name: string, value: number) => row(name, value, 0, value === 0)
  const total = operations?.selected ?? 0
  const rows = [
    row('requests sent', requests, wanted, requests >= wanted),
    none('server errors (5xx)', failed(SERVER_ERRORS)),
    none('undeclared statuses', failed(UNDECLARED)),
    none('answers that break their declared schema, type or headers', failed(BROKEN_ANSWERS)),
    none(
      'other failed checks',
      others.reduce((all, { count }) => all + count, 0),
    ),
    row(
      'slowest answer, s',
      slowest.seconds,
      deadlineSeconds,
      failed(LATE) === 0 && slowest.seconds <= deadlineSeconds,
    ),
    row('operations tested', operations?.tested ?? 0, total, total > 0 && operations?.tested === total),
    none('rounds that did not finish', incomplete),
    none('errors in the logs', logged.length),
    none('processes that did not end with 0', ends.filter((end) => end !== 0).length),
  ]
  for (const line of logged.slice(0, 10)) console.log(line.slice(0, 1000))
  for (const { type, count } of others) console.log(`other failed check: ${type} (${count})`)
  console.log(`by phase: ${JSON.stringify(phases)}; by status: ${JSON.stringify(statuses)}`)
  const never = operationsOf(options.folder).filter((label) => !reached.has(label))
  console.log(`never answered with success: ${never.join(', ') || 'none'}; slowest: ${slowest.operation}`)
  const width = Math.max(...rows.map(({ name }) => name.length))
  for (const { name, value, bound, ok } of rows)
    console.log(
      `${name.padEnd(width)}  ${String(Math.round(value * 100) / 100).padStart(9)} ${String(bound).padStart(9)}  ${ok ? 'ok' : 'FAILED'}`,
    )
  if (argv.includes('--json')) console.log(JSON.stringify({ rows }))
  return rows.every(({ ok }) => ok)
}
