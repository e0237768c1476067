import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import {
  driftOf,
  findKnee,
  hold,
  LightLoadRefused,
  type LoadTarget,
  overload,
  RECOVERY_SECONDS,
} from './load-phases.ts'
import { quantile, type Shot, summaryOf } from './open-loop.ts'
import { runOptions } from './testing-options.ts'
import {
  addressOf,
  databaseSeconds,
  processorSeconds,
  type RunningProcess,
  stolenSeconds,
  stopProcess,
} from './testing-process.ts'
import { atLeast, atMost, figure, type Row, report } from './testing-report.ts'

/** Resident memory of a process, MB (Linux). */
const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Takes a sample once a second until stopped; then returns the samples. */
function watch<T>(sample: () => T): () => T[] {
  const samples: T[] = []
  const timer = setInterval(() => samples.push(sample()), 1000)
  return () => {
    clearInterval(timer)
    return samples
  }
}

/**
 * A second counts when others of the host had at most this share of the processors in it, in the time before that recovery may
 * take, and in the next one, in which the last of its requests are answered.
 */
const LEFT_ALONE = 0.1

/**
 * Watches, second by second, which share of the processors a hypervisor gives to others. What is 70 % of a machine is too much
 * for half of it, and says nothing about the server.
 */
function watchHost(): () => { readonly share: number; readonly leftAlone: (second: number) => boolean } {
  const started = performance.now()
  const now = () => ({ ms: performance.now() - started, stolen: stolenSeconds() })
  const first = now()
  const stop = watch(now)
  return () => {
    const last = now()
    const samples = [first, ...stop(), last]
    const shareBetween = (fromMs: number, toMs: number): number => {
      const from = samples.findLast(({ ms }) => ms <= fromMs) ?? first
      const to = samples.find(({ ms }) => ms >= toMs) ?? last
      return (1000 * (to.stolen - from.stolen)) / (availableParallelism() * (to.ms - from.ms))
    }
    const quiet = (second: number) => shareBetween(1000 * second, 1000 * (second + 1)) <= LEFT_ALONE
    return {
      share: shareBetween(0, last.ms),
      leftAlone: (second) =>
        Array.from({ length: RECOVERY_SECONDS + 2 }, (_, before) => second + 1 - before)
          // A part of a second after the end is too short for the clock of the kernel.
          .filter((each) => each === second || (each >= 0 && 1000 * (each + 1) <= last.ms))
          .every(quiet),
    }
  }
}

/** Watches which seconds count. */
const countsWhereLeftAlone = () => {
  const watching = watchHost()
  return () => watching().leftAlone
}

interface Form {
  readonly secondsPerStep: number
  readonly searches: number
  /** Time for which the knee must be carried. */
  readonly confirmSeconds: number
  readonly holdSeconds: number
  readonly overloadSeconds: number
  /** Share of requests that must be accepted at 70 %. */
  readonly accepted: number
  /** Growth of memory while 70 % is held. */
  readonly growth: number
  /** Runs until one holds. */
  readonly runs: number
}

const FULL: Form = {
  secondsPerStep: 5,
  searches: 3,
  confirmSeconds: 20,
  holdSeconds: 15 * 60,
  overloadSeconds: 30,
  accepted: 0.999,
  growth: 1.15,
  runs: 1,
}
const PLAIN: Form = { ...FULL, secondsPerStep: 2, confirmSeconds: 8, holdSeconds: 40, overloadSeconds: 20 }
/**
 * CI: a few seconds each, on a machine whose speed changes by the second. Neighbours that come or go after the knee was found
 * make 70 % of it too much or 150 % of it too little, so the whole is run again.
 */
const SHORT: Form = {
  ...FULL,
  secondsPerStep: 1,
  searches: 1,
  confirmSeconds: 0,
  holdSeconds: 8,
  overloadSeconds: 10,
  accepted: 0.95,
  growth: 1.5,
  runs: 3,
}

const { short, full, processes } = runOptions({ flags: ['short', 'full', 'processes'] }).is
const form = short ? SHORT : full ? FULL : PLAIN

/** What is put under load: how to start a server, and what it is asked. */
export interface LoadSubject {
  start(): RunningProcess
  readonly requestOf: LoadTarget['requestOf']
  /** Whether it asks a PostgreSQL on this machine, whose processor time counts too. */
  readonly database?: boolean
}

