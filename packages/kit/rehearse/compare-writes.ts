import { atLeast, atMost, figure, type Row } from '../src/testing-report.ts'
import type { Write } from './repeated-writes.ts'
import { type Load, moleculeOf, query, type UrlOf } from './write-load.ts'

/** What was measured while something was broken; losses are counted when the load has ended. */
export interface Rehearsed {
  readonly name: string
  readonly rows: readonly Row[]
  /** Writes that were due between these times, in `performance.now()` time, belong to it. */
  readonly from: number
  readonly until: number
}

const acknowledgedOf = (writes: readonly Write[]) =>
  writes.filter(({ acknowledgedAt }) => acknowledgedAt !== undefined)

/** Compares acknowledged writes with the table of evidence: those of each scenario, and all. */
async function compareWrites(
  urlOf: UrlOf,
  writes: readonly Write[],
  rehearsed: readonly Rehearsed[],
): Promise<Row[]> {
  const kept = await query(
    urlOf('evidence'),
    "SELECT molecule_id AS id, count(*)::int AS items FROM evidence WHERE molecule_id LIKE 'WRITE!_%' ESCAPE '!' GROUP BY 1",
  )
  const items = new Map(kept.map(({ id, items }) => [id as string, items as number]))
  const itemsOf = ({ number }: Write) => items.get(moleculeOf(number)) ?? 0
  const lostOf = (some: readonly Write[]) =>
    acknowledgedOf(some).filter((write) => itemsOf(write) === 0).length
  const twiceOf = (some: readonly Write[]) => some.filter((write) => itemsOf(write) > 1).length
  return [
    ...rehearsed.flatMap(({ name, rows, from, until }) => {
      const mine = writes.filter(({ dueAt }) => dueAt >= from && dueAt <= until)
      return [
        ...rows,
        atLeast(`${name}: writes acknowledged`, acknowledgedOf(mine).length, 1),
        atMost(`${name}: acknowledged writes lost`, lostOf(mine), 0),
        atMost(`${name}: writes done twice`, twiceOf(mine), 0),
      ]
    }),
    figure('all: writes that were due', writes.length),
    atMost('all: writes given up', writes.length - acknowledgedOf(writes).length, 0),
    atMost('all: acknowledged writes lost', lostOf(writes), 0),
    atMost('all: writes done twice', twiceOf(writes), 0),
  ]
}

/** Compares accepted jobs with the table of jobs and with the count of completions. */
async function compareJobs(urlOf: UrlOf, jobs: readonly Write[]): Promise<Row[]> {
  const accepted = acknowledgedOf(jobs).map(({ kept }) => kept)
  const rows = await query(
    urlOf('audio'),
    "SELECT id::text, (SELECT count(*)::int FROM completion WHERE completion.id = job.id) AS times FROM job WHERE type = 'beats'",
  )
  const completed = new Map(rows.map(({ id, times }) => [id as string, times as number]))
  return [
    atLeast('all: jobs accepted', accepted.length, 1),
    atMost('all: accepted jobs lost or not completed', accepted.filter((id) => !completed.get(id)).length, 0),
    atMost(
      'all: jobs done twice, or accepted twice',
      [...completed.values()].filter((times) => times > 1).length + rows.length - new Set(accepted).size,
      0,
    ),
  ]
}

/** Compares what clients were told with what the database holds. */
export async function compare(
  urlOf: UrlOf,
  { writes, jobs }: Load,
  rehearsed: readonly Rehearsed[],
): Promise<Row[]> {
  const attempts = [...writes.attempts, ...jobs.attempts]
  for (const [status, text] of [...writes.unexpected, ...jobs.unexpected])
    console.error(`answered ${status}: ${text}`)
  const wrong = attempts.filter(({ status }) => status >= 300 && status !== 503)
  return [
    ...(await compareWrites(urlOf, writes.all, rehearsed)),
    ...(await compareJobs(urlOf, jobs.all)),
    atMost('all: answers other than 2xx and 503', wrong.length, 0),
    atMost('all: answers 503 without Retry-After', attempts.filter(({ unguided }) => unguided).length, 0),
  ]
}
