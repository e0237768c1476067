import { accessEnded } from '../domain/accounts/access.ts'
import type { Stopwatch, UserStore } from './ports.ts'

/** How long a replica trusts what it read of a user. Reads end this long after access was taken away, at the latest. */
export const STANDING_MAX_AGE_MS = 10_000
/** Users that one process remembers. */
const MAX_REMEMBERED = 10_000

/** The epoch of a user that was removed: above that of any token. */
const REMOVED = Number.POSITIVE_INFINITY

interface Remembered {
  readonly readAtMs: number
  readonly epoch: Promise<number>
}

/**
 * Checks that a token's epoch is still its user's, from memory that is at most `STANDING_MAX_AGE_MS` old. It guards every
 * route, also those that ask nothing of the database; writes are checked once more in their own transaction.
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
    // A token younger than what is remembered, such as after a change of the password on another replica.
    if (fresh && epoch > current) current = await read(userId, nowMs)
    if (epoch !== current) throw accessEnded()
  }
}
