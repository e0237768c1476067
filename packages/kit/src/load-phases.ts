import { setTimeout as sleep } from 'node:timers/promises'
import {
  type LoadRequest,
  type OpenLoopOptions,
  openLoop,
  quantile,
  type Shot,
  type Summary,
  summaryOf,
} from './open-loop.ts'

/** Servers under load, and what they are asked. Several share the requests evenly. */
export interface LoadTarget {
  readonly urls: readonly string[]
  readonly requestOf: (index: number) => LoadRequest
}

/** Sends requests at a constant rate, each server its share. */
async function send({ urls, requestOf }: LoadTarget, options: OpenLoopOptions): Promise<Shot[]> {
  const share = { ...options, ratePerSecond: options.ratePerSecond / urls.length }
  const shots = await Promise.all(
    urls.map((url, server) => openLoop(url, (index) => requestOf(index * urls.length + server), share)),
  )
  return shots.flat()
}

/** Share of requests that must be accepted for a rate to count as carried. */
const CARRIED = 0.99
/** A rate is carried while the 99th percentile is at most this many times the median of a light load, */
const SLOWER = 10
/** or at most this long, milliseconds, where the median is a matter of microseconds. */
const ALWAYS_QUICK_MS = 50
/** A rate is not carried when it was not twice: a machine that stalls for a moment says nothing about the server. */
const TRIALS = 2
/** Trials of one rate that are repeated because less than half of their seconds count. */
const DISTURBED = 5
const STEP = 1.15
const LIGHT_PER_SECOND = 20
const LIGHT_SECONDS = 2
/** Time after an overload in which a server must be as before. */
export const RECOVERY_SECONDS = 5

/** Result of the search for the knee. */
export interface Knee {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Every rate that was tried, in order. */
  readonly tried: readonly { readonly perSecond: number; readonly accepted: number; readonly p99Ms: number }[]
}

/** Even a light load was not accepted: there is no knee to be found. */
export class LightLoadRefused extends Error {
  readonly light: Summary
  constructor(light: Summary) {
    super(`Of ${light.sent} requests of a light load only ${light.accepted} were accepted.`)
    this.light = light
  }
}

/** Returns the requests of the seconds that count. */
const counted = (
  shots: readonly Shot[],
  counts: ((second: number) => boolean) | undefined,
): readonly Shot[] => (counts ? shots.filter(({ dueMs }) => counts(Math.floor(dueMs / 1000))) : shots)

/** Lowest rate that a search for the knee tries. */
export const LOWEST_KNEE_PER_SECOND = 2 * LIGHT_PER_SECOND

interface KneeOptions {
  readonly secondsPerStep: number
  /** Searches in steps of 15 %, each from where the last one ended. */
  readonly searches?: number
  readonly mostPerSecond?: number
  /** Time for which the knee must be carried. A few seconds may have been the best that a shared machine has. */
  readonly confirmSeconds?: number
  /** Called before each trial; returns a function that, after it, says which of its seconds count. */
  readonly watch?: () => () => (second: number) => boolean
}

/**
 * Finds the knee: the highest rate at which 99 of 100 requests are accepted and the 99th percentile stays below ten
 * times the median of a light load. Doubles the rate until it is not carried, then rises from the last one in steps of
 * 15 %, and falls by such steps until the rate is carried for `confirmSeconds`.
 */
export async function findKnee(
  target: LoadTarget,
  options: KneeOptions,
  shoot: typeof send = send,
): Promise<Knee> {
  const { secondsPerStep, searches = 3, mostPerSecond = 20_000, confirmSeconds = 0 } = options
  const sendLight = async () =>
    summaryOf(await shoot(target, { ratePerSecond: LIGHT_PER_SECOND, seconds: LIGHT_SECONDS }))
  let light = await sendLight()
  // The server may still recover from what it had before.
  for (let trial = 1; trial < TRIALS && light.refused > light.limited; trial++) {
    await sleep(1000 * RECOVERY_SECONDS)
    light = await sendLight()
  }
  if (light.accepted < light.sent) throw new LightLoadRefused(light)
  const slowest = Math.max(ALWAYS_QUICK_MS, SLOWER * light.p50Ms)
  const tried: { perSecond: number; accepted: number; p99Ms: number }[] = []
  let knee = { perSecond: LIGHT_PER_SECOND, p50Ms: light.p50Ms, p99Ms: light.p99Ms }
  const carries = async (perSecond: number, seconds = secondsPerStep): Promise<boolean> => {
    for (let trial = 0, disturbed = 0; trial < TRIALS; ) {
      const counts = options.watch?.()
      const all = await shoot(target, { ratePerSecond: perSecond, seconds })
      const shots = counted(all, counts?.())
      const isDisturbed = shots.length < all.length / 2
      if (isDisturbed && disturbed++ < DISTURBED) continue
      trial += 1
      const { accepted, sent, p50Ms, p99Ms } = summaryOf(isDisturbed ? all : shots)
      tried.push({ perSecond, accepted: accepted / sent, p99Ms })
      if (accepted < CARRIED * sent || p99Ms > slowest) continue
      knee = { perSecond, p50Ms, p99Ms }
      return true
    }
    return false
  }
  let rate = LOWEST_KNEE_PER_SECOND
  while (rate <= mostPerSecond && (await carries(rate))) rate *= 2
  // A search also warms the server up: the next begins where it ended, and goes further.
  for (let search = 0; search < searches; search++)
    for (rate = knee.perSecond * STEP; rate <= mostPerSecond && (await carries(Math.round(rate))); )
      rate *= STEP
  while (confirmSeconds > 0 && !(await carries(knee.perSecond, confirmSeconds))) {
    if (knee.perSecond <= LIGHT_PER_SECOND) break
    knee = { ...knee, perSecond: Math.max(LIGHT_PER_SECOND, Math.round(knee.perSecond / STEP)) }
  }
  return { ...knee, tried }
}