/** Starts so many servers for the time of `use`. */
async function withServers<T>(
  { start, requestOf }: LoadSubject,
  count: number,
  use: (target: LoadTarget, servers: readonly RunningProcess[]) => Promise<T>,
): Promise<T> {
  const servers = Array.from({ length: count }, start)
  try {
    const urls = await Promise.all(servers.map((server) => addressOf(server)))
    return await use({ urls, requestOf }, servers)
  } finally {
    for (const server of servers) await stopProcess(server)
  }
}

/** Finds the knee of 1, 2 and 4 processes, which share the machine with the database and with whoever sends the load. */
async function processRows(service: string, subject: LoadSubject): Promise<Row[]> {
  const rows: Row[] = []
  for (const count of [1, 2, 4]) {
    const { perSecond, mb } = await withServers(subject, count, async (target, servers) => {
      await hold(target, 50, 5)
      const { perSecond } = await findKnee(target, {
        secondsPerStep: form.secondsPerStep,
        watch: countsWhereLeftAlone,
      })
      return { perSecond, mb: servers.map(({ pid }) => residentMb(pid)) }
    })
    const name = (claim: string) => `${service}, ${count} ${count === 1 ? 'process' : 'processes'}: ${claim}`
    rows.push(figure(name('knee, requests per second'), perSecond))
    rows.push(
      figure(
        name('memory of all after it, MB'),
        mb.reduce((sum, each) => sum + each),
      ),
    )
  }
  return rows
}

/** Prints how each minute was, on the error output: the table is read from the other. */
function printMinutes(service: string, shots: readonly Shot[]): void {
  for (let minute = 0; ; minute++) {
    const { sent, accepted, p99Ms } = summaryOf(shots, 60_000 * minute, 60_000 * (minute + 1))
    if (sent === 0) return
    console.error(
      `${service}: minute ${minute + 1}, ${((100 * accepted) / sent).toFixed(2)} % accepted, p99 ${p99Ms.toFixed(1)} ms`,
    )
  }
}

/** Share of seconds in which the host must have left the machine alone. */
const COUNTED = 0.5
/** Overloads that are tried until one is an overload and the host left the machine alone. */
const PRESSES = 3

/**
 * Finds the knee of a server that runs here, holds 70 % of it (15 minutes with `--full`, 40 s without, 8 s with `--short`),
 * sends 150 % and goes back. Returns the rows. In the last run of the short form rates are not judged when the host gave more
 * than a tenth of the processors to others.
 */
