/** Tries within one window before further ones are refused unseen. */
export interface ThrottleRule {
  readonly maxAttempts: number
  readonly windowSeconds: number
}

/**
 * Ten tries per account in a quarter of an hour keep an online guess of a 15-character password hopeless and leave a
 * person room for typing errors (NIST SP 800-63B-4 §3.2.2 allows up to 100 in all).
 */
export const ACCOUNT_THROTTLE: ThrottleRule = { maxAttempts: 10, windowSeconds: 900 }
/** More than one person may sit behind an address; one that tries many names is guessing. */
export const ADDRESS_THROTTLE: ThrottleRule = { maxAttempts: 50, windowSeconds: 900 }

/** The names under which attempts are counted: accounts without regard to case. */
export const throttleBuckets = (username: string, address: string) => [
  { bucket: `account:${username.toLowerCase()}`, ...ACCOUNT_THROTTLE },
  { bucket: `address:${address}`, ...ADDRESS_THROTTLE },
]
