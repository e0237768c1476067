/** Time before an address expires at which the next one is fetched, as a share of what is left of it. */
const RENEW_SHARE = 0.3
const RENEW_LEAST_MS = 1000
/** Wait when an address seems to have expired already: the clock of this computer may be wrong. */
const WRONG_CLOCK_MS = 300_000

/** Returns how long to wait before an address is renewed, milliseconds. */
export function renewalWait(expiresAt: number, now: number): number {
  const left = expiresAt - now
  if (left <= 0) return WRONG_CLOCK_MS
  // A timer takes at most 2^31 ms; addresses live shorter.
  return Math.min(2 ** 31 - 1, Math.max(RENEW_LEAST_MS, left * (1 - RENEW_SHARE)))
}

/** Returns when a signed link expires, milliseconds since 1970; undefined for a link without an expiry. */
export function expiryOf(link: string): number | undefined {
  const seconds = Number(new URLSearchParams(link.split('?')[1]).get('expires'))
  return seconds > 0 ? seconds * 1000 : undefined
}
