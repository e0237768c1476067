import { accessEnded } from '../domain/accounts/access.ts'
import type { Stopwatch, UserStore } from './ports.ts'

/**
 * Longest time that a process trusts the epoch it read for a user. Read access ends at most this long after it was
 * revoked.
 */
export const STANDING_MAX_AGE_MS = 10_000
/** Maximum number of users that one process caches. */
const MAX_REMEMBERED = 10_000

/** Epoch of a removed user: above that of any token. */
const REMOVED = Number.POSITIVE_INFINITY

interface Remembered {
  readonly readAtMs: number
  readonly epoch: Promise<number>
}

/**
 * Checks that a token has the current epoch of its user, from a cache that is at most `STANDING_MAX_AGE_MS` old.
 * It protects every route, including those without a database query. Writes check again in their own transaction.
 */
export function checkStanding(deps: { users: Pick<UserStore, 'epochOf'>; elapsed: Stopwatch }) {
  const remembered = new Map<string, Remembered>()

  function read(userId: string, nowMs: number): Promise<number> {
    const epoch = deps.users.epochOf(userId).then((found) => found ?? REMOVED)
    const entry = { readAtMs: nowMs, epoch }
    remembered.delete(userId)
    remembered.set(userId, entry)
    if (remembered.size > MAX_REMEMBERED) remembered.delete(remembered.keys().next().value as string)
    epoch.catch(() => {
      if (remembered.get(userId) === entry) remembered.delete(userId)
    })
    return epoch
  }

  return async ({ userId, epoch }: { userId: string; epoch: number }): Promise<void> => {
    const nowMs = deps.elapsed()
    const known = remembered.get(userId)
    const fresh = known !== undefined && nowMs - known.readAtMs < STANDING_MAX_AGE_MS
    let current = await (fresh ? known.epoch : read(userId, nowMs))
    // The token is newer than the cached epoch, for example after a password change on another replica.
    if (fresh && epoch > current) current = await read(userId, nowMs)
    if (epoch !== current) throw accessEnded()
  }
}
