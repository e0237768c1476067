import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { findKnee, hold, type LoadTarget, overload } from './load-phases.ts'
import { quantile } from './open-loop.ts'
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

const TASK_STEPS = 1_000_000
/** Processor time of a task that is always the same, microseconds: more of it means a slower machine, not a slower server. */
function taskTime(): number {
  const before = process.cpuUsage()
  let sum = 0
  for (let step = 0; step < TASK_STEPS; step++) sum = (sum * 31 + step) | 0
  const { user, system } = process.cpuUsage(before)
  // The sum is used, so that the loop is not left out.
  return user + system + (sum & 1) / 1000
}

/** A mean, because the kernel may count processor time in ticks that are longer than the task. */
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Returns a clock of the share of all processors that a hypervisor gave to others since it was started. */
function watchStolen(): () => number {
  const started = performance.now()
  const before = stolenSeconds()
  return () => (1000 * (stolenSeconds() - before)) / (availableParallelism() * (performance.now() - started))
}

interface Form {
  readonly secondsPerStep: number
  readonly searches: number
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
  holdSeconds: 15 * 60,
  overloadSeconds: 30,
  accepted: 0.999,
  growth: 1.15,
  runs: 1,
}
const PLAIN: Form = { ...FULL, secondsPerStep: 2, holdSeconds: 40, overloadSeconds: 20 }
/**
 * CI: a few seconds each, on a machine whose speed changes by the second. Neighbours that come or go after the knee was found
 * make 70 % of it too much or 150 % of it too little, so the whole is run again.
 */
const SHORT: Form = {
  ...FULL,
  secondsPerStep: 1,
  searches: 1,
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
      const { perSecond } = await findKnee(target, { secondsPerStep: form.secondsPerStep })
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

/**
 * Finds the knee of a server that runs here, holds 70 % of it (15 minutes with `--full`, 40 s without, 8 s with `--short`),
 * sends 150 % and goes back. Returns the rows.
 */
async function loadRows(
  service: string,
  target: LoadTarget,
  { pid, database }: { pid: number; database: boolean },
): Promise<Row[]> {
  // Compiles the code and fills the pools.
  await hold(target, 50, short ? 2 : 5)
  const tasksBefore = watch(taskTime)
  const stolenSearching = watchStolen()
  const knee = await findKnee(target, form)
  const taskBefore = mean(tasksBefore())
  const stolenBefore = stolenSearching()
  for (const { perSecond, accepted, p99Ms } of knee.tried)
    console.log(
      `${service}: ${perSecond}/s, ${(100 * accepted).toFixed(1)} % accepted, p99 ${p99Ms.toFixed(1)} ms`,
    )
  const usual = Math.round(0.7 * knee.perSecond)
  const memory = watch(() => residentMb(pid))
  const tasks = watch(taskTime)
  const processor = watch(() => processorSeconds(pid))
  const stolenHolding = watchStolen()
  const before = processorSeconds(pid)
  const databaseBefore = databaseSeconds()
  const held = await hold(target, usual, form.holdSeconds)
  const perRequestMs = (seconds: number) => (1000 * seconds) / (usual * form.holdSeconds)
  const costMs = perRequestMs(processorSeconds(pid) - before)
  const databaseMs = perRequestMs(databaseSeconds() - databaseBefore)
  const stolen = stolenHolding()
  const samples = memory()
  const taskTimes = tasks()
  const slower = mean(taskTimes) / taskBefore
  const seconds = processor()
  for (const [minute, { acceptedShare, p99Ms }] of held.minutes.entries()) {
    const [from, to] = [60 * minute, Math.min(60 * (minute + 1), seconds.length - 1)]
    const costMs = (1000 * (seconds[to]! - seconds[from]!)) / (usual * (to - from))
    const task = mean(taskTimes.slice(from, to)) / taskBefore
    // Not part of the table, which a caller reads from the output.
    console.error(
      `${service}: minute ${minute + 1} at ${usual}/s, ${(100 * acceptedShare).toFixed(2)} % accepted, p99 ${p99Ms.toFixed(1)} ms, ${costMs.toFixed(2)} ms of processor per request, fixed task ${task.toFixed(2)}`,
    )
  }
  const press = (perSecond: number) =>
    overload(target, {
      perSecond: Math.round(perSecond),
      seconds: form.overloadSeconds,
      usualPerSecond: usual,
      usualP99Ms: held.p99Ms,
    })
  let pressed = await press(1.5 * knee.perSecond)
  // Neighbours that have gone since the knee was found made it too low: this is no overload yet.
  for (let run = 1; run < form.runs && pressed.refused === 0 && pressed.failed === 0; run++)
    pressed = await press(1.5 * pressed.perSecond)
  const quarter = (n: number) =>
    quantile(samples.slice((n * samples.length) >> 2, ((n + 1) * samples.length) >> 2), 0.5)
  const name = (claim: string) => `${service}: ${claim}`
  /** A few seconds on a machine whose speed changes by the second say nothing about a ratio of percentiles. */
  const ratio = (claim: string, value: number, bound: number): Row =>
    short ? figure(name(claim), value) : atMost(name(claim), value, bound)
  return [
    figure(name('knee, requests per second'), knee.perSecond),
    figure(name('processor per request at 70 %, ms'), costMs),
    ...(database ? [figure(name('processor of PostgreSQL per request at 70 %, ms'), databaseMs)] : []),
    atLeast(name(`accepted at 70 % for ${form.holdSeconds} s`), held.acceptedShare, form.accepted),
    figure(name('p99 at 70 %, ms'), held.p99Ms),
    figure(name('time of a fixed task at 70 %, over that during the search for the knee'), slower),
    figure(
      name('share of the processors that others of the host had at 70 %, and during the search'),
      stolen,
      stolenBefore,
    ),
    ratio('p99, second half over first', held.drift, 1.5),
    atMost(name('memory, last quarter over second'), quarter(3) / quarter(1), form.growth),
    atLeast(name('refused with Retry-After at 150 %'), pressed.refused, 1, `${pressed.perSecond}/s`),
    atMost(name('failed otherwise at 150 %'), pressed.failed, 0),
    figure(name('accepted per second at 150 %'), pressed.acceptedPerSecond),
    atMost(name('noticed after, s'), pressed.noticedSeconds, form.overloadSeconds / (short ? 1 : 2)),
    figure(name('p99 of all accepted at 150 %, ms'), pressed.p99FromStartMs),
    figure(name('p99 of accepted from a second later on, ms'), pressed.p99Ms),
    ratio('p99 of accepted, 150 % over 70 %', pressed.p99Ms / held.p99Ms, 2),
    atMost(name('recovery, s'), pressed.recoverySeconds, 5),
  ]
}

/** Runs the form until all of its rows hold, at most `form.runs` times. */
async function loadRowsOf(service: string, subject: LoadSubject): Promise<Row[]> {
  for (let run = 1; ; run++) {
    const rows = await withServers(subject, 1, (target, [server]) =>
      loadRows(service, target, { pid: server!.pid, database: subject.database === true }),
    )
    const failed = rows.filter(({ ok }) => !ok)
    if (failed.length === 0 || run >= form.runs) return rows
    for (const row of failed) console.log(`run ${run}: ${row.name}: ${row.value}, bound ${row.bound}`)
  }
}

/** Runs the load and prints its rows; with `--processes` only the knees of several processes side by side. */
export const proveLoad = async (service: string, subject: LoadSubject): Promise<void> =>
  report(processes ? await processRows(service, subject) : await loadRowsOf(service, subject))
