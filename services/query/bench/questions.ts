import { readFileSync } from 'node:fs'
import { slowdown } from '@assay/kit/testing-process'
import type { Row } from '@assay/kit/testing-report'
import { judgeAnswer, type Question } from '../src/domain/pipeline/judge-question.ts'
import { runPipeline } from '../src/domain/pipeline/run-pipeline.ts'
import { TODAY } from './phrasings.ts'

const readQuestions = (file: string): Question[] =>
  readFileSync(new URL(`../fixtures/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Question)

type Score = {
  readonly total: number
  readonly right: number
  readonly times: readonly number[]
  readonly faults: readonly string[]
}

async function score(file: string): Promise<Score> {
  const questions = readQuestions(file)
  const times: number[] = []
  const faults: string[] = []
  for (const question of questions) {
    const { text, context, options } = question
    const start = performance.now()
    const result = await runPipeline(
      { query: text, ...(context && { context }), ...(options && { options }) },
      { today: TODAY, clock: () => performance.now() },
    )
    times.push(performance.now() - start)
    const found = judgeAnswer(result, question)
    if (found.length > 0) faults.push(`${question.id} ${JSON.stringify(text)}: ${found.join('; ')}`)
  }
  return { total: questions.length, right: questions.length - faults.length, times, faults }
}

/** At least this share of each set must be right; our own bound. */
const BOUND = 0.95
/** Median time of the whole deterministic pipeline, from the issue. */
const MEDIAN_MS = 5

const setRow = (name: string, { total, right }: Score, first: string): Row => ({
  name: `questions ${name} the pipeline: right`,
  value: `${right} of ${total} (${((100 * right) / total).toFixed(1)} %)`,
  bound: `>= ${100 * BOUND} %`,
  baseline: first,
  ok: right / total >= BOUND,
})

/** Rows and notes of the question sets for the accuracy table; every question not answered right is a note. */
export async function questionRows(): Promise<{
  readonly rows: readonly Row[]
  readonly notes: readonly string[]
}> {
  const before = await score('questions-before.ndjson')
  const after = await score('questions-after.ndjson')
  const total = before.total + after.total
  const times = [...before.times, ...after.times].sort((a, b) => a - b)
  const median = times[times.length >> 1]!
  return {
    rows: [
      {
        name: 'end-to-end questions',
        value: total,
        bound: '>= 300, half of them before',
        baseline: `${before.total} before, ${after.total} after`,
        ok: total >= 300 && before.total >= 150,
      },
      setRow('written before', before, 'at first reading 148 of 153'),
      setRow('written after', after, 'at first reading 151 of 156'),
      {
        name: 'full deterministic pipeline, median ms',
        value: Number(median.toFixed(2)),
        bound: `< ${MEDIAN_MS} on an idle machine`,
        baseline: 'issue',
        ok: median < MEDIAN_MS * slowdown(),
      },
    ],
    notes: [before, after].flatMap(({ faults }) => faults.map((fault) => `question ${fault}`)),
  }
}