async function loadRows(
  service: string,
  target: LoadTarget,
  { pid, database, isLast }: { pid: number; database: boolean; isLast: boolean },
): Promise<Row[]> {
  // Compiles the code and fills the pools.
  await hold(target, 50, short ? 2 : 5)
  const searching = watchHost()
  const knee = await findKnee(target, { ...form, watch: countsWhereLeftAlone })
  const searched = searching()
  for (const { perSecond, accepted, p99Ms } of knee.tried)
    console.log(
      `${service}: ${perSecond}/s, ${(100 * accepted).toFixed(1)} % accepted, p99 ${p99Ms.toFixed(1)} ms`,
    )
  const usual = Math.round(0.7 * knee.perSecond)
  const memory = watch(() => residentMb(pid))
  const holding = watchHost()
  const before = processorSeconds(pid)
  const databaseBefore = databaseSeconds()
  const held = await hold(target, usual, form.holdSeconds)
  const perRequestMs = (seconds: number) => (1000 * seconds) / (usual * form.holdSeconds)
  const costMs = perRequestMs(processorSeconds(pid) - before)
  const databaseMs = perRequestMs(databaseSeconds() - databaseBefore)
  const host = holding()
  const samples = memory()
  printMinutes(service, held.shots)
  const counts = Array.from({ length: form.holdSeconds }, (_, second) => host.leftAlone(second))
  const counted = counts.filter(Boolean).length / counts.length
  // Where the host left the machine alone for less than half of the time, all of it is shown.
  const shots =
    counted < COUNTED ? held.shots : held.shots.filter(({ dueMs }) => counts[Math.floor(dueMs / 1000)])
  const usually = summaryOf(shots)
  const press = async (perSecond: number) => {
    const pressing = watchHost()
    const pressed = await overload(target, {
      perSecond: Math.round(perSecond),
      seconds: form.overloadSeconds,
      usualPerSecond: usual,
      usualP99Ms: usually.p99Ms,
    })
    return { ...pressed, share: pressing().share }
  }
  let pressed = await press(1.5 * knee.perSecond)
  for (let again = 1; again < PRESSES; again++) {
    // More than the knee may still be carried, late: then this is no overload yet.
    const carried = pressed.refused === 0
    if (pressed.failed > 0 || (!carried && pressed.share <= LEFT_ALONE)) break
    pressed = await press(carried ? 1.5 * pressed.perSecond : pressed.perSecond)
  }
  const quarter = (n: number) =>
    quantile(samples.slice((n * samples.length) >> 2, ((n + 1) * samples.length) >> 2), 0.5)
  const name = (claim: string) => `${service}: ${claim}`
  /** A few seconds on a machine whose speed changes by the second say nothing about a ratio of percentiles. */
  const ratio = (claim: string, value: number, bound: number): Row =>
    short ? figure(name(claim), value) : atMost(name(claim), value, bound)
  const othersHad = Math.max(searched.share, host.share, pressed.share)
  const isDisturbed = short && isLast && othersHad > LEFT_ALONE
  if (isDisturbed)
    console.log(
      `${service}: others of the host had ${(100 * othersHad).toFixed(0)} % of the processors: rates are not judged`,
    )
  const rate = (row: Row): Row => (isDisturbed ? figure(row.name, row.value) : row)
  return [
    figure(name('knee, requests per second'), knee.perSecond),
    figure(name('processor per request at 70 %, ms'), costMs),
    ...(database ? [figure(name('processor of PostgreSQL per request at 70 %, ms'), databaseMs)] : []),
    figure(name('share of the processors that others of the host had during the search'), searched.share),
    figure(name('share of the processors that others of the host had at 70 %'), host.share),
    short
      ? figure(name('share of seconds that count'), counted)
      : atLeast(name('share of seconds that count: the host left the machine alone'), counted, COUNTED),
    figure(name('accepted at 70 % in all seconds'), held.acceptedShare),
    rate(
      atLeast(
        name(`accepted at 70 % for ${form.holdSeconds} s`),
        usually.accepted / usually.sent,
        form.accepted,
      ),
    ),
    figure(name('p99 at 70 %, ms'), usually.p99Ms, held.p99Ms),
    ratio('p99, second half over first', driftOf(shots, form.holdSeconds), 1.5),
    atMost(name('memory, last quarter over second'), quarter(3) / quarter(1), form.growth),
    figure(
      name('overload, requests per second: 150 % of the knee, or more where that was carried'),
      pressed.perSecond,
    ),
    figure(name('share of the processors that others of the host had under overload'), pressed.share),
    rate(atLeast(name('refused with Retry-After at 150 %'), pressed.refused, 1)),
    atMost(name('failed otherwise at 150 %'), pressed.failed, 0),
    figure(name('accepted per second at 150 %'), pressed.acceptedPerSecond),
    rate(atMost(name('noticed after, s'), pressed.noticedSeconds, form.overloadSeconds / (short ? 1 : 2))),
    figure(name('p99 of all accepted at 150 %, ms'), pressed.p99FromStartMs),
    figure(name('p99 of accepted from a second later on, ms'), pressed.p99Ms),
    ratio('p99 of accepted, 150 % over 70 %', pressed.p99Ms / usually.p99Ms, 2),
    rate(atMost(name('recovery, s'), pressed.recoverySeconds, RECOVERY_SECONDS)),
  ]
}

/** Runs the form until all of its rows hold, at most `form.runs` times. */
async function loadRowsOf(service: string, subject: LoadSubject): Promise<Row[]> {
  for (let run = 1; ; run++) {
    try {
      const rows = await withServers(subject, 1, (target, [server]) =>
        loadRows(service, target, {
          pid: server!.pid,
          database: subject.database === true,
          isLast: run >= form.runs,
        }),
      )
      const failed = rows.filter(({ ok }) => !ok)
      if (failed.length === 0 || run >= form.runs) return rows
      for (const row of failed) console.log(`run ${run}: ${row.name}: ${row.value}, bound ${row.bound}`)
    } catch (error) {
      if (!(error instanceof LightLoadRefused) || run >= form.runs) throw error
      console.log(`run ${run}: ${error.message}`)
    }
  }
}

/** Runs the load and prints its rows; with `--processes` only the knees of several processes side by side. */
export const proveLoad = async (service: string, subject: LoadSubject): Promise<void> =>
  report(processes ? await processRows(service, subject) : await loadRowsOf(service, subject))
