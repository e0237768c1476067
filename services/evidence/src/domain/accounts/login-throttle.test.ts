import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ACCOUNT_FREE_ATTEMPTS,
  ACCOUNT_LIMIT,
  afterSuccess,
  type Count,
  decideLogin,
  NETWORK_LIMIT,
  PAIR_LIMIT,
  TURN_SECONDS,
} from './login-throttle.ts'

const DAY_SECONDS = 86_400

/** The counters of one account, as the database keeps them. */
function account() {
  const networks = new Map<string, Count | undefined>()
  const pairs = new Map<string, { pair: Count | undefined; turnMs: number | undefined }>()
  const known = new Set<string>()
  let shared: Count | undefined
  const load = (network: string) => ({
    network: networks.get(network),
    pair: pairs.get(network)?.pair,
    turnMs: pairs.get(network)?.turnMs,
    account: shared,
    known: known.has(network),
  })
  const save = (network: string, counts: ReturnType<typeof load>) => {
    networks.set(network, counts.network)
    pairs.set(network, { pair: counts.pair, turnMs: counts.turnMs })
    shared = counts.account
    if (counts.known) known.add(network)
  }
  return {
    /** One attempt; the seconds to wait, 0 when the password was looked at. */
    attempt(network: string, atSeconds: number, right = false): number {
      const { waitSeconds, counts } = decideLogin(load(network), atSeconds * 1000)
      save(network, waitSeconds === 0 && right ? afterSuccess(counts) : counts)
      return waitSeconds
    },
  }
}

describe('login throttle', () => {
  it('lets a person mistype, then asks the network to wait until the window ends', () => {
    const ada = account()
    for (let i = 0; i < PAIR_LIMIT.maxAttempts; i += 1) expect(ada.attempt('home', i)).toBe(0)
    expect(ada.attempt('home', 100)).toBe(PAIR_LIMIT.windowSeconds - 100)
    expect(ada.attempt('home', PAIR_LIMIT.windowSeconds)).toBe(0)
  })

  it('takes the attempt back when the password was right', () => {
    const ada = account()
    for (let i = 0; i < 10 * NETWORK_LIMIT.maxAttempts; i += 1)
      expect(ada.attempt('home', i / 10, true)).toBe(0)
  })

  it('never makes the owner wait in a known network, whatever strangers do elsewhere', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ network: fc.nat(300), seconds: fc.nat(20) }), { maxLength: 500 }),
        (attempts) => {
          const ada = account()
          ada.attempt('home', 0, true)
          let now = 1
          for (const { network, seconds } of attempts) {
            now += seconds
            ada.attempt(`stranger ${network}`, now)
          }
          expect(ada.attempt('home', now, true)).toBe(0)
        },
      ),
    )
  })

  it('lets the owner in from a new network after one wait of a bounded length, under attack from 100 networks', () => {
    const ada = account()
    // Every stranger tries every second for two hours; the owner comes after one.
    for (let now = 0; now < 3600; now += 1) {
      for (let n = 0; n < 100; n += 1) ada.attempt(`stranger ${n}`, now)
    }
    const wait = ada.attempt('hotel', 3600, true)
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(TURN_SECONDS)
    for (let now = 3600; now < 3600 + wait; now += 1) {
      for (let n = 0; n < 100; n += 1) ada.attempt(`stranger ${n}`, now)
    }
    expect(ada.attempt('hotel', 3600 + wait, true)).toBe(0)
    // From then on the hotel is known.
    expect(ada.attempt('hotel', 3601 + wait, true)).toBe(0)
  })

  it.each([1, 10, 100, 1000])('bounds what strangers with %i networks guess in a day', (networks) => {
    const ada = account()
    let guesses = 0
    for (let now = 0; now < DAY_SECONDS; now += 60) {
      for (let n = 0; n < networks; n += 1) if (ada.attempt(`stranger ${n}`, now) === 0) guesses += 1
    }
    const turns = DAY_SECONDS / TURN_SECONDS
    expect(guesses).toBeLessThanOrEqual(
      Math.min(ACCOUNT_LIMIT.maxAttempts, ACCOUNT_FREE_ATTEMPTS + networks * turns),
    )
    // The limit is what holds them, not a mistake that holds everybody.
    expect(guesses).toBeGreaterThan(networks)
  })

  it('keeps a turn for a while, not for ever, and for one attempt', () => {
    const ada = account()
    for (let n = 0; n < ACCOUNT_FREE_ATTEMPTS; n += 1) ada.attempt(`stranger ${n}`, 0)
    expect(ada.attempt('hotel', 0)).toBe(TURN_SECONDS)
    expect(ada.attempt('hotel', 600)).toBe(TURN_SECONDS - 600)
    expect(ada.attempt('hotel', TURN_SECONDS)).toBe(0)
    expect(ada.attempt('hotel', TURN_SECONDS + 1)).toBe(TURN_SECONDS)
    expect(ada.attempt('hotel', 4 * TURN_SECONDS)).toBe(TURN_SECONDS)
  })
})
