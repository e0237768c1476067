import { setTimeout as sleep } from 'node:timers/promises'
import { atLeast, atMost, figure, type Row } from '../src/testing-report.ts'
import type { Cluster } from './cluster.ts'
import { type Load, type Machines, moleculeOf, onPrimary } from './failover-load.ts'
import { outageOf, type Write } from './repeated-writes.ts'

/** Writes must succeed again after this time, by issue 18. */
const WITHIN_SECONDS = 30

/** Everything that runs while something breaks. */
export interface Rehearsal {
  readonly cluster: Cluster
  readonly machines: Machines
  readonly load: Load
}

/** One thing that breaks, and how it is mended afterwards. */
interface Scenario {
  readonly name: string
  /** Breaks it and returns what mends it. */
  breakIt(rehearsal: Rehearsal): Promise<() => Promise<void>>
  /** Time that is watched after the break. */
  readonly watchSeconds: number
}

/** Scenarios by the names of `--only`. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  kill: {
    name: 'primary killed',
    watchSeconds: 40,
    async breakIt({ cluster }) {
      const primary = await cluster.healthy()
      cluster.crash(primary)
      return async () => cluster.startMember(primary)
    },
  },
  cut: {
    name: 'network of the primary cut',
    watchSeconds: 40,
    async breakIt({ cluster, machines }) {
      const primary = await cluster.healthy()
      machines[primary].setConnected(false)
      return async () => machines[primary].setConnected(true)
    },
  },
  pgbouncer: {
    name: 'PgBouncer of one machine restarted',
    watchSeconds: 10,
    async breakIt({ cluster }) {
      cluster.signal('app1', 'pgbouncer', 'SIGKILL')
      await sleep(1000)
      cluster.startPgBouncer('app1')
      return async () => {}
    },
  },
  etcd: {
    name: 'etcd paused for 30 s',
    watchSeconds: 40,
    async breakIt({ cluster }) {
      cluster.signal('dcs', 'etcd', 'SIGSTOP')
      await sleep(30_000)
      cluster.signal('dcs', 'etcd', 'SIGCONT')
      return async () => {}
    },
  },
}

/** What was measured while something was broken; losses are counted when the load has ended. */
export interface Rehearsed {
  readonly name: string
  readonly rows: readonly Row[]
  /** Writes that were due between these times, in `performance.now()` time, belong to it. */
  readonly from: number
  readonly until: number
}

/** Breaks one thing under load, waits, mends it and waits until the cluster is whole again. */
export async function rehearse(
  rehearsal: Rehearsal,
  { name, breakIt, watchSeconds }: Scenario,
): Promise<Rehearsed> {
  const { cluster, load } = rehearsal
  const before = await cluster.healthy()
  const brokenAt = performance.now()
  const mend = await breakIt(rehearsal)
  while (performance.now() < brokenAt + watchSeconds * 1000) await sleep(100)
  const watchedUntil = performance.now()
  const { seconds, silence, caughtUp, failed } = outageOf(load.writes, brokenAt, watchedUntil)
  const now = (await cluster.members()).find(({ role }) => role === 'leader')?.name
  await mend()
  await cluster.healthy()
  console.error(`${name}: ${seconds.toFixed(1)} s, ${before} then ${now}`)
  return {
    name,
    from: brokenAt - 1000,
    until: watchedUntil,
    rows: [
      atMost(`${name}: seconds until every write that is sent is acknowledged`, seconds, WITHIN_SECONDS),
      figure(`${name}: longest time without an acknowledgement, s`, silence),
      figure(`${name}: seconds until the writes that waited are done`, caughtUp),
      figure(`${name}: requests refused or cut off, sent again`, failed),
      figure(`${name}: primary before and after`, `${before}, ${now ?? 'none'}`),
    ],
  }
}

const acknowledgedOf = (writes: readonly Write[]) =>
  writes.filter(({ acknowledgedAt }) => acknowledgedAt !== undefined)

/** Compares acknowledged writes with the table of evidence: those of each scenario, and all. */
async function compareWrites(
  address: string,
  writes: readonly Write[],
  rehearsed: readonly Rehearsed[],
): Promise<Row[]> {
  const kept = await onPrimary(
    address,
    'evidence',
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
async function compareJobs(address: string, jobs: readonly Write[]): Promise<Row[]> {
  const accepted = acknowledgedOf(jobs).map(({ kept }) => kept)
  const rows = await onPrimary(
    address,
    'audio',
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
  address: string,
  { writes, jobs }: Load,
  rehearsed: readonly Rehearsed[],
): Promise<Row[]> {
  const attempts = [...writes.attempts, ...jobs.attempts]
  for (const [status, text] of [...writes.unexpected, ...jobs.unexpected])
    console.error(`answered ${status}: ${text}`)
  const wrong = attempts.filter(({ status }) => status >= 300 && status !== 503)
  return [
    ...(await compareWrites(address, writes.all, rehearsed)),
    ...(await compareJobs(address, jobs.all)),
    atMost('all: answers other than 2xx and 503', wrong.length, 0),
    atMost('all: answers 503 without Retry-After', attempts.filter(({ unguided }) => unguided).length, 0),
  ]
}
