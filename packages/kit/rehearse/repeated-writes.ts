import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Reply, type Shot, shoot } from './balanced-load.ts'

/** One write, which is sent again until it is acknowledged or its deadline has passed. */
export interface Write {
  readonly number: number
  /** When it was due, in `performance.now()` time. */
  readonly dueAt: number
  attempts: number
  /** When it was acknowledged; undefined while it is not. */
  acknowledgedAt: number | undefined
  /** What `keep` took from the acknowledgement. */
  kept: string
}

/** One request of a write. */
interface Attempt {
  readonly sentAt: number
  readonly endedAt: number
  /** Status of the answer; 0 without one. */
  readonly status: number
  /** Whether it was refused with 503 and without Retry-After. */
  readonly unguided: boolean
}

/** Open-loop load of writes. */
export interface Writes {
  readonly all: readonly Write[]
  readonly attempts: readonly Attempt[]
  /** First answer of each status that is neither an acknowledgement nor 503, for the log. */
  readonly unexpected: ReadonlyMap<number, string>
  /** Stops new writes and resolves when every one is acknowledged or past its deadline. */
  stop(): Promise<void>
}

/** Limits of the clients that send writes. */
export interface WriteOptions {
  readonly perSecond: number
  /** Number of requests that are under way at most, each on one connection that is kept. */
  readonly clients: number
  /** Time after which a write that is not acknowledged is given up. */
  readonly deadlineMs: number
  /** Time after which a client gives up waiting for an answer, disconnects and sends the write again. */
  readonly patienceMs?: number | undefined
  /** Takes from an acknowledgement what is needed later. */
  readonly keep?: (text: string) => string
}

const AGAIN_AFTER_MS = 1000
const PATIENCE_MS = 15_000
const TICK_MS = 5

const acknowledges = (status: number) => status >= 200 && status < 300

/**
 * Makes a constant number of writes due per second, whatever becomes of the earlier ones. A fixed number of clients sends
 * them, the oldest first, to the servers in turn; those that find no free client wait in a queue. A write that is not
 * acknowledged is sent again a second later, unchanged, to the next server.
 */
export function startWrites(
  servers: readonly string[],
  { perSecond, clients, deadlineMs, patienceMs = PATIENCE_MS, keep = () => '' }: WriteOptions,
  shotOf: (number: number) => Shot,
): Writes {
  const all: Write[] = []
  const attempts: Attempt[] = []
  const unexpected = new Map<number, string>()
  const fresh: Write[] = []
  /** Writes to be sent again, in the order of their time, because the delay is the same for all. */
  const again: { readonly at: number; readonly write: Write }[] = []
  const agent = new Agent({ keepAlive: true, maxTotalSockets: clients })
  let busy = 0
  let stopped = false

  const note = (sentAt: number, { status, text, retryAfter }: Reply) => {
    const unguided = status === 503 && retryAfter === undefined
    attempts.push({ sentAt, endedAt: performance.now(), status, unguided })
    if (!acknowledges(status) && status !== 503 && !unexpected.has(status))
      unexpected.set(status, text.slice(0, 300))
  }
  const deliver = async (write: Write) => {
    busy += 1
    const url = servers[(write.number + write.attempts) % servers.length] as string
    write.attempts += 1
    const sentAt = performance.now()
    const reply = await shoot(url, shotOf(write.number), patienceMs, agent)
    note(sentAt, reply)
    if (acknowledges(reply.status)) {
      write.acknowledgedAt = performance.now()
      write.kept = keep(reply.text)
    } else if (performance.now() < write.dueAt + deadlineMs)
      again.push({ at: performance.now() + AGAIN_AFTER_MS, write })
    busy -= 1
    advance()
  }
  const next = (): Write | undefined => {
    if (again.length > 0 && again[0]!.at <= performance.now()) return again.shift()?.write
    return fresh.shift()
  }
  const advance = () => {
    while (busy < clients) {
      const write = next()
      if (write === undefined) return
      void deliver(write)
    }
  }
  const send = async () => {
    const started = performance.now()
    while (!stopped || busy > 0 || fresh.length > 0 || again.length > 0) {
      const due = Math.floor(((performance.now() - started) / 1000) * perSecond)
      while (!stopped && all.length < due) {
        const number = all.length
        const dueAt = started + (number / perSecond) * 1000
        const write: Write = { number, dueAt, attempts: 0, acknowledgedAt: undefined, kept: '' }
        all.push(write)
        fresh.push(write)
      }
      advance()
      await sleep(TICK_MS)
    }
    agent.destroy()
  }
  const sending = send()
  return {
    all,
    attempts,
    unexpected,
    async stop() {
      stopped = true
      await sending
    },
  }
}

/** Number of writes per second that were acknowledged between two times. */
export const acknowledgedPerSecond = ({ all }: Pick<Writes, 'all'>, from: number, until: number): number =>
  (1000 * all.filter(({ acknowledgedAt: at = 0 }) => at >= from && at <= until).length) / (until - from)

/** How writes went after something broke at `brokenAt`, until `until`. */
export interface Outage {
  /** Seconds from the break until the last request was sent that failed; the whole time when none succeeded after it. */
  readonly seconds: number
  /** Longest time without any acknowledgement, in seconds. */
  readonly silence: number
  /** Seconds from the break until the queue was empty again: no later acknowledgement came more than a second late. */
  readonly caughtUp: number
  /** Requests of this time that failed. */
  readonly failed: number
}

/** Measures an outage. */
export function outageOf(
  { all, attempts }: Pick<Writes, 'all' | 'attempts'>,
  brokenAt: number,
  until: number,
): Outage {
  const within = (at: number) => at >= brokenAt && at <= until
  const failed = attempts.filter(({ status, endedAt }) => !acknowledges(status) && within(endedAt))
  const acknowledged = all.flatMap(({ dueAt, acknowledgedAt }) =>
    acknowledgedAt !== undefined && within(acknowledgedAt) ? [{ dueAt, at: acknowledgedAt }] : [],
  )
  const times = [brokenAt, ...acknowledged.map(({ at }) => at), until].sort((a, b) => a - b)
  const gaps = times.slice(1).map((at, index) => at - (times[index] as number))
  const since = (moments: readonly number[]) =>
    moments.reduce((last, at) => Math.max(last, at - brokenAt), 0) / 1000
  const seconds = since(failed.map(({ sentAt }) => sentAt))
  const resumed = attempts.some(
    ({ status, sentAt, endedAt }) =>
      acknowledges(status) && sentAt > brokenAt + seconds * 1000 && within(endedAt),
  )
  return {
    seconds: resumed ? seconds : since([until]),
    silence: gaps.reduce((longest, gap) => Math.max(longest, gap), 0) / 1000,
    caughtUp: since(acknowledged.filter(({ dueAt, at }) => at - dueAt > 1000).map(({ at }) => at)),
    failed: failed.length,
  }
}
