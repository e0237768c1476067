import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, figure } from '../src/testing-report.ts'
import { type Cluster, DCS } from './cluster.ts'
import type { Rehearsed } from './compare-writes.ts'
import type { Machines } from './failover-services.ts'
import { acknowledgedPerSecond, outageOf } from './repeated-writes.ts'
import type { Load } from './write-load.ts'

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
  member: {
    name: 'leader of etcd killed',
    watchSeconds: 20,
    async breakIt({ cluster }) {
      const leader = await cluster.dcsLeader()
      cluster.crash(leader)
      return async () => cluster.startDcs(leader)
    },
  },
  both: {
    name: 'network of the primary and of the leader of etcd cut',
    watchSeconds: 40,
    async breakIt({ cluster, machines }) {
      const [primary, leader] = await Promise.all([cluster.healthy(), cluster.dcsLeader()])
      for (const name of [primary, leader]) machines[name].setConnected(false)
      return async () => {
        for (const name of [primary, leader]) machines[name].setConnected(true)
      }
    },
  },
  etcd: {
    name: 'all of etcd paused for 30 s',
    watchSeconds: 40,
    async breakIt({ cluster }) {
      for (const name of DCS) cluster.signal(name, 'etcd', 'SIGSTOP')
      await sleep(30_000)
      for (const name of DCS) cluster.signal(name, 'etcd', 'SIGCONT')
      return async () => {}
    },
  },
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
      figure(
        `${name}: writes acknowledged per second after that`,
        acknowledgedPerSecond(load.writes, brokenAt + 1000 * seconds, watchedUntil),
      ),
      figure(`${name}: seconds until the writes that waited are done, of ${watchSeconds}`, caughtUp),
      figure(`${name}: requests refused or cut off, sent again`, failed),
      figure(`${name}: primary before and after`, `${before}, ${now ?? 'none'}`),
    ],
  }
}
