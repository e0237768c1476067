/**
 * How many questions of people are answered right, by the judge that was handed over with the project:
 * `npm run answers -w @assay/query` (`-- --json` for machines, `-- --questions FOLDER` when the handed-over data are elsewhere).
 * The development set may be learnt from: its failures are listed. The blind set is reported by totals only, so that nobody tunes on it.
 */
import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { runOptions } from '@assay/kit/testing-options'
import { addressOf, startProcess } from '@assay/kit/testing-process'
import { atMost, figure, type Row, report } from '@assay/kit/testing-report'

const { values } = runOptions({ options: ['questions'] })
const SHARED = values.questions[0] ?? fileURLToPath(new URL('../../../../shared/data/query', import.meta.url))
const RUNNER = join(SHARED, 'run-questions.mjs')
const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}.ndjson`, import.meta.url))
const BLIND = fixture('questions-blind')
/** Written by other hands; learnt from after their first run. See fixtures/questions-other-hand.md and questions-further.md. */
const OTHER_HAND = [
  ['another hand', 'questions-other-hand'],
  ['another hand, second', 'questions-other-hand-final'],
  ['further', 'questions-further'],
  ['further, second', 'questions-further-final'],
] as const
/** By the same hand, never learnt from. */
const OTHER_HAND_LAST = fixture('questions-other-hand-third')

/** Shares that must be right, from the issue. */
const DEVELOPMENT_BOUND = 0.95
const BLIND_BOUND = 0.85

/** Questions whose expectation contradicts itself: reported, and not counted as unsafe. */
const FAULTY: Readonly<Record<string, string>> = {
  'preterm-13':
    'must_not with no_input is a double negation: it demands that 40 weeks of gestation be read as the age of a newborn',
}

type Kinds = {
  readonly right: number
  readonly unsafe: number
  readonly wrong: number
  readonly 'needless refusal': number
  readonly incomplete: number
}
type Result = Kinds & {
  readonly questions: number
  readonly by_category: Readonly<Record<string, Kinds & { readonly questions: number }>>
  readonly results: readonly { readonly id: string; readonly kind: string; readonly query: string }[]
}

/** Runs the judge over a set. It reads `questions.ndjson` beside itself, so both are copied into a folder of their own. */
async function judge(questions: string, url: string): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-answers-'))
  try {
    copyFileSync(RUNNER, join(folder, 'run-questions.mjs'))
    copyFileSync(questions, join(folder, 'questions.ndjson'))
    const result = join(folder, 'result.json')
    await promisify(execFile)(process.execPath, [
      join(folder, 'run-questions.mjs'),
      url,
      '--quiet',
      '--json',
      result,
    ])
    return JSON.parse(readFileSync(result, 'utf8')) as Result
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Rows of a set as a whole. Unsafe answers of a blind set are told and not bounded: a bound would make somebody tune on it. */
function totalsOf(set: string, result: Result, bound: number, blind = false): Row[] {
  const { questions, right, wrong, incomplete } = result
  const dangerous = result.results.filter(({ kind }) => kind === 'unsafe').map(({ id }) => id)
  const unsafe = dangerous.filter((id) => !(id in FAULTY)).length
  const faulty = dangerous.filter((id) => id in FAULTY)
  return [
    {
      name: `${set}: right`,
      value: `${right} of ${questions} (${((100 * right) / questions).toFixed(1)} %)`,
      bound: `>= ${100 * bound} %`,
      baseline: `wrong ${wrong}, refused ${result['needless refusal']}, incomplete ${incomplete}`,
      ok: right / questions >= bound,
    },
    blind
      ? figure(`${set}: unsafe`, unsafe, 'aim 0')
      : atMost(
          `${set}: unsafe`,
          unsafe,
          0,
          faulty.length === 0 ? null : `besides ${faulty.join(', ')}, whose expectation is faulty`,
        ),
  ]
}

/** Rows of a set as a whole and of its categories. */
function rowsOf(set: string, result: Result, bound: number, blind = false): Row[] {
  return [
    ...totalsOf(set, result, bound, blind),
    ...Object.entries(result.by_category).map(([category, own]) =>
      figure(
        `${set}: ${category}`,
        `${own.right} of ${own.questions}`,
        own.unsafe === 0 ? null : `unsafe ${own.unsafe}`,
      ),
    ),
  ]
}

const rows: Row[] = []
const notes: string[] = []
if (!existsSync(RUNNER)) {
  rows.push(figure('questions', 'skipped', 'the judge is not beside the repository'))
  notes.push(`No ${RUNNER}: the questions are skipped. Give their folder with --questions.`)
} else {
  const server = startProcess(
    fileURLToPath(new URL('../src/cli/main.ts', import.meta.url)),
    ['serve', '--port', '0', '--admin-port', '0', '--rate-limit-per-minute', '0', '--log-level', 'info'],
    { env: { PATH: process.env.PATH } },
  )
  try {
    const url = await addressOf(server)
    const development = await judge(join(SHARED, 'questions.ndjson'), url)
    rows.push(...rowsOf('development', development, DEVELOPMENT_BOUND))
    for (const { id, kind, query } of development.results)
      if (kind !== 'right')
        notes.push(`${id} ${kind}: ${query.slice(0, 160)}${id in FAULTY ? ` (${FAULTY[id]})` : ''}`)
    if (existsSync(BLIND)) rows.push(...rowsOf('blind', await judge(BLIND, url), BLIND_BOUND, true))
    else notes.push('No blind set here.')
    for (const [set, file] of OTHER_HAND)
      rows.push(...totalsOf(set, await judge(fixture(file), url), BLIND_BOUND))
    const last = await judge(OTHER_HAND_LAST, url)
    rows.push(
      figure('another hand, last: right', `${last.right} of ${last.questions}`, 'never learnt from'),
      figure('another hand, last: unsafe', last.unsafe, 'aim 0'),
    )
  } finally {
    server.signal('SIGTERM')
    await server.ended
  }
}
report(rows, {
  notes,
  recorded: { run: 'query-answers', command: 'npm run answers -w @assay/query', form: 'full' },
})
