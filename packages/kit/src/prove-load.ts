import { findKnee, hold, LightLoadRefused, LOWEST_KNEE_PER_SECOND, overload } from './load-phases.ts'
import type { LoadRequest } from './open-loop.ts'
import { type Claim, claim, type Deployment, notRun, send, waitForWindow } from './prove.ts'

/** Options of the load. */
export interface LoadOptions {
  /** Request that changes nothing; it is repeated. */
  readonly request: LoadRequest
  /** Highest rate that may be sent. */
  readonly mostPerSecond: number
  /** How long the steady load and the overload last; shorter in tests. */
  readonly seconds?: number
}

/** Phases of a load; tests replace those whose result depends on the speed of the machine. */
const PHASES = { findKnee, hold, overload }

const STEADY = 'a steady load is accepted'
const OVERLOAD = 'overload is refused with Retry-After and passes within 5 s'

/** Share of the knee that counts as a steady load, and multiple of it that counts as overload. */
const USUAL = 0.7
const TOO_MUCH = 1.5
const HOLD_SECONDS = 10
/** A rate of the search is tried for this share of the steady load. */
const STEP_SHARE = 0.2
/**
 * Seconds at the rate of the knee that the search for it, the steady load, the overload and the way back cost together,
 * when every rate needs its second trial.
 */
const COST_SECONDS = 80
/** Requests that a rate limit must leave for a load that shows anything. */
const LEAST_REQUESTS = COST_SECONDS * LOWEST_KNEE_PER_SECOND

const notRunBecause = (reason: string): [Claim, Claim] => [notRun(STEADY, reason), notRun(OVERLOAD, reason)]

/** What the rate limit leaves to this caller; without a limit, infinitely many requests. */
interface Allowance {
  readonly perMinute: number
  readonly left: number
}

/** Reads the allowance of the load's own request. Waits for the next window if that one lets more through. */
async function allowanceFor(deployment: Deployment, request: LoadRequest): Promise<Allowance> {
  const { path, method, headers, body } = request
  const ask = async () => {
    const answer = await send(deployment, path, {
      method,
      ...(headers ? { headers: { ...headers } } : {}),
      ...(body === undefined ? {} : { body }),
    })
    const number = (name: string) =>
      Number(answer.headers.get(`x-ratelimit-${name}`) ?? Number.POSITIVE_INFINITY)
    return { perMinute: number('limit'), left: number('remaining'), resetSeconds: number('reset') }
  }
  const now = await ask()
  if (now.left >= LEAST_REQUESTS || now.perMinute <= LEAST_REQUESTS || !(now.resetSeconds <= 60)) return now
  await waitForWindow(now.resetSeconds)
  return ask()
}

/**
 * Raises a harmless load to the knee, holds 70 % of it for ten seconds, sends 150 % and goes back. Ends at `mostPerSecond`
 * and at what the rate limit lets one caller send, which it never reaches: whoever shares it would be locked out.
 */
export async function loadClaims(
  deployment: Deployment,
  { request, mostPerSecond, seconds = HOLD_SECONDS }: LoadOptions,
  phases = PHASES,
): Promise<Claim[]> {
  const { perMinute, left } = await allowanceFor(deployment, request)
  const isLimited = left / COST_SECONDS < mostPerSecond / TOO_MUCH
  const highestKnee = Math.min(mostPerSecond / TOO_MUCH, left / COST_SECONDS)
  const limit = `the rate limit of ${perMinute} requests a minute`
  const usedUp = notRunBecause(`others of the same client used up ${limit}`)
  if (isLimited && highestKnee < LOWEST_KNEE_PER_SECOND)
    return perMinute > LEAST_REQUESTS
      ? usedUp
      : notRunBecause(
          `${limit} is below any useful load: raise RATE_LIMIT_PER_MINUTE for the time, above ${LEAST_REQUESTS}`,
        )
  const sent = { ...request, headers: { ...deployment.headers, ...request.headers } }
  const target = { urls: [deployment.url], requestOf: () => sent }
  const knee = await phases
    .findKnee(target, {
      secondsPerStep: STEP_SHARE * seconds,
      mostPerSecond: highestKnee,
    })
    .catch((error: unknown) => {
      if (error instanceof LightLoadRefused) return error
      throw error
    })
  if (knee instanceof LightLoadRefused)
    return knee.light.limited > 0
      ? usedUp
      : [claim(STEADY, false, knee.message, 'all accepted'), notRun(OVERLOAD, 'no steady load is accepted')]
  const usual = Math.round(USUAL * knee.perSecond)
  const held = await phases.hold(target, usual, seconds)
  if (held.limited > 0) return usedUp
  const steady = claim(
    STEADY,
    held.acceptedShare >= 0.99,
    `${held.acceptedShare.toFixed(4)} of ${usual}/s`,
    '>= 0.99',
  )
  const pressed = await phases.overload(target, {
    perSecond: Math.round(TOO_MUCH * knee.perSecond),
    seconds,
    usualPerSecond: usual,
    usualP99Ms: held.p99Ms,
  })
  const { perSecond, refused, failed, limited, recoverySeconds } = pressed
  if (failed === 0 && limited > 0) return [steady, usedUp[1]]
  if (failed === 0 && refused === 0)
    return [
      steady,
      notRun(
        OVERLOAD,
        `nothing was refused up to ${perSecond}/s; the load ends below ${isLimited ? limit : `--most ${mostPerSecond}`}`,
      ),
    ]
  return [
    steady,
    claim(
      OVERLOAD,
      failed === 0 && recoverySeconds <= 5,
      `knee ${knee.perSecond}/s, ${refused} refused, ${failed} failed, ${recoverySeconds} s`,
      '0 failed, <= 5 s',
    ),
  ]
}