/** What holding one rate showed. */
export interface Held {
  readonly acceptedShare: number
  /** Requests that a rate limit refused. */
  readonly limited: number
  readonly p99Ms: number
  /** 99th percentile of a usual second of the second half over that of the first. */
  readonly drift: number
  readonly shots: readonly Shot[]
}

/**
 * Returns the median of the 99th percentiles of all seconds in a time that have accepted requests. One stall of the machine is
 * no drift.
 */
function usualP99(shots: readonly Shot[], fromSecond: number, toSecond: number): number {
  const seconds = Array.from({ length: toSecond - fromSecond }, (): number[] => [])
  for (const { dueMs, latencyMs, status } of shots)
    if (status >= 200 && status < 300) seconds[Math.floor(dueMs / 1000) - fromSecond]?.push(latencyMs)
  return quantile(
    seconds.filter(({ length }) => length > 0).map((latencies) => quantile(latencies, 0.99)),
    0.5,
  )
}

/** Returns the 99th percentile of a usual second of the second half over that of the first. */
export function driftOf(shots: readonly Shot[], seconds: number): number {
  const half = Math.floor(seconds / 2)
  return usualP99(shots, half, 2 * half) / usualP99(shots, 0, half)
}

/** Holds a rate and compares the two halves. */
export async function hold(target: LoadTarget, perSecond: number, seconds: number): Promise<Held> {
  const shots = await send(target, { ratePerSecond: perSecond, seconds })
  const { accepted, sent, limited, p99Ms } = summaryOf(shots)
  return { acceptedShare: accepted / sent, limited, p99Ms, drift: driftOf(shots, seconds), shots }
}

/** What an overload and the time after it showed. */
export interface Overload {
  readonly perSecond: number
  readonly refused: number
  /** Requests that a rate limit refused, on the way back too. */
  readonly limited: number
  /** Answers that are neither 2xx nor a refusal with Retry-After, and requests without an answer. */
  readonly failed: number
  readonly acceptedPerSecond: number
  /** Seconds until the first refusal; infinite without one. */
  readonly noticedSeconds: number
  /** 99th percentile of accepted requests from the beginning on, before the overload was noticed too. */
  readonly p99FromStartMs: number
  /** The same from a second after the first refusal on. */
  readonly p99Ms: number
  /** Seconds until everything was accepted again at a usual speed; infinite when that was not seen. */
  readonly recoverySeconds: number
}

/** After the first refusal the server still answers what it accepted before. */
const SETTLING_MS = 1000

/** Returns the first second from which on all requests were accepted and as quick as `p99Ms`. */
function recoveryOf(shots: readonly Shot[], p99Ms: number): number {
  for (let second = 0; second < RECOVERY_SECONDS; second++) {
    const { sent, accepted, ...rest } = summaryOf(shots, 1000 * second, 1000 * (second + 1))
    if (sent > 0 && accepted === sent && rest.p99Ms <= p99Ms) return second
  }
  return Number.POSITIVE_INFINITY
}

/** Sends more than the server can do, then `usualPerSecond` again. `usualP99Ms` tells when it is as before. */
export async function overload(
  target: LoadTarget,
  options: { perSecond: number; seconds: number; usualPerSecond: number; usualP99Ms: number },
): Promise<Overload> {
  const { perSecond, seconds, usualPerSecond, usualP99Ms } = options
  const shots = await send(target, { ratePerSecond: perSecond, seconds, graceMs: 5000 })
  const after = await send(target, {
    ratePerSecond: usualPerSecond,
    seconds: RECOVERY_SECONDS,
  })
  const whole = summaryOf(shots)
  const refusals = shots.filter(({ status, retryAfter }) => status === 503 && retryAfter)
  const noticedMs = refusals.reduce(
    (earliest, { dueMs, latencyMs }) => Math.min(earliest, dueMs + latencyMs),
    Number.POSITIVE_INFINITY,
  )
  const settled = summaryOf(shots, noticedMs + SETTLING_MS)
  return {
    perSecond,
    refused: whole.refused,
    limited: whole.limited + summaryOf(after).limited,
    failed: whole.failed,
    acceptedPerSecond: settled.acceptedPerSecond,
    noticedSeconds: noticedMs / 1000,
    p99FromStartMs: whole.p99Ms,
    p99Ms: settled.p99Ms,
    recoverySeconds: recoveryOf(after, 2 * usualP99Ms),
  }
}
