import { existsSync, readFileSync } from 'node:fs'
import { judgeAnswer, type Question } from '../src/domain/pipeline/judge-question.ts'
import { runPipeline } from '../src/domain/pipeline/run-pipeline.ts'
import { type Row, TODAY } from './phrasings.ts'

const readQuestions = (file: string): Question[] => {
  const url = new URL(`../fixtures/${file}`, import.meta.url)
  if (!existsSync(url)) return []
  return readFileSync(url, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Question)
}

type Score = { readonly total: number; readonly right: number; readonly times: readonly number[] }

async function score(file: string, report: (line: string) => void): Promise<Score> {
  const questions = readQuestions(file)
  const times: number[] = []
  let right = 0
  for (const question of questions) {
    const start = performance.now()
    const result = await runPipeline(
      {
        query: question.text,
        ...(question.context && { context: question.context }),
        ...(question.options && { options: question.options }),
      },
      { today: TODAY, clock: () => performance.now() },
    )
    times.push(performance.now() - start)
    const faults = judgeAnswer(result, question)
    if (faults.length === 0) right++
    else report(`${question.id} ${JSON.stringify(question.text)}: ${faults.join('; ')}`)
  }
  return { total: questions.length, right, times }
}

/** At least this share of the questions written before the pipeline must be right; our own bound. */
const BOUND = 0.95

/** Asks every question and gives the rows of the accuracy table; `report` receives every fault. */
export async function questionRows(report: (line: string) => void = () => {}): Promise<readonly Row[]> {
  const before = await score('questions-before.ndjson', report)
  const after = await score('questions-after.ndjson', report)
  const total = before.total + after.total
  const times = [...before.times, ...after.times].sort((a, b) => a - b)
  const share = ({ right, total: n }: Score) => (n === 0 ? 0 : right / n)
  const row = (name: string, set: Score): Row => ({
    name,
    value: share(set),
    bound: `>= ${BOUND}`,
    baseline: `${set.right} of ${set.total}`,
    ok: share(set) >= BOUND,
  })
  const median = times[times.length >> 1] ?? Number.NaN
  return [
    {
      name: 'questions asked',
      value: total,
      bound: '>= 300',
      baseline: `${before.total} before, ${after.total} after`,
      ok: total >= 300 && before.total * 2 >= 300,
    },
    row('questions written before the pipeline, right', before),
    row('questions written after the pipeline, right', after),
    {
      name: 'full deterministic pipeline, median ms',
      value: median,
      bound: '< 5',
      baseline: '',
      ok: median < 5,
    },
  ]
}
