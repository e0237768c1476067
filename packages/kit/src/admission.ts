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

/** Request that was admitted. */
interface Admitted {
  /** Says that its work begins now. Returns false when it has waited for too long meanwhile and must be refused. */
  begin(): boolean
  /** Says that it was answered or given up; must be called once. */
  end(): void
}

/** Decides which requests are handled. */
export interface Admission {
  /**
   * Returns the admitted request, or undefined when it must be refused. Requests of one `caller` share what can be done;
   * a caller that asks for little is refused last.
   */
  admit(caller: string): Admitted | undefined
  /** Whether requests are being refused now or may be at any moment. */
  readonly overloaded: boolean
}

/** Length of one observation. */
const WINDOW_MS = 200
/** A process that was busy for so long, and in two windows, may be overloaded; a single stall or burst is not. */
const BUSY_MS = 1000
const BUSY_WINDOWS = 2
/**
 * Waiting from which on a busy process is overloaded, unless another is asked for. A few dozen clients that each wait for
 * their answer keep a process busy too; they wait less.
 */
const ONSET_MS = 1000
/**
 * With fewer requests open there is no overload: they are the pages of a few people, each with several connections, and
 * something else keeps the process busy, such as an import or its neighbours on the machine.
 */
const FEWEST = 32
/**
 * For so long after an overload a busy process is overloaded again as soon as requests wait for three usual durations, or
 * for `AGAIN_MS`: load just above what can be done would otherwise wait for a second each time the limit ends.
 */
const MEMORY_MS = 10_000
const AGAIN_DURATIONS = 3
const AGAIN_MS = { least: 20, most: 100 }
/** A loop with a smaller share of idle time has work waiting at all times. */
const IDLE_SHARE = 0.05
/** Time per turn of the event loop for new requests while overloaded (Maurer, "Fail at Scale", ACM Queue 13(8), 2015). */
const TURN_MS = 5
/** The same for a caller that asked for less than half of what callers did on average in the last window. */
const LIGHT_TURN_MS = 50
/** Waiting after which a request that was admitted is refused instead of begun, and the same for a caller that asks for little. */
const LATE_MS = 200
const LIGHT_LATE_MS = 1000
/** A caller with nothing under way is admitted above the limit, until so many times the limit of callers are under way. */
const MANY_CALLERS = 10
/** Requests that take longer than this are streams or long computations. They wait for no turn and do not count as under way. */
const LONG_MS = 1000
/** Windows of a queue for another resource from which waiting is estimated: a second. */
const QUEUE_WINDOWS = 5
/** Room above the requests that are under way at full speed without waiting (Little: rate x duration). */
const ROOM = 1.5
/** Steps by which the number under way falls and rises while overloaded. */
const LESS = 0.8
const MORE = 1.25
/** Time without a refusal after which an overload ends. Load just above what can be done is refused in parts of it. */
const CALM_MS = 1000
/** Weight of the newest calm window in the usual duration of a request. */
const NEWEST = 0.2
const FIRST_DURATION_MS = 10

interface Request {
  readonly caller: string
  since: number
  counted: boolean
  long: boolean
}

const processView: ProcessView = {
  now: () => performance.now(),
  idleMs: () => performance.eventLoopUtilization().idle,
  afterTurn: setImmediate,
  waiting: () => 0,
}

const total = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0)

/**
 * Returns a function that notes a window and returns how long requests wait for another resource (Little: those that wait over
 * requests that end per time). Returns 0 until somebody has always waited for a second without a stall, and while fewer
 * wait than a second before. Requests under way would say too little here: those that wait for long do not count as such.
 */
function queueWait(): (queued: boolean, waits: number, ended: number, lengthMs: number) => number {
  let windows: { readonly waits: number; readonly ended: number; readonly lengthMs: number }[] = []
  return (queued, waits, ended, lengthMs) => {
    const isStalled = ended + (windows.at(-1)?.ended ?? 0) === 0 || lengthMs >= 2 * WINDOW_MS
    if (!queued || isStalled) windows = []
    windows.push({ waits, ended, lengthMs })
    if (windows.length <= QUEUE_WINDOWS) return 0
    const before = windows.shift()!
    if (waits < before.waits) return 0
    return (
      (waits * total(windows.map((window) => window.lengthMs))) / total(windows.map((window) => window.ended))
    )
  }
}

/**
 * Keeps waiting short under overload. While the process keeps up, every request is admitted. When the event loop has had
 * no idle time, or another resource has had a queue, for a second, and requests wait for `onsetMs`, a new request is
 * admitted only while fewer are under way than the process completes in one and a half usual durations, and during the first
 * milliseconds of a turn of the event loop, because requests that are read later in a turn have already waited. Callers share
 * that number evenly, so one that sends too much is refused before its neighbours are.
 */
