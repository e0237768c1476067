/** Maximum number of login attempts in one time window. Further attempts are refused without checking the password. */
export interface ThrottleRule {
  readonly maxAttempts: number
  readonly windowSeconds: number
}

/** Limit of one account from one network: enough for typing errors, too few for guessing (960 attempts a day). */
export const PAIR_LIMIT: ThrottleRule = { maxAttempts: 10, windowSeconds: 900 }
/** Limit of one network on all accounts. Several people may share a network; one that tries many names is guessing. */
export const NETWORK_LIMIT: ThrottleRule = { maxAttempts: 50, windowSeconds: 900 }
/**
 * Limit of one account from all unknown networks together: the maximum number of guesses per day, however many
 * networks an attacker has.
 */
export const ACCOUNT_LIMIT: ThrottleRule = { maxAttempts: 10_000, windowSeconds: 86_400 }
/** Number of attempts from unknown networks per day after which each further attempt must wait. */
export const ACCOUNT_FREE_ATTEMPTS = 20
/** Duration of that wait. The turn of a network that waited is reserved for the same time. */
export const TURN_SECONDS = 900
/** Number of days after the last login for which a network is known to an account. */
export const KNOWN_NETWORK_DAYS = 90

/** Counter of a time window that starts with its first attempt. */
export interface Count {
  readonly attempts: number
  readonly windowEndsMs: number
}

/** Input of the decision about one attempt. */
export interface LoginCounts {
  /** All attempts from this network, on any account. */
  readonly network: Count | undefined
  /** Attempts on this account from this network. */
  readonly pair: Count | undefined
  /** Attempts on this account from all networks unknown to it. */
  readonly account: Count | undefined
  /** Time at which this network may try this account again, if it has to wait. */
  readonly turnMs: number | undefined
  /** Whether the owner of the account logged in from this network recently. */
  readonly known: boolean
}

/** Decision about one attempt. `waitSeconds` is 0 when the password may be checked. Store `counts` in both cases. */
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
 * Decides whether the password of a login attempt is checked and, if not, how many seconds to wait. Refused
 * attempts are not counted.
 *
 * Attackers cannot lock the owner out. A network from which the owner logged in recently has only its own
 * counters, which nobody outside it can fill. From any other network the owner waits at most `TURN_SECONDS` during
 * an attack, unless the attack uses up `ACCOUNT_LIMIT`, which takes more than a hundred networks all day.
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

/** Returns the counts after a correct password: the attempt is removed, and the network is known from now on. */
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
