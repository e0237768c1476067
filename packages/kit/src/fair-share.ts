import { Problem } from './problem.ts'
import { clientHasLeft, waitingClient } from './waiting-client.ts'

/** Runs `work` when a place for `key`, such as a tenant, is free. */
export type FairShare = <T>(key: string, work: () => Promise<T>) => Promise<T>

interface Waiter {
  readonly since: number
  take(): void
  refuse(): void
}

interface Line {
  running: number
  readonly waiting: Set<Waiter>
  /** Observation of the last while, from which overload is told from a burst. */
  windowStarted: number
  waitingAtStart: number
  emptied: boolean
  served: number
  refused: number
  /** Number of those whose clients disconnected, while they waited or were served. */
  left: number
  overloaded: boolean
  /** What a task took in the last window, from its beginning to a free place (Little: so many places, so many tasks in so much time). */
  usualMs: number
}

/** Limits of `fairShare`. */
export interface FairShareOptions {
  /** Number of tasks that each key may always run at the same time. */
  readonly most: number
  /**
   * Number of all places, such as the size of the pool. A key may then borrow beyond `most` as long as `most` places stay
   * free for another key. Without it no key borrows.
   */
  readonly places?: number
  readonly waitMs: number
  /** Milliseconds of a clock that never goes back; replaced in tests. */
  readonly now?: () => number
}

/** Length of one observation. */
const WINDOW_MS = 250
/** Fewer tasks in a window say nothing: whoever waits for one long task is not refused because of it. */
const FEW = 5
/** A line that serves a few in more than so many windows has long tasks. It is overloaded only when clients give up. */
const SLOWEST = 1.5
/** Waiting of the first in line from which on the line can be overloaded. */
const ONSET_MS = 1000
/** Shortest waiting that is refused while overloaded. */
const TARGET_MS = 5

/**
 * Ends an observation that is over: after a while, and a few tasks if somebody waits. A line is overloaded when somebody
 * always waited and it did not become shorter by being served: more is asked than can be done. A burst becomes shorter.
 * Also, the first has waited for a second in a line that moves fast, or half as many clients have left as were served. Those
 * who give up and ask again would otherwise be served in turn, each a moment too late, and the line would never end.
 */
function observe(line: Line, time: number): void {
  if (time - line.windowStarted < WINDOW_MS) return
  if (line.served < FEW && !line.emptied && !line.overloaded) return
  const stands =
    !line.emptied && line.waitingAtStart > 0 && line.waiting.size + line.left >= line.waitingAtStart
  const [first] = line.waiting
  const lengthMs = time - line.windowStarted
  const fast = line.served * SLOWEST * WINDOW_MS >= FEW * lengthMs
  const late = fast && first !== undefined && time - first.since >= ONSET_MS
  const givenUp = 2 * line.left >= line.served
  line.overloaded = line.refused > 0 || (stands && (late || givenUp) && line.served >= FEW)
  line.usualMs = ((line.running + 1) * lengthMs) / Math.max(1, line.served)
  line.windowStarted = time
  line.waitingAtStart = line.waiting.size
  line.emptied = line.waiting.size === 0
  line.served = 0
  line.refused = 0
  line.left = 0
}

/** Notes that a task of the line has ended. */
function noteServed(line: Line, time: number): void {
  observe(line, time)
  line.served += 1
  if (waitingClient()?.hasLeft()) line.left += 1
  if (line.waiting.size + line.left === 0) line.emptied = true
}

/** Removes and returns the first who waits. Under overload, refuses those who waited longer than a task usually takes. */
function nextOf(line: Line, time: number): Waiter | undefined {
  const longest = line.overloaded ? Math.max(TARGET_MS, line.usualMs) : Number.POSITIVE_INFINITY
  for (const waiter of line.waiting) {
    line.waiting.delete(waiter)
    // The newest is always served: a free place helps nobody.
    if (time - waiter.since <= longest || line.waiting.size === 0) return waiter
    line.refused += 1
    waiter.refuse()
  }
  return undefined
}

const tooManyWait = () =>
  new Problem(
    'overloaded',
    'Too many of your requests wait for the database. Try again shortly.',
    { field: 'service', issue: 'has too many of your requests waiting', provided: null },
    { retryAfterSeconds: 1 },
  )

/**
 * Limits how many tasks of one key run at the same time, so that one tenant cannot occupy every connection of a pool.
 * Further tasks of that key wait at most `waitMs`, then they are refused with 503 and Retry-After. A free place goes to
 * the waiting key that runs fewest tasks. While more is asked of a key than it can do, a task that has waited longer than
 * a task usually takes is refused when its turn comes, so that those that are done were not kept waiting (controlled
 * delay: Nichols and Jacobson, ACM Queue 10(5), 2012). A task whose client disconnects while it waits
 * leaves at once; one that begins to wait later, to clean up, has its turn.
 */
export function fairShare({
  most,
  places = 0,
  waitMs,
  now = () => performance.now(),
}: FairShareOptions): FairShare {
  const lines = new Map<string, Line>()
  let running = 0

  const mayBegin = (line: Line) => line.running < most || running < places - most

  const begin = (line: Line) => {
    line.running += 1
    running += 1
  }

  /** Begins waiting tasks while there are places for them. */
  const advance = (time: number) => {
    for (;;) {
      let next: Line | undefined
      for (const line of lines.values())
        if (line.waiting.size > 0 && mayBegin(line) && (!next || line.running < next.running)) next = line
      const waiter = next && nextOf(next, time)
      if (!next || !waiter) return
      begin(next)
      waiter.take()
    }
  }

  const turnIn = (line: Line) =>
    new Promise<void>((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        stopWatching?.()
        line.waiting.delete(waiter)
      }
      const waiter: Waiter = {
        since: now(),
        take: () => {
          end()
          resolve()
        },
        refuse: () => {
          end()
          reject(tooManyWait())
        },
      }
      const timer = setTimeout(waiter.refuse, waitMs)
      const stopWatching = waitingClient()?.onLeave(() => {
        end()
        line.left += 1
        reject(clientHasLeft())
      })
      line.waiting.add(waiter)
    })

  const newLine = (): Line => ({
    running: 0,
    waiting: new Set(),
    windowStarted: now(),
    waitingAtStart: 0,
    emptied: true,
    served: 0,
    refused: 0,
    left: 0,
    overloaded: false,
    usualMs: 0,
  })

  return async (key, work) => {
    const time = now()
    // Overload of long ago says nothing about a line that has been empty since.
    for (const [old, { running, waiting, windowStarted }] of lines)
      if (running === 0 && waiting.size === 0 && time - windowStarted >= 2 * WINDOW_MS) lines.delete(old)
    const line = lines.get(key) ?? newLine()
    lines.set(key, line)
    if (mayBegin(line)) begin(line)
    else await turnIn(line)
    try {
      return await work()
    } finally {
      line.running -= 1
      running -= 1
      const time = now()
      noteServed(line, time)
      advance(time)
      if (line.running === 0 && line.waiting.size === 0 && !line.overloaded) lines.delete(key)
    }
  }
}

/** Returns the default number of connections per key: a third of the pool. */
export const thirdOf = (poolSize: number): number => Math.ceil(poolSize / 3)