export function admission(
  view: Partial<ProcessView> = {},
  { onsetMs = ONSET_MS }: { readonly onsetMs?: number } = {},
): Admission {
  const { now, idleMs, afterTurn, waiting } = { ...processView, ...view }
  const begun = new Set<Request>()
  const byCaller = new Map<string, number>()
  /** Requests of each caller in this window and in the last one. */
  let asked = new Map<string, number>()
  let askedBefore = asked
  let averageBefore = 0
  let counted = 0
  /** All requests that are admitted and not answered, however long they take. */
  let open = 0
  /** Requests under way after the first turn of this window, which also reads what a stall has left. */
  let countedBefore: number | undefined
  let turnStarted: number | undefined
  let windowStarted = now()
  let idleBefore = idleMs()
  let busyWindows = 0
  let busyMs = 0
  let queued = true
  let completed = 0
  /** Requests of more than `LONG_MS` that have ended. Where there is a queue, most of them have waited in it. */
  let longCompleted = 0
  let refused = 0
  let durationSum = 0
  let longestTurnMs = 0
  let refusedAt = Number.NEGATIVE_INFINITY
  let overloadedAt = Number.NEGATIVE_INFINITY
  let usualMs = FIRST_DURATION_MS
  let limit = Number.POSITIVE_INFINITY
  const queueWaitMs = queueWait()

  /** Returns false when the request does not count any more. */
  const uncount = (request: Request): boolean => {
    if (!request.counted) return false
    request.counted = false
    counted -= 1
    const left = (byCaller.get(request.caller) ?? 1) - 1
    if (left > 0) byCaller.set(request.caller, left)
    else byCaller.delete(request.caller)
    return true
  }
  const forgetLong = (time: number): void => {
    for (const request of begun)
      if (time - request.since >= LONG_MS && uncount(request)) {
        begun.delete(request)
        request.long = true
      }
  }
  const isLight = (caller: string): boolean => (askedBefore.get(caller) ?? 0) < averageBefore / 2
  /** Whether a request has to be refused while overloaded. */
  const tooMuch = (caller: string, mine: number, elapsedMs: number): boolean =>
    elapsedMs > (isLight(caller) ? LIGHT_TURN_MS : TURN_MS) ||
    (Math.max(counted, waiting()) >= limit &&
      (mine >= Math.max(1, limit / byCaller.size) ||
        Math.max(byCaller.size, waiting()) >= MANY_CALLERS * limit))
  /** Returns how many requests may be under way in the next window. */
  const nextLimit = (loopBusy: boolean, time: number, lengthMs: number): number => {
    const wasLimited = limit !== Number.POSITIVE_INFINITY
    const ended = queued ? completed + longCompleted : completed
    const queueMs = queueWaitMs(queued, waiting(), ended, lengthMs)
    if (queued || loopBusy) {
      // Waiting for a turn of the loop, or Little: requests under way over completed ones per time. While they become
      // fewer, the process works off a burst or a stall.
      const isFalling = counted < (countedBefore ?? 0)
      const waitMs = Math.max(longestTurnMs, ended > 0 && !isFalling ? (counted * lengthMs) / ended : 0)
      const isLong = busyWindows >= BUSY_WINDOWS && busyMs >= BUSY_MS
      const againMs = Math.min(AGAIN_MS.most, Math.max(AGAIN_MS.least, AGAIN_DURATIONS * usualMs))
      const isAgain = busyWindows >= BUSY_WINDOWS && time - overloadedAt < MEMORY_MS && waitMs >= againMs
      const isOnset = isLong && open >= FEWEST && Math.max(queueMs, loopBusy ? waitMs : 0) >= onsetMs
      if (!wasLimited && !isAgain && !isOnset) return limit
      const little = Math.max(1, Math.ceil((ROOM * usualMs * ended) / lengthMs))
      // Falls by steps: the last window may have completed little because few were admitted.
      return wasLimited ? Math.max(little, Math.floor(LESS * limit)) : little
    }
    // There was time left: admit more, and everything once nothing had to be refused for a while.
    if (wasLimited && refused > 0) return Math.ceil(MORE * limit) + 1
    return time - refusedAt < CALM_MS ? limit : Number.POSITIVE_INFINITY
  }
  /** Ends a window and decides about the next one. */
  const roll = (time: number): void => {
    const lengthMs = time - windowStarted
    const idleNow = idleMs()
    const loopBusy = idleNow - idleBefore < IDLE_SHARE * lengthMs
    const busy = queued || loopBusy
    busyWindows = busy ? busyWindows + 1 : 0
    busyMs = busy ? busyMs + lengthMs : 0
    forgetLong(time)
    if (!busy && refused === 0 && completed > 0)
      usualMs += NEWEST * (Math.max(1, durationSum / completed) - usualMs)
    if (refused > 0) refusedAt = time
    limit = nextLimit(loopBusy, time, lengthMs)
    if (limit !== Number.POSITIVE_INFINITY) overloadedAt = time
    countedBefore = undefined
    averageBefore = total(asked.values()) / Math.max(1, asked.size)
    askedBefore = asked
    asked = new Map()
    windowStarted = time
    idleBefore = idleNow
    queued = true
    completed = 0
    longCompleted = 0
    refused = 0
    durationSum = 0
    longestTurnMs = 0
  }

  return {
    get overloaded() {
      return limit !== Number.POSITIVE_INFINITY
    },
    admit(caller) {
      const time = now()
      if (turnStarted === undefined) {
        turnStarted = time
        afterTurn(() => {
          longestTurnMs = Math.max(longestTurnMs, now() - time)
          turnStarted = undefined
          countedBefore ??= counted
        })
        if (time - windowStarted >= WINDOW_MS) roll(time)
      }
      if (waiting() === 0) queued = false
      asked.set(caller, (asked.get(caller) ?? 0) + 1)
      const mine = byCaller.get(caller) ?? 0
      if (limit !== Number.POSITIVE_INFINITY && tooMuch(caller, mine, time - turnStarted)) {
        refused += 1
        return undefined
      }
      counted += 1
      open += 1
      byCaller.set(caller, mine + 1)
      const request = { since: time, caller, counted: true, long: false }
      return {
        begin() {
          const begins = now()
          const lateMs = isLight(caller) ? LIGHT_LATE_MS : LATE_MS
          if (limit !== Number.POSITIVE_INFINITY && begins - time > lateMs) {
            refused += 1
            uncount(request)
            return false
          }
          request.since = begins
          begun.add(request)
          return true
        },
        end() {
          open -= 1
          if (request.long) longCompleted += 1
          if (!uncount(request) || !begun.delete(request)) return
          completed += 1
          durationSum += now() - time
        },
      }
    },
  }
}
