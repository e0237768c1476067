/** Attempts to log in within one window before further ones are refused unseen. */
export interface ThrottleRule {
  readonly maxAttempts: number
  readonly windowSeconds: number
}

/** One account from one network: room for typing errors, not for guessing. 960 attempts a day. */
export const PAIR_LIMIT: ThrottleRule = { maxAttempts: 10, windowSeconds: 900 }
/** More than one person may sit behind a network; one that tries many names is guessing. */
export const NETWORK_LIMIT: ThrottleRule = { maxAttempts: 50, windowSeconds: 900 }
/**
 * One account from all networks that are unknown to it together: the most that can be guessed on it in a day, however many
 * networks a stranger has.
 */
export const ACCOUNT_LIMIT: ThrottleRule = { maxAttempts: 10_000, windowSeconds: 86_400 }
/** After so many attempts from unknown networks in a day, each further one is looked at after a wait. */
export const ACCOUNT_FREE_ATTEMPTS = 20
/** That wait. Also how long the turn is kept for a network that waited. */
export const TURN_SECONDS = 900
/** A network is known to an account for so long after the last login from it. */
export const KNOWN_NETWORK_DAYS = 90

/** A counter in a window that begins with its first attempt. */
export interface Count {
  readonly attempts: number
  readonly windowEndsMs: number
}

/** Everything the decision about one attempt depends on. */
export interface LoginCounts {
  /** All attempts from this network, on any account. */
  readonly network: Count | undefined
  /** Attempts on this account from this network. */
  readonly pair: Count | undefined
  /** Attempts on this account from all networks unknown to it. */
  readonly account: Count | undefined
  /** When this network may try this account, if it was told to wait. */
  readonly turnMs: number | undefined
  /** Whether the account's owner logged in from this network lately. */
  readonly known: boolean
}

/** `waitSeconds` is 0 when the attempt may be looked at; `counts` is what to remember in either case. */
export interface LoginDecision {
  readonly waitSeconds: number
  readonly counts: LoginCounts
}

const attemptsNow = (count: Count | undefined, nowMs: number) =>
  count !== undefined && count.windowEndsMs > nowMs ? count.attempts : 0

const counted = (count: Count | undefined, rule: ThrottleRule, nowMs: number): Count =>
  count !== undefined && count.windowEndsMs > nowMs
    ? { ...count, attempts: count.attempts + 1 }
    : { attempts: 1, windowEndsMs: nowMs + rule.windowSeconds * 1000 }

const secondsUntil = (timeMs: number, nowMs: number) => Math.max(1, Math.ceil((timeMs - nowMs) / 1000))

/**
 * Decides whether an attempt to log in is looked at, and if not, how many seconds to wait. Refused attempts are not counted.
 *
 * A stranger cannot lock the owner out: a network from which the owner logged in lately is bound by its own counters only,
 * which nobody outside that network can fill. From any other network the owner waits at most `TURN_SECONDS` while strangers
 * guess, unless they use up `ACCOUNT_LIMIT`, which takes more than a hundred networks the whole day long.
 */
export function decideLogin(counts: LoginCounts, nowMs: number): LoginDecision {
  const refused = (untilMs: number, changed: Partial<LoginCounts> = {}): LoginDecision => ({
    waitSeconds: secondsUntil(untilMs, nowMs),
    counts: { ...counts, ...changed },
  })
  if (attemptsNow(counts.network, nowMs) >= NETWORK_LIMIT.maxAttempts)
    return refused(counts.network!.windowEndsMs)
  if (attemptsNow(counts.pair, nowMs) >= PAIR_LIMIT.maxAttempts) return refused(counts.pair!.windowEndsMs)
  const looked = {
    network: counted(counts.network, NETWORK_LIMIT, nowMs),
    pair: counted(counts.pair, PAIR_LIMIT, nowMs),
    turnMs: undefined,
  }
  if (counts.known) return { waitSeconds: 0, counts: { ...counts, ...looked } }

  const strangers = attemptsNow(counts.account, nowMs)
  if (strangers >= ACCOUNT_LIMIT.maxAttempts) return refused(counts.account!.windowEndsMs)
  if (strangers >= ACCOUNT_FREE_ATTEMPTS) {
    const keptMs = TURN_SECONDS * 1000
    const { turnMs } = counts
    if (turnMs === undefined || nowMs >= turnMs + keptMs)
      return refused(nowMs + keptMs, { turnMs: nowMs + keptMs })
    if (nowMs < turnMs) return refused(turnMs)
  }
  const account = counted(counts.account, ACCOUNT_LIMIT, nowMs)
  return { waitSeconds: 0, counts: { ...counts, ...looked, account } }
}

/** What to remember after the password was right: the attempt is taken back, and the network is known from now on. */
export function afterSuccess(counts: LoginCounts): LoginCounts {
  const less = (count: Count | undefined) => count && { ...count, attempts: Math.max(0, count.attempts - 1) }
  return {
    network: less(counts.network),
    pair: undefined,
    account: counts.known ? counts.account : less(counts.account),
    turnMs: undefined,
    known: true,
  }
}
