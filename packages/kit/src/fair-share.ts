import { Problem } from './problem.ts'

/** Runs `work` when a place for `key`, such as a tenant, is free. */
export type FairShare = <T>(key: string, work: () => Promise<T>) => Promise<T>

interface Line {
  running: number
  readonly waiting: Set<() => void>
}

/**
 * Limits how many tasks of one key run at the same time, so that one tenant cannot occupy every connection of a pool.
 * Further tasks of that key wait at most `waitMs`, then they are refused with 503 and Retry-After.
 */
export function fairShare({ most, waitMs }: { readonly most: number; readonly waitMs: number }): FairShare {
  const lines = new Map<string, Line>()

  const turnIn = (line: Line) =>
    new Promise<void>((resolve, reject) => {
      const take = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        line.waiting.delete(take)
        reject(
          new Problem(
            'overloaded',
            'Too many of your requests wait for the database. Try again shortly.',
            { field: 'service', issue: 'has too many of your requests waiting', provided: null },
            { retryAfterSeconds: 1 },
          ),
        )
      }, waitMs)
      line.waiting.add(take)
    })

  return async (key, work) => {
    const line = lines.get(key) ?? { running: 0, waiting: new Set() }
    lines.set(key, line)
    if (line.running < most) line.running += 1
    else await turnIn(line)
    try {
      return await work()
    } finally {
      // The place goes to the next in line, or becomes free.
      const [next] = line.waiting
      if (next) {
        line.waiting.delete(next)
        next()
      } else {
        line.running -= 1
        if (line.running === 0) lines.delete(key)
      }
    }
  }
}

/** Returns the default number of connections per key: a third of the pool. */
export const thirdOf = (poolSize: number): number => Math.ceil(poolSize / 3)
