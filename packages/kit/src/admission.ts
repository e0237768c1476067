/** What admission observes of the process; replaced in tests. */
export interface ProcessView {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  /** Milliseconds that the event loop has been idle so far. */
  readonly idleMs: () => number
  /** Calls back when the current turn of the event loop has ended. */
  readonly afterTurn: (callback: () => void) => void
  /** Requests that wait for another resource, such as a database connection. */
  readonly waiting: () => number
}

/** Decides which requests are handled. Every admitted request must be ended once. */
export interface Admission {
  /** Returns a function that ends the request, or undefined when the request must be refused. */
  admit(): (() => void) | undefined
  /** Whether requests are being refused now or may be at any moment. */
  readonly overloaded: boolean
}

/** Length of one observation. */
const WINDOW_MS = 200
/** Two busy windows in a row are overload; a single stall or burst is not. */
const BUSY_WINDOWS = 2
/** A loop with a smaller share of idle time has work waiting at all times. */
const IDLE_SHARE = 0.05
/** Time per turn of the event loop for new requests while overloaded (Maurer, "Fail at Scale", ACM Queue 13(8), 2015). */
const TURN_MS = 5
/** Requests older than this are streams or long computations. They wait for no turn and do not count as under way. */
const LONG_MS = 1000
/** Room above the requests that are under way at full speed without waiting (Little: rate x duration). */
const ROOM = 1.5
/** Steps by which the number under way falls and rises while overloaded. */
const LESS = 0.8
const MORE = 1.25
/** Weight of the newest calm window in the usual duration of a request. */
const NEWEST = 0.2
const FIRST_DURATION_MS = 10

const processView: ProcessView = {
  now: () => performance.now(),
  idleMs: () => performance.eventLoopUtilization().idle,
  afterTurn: setImmediate,
  waiting: () => 0,
}

/**
 * Keeps waiting short under overload. While the process keeps up, every request is admitted. When the event loop has had
 * no idle time, or another resource has had a queue, for two windows in a row, a new request is admitted only while
 * fewer are under way than the process completes in one and a half usual durations, and during the first milliseconds
 * of a turn of the event loop, because requests that are read later in a turn have already waited.
 */
export function admission(view: Partial<ProcessView> = {}): Admission {
  const { now, idleMs, afterTurn, waiting } = { ...processView, ...view }
  const underWay = new Set<{ readonly since: number; counted: boolean }>()
  let counted = 0
  let turnStarted: number | undefined
  let windowStarted = now()
  let idleBefore = idleMs()
  let busyWindows = 0
  let queued = true
  let completed = 0
  let refused = 0
  let durationSum = 0
  let usualMs = FIRST_DURATION_MS
  let limit = Number.POSITIVE_INFINITY

  const forgetLong = (time: number): void => {
    for (const request of underWay) {
      if (!request.counted || time - request.since < LONG_MS) continue
      request.counted = false
      counted -= 1
    }
  }
  /** Returns how many requests may be under way in the next window. */
  const nextLimit = (busy: boolean, lengthMs: number): number => {
    const wasLimited = limit !== Number.POSITIVE_INFINITY
    if (busy) {
      if (busyWindows < BUSY_WINDOWS) return limit
      const little = Math.max(1, Math.ceil((ROOM * usualMs * completed) / lengthMs))
      // Falls by steps: the last window may have completed little because few were admitted.
      return wasLimited ? Math.max(little, Math.floor(LESS * limit)) : little
    }
    // There was time left: admit more, and everything once nothing had to be refused.
    return wasLimited && refused > 0 ? Math.ceil(MORE * limit) + 1 : Number.POSITIVE_INFINITY
  }
  /** Ends a window and decides about the next one. */
  const roll = (time: number): void => {
    const lengthMs = time - windowStarted
    const idleNow = idleMs()
    const busy = queued || idleNow - idleBefore < IDLE_SHARE * lengthMs
    busyWindows = busy ? busyWindows + 1 : 0
    forgetLong(time)
    if (!busy && refused === 0 && completed > 0)
      usualMs += NEWEST * (Math.max(1, durationSum / completed) - usualMs)
    limit = nextLimit(busy, lengthMs)
    windowStarted = time
    idleBefore = idleNow
    queued = true
    completed = 0
    refused = 0
    durationSum = 0
  }

  return {
    get overloaded() {
      return limit !== Number.POSITIVE_INFINITY
    },
    admit() {
      const time = now()
      if (turnStarted === undefined) {
        turnStarted = time
        afterTurn(() => {
          turnStarted = undefined
        })
        if (time - windowStarted >= WINDOW_MS) roll(time)
      }
      if (waiting() === 0) queued = false
      if (limit !== Number.POSITIVE_INFINITY && (counted >= limit || time - turnStarted > TURN_MS)) {
        refused += 1
        return undefined
      }
      const request = { since: time, counted: true }
      underWay.add(request)
      counted += 1
      return () => {
        underWay.delete(request)
        if (!request.counted) return
        counted -= 1
        completed += 1
        durationSum += now() - time
      }
    },
  }
}
